//! Escapes text from outside, such as the name of a file, before it goes to a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use serde::Serialize;
use tao_protocols::schema;

use super::Error;

/// Escapes control characters as JSON does, since a terminal would obey them; line ends and tabs stay.
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c.is_control() && c != '\n' && c != '\t')
}

/// A path on one line, with its control characters escaped.
pub fn shown(path: &Path) -> String {
    let text = path.display().to_string();
    escaped(&text, char::is_control).into_owned()
}

/// A path as it has to be written in a shell.
pub fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let quoted = shlex::try_quote(&text);
    printable(quoted.as_deref().unwrap_or(&text)).into_owned()
}

/// Writes an object as a line of JSON, whose fields `docs/json.md` describes.
///
/// # Errors
///
/// Returns [`Error::Stream`] if the output fails.
pub fn write_json(mut output: impl Write, object: &impl Serialize) -> Result<(), Error> {
    // JSON does not escape all control characters.
    Ok(writeln!(output, "{}", printable(&schema::json(object)))?)
}

fn escaped(text: &str, is_bad: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_bad) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    for character in text.chars() {
        if is_bad(character) {
            let _ = write!(shown, "\\u{:04x}", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_line_ends_stay() {
        for (text, expected) in [
            ("a\tb\nc é 碁", "a\tb\nc é 碁"),
            ("\x1b[31m\r\x07", "\\u001b[31m\\u000d\\u0007"),
            ("\x7f\u{9b}2J", "\\u007f\\u009b2J"),
        ] {
            assert_eq!(printable(text), expected);
        }
        assert_eq!(shown(Path::new("a\n\x1bb")), "a\\u000a\\u001bb");
    }
}
