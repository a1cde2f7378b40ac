//! Files with many games.

use std::borrow::Cow;
use std::iter;

use super::charset::decode;
use super::read::play;
use super::{ReadOptions, Record, SgfError};
use crate::lexer::RepeatedWarning;
use crate::tree::MainLine;
use tao_rules::game::Game;

/// A game of a collection that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {number}: {reason}")]
pub struct UnusableGame {
    /// Number of the game, counted from one.
    pub number: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Where the search for the next game of a file begins.
#[derive(Debug, Default)]
pub(super) struct NextGame {
    /// Number of games before it.
    pub(super) number: usize,
    at: usize,
}

impl NextGame {
    /// Reads the main line of the next game and moves past that game; `None` if there is no other.
    pub(super) fn read(
        &mut self,
        text: &str,
        options: &ReadOptions,
    ) -> Option<Result<Record, SgfError>> {
        let mut main_line = match self.number {
            0 => MainLine::first(text).ok()?,
            _ => MainLine::after(text, self.at)?,
        };
        self.number += 1;
        let number = self.number;
        let record = play(&mut main_line, options);
        self.at = main_line.finish();
        Some(record.map(|record| Record { number, ..record }))
    }

    /// The number of games in the file, including those before the next one.
    pub(super) fn count(mut self, text: &str) -> usize {
        while let Some(game) = MainLine::after(text, self.at) {
            self.number += 1;
            self.at = game.finish();
        }
        self.number
    }
}

/// The games of [`read_all_records`].
pub fn read_all(file: &[u8]) -> impl Iterator<Item = Result<Game, SgfError>> {
    read_all_records(file).map(|record| record.map(|record| record.game))
}

/// Iterates over the main lines of all games in a file, skipping text between them. An item is an error for a game that
/// [`read()`](super::read()) refuses; a file without a game has one item, an error.
///
/// Each game is read only when the iterator reaches it, because a game is large and a file may have many.
pub fn read_all_records(file: &[u8]) -> impl Iterator<Item = Result<Record, SgfError>> {
    let (text, error) = match decode(file) {
        Ok(text) => (text, SgfError::NoGame),
        Err(error) => (Cow::Borrowed(""), error),
    };
    let mut next = NextGame::default();
    // The error if there is no game; `None` after the first item.
    let mut error = Some(error);
    iter::from_fn(move || {
        let read = next.read(&text, &ReadOptions::default());
        let error = error.take().filter(|_| read.is_none());
        read.or(error.map(Err))
    })
}

/// The results of `choose` for the games of a file. Games that it refuses or that cannot be read are left out with a
/// warning.
///
/// # Errors
/// The first refusal if there is no other game.
pub fn usable_games<T>(
    file: &[u8],
    choose: impl Fn(Game) -> Result<T, String>,
) -> Result<Vec<T>, UnusableGame> {
    let (mut chosen, mut first) = (Vec::new(), None);
    let mut refused = RepeatedWarning::default();
    for (number, game) in (1..).zip(read_all(file)) {
        let game = game.map_err(|error| error.to_string());
        match game.and_then(&choose) {
            Ok(usable) => chosen.push(usable),
            Err(reason) => {
                let game = UnusableGame { number, reason };
                refused.add(|| game.to_string());
                first.get_or_insert(game);
            }
        }
    }
    match first {
        Some(unusable) if chosen.is_empty() => Err(unusable),
        _ => {
            refused.log("left out", "games");
            Ok(chosen)
        }
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
    fn errors_stand_in_place_of_their_games() {
        for (file, number, reason) in [
            (
                &b"(;SZ[9];B[ee](;W[dd])(;W[)]))\n see\n(;SZ[99])"[..],
                2,
                "line 3, column 3: expected a square of 2 to 19, found `SZ[99]`",
            ),
            (b"", 1, "no game found: expected `(;`"),
        ] {
            let (last, game) = (1..).zip(read_all(file)).last().unwrap();
            assert_eq!((last, &*game.unwrap_err().to_string()), (number, reason));
        }
    }

    #[test]
    fn games_that_cannot_be_read_are_no_end_of_the_others() {
        for broken in [
            "(;GM[2]SZ[8];B[e4])",
            "(;SZ[99])",
            "(;SZ[9];B[ee](;W[ja])(;W[cc]))",
            "(;SZ[9];B[ee];W[ja]?(;W[(]))",
        ] {
            let file = format!("{broken}\n(;SZ[9];B[aa]){broken}(;SZ[5])(;SZ[4])");
            let sizes: Vec<usize> = read_all(file.as_bytes())
                .map(|game| game.map_or(0, |game| game.size()))
                .collect();
            assert_eq!(sizes, [0, 9, 0, 5, 4], "{file}");
        }
    }

    #[test]
    fn a_game_may_begin_before_the_one_before_it_ends() {
        let others = "\n(;GM[1]SZ[5];B[cc](;W[dd])(;W[cd]))\n(;FF[4]GM[1]SZ[4])";
        for (unclosed, expected) in [
            ("(;GM[1]SZ[9];B[ee];W[dd]", (9, 2)),
            ("(;GM[1]SZ[9];B[ee](;W[dd])(;W[cc]", (9, 2)),
            ("(;GM[1]SZ[9];B[ee];W[ja];B[cc]", (0, 0)),
            ("(;GM[2]", (0, 0)),
        ] {
            let file = format!("{unclosed}{others}");
            let games: Vec<_> = read_all(file.as_bytes())
                .map(|game| game.map_or((0, 0), |game| (game.size(), game.moves().len())))
                .collect();
            assert_eq!(games, [expected, (5, 2), (4, 0)], "{file}");
            let next = NextGame::default();
            assert_eq!(next.count(&file), 3, "{file}");
        }
    }

    #[test]
    fn games_are_chosen_or_left_out() {
        let small = |game: Game| {
            let size = game.size();
            let is_small = size < 9;
            is_small
                .then_some(size)
                .ok_or_else(|| format!("{size} is large"))
        };
        let usable = |file: &str| usable_games(file.as_bytes(), small);
        let file = "(;SZ[5])(;SZ[9])(;GM[2])(;SZ[6])";
        assert_eq!(usable(file), Ok(vec![5, 6]));
        let error = usable("(;SZ[9])(;GM[2])").unwrap_err();
        assert_eq!(error.to_string(), "game 1: 9 is large");
        let error = usable("").unwrap_err();
        assert_eq!(error.to_string(), "game 1: no game found: expected `(;`");
    }
}
