//! Files of many games.

use std::borrow::Cow;

use super::bytes::MAX_BYTES;
use super::charset::decode;
use super::main_line::MainLine;
use super::read::play;
use super::{Options, SgfError};
use crate::game::Game;

/// A game of a collection that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {number}: {reason}")]
pub struct CollectionError {
    /// Which game it is, counted from one.
    pub number: usize,
    /// What is wrong with it, and where in the file.
    pub reason: SgfError,
}

/// The main lines of all games in a file, one after the other: a game is large, and a file may have many. What stands
/// between the games is left out.
///
/// The last is an error where there is no game, or one that [`read()`](super::read()) refuses.
#[must_use]
pub fn read_all(file: &[u8]) -> Games<'_> {
    let refusal = (file.len() > MAX_BYTES).then_some(SgfError::TooLarge);
    Games {
        text: refusal
            .as_ref()
            .map_or_else(|| decode(file), |_| Cow::Borrowed("")),
        refusal: refusal.or(Some(SgfError::NoGame)),
        at: 0,
        number: 1,
    }
}

/// The games of a file.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    text: Cow<'a, str>,
    /// What is wrong if there is no game.
    refusal: Option<SgfError>,
    at: usize,
    /// That of the next game.
    number: usize,
}

impl Iterator for Games<'_> {
    type Item = Result<Game, CollectionError>;

    fn next(&mut self) -> Option<Self::Item> {
        let number = self.number;
        let fail = |reason| CollectionError { number, reason };
        let main_line = match number {
            1 => MainLine::first(&self.text).ok(),
            _ => MainLine::after(&self.text, self.at),
        };
        let Some(mut main_line) = main_line else {
            return self.refusal.take().map(|reason| Err(fail(reason)));
        };
        let record = play(&mut main_line, &Options::default());
        self.at = match record {
            Ok(_) => main_line.finish(),
            Err(_) => self.text.len(),
        };
        self.refusal = None;
        self.number += 1;
        Some(record.map(|record| record.game).map_err(fail))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_is_read_whatever_stands_between() {
        let file =
            b"two games (see below)\n(;SZ[9]C[:-) \\] (;];B[ee](;W[cc])(;W[dd]))\n; (;SZ[5];B[cc])";
        let sizes: Vec<_> = read_all(file)
            .map(Result::unwrap)
            .map(|game| (game.size(), game.moves().len()))
            .collect();
        assert_eq!(sizes, [(9, 2), (5, 1)]);
    }

    #[test]
    fn a_bad_game_is_named() {
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
