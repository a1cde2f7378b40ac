//! Text between the brackets of a value, read and written.

use std::fmt::Write;

/// So much of a value stands in a message.
const EXCERPT: usize = 24;

/// The text of a raw value. An escaped line end is none, an escaped character stands for itself, and of other white space
/// only line ends stay what they are: `\n` each, however the file writes them.
pub(super) fn read(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars().peekable();
    while let Some(character) = characters.next() {
        let (character, is_escaped) = match character {
            '\\' => (characters.next(), true),
            character => (Some(character), false),
        };
        match character {
            Some(end @ ('\n' | '\r')) => {
                let other = if end == '\n' { '\r' } else { '\n' };
                let _ = characters.next_if_eq(&other);
                if !is_escaped {
                    text.push('\n');
                }
            }
            Some('\t' | '\u{b}' | '\u{c}') => text.push(' '),
            Some(character) if character.is_control() => {}
            character => text.extend(character),
        }
    }
    text
}

/// The same with all line ends as blanks, for names and the like.
pub(super) fn simple(raw: &str) -> String {
    read(raw).replace('\n', " ")
}

/// Text as a raw value: escaped, and without characters that no program shows.
pub(super) fn write(text: &str) -> String {
    let mut raw = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | ']' => raw.extend(['\\', character]),
            '\n' | '\t' => raw.push(character),
            character if character.is_control() => {}
            character => raw.push(character),
        }
    }
    raw
}

/// As much of a raw value as an excerpt can need.
pub(super) fn head(raw: &str) -> &str {
    let end = raw.char_indices().nth(EXCERPT + 1);
    end.map_or(raw, |(end, _)| &raw[..end])
}

/// A piece of a file for a message: in backticks, on one line, and not too long.
pub(super) fn excerpt(piece: &str) -> String {
    let mut excerpt = String::from("`");
    for (count, character) in piece.chars().enumerate() {
        if count == EXCERPT {
            return excerpt + "...`";
        }
        if character.is_control() {
            let _ = write!(excerpt, "{}", character.escape_default());
        } else {
            excerpt.push(character);
        }
    }
    excerpt + "`"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_as_the_standard_has_it() {
        for (raw, text) in [
            ("plain", "plain"),
            (r"a\]b\\c\:d", r"a]b\c:d"),
            ("soft\\\nbreak", "softbreak"),
            ("soft\\\r\nbreak", "softbreak"),
            ("hard\r\nbreak\rs\n\rall\n", "hard\nbreak\ns\nall\n"),
            ("a\tb\u{b}c", "a b c"),
            ("nul\0s", "nuls"),
            ("\\", ""),
        ] {
            assert_eq!(read(raw), text, "{raw:?}");
        }
        assert_eq!(simple("two\nlines"), "two lines");
    }

    #[test]
    fn what_is_written_reads_the_same() {
        for text in ["", r"]\:[;()", "two\nlines\n", "é 囲碁 🙂", "\\\\]]"] {
            assert_eq!(read(&write(text)), text);
        }
        assert_eq!(read(&write("\u{1b}[31mred\r\n")), "[31mred\n");
    }

    #[test]
    fn an_excerpt_is_short_and_on_one_line() {
        assert_eq!(excerpt("B[a\nb]"), r"`B[a\nb]`");
        let long = "x".repeat(1000);
        assert_eq!(excerpt(head(&long)), format!("`{}...`", "x".repeat(24)));
    }
}
