//! What stands between a file and `sgf-parse`, which wants clean text and overflows the stack on a long line of nodes.

use super::SgfError;

/// The largest file that is read. A commented game has a few hundred kilobytes.
pub(super) const MAX_BYTES: usize = 4 << 20;

/// The longest main line that is read. `sgf-parse` 4.2.8 drops nodes recursively: on a thread's
/// stack of 2 MiB a line of 50 000 aborts the process (measured with sgf-parse 4.2.8).
pub(super) const MAX_NODES: usize = 10_000;

/// The most rectangles of points that a main line may have. `sgf-parse` expands each, at worst to 2704
/// points, and a file of nothing else would take it minutes.
pub(super) const MAX_RECTANGLES: usize = 1000;

/// The main line of the first game in a file, without its variations.
#[derive(Debug)]
pub(super) struct MainLine {
    /// One game tree without branches, in SGF.
    pub(super) text: String,
    /// The line of the file on which each node begins, counted from one.
    pub(super) lines: Vec<usize>,
    /// Whether the file ends before the game does.
    pub(super) is_truncated: bool,
}

impl MainLine {
    /// Finds the main line in a file, junk before and after the game or not.
    ///
    /// The first child at every branch is the main one, so the main line is all that stands before the
    /// first closing parenthesis.
    pub(super) fn find(file: &[u8]) -> Result<Self, SgfError> {
        if file.len() > MAX_BYTES {
            return Err(SgfError::TooLarge);
        }
        let file = decode(file);
        let start = start_of_game(&file).ok_or(SgfError::NoGame)?;
        let mut line = 1 + newlines(&file[..start]);
        let mut main_line = Self {
            text: String::from("("),
            lines: Vec::new(),
            is_truncated: true,
        };
        let mut place = Place::Outside;
        let (mut value, mut rectangles) = (0, 0);
        for character in file[start..].chars() {
            line += usize::from(character == '\n');
            place = match (place, character) {
                (Place::Outside, ')') => {
                    main_line.is_truncated = false;
                    break;
                }
                (Place::Outside, '(') => continue,
                (Place::Outside, ';') => {
                    main_line.lines.push(line);
                    Place::Outside
                }
                (Place::Outside, '[') => {
                    value = main_line.text.len() + 1;
                    Place::Value
                }
                (Place::Value, ']') => {
                    rectangles += usize::from(is_rectangle(&main_line.text[value..]));
                    Place::Outside
                }
                (Place::Value, '\\') => Place::Escaped,
                (Place::Escaped, _) => Place::Value,
                _ => place,
            };
            if main_line.lines.len() > MAX_NODES || rectangles > MAX_RECTANGLES {
                return Err(SgfError::TooLong { line });
            }
            main_line.text.push(character);
        }
        if main_line.is_truncated && main_line.lines.len() < 2 {
            return Err(SgfError::Truncated { line });
        }
        main_line.text.push(')');
        Ok(main_line)
    }
}

/// Where in the text a character stands.
#[derive(Clone, Copy)]
enum Place {
    Outside,
    /// Between brackets, where only `]` and `\` mean something.
    Value,
    /// After a `\`.
    Escaped,
}

/// Text from a file that need not say how it is encoded: UTF-8 where it can be, else Latin-1, which anything can.
fn decode(file: &[u8]) -> String {
    let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    match std::str::from_utf8(file) {
        Ok(text) => text.to_owned(),
        Err(_) => file.iter().copied().map(char::from).collect(),
    }
}

/// Where the first `(` stands that only blanks separate from a `;`.
fn start_of_game(text: &str) -> Option<usize> {
    text.match_indices('(')
        .map(|(start, _)| start)
        .find(|start| text[start + 1..].trim_start().starts_with(';'))
}

/// Whether a value looks like two points with a colon between them, escapes or not.
fn is_rectangle(value: &str) -> bool {
    let mut letters = value.chars().filter(|&letter| letter != '\\');
    letters.nth(2) == Some(':') && letters.count() == 2
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(file: &str) -> Result<String, SgfError> {
        MainLine::find(file.as_bytes()).map(|found| found.text)
    }

    #[test]
    fn variations_and_junk_are_left_out() {
        for (file, text) in [
            ("(;SZ[9];B[ee])", "(;SZ[9];B[ee])"),
            (
                "(;SZ[9](;B[ee](;W[cc])(;W[dd]))(;B[gg]))",
                "(;SZ[9];B[ee];W[cc])",
            ),
            ("mail (see below):\n\n(\n;SZ[9])\nbye (;)", "(\n;SZ[9])"),
            ("\u{feff}(;)", "(;)"),
            ("(;C[a \\] b) \\\\];B[ee])", "(;C[a \\] b) \\\\];B[ee])"),
            ("(;C[(;)]N[[])", "(;C[(;)]N[[])"),
        ] {
            assert_eq!(find(file).as_deref(), Ok(text));
        }
    }

    #[test]
    fn files_without_a_game_are_refused() {
        for file in ["", "\0\0\0", "B[ee]", "()", "(B[ee])", ";B[ee]", "((("] {
            assert_eq!(find(file), Err(SgfError::NoGame), "{file:?}");
        }
    }

    #[test]
    fn a_truncated_file_needs_more_than_its_root() {
        assert_eq!(
            find("(;SZ[9];B[ee];W[c").as_deref(),
            Ok("(;SZ[9];B[ee];W[c)")
        );
        assert_eq!(
            find("(;SZ[9]\nC[to be"),
            Err(SgfError::Truncated { line: 2 })
        );
    }

    #[test]
    fn limits_are_on_bytes_and_on_the_nodes_of_the_main_line() {
        let long = format!("(\n{})", ";".repeat(MAX_NODES + 1));
        assert_eq!(find(&long), Err(SgfError::TooLong { line: 2 }));
        for rectangle in ["[aa:ZZ]", "[\\aa\\:Z\\Z]"] {
            let rectangles = format!("(;AB{})", rectangle.repeat(MAX_RECTANGLES + 1));
            assert_eq!(find(&rectangles), Err(SgfError::TooLong { line: 1 }));
        }
        let labels = format!("(;LB{})", "[aa:some label]".repeat(MAX_RECTANGLES + 1));
        assert_eq!(find(&labels).as_ref(), Ok(&labels));
        let wide = format!("(;{})", "(;)".repeat(MAX_NODES));
        assert_eq!(find(&wide).as_deref(), Ok("(;;)"));
        let comment = format!("(;C[{}])", ";".repeat(1 << 20));
        assert_eq!(find(&comment), Ok(comment));
        let large = vec![b' '; MAX_BYTES + 1];
        assert_eq!(MainLine::find(&large).unwrap_err(), SgfError::TooLarge);
    }

    #[test]
    fn each_node_knows_its_line() {
        let found =
            MainLine::find(b"junk\r\n(;SZ[9]C[a\r\nb]\r\n;B[ee];W[cc]\r\n(;B[gg]))").unwrap();
        assert_eq!(found.lines, [2, 4, 4, 5]);
    }

    #[test]
    fn what_is_no_utf_8_is_latin_1() {
        assert_eq!(
            MainLine::find(b"(;PB[J\xf6rg])").unwrap().text,
            "(;PB[J\u{f6}rg])"
        );
        assert_eq!(
            MainLine::find("(;PB[Jörg])".as_bytes()).unwrap().text,
            "(;PB[J\u{f6}rg])"
        );
    }
}
