//! A command line: its number, its name, and its arguments, which are parsed one by one.

use std::str::FromStr;
use std::time::Duration;

use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::HandicapError;

use super::response::CommandError;

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
            id: (!id.is_empty()).then(|| match id.trim_start_matches('0') {
                "" => "0".to_owned(),
                significant => significant.to_owned(),
            }),
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

/// Removes comments, control characters and byte order marks, turns tabs into spaces, and replaces invalid UTF-8, which matches no
/// name.
fn clean(line: &[u8]) -> String {
    let bytes: Vec<u8> = line
        .iter()
        .copied()
        .take_while(|&byte| byte != b'#')
        .map(|byte| if byte == b'\t' { b' ' } else { byte })
        .filter(|byte| !byte.is_ascii_control())
        .collect();
    let text = String::from_utf8_lossy(&bytes);
    text.trim_start_matches('\u{feff}').to_owned()
}

/// The remaining arguments of a command, separated by spaces. Every method takes the next one, or fails with `syntax error`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Args<'a> {
    rest: &'a str,
}

impl<'a> Args<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.trim_matches(' ').is_empty()
    }

    /// Fails if an argument is left.
    pub(super) fn end(self) -> Result<(), CommandError> {
        self.is_empty().then_some(()).ok_or(CommandError::Syntax)
    }

    /// All that is left, without the spaces around it.
    pub(super) fn rest(self) -> &'a str {
        self.rest.trim_matches(' ')
    }

    pub(super) fn word(&mut self) -> Result<&'a str, CommandError> {
        let rest = self.rest.trim_start_matches(' ');
        let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        self.rest = rest;
        non_empty(word)
    }

    pub(super) fn parse<T: FromStr>(&mut self) -> Result<T, CommandError> {
        self.word()?.parse().map_err(|_| CommandError::Syntax)
    }

    /// A point of a board of this size.
    pub(super) fn point(&mut self, size: usize) -> Result<Coord, CommandError> {
        let coord: Coord = self.parse()?;
        let is_on = coord.is_on(size);
        is_on.then_some(coord).ok_or(CommandError::Syntax)
    }

    /// What `take` takes of the arguments. Fails if one is left.
    pub(super) fn only<T>(
        mut self,
        take: impl FnOnce(&mut Self) -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        let taken = take(&mut self)?;
        self.end()?;
        Ok(taken)
    }

    pub(super) fn optional<T>(
        &mut self,
        take: impl FnOnce(&mut Self) -> Result<T, CommandError>,
    ) -> Result<Option<T>, CommandError> {
        if self.is_empty() {
            return Ok(None);
        }
        take(self).map(Some)
    }

    /// A whole number without a sign, at most 2^31 - 1 as the protocol demands.
    pub(super) fn count(&mut self) -> Result<u32, CommandError> {
        let word = self.word()?;
        let is_digits = word.bytes().all(|byte| byte.is_ascii_digit()); // `parse` alone would take "+5"
        let count: Option<i32> = word.parse().ok().filter(|_| is_digits);
        count.map(i32::unsigned_abs).ok_or(CommandError::Syntax)
    }

    pub(super) fn real(&mut self) -> Result<f64, CommandError> {
        let number: f64 = self.parse()?;
        let is_finite = number.is_finite();
        is_finite.then_some(number).ok_or(CommandError::Syntax)
    }

    pub(super) fn seconds(&mut self) -> Result<Duration, CommandError> {
        duration(self.real()?)
    }

    /// A limit in seconds. A negative number means no limit.
    pub(super) fn cap(&mut self) -> Result<Duration, CommandError> {
        match self.real()? {
            ..0.0 => Ok(Duration::MAX),
            seconds => duration(seconds),
        }
    }

    /// A remaining time in seconds. A negative one, which late controllers send, is zero.
    pub(super) fn seconds_left(&mut self) -> Result<Duration, CommandError> {
        duration(self.real()?.max(0.0))
    }

    /// `b`, `black`, `w` or `white` in either case.
    pub(super) fn color(&mut self) -> Result<Color, CommandError> {
        self.parse()
    }

    /// A vertex or `pass`. It need not be on the board.
    pub(super) fn mv(&mut self) -> Result<Move, CommandError> {
        self.parse()
    }

    /// All that is left, as pairs of a color and a vertex or `pass`.
    pub(super) fn moves(mut self) -> Result<Vec<(Color, Move)>, CommandError> {
        let mut moves = Vec::new();
        while !self.is_empty() {
            moves.push((self.color()?, self.mv()?));
        }
        Ok(moves)
    }

    /// All that is left, as points for handicap stones.
    pub(super) fn points(self) -> Result<Vec<Coord>, CommandError> {
        let words = self.rest.split(' ').filter(|word| !word.is_empty());
        let points: Result<_, _> = words.map(str::parse).collect();
        points.map_err(|_| HandicapError::BadList.into())
    }

    /// A file name: a word, or text in double quotes, which `GoGui` puts around names with spaces.
    pub(super) fn path(&mut self) -> Result<&'a str, CommandError> {
        let Some(quoted) = self.rest.trim_start_matches(' ').strip_prefix('"') else {
            return self.word();
        };
        let (path, rest) = quoted.split_once('"').ok_or(CommandError::Syntax)?;
        self.rest = rest;
        non_empty(path)
    }
}

