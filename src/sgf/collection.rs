//! Files with many games.

use std::borrow::Cow;
use std::iter;

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
///
/// A game is read when it is asked for: one is large, and a file may have many.
pub fn read_all(file: &[u8]) -> impl Iterator<Item = Result<Game, CollectionError>> {
    let (text, error) = match decode(file) {
        Ok(text) => (text, SgfError::NoGame),
        Err(error) => (Cow::Borrowed(""), error),
    };
    // The error if there is no game; `None` once there was one.
    let mut error = Some(error);
    let (mut number, mut at) = (0, 0);
    iter::from_fn(move || {
        number += 1;
        let fail = |reason| CollectionError { number, reason };
        let main_line = match number {
            1 => MainLine::first(&text).ok(),
            _ => MainLine::after(&text, at),
        };
        let Some(mut main_line) = main_line else {
            return error.take().map(|reason| Err(fail(reason)));
        };
        error = None;
        let record = play(&mut main_line, &ReadOptions::default());
        at = match record {
            Ok(_) => main_line.finish(),
            Err(_) => text.len(),
        };
        Some(record.map(|record| record.game).map_err(fail))
    })
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
