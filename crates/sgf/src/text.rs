//! Reads and writes the text of property values.

use std::fmt::Write;

/// Number of characters of a file that a message quotes.
const EXCERPT_LENGTH: usize = 24;

/// Decodes a raw value: escapes are resolved, line ends become `\n`, other white space becomes a blank, and control characters are
/// removed.
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

/// Cleans a raw value: line ends become `\n`, control characters are removed, and escapes stay.
pub(super) fn clean(raw: &str) -> String {
    let unix = raw
        .replace("\r\n", "\n")
        .replace("\n\r", "\n")
        .replace('\r', "\n");
    let mut text = String::with_capacity(unix.len());
    let mut characters = unix.chars();
    while let Some(character) = characters.next() {
        let escaped = (character == '\\').then(|| characters.next()).flatten();
        let meant = escaped.unwrap_or(character);
        if !meant.is_control() || meant == '\n' || meant == '\t' {
            text.push(character);
            text.extend(escaped);
        }
    }
    text
}

/// Decodes a raw value with line ends as blanks.
pub(super) fn simple(raw: &str) -> String {
    read(raw).replace('\n', " ")
}

/// Replaces full-width letters, digits and punctuation by those of ASCII.
pub(super) fn narrow(text: &str) -> String {
    let narrow = |letter| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from((letter as u32 - 0xfee0) as u8),
        '\u{3000}' => ' ',
        _ => letter,
    };
    text.chars().map(narrow).collect()
}

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

/// Quotes a piece of a file for a message: in backticks, on one line, and shortened.
pub(super) fn excerpt(piece: &str) -> String {
    let mut excerpt = String::from("`");
    for (count, character) in piece.chars().enumerate() {
        if count == EXCERPT_LENGTH {
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
    fn text_is_decoded_as_in_the_standard() {
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
    fn a_cleaned_value_has_the_same_text() {
        for raw in ["a\r\nb", "\\\u{1}x\\]", "\\\\\u{7}", "\ta\\\n\rb", "\\:"] {
            assert_eq!(read(&clean(raw)), read(raw), "{raw:?}");
        }
        assert_eq!(clean("a\\\u{1}"), "a");
    }

    #[test]
    fn full_width_letters_become_those_of_ascii() {
        assert_eq!(narrow("６．５\u{3000}目［Ａｚ～"), "6.5 目[Az~");
    }

    #[test]
    fn written_text_reads_the_same() {
        for text in ["", r"]\:[;()", "two\nlines\n", "é 囲碁 🙂", "\\\\]]"] {
            assert_eq!(read(&write(text)), text);
        }
        assert_eq!(read(&write("\u{1b}[31mred\r\n")), "[31mred\n");
    }

    #[test]
    fn an_excerpt_is_short_and_on_one_line() {
        assert_eq!(excerpt("B[a\nb]"), r"`B[a\nb]`");
        let long = "x".repeat(1000);
        assert_eq!(excerpt(&long), format!("`{}...`", "x".repeat(24)));
    }
}
