//! Lines and columns of a file.

use std::fmt;

/// A line and a column, as editors show them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Counted from one. Lines end with LF, CR LF or CR.
    pub line: usize,
    /// Counted from one, in characters.
    pub column: usize,
}

impl Location {
    /// Returns the location of the byte `at` in `text`: the first of a character, or the end.
    pub(super) fn of(text: &str, at: usize) -> Self {
        let before = &text[..at];
        let ends = before.bytes().zip(text.bytes().skip(1).chain([0]));
        let is_end = |&(byte, next): &(u8, u8)| byte == b'\n' || byte == b'\r' && next != b'\n';
        let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        Self {
            line: 1 + ends.filter(is_end).count(),
            column: 1 + before[start..].chars().count(),
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_any_line_ending_and_columns_count_characters() {
        for (text, line, column) in [
            ("x", 1, 1),
            ("(;x", 1, 3),
            ("äöx", 1, 3),
            ("a\nbx", 2, 2),
            ("a\r\nbx", 2, 2),
            ("a\rbx", 2, 2),
            ("a\r\rx", 3, 1),
            ("\n\n\nx", 4, 1),
        ] {
            let at = text.find('x').unwrap();
            assert_eq!(
                Location::of(text, at),
                Location { line, column },
                "{text:?}"
            );
        }
        assert_eq!(Location::of("a\n", 2), Location { line: 2, column: 1 });
    }
}