pub(super) fn duration(seconds: f64) -> Result<Duration, CommandError> {
    Duration::try_from_secs_f64(seconds).map_err(|_| CommandError::Syntax)
}

fn non_empty(word: &str) -> Result<&str, CommandError> {
    let is_empty = word.is_empty();
    (!is_empty).then_some(word).ok_or(CommandError::Syntax)
}

#[cfg(test)]
mod tests {
    use super::CommandError::Syntax;
    use super::*;

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
            (b"\xef\xbb\xbf7 name", Some("7"), "name", ""),
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
            b"\xef\xbb\xbf# c",
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

    #[test]
    fn a_count_has_digits_only() {
        assert_eq!(Args::new(" 9 x").count(), Ok(9));
        assert_eq!(Args::new("2147483647").count(), Ok(2_147_483_647));
        for text in [
            "",
            "x",
            "9.5",
            "-9",
            "+9",
            "9e1",
            "2147483648",
            "99999999999999999999",
            "٣",
        ] {
            assert_eq!(Args::new(text).count(), Err(Syntax), "{text}");
        }
    }

    #[test]
    fn a_real_number_is_finite() {
        for (text, number) in [
            ("6.5", 6.5),
            ("-3.5", -3.5),
            ("0", 0.0),
            ("1e2", 100.0),
            ("1000000", 1e6),
        ] {
            assert_eq!(Args::new(text).real(), Ok(number));
        }
        for text in ["", "x", "7,5", "nan", "inf", "-Infinity", "1e999"] {
            assert_eq!(Args::new(text).real(), Err(Syntax), "{text}");
        }
    }

    #[test]
    fn a_time_may_have_a_fraction_and_only_a_remaining_time_may_be_negative() {
        assert_eq!(Args::new("0.5").seconds(), Ok(Duration::from_millis(500)));
        assert_eq!(Args::new("-1").seconds(), Err(Syntax));
        assert_eq!(Args::new("1e300").seconds(), Err(Syntax));
        assert_eq!(Args::new("-1").seconds_left(), Ok(Duration::ZERO));
    }

    #[test]
    fn a_color_is_a_letter_or_a_word_in_either_case() {
        for (text, color) in [
            ("b", Color::Black),
            ("BLACK", Color::Black),
            ("W", Color::White),
            ("White", Color::White),
        ] {
            assert_eq!(Args::new(text).color(), Ok(color));
        }
        for text in ["", "x", "1", "blackwhite"] {
            assert_eq!(Args::new(text).color(), Err(Syntax), "{text}");
        }
    }

    #[test]
    fn a_path_with_spaces_is_quoted() {
        let mut args = Args::new(r#" "a b.sgf" 3"#);
        assert_eq!(args.path(), Ok("a b.sgf"));
        assert_eq!(args.count(), Ok(3));
        assert!(args.is_empty());
        assert_eq!(Args::new("a b").path(), Ok("a"));
        for text in [r#""a b"#, r#"""#, r#""""#] {
            assert_eq!(Args::new(text).path(), Err(Syntax), "{text}");
        }
    }
}
