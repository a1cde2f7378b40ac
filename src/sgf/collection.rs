//! Files with many games.

use std::borrow::Cow;

use super::charset::decode;
use super::main_line::MainLine;
use super::read::play;
use super::{ReadOptions, SgfError};
use crate::game::Game;

/// A game of a collection that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {number}: {reason}")]
pub struct CollectionError {
    /// Number of the game, counted from one.
    pub number: usize,
    /// What is wrong, and where in the file.
    pub reason: SgfError,
}

/// Iterates over the main lines of all games in a file, skipping text between them. The last item is an error if there
/// is no game, or one that [`read()`](super::read()) refuses.
#[must_use]
pub fn read_all(file: &[u8]) -> Collection<'_> {
    let (text, error) = match decode(file) {
        Ok(text) => (text, SgfError::NoGame),
        Err(error) => (Cow::Borrowed(""), error),
    };
    Collection {
        text,
        error: Some(error),
        at: 0,
        number: 1,
    }
}

/// The games of a file, read one at a time: a game is large, and a file may have many.
#[derive(Clone, Debug)]
pub struct Collection<'a> {
    text: Cow<'a, str>,
    /// The error if there is no game; `None` once there was one.
    error: Option<SgfError>,
    /// Byte from which the next game is searched.
    at: usize,
    number: usize,
}

impl Iterator for Collection<'_> {
    type Item = Result<Game, CollectionError>;

    fn next(&mut self) -> Option<Self::Item> {
        let number = self.number;
        let fail = |reason| CollectionError { number, reason };
        let main_line = match number {
            1 => MainLine::first(&self.text).ok(),
            _ => MainLine::after(&self.text, self.at),
        };
        let Some(mut main_line) = main_line else {
            return self.error.take().map(|reason| Err(fail(reason)));
        };
        let record = play(&mut main_line, &ReadOptions::default());
        self.at = match record {
            Ok(_) => main_line.finish(),
            Err(_) => self.text.len(),
        };
        self.error = None;
        self.number += 1;
        Some(record.map(|record| record.game).map_err(fail))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_between_games_is_skipped() {
        let file =
            b"two games (see below)\n(;SZ[9]C[:-) \\] (;];B[ee](;W[cc])(;W[dd]))\n; (;SZ[5];B[cc])";
        let sizes: Vec<_> = read_all(file)
            .map(Result::unwrap)
            .map(|game| (game.size(), game.moves().len()))
            .collect();
        assert_eq!(sizes, [(9, 2), (5, 1)]);
    }

    #[test]
    fn errors_name_the_number_of_the_game() {
        for (file, reason) in [
            (
                &b"(;SZ[9];B[ee](;W[dd])(;W[)]))\n see\n(;SZ[99])"[..],
                "game 2: line 3, column 3: expected a square of 2 to 19, found `SZ[99]`",
            ),
            (b"", "game 1: no game found: expected `(;`"),
        ] {
            let last = read_all(file).last().unwrap();
            assert_eq!(last.unwrap_err().to_string(), reason);
        }
    }
}
