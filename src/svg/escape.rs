//! Text escaped for XML.

use std::fmt;
use std::fmt::Write;

/// `Display` escapes the text for content and attributes. Characters that XML 1.0 cannot contain become U+FFFD.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' => write!(f, "&#{};", u32::from(character))?,
                '\0'..'\x20' | '\u{fffe}' | '\u{ffff}' => {
                    f.write_char(char::REPLACEMENT_CHARACTER)?;
                }
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        for (text, escaped) in [
            ("Jörg 黒", "Jörg 黒"),
            ("a<b>c&d", "a&lt;b&gt;c&amp;d"),
            ("\"it's\"", "&quot;it&#39;s&quot;"),
            ("&amp;", "&amp;amp;"),
            ("]]>", "]]&gt;"),
            ("a\r\n\tb", "a&#13;&#10;&#9;b"),
            ("\0\x1b\u{ffff}\x7f", "\u{fffd}\u{fffd}\u{fffd}\x7f"),
        ] {
            assert_eq!(Escaped(text).to_string(), escaped);
        }
    }
}
