//! The words after a command's name, taken one by one as what they should be.

use std::time::Duration;

use crate::board::{Color, Coord, Move};

use super::error::CommandError;

/// The arguments not yet taken. Every accessor takes the next one, or fails with `syntax error`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Args<'a> {
    rest: &'a str,
}

impl<'a> Args<'a> {
    /// The arguments in `text`, which are separated by blanks.
    pub(super) const fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.rest.trim_matches(' ').is_empty()
    }

    /// Fails where something is left.
    pub(super) fn end(self) -> Result<(), CommandError> {
        if self.is_empty() {
            Ok(())
        } else {
            Err(CommandError::Syntax)
        }
    }

    /// Any word.
    pub(super) fn word(&mut self) -> Result<&'a str, CommandError> {
        let rest = self.rest.trim_start_matches(' ');
        let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        self.rest = rest;
        if word.is_empty() {
            Err(CommandError::Syntax)
        } else {
            Ok(word)
        }
    }

    /// A whole number without a sign, at most 2^31 - 1 as the protocol has it.
    pub(super) fn count(&mut self) -> Result<u32, CommandError> {
        let word = self.word()?;
        let is_digits = word.bytes().all(|byte| byte.is_ascii_digit()); // `parse` alone would take "+5"
        let count = word
            .parse()
            .ok()
            .filter(|&count| is_digits && i32::try_from(count).is_ok());
        count.ok_or(CommandError::Syntax)
    }

    /// A [`count`](Self::count), or `None` where no argument is left.
    pub(super) fn optional_count(&mut self) -> Result<Option<u32>, CommandError> {
        if self.is_empty() {
            Ok(None)
        } else {
            self.count().map(Some)
        }
    }

    /// A number that is finite.
    pub(super) fn real(&mut self) -> Result<f64, CommandError> {
        let number: Option<f64> = self.word()?.parse().ok();
        number
            .filter(|number| number.is_finite())
            .ok_or(CommandError::Syntax)
    }

    /// A time in seconds, possibly with a fraction.
    pub(super) fn seconds(&mut self) -> Result<Duration, CommandError> {
        Duration::try_from_secs_f64(self.real()?).map_err(|_| CommandError::Syntax)
    }

    /// A time that may have run out: what a late controller reports as less than nothing is
    /// nothing.
    pub(super) fn seconds_left(&mut self) -> Result<Duration, CommandError> {
        Duration::try_from_secs_f64(self.real()?.max(0.0)).map_err(|_| CommandError::Syntax)
    }

    /// `true` or `false`.
    pub(super) fn boolean(&mut self) -> Result<bool, CommandError> {
        self.word()?.parse().map_err(|_| CommandError::Syntax)
    }

    /// A color, or `None` where no argument is left.
    pub(super) fn optional_color(&mut self) -> Result<Option<Color>, CommandError> {
        if self.is_empty() {
            Ok(None)
        } else {
            self.color().map(Some)
        }
    }

    /// All that is left, as it stands.
    pub(super) fn rest(self) -> &'a str {
        self.rest.trim_matches(' ')
    }

    /// All that is left, as stones or moves with their colors before them.
    pub(super) fn moves(mut self) -> Result<Vec<(Color, Move)>, CommandError> {
        let mut moves = Vec::new();
        while !self.is_empty() {
            moves.push((self.color()?, self.mv()?));
        }
        Ok(moves)
    }

    /// `b`, `black`, `w` or `white` in either case.
    pub(super) fn color(&mut self) -> Result<Color, CommandError> {
        self.word()?.parse().map_err(|_| CommandError::Syntax)
    }

    /// A vertex, `pass` included. It need not be on the board.
    pub(super) fn mv(&mut self) -> Result<Move, CommandError> {
        self.word()?.parse().map_err(|_| CommandError::Syntax)
    }

    /// All that is left, as points.
    pub(super) fn points(mut self) -> Result<Vec<Coord>, CommandError> {
        let mut points = Vec::new();
        while !self.is_empty() {
            points.push(
                self.word()?
                    .parse()
                    .map_err(|_| CommandError::BadVertexList)?,
            );
        }
        Ok(points)
    }

    /// A file name: a word, or anything between double quotes. The protocol has no quotes, but
    /// `GoGui` uses them around blanks.
    pub(super) fn path(&mut self) -> Result<&'a str, CommandError> {
        let Some(quoted) = self.rest.trim_start_matches(' ').strip_prefix('"') else {
            return self.word();
        };
        let (path, rest) = quoted.split_once('"').ok_or(CommandError::Syntax)?;
        self.rest = rest;
        if path.is_empty() {
            Err(CommandError::Syntax)
        } else {
            Ok(path)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::CommandError::Syntax;
    use super::{Args, Color};

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
    fn a_time_may_have_a_fraction_and_only_what_is_left_may_be_negative() {
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
    fn a_path_with_blanks_stands_in_quotes() {
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
