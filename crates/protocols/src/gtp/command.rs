//! The parts of a command line.

/// A command: `[id] name [arguments]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    /// The number to repeat in the response: digits without leading zeros, any number of them.
    pub(super) id: Option<String>,
    /// Case matters.
    pub(super) name: String,
    pub(super) arguments: String,
}

impl Command {
    /// Parses a line of any bytes; `None` if it needs no response: a blank line, a comment, a number alone.
    pub(super) fn parse(line: &[u8]) -> Option<Self> {
        let cleaned = clean(line);
        let line = cleaned.trim_matches(' ');
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (id, line) = line.split_at(digits);
        let line = line.trim_start_matches(' ');
        let (name, arguments) = line.split_once(' ').unwrap_or((line, ""));
        (!name.is_empty()).then(|| Self {
            id: (!id.is_empty()).then(|| without_leading_zeros(id).to_owned()),
            name: name.to_owned(),
            arguments: arguments.to_owned(),
        })
    }

    /// Whether the line is the first one of an HTTP request: method, target and version.
    pub(super) fn is_http_request(&self) -> bool {
        let words = self.arguments.split_once(' ');
        words.is_some_and(|(_, version)| version.trim_start().starts_with("HTTP/"))
    }
}

/// Removes comments and control characters, turns tabs into spaces, and replaces invalid UTF-8, which matches no name.
fn clean(line: &[u8]) -> String {
    let bytes: Vec<u8> = line
        .iter()
        .copied()
        .take_while(|&byte| byte != b'#')
        .map(|byte| if byte == b'\t' { b' ' } else { byte })
        .filter(|byte| !byte.is_ascii_control())
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn without_leading_zeros(digits: &str) -> &str {
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        "0"
    } else {
        significant
    }
}

#[cfg(test)]
mod tests {
    use super::Command;

    fn parsed(line: &[u8]) -> Option<(Option<String>, String, String)> {
        Command::parse(line).map(|command| (command.id, command.name, command.arguments))
    }

    #[test]
    fn a_line_has_a_number_a_name_and_arguments() {
        for (line, id, name, arguments) in [
            (&b"name\n"[..], None, "name", ""),
            (b"007 play b e5\r\n", Some("7"), "play", "b e5"),
            (b"000 name", Some("0"), "name", ""),
            (b"1name", Some("1"), "name", ""),
            (
                b"99999999999999999999 name",
                Some("99999999999999999999"),
                "name",
                "",
            ),
            (b"-1 name", None, "-1", "name"),
            (b"\t1\tplay  b\tE5 \t", Some("1"), "play", " b E5"),
            (b"na\x00m\x01\x7fe # c", None, "name", ""),
            (b"na#me", None, "na", ""),
            (b"3 \xc3\xa9", Some("3"), "\u{e9}", ""),
            (b"\xff", None, "\u{fffd}", ""),
        ] {
            let expected = (id.map(str::to_owned), name.to_owned(), arguments.to_owned());
            assert_eq!(parsed(line), Some(expected), "{}", line.escape_ascii());
        }
    }

    #[test]
    fn a_line_without_a_name_is_no_command() {
        for line in [
            &b""[..],
            b"\n",
            b" \t \r\n",
            b"# name",
            b"5",
            b" 12 # name",
            b"\x00\x01",
        ] {
            assert_eq!(parsed(line), None, "{}", line.escape_ascii());
        }
    }

    #[test]
    fn an_http_request_has_a_method_a_target_and_a_version() {
        for (line, expected) in [
            ("GET / HTTP/1.1\r", true),
            ("POST /api?a=b HTTP/1.0", true),
            ("PRI * HTTP/2.0", true),
            ("GET /", false),
            ("GET", false),
            ("play b HTTP", false),
            ("Host: localhost", false),
        ] {
            let command = Command::parse(line.as_bytes()).unwrap();
            assert_eq!(command.is_http_request(), expected, "{line}");
        }
    }
}
