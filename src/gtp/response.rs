//! What answers are made of, and the one place that writes `=` and `?`.

use std::fmt::Display;
use std::io;
use std::io::Write;

use super::error::CommandError;

/// What a command answers: the text after `= `, possibly empty, or an error.
pub(super) type Answer = Result<String, CommandError>;

/// The items with a blank between them: how answers list words, moves and numbers.
pub(super) fn join(items: impl IntoIterator<Item = impl Display>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    words.join(" ")
}

/// Writes one whole response and flushes it.
///
/// There is always a blank after the status, even before an empty text: `GoGui` and the CGOS client
/// take everything after the first blank of a response as its text.
pub(super) fn write(mut writer: impl Write, id: Option<&str>, answer: &Answer) -> io::Result<()> {
    let id = id.unwrap_or_default();
    let response = match answer {
        Ok(text) => format!("={id} {}\n\n", without_empty_lines(text)),
        Err(error) => format!("?{id} {error}\n\n"),
    };
    writer.write_all(response.as_bytes())?;
    writer.flush()
}

/// `text` such that no line of it can be taken for the end of the response: an empty line becomes a
/// blank.
///
/// A text may start with a line end: a drawing starts on its own line, below the status.
fn without_empty_lines(text: &str) -> String {
    let text = text.trim_end_matches('\n').replace('\r', "");
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |text, line| {
        text + "\n" + if line.is_empty() { " " } else { line }
    })
}

#[cfg(test)]
mod tests {
    use super::{Answer, CommandError};

    fn written(id: Option<&str>, answer: &Answer) -> String {
        let mut bytes = Vec::new();
        super::write(&mut bytes, id, answer).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_response_ends_at_its_first_empty_line() {
        for (text, expected) in [
            ("", "= \n\n"),
            ("E5", "= E5\n\n"),
            ("a\nb\n", "= a\nb\n\n"),
            ("\nrow\nrow", "= \nrow\nrow\n\n"),
            ("a\n\n\r\nb", "= a\n \n \nb\n\n"),
        ] {
            assert_eq!(written(None, &Ok(text.to_owned())), expected);
        }
    }

    #[test]
    fn the_number_follows_the_status_at_once() {
        assert_eq!(written(Some("7"), &Ok(String::new())), "=7 \n\n");
        assert_eq!(
            written(Some("7"), &Err(CommandError::Syntax)),
            "?7 syntax error\n\n"
        );
    }
}
