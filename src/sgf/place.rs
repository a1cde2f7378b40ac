//! Where in a file something stands.

use std::fmt;

/// A place in a file as editors show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Counted from one. Lines end as under any system: LF, CR LF or CR.
    pub line: usize,
    /// Characters, not bytes, counted from one.
    pub column: usize,
}

impl Place {
    /// The place of the byte `at` in `text`, which begins a character or is the end.
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

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_on_any_system_and_columns_are_characters() {
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
            assert_eq!(Place::of(text, at), Place { line, column }, "{text:?}");
        }
        assert_eq!(Place::of("a\n", 2), Place { line: 2, column: 1 });
    }
}
