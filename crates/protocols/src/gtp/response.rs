//! The text of responses, and the one place that writes `=` and `?`.

use std::fmt::Display;
use std::io;
use std::io::Write;

use super::error::CommandError;
use tao_rules::board::Move;

/// The response to a command: the text after `= `, possibly empty, or an error.
pub(super) type Response = Result<String, CommandError>;

pub(super) fn join(items: impl IntoIterator<Item = impl Display>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    words.join(" ")
}

pub(super) fn join_lines(items: impl IntoIterator<Item = impl Into<String>>) -> String {
    let lines: Vec<String> = items.into_iter().map(Into::into).collect();
    lines.join("\n")
}

/// The moves of an expected line.
pub(super) fn join_moves(line: &[(Move, u64)]) -> String {
    join(line.iter().map(|(mv, _)| mv))
}

/// Writes a response and flushes it. A space follows the status even before an empty text: `GoGui` and the CGOS client
/// take what follows the first space as the text.
pub(super) fn write(
    mut writer: impl Write,
    id: Option<&str>,
    response: &Response,
) -> io::Result<()> {
    let id = id.unwrap_or_default();
    let text = match response {
        Ok(text) => format!("={id} {}\n\n", without_empty_lines(text)),
        Err(error) => format!("?{id} {error}\n\n"),
    };
    writer.write_all(text.as_bytes())?;
    writer.flush()
}

/// Replaces empty lines, which would end the response, by a space. Only the first line may be empty, so that the text begins below
/// the status.
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
    use super::{CommandError, Response};

    fn written(id: Option<&str>, response: &Response) -> String {
        let mut bytes = Vec::new();
        super::write(&mut bytes, id, response).unwrap();
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
    fn the_number_follows_the_status_without_a_space() {
        assert_eq!(written(Some("7"), &Ok(String::new())), "=7 \n\n");
        assert_eq!(
            written(Some("7"), &Err(CommandError::Syntax)),
            "?7 syntax error\n\n"
        );
    }
}
