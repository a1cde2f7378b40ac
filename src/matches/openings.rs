//! Openings from which the games of a match begin.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use crate::board::{Color, Move};
use crate::game::Game;
use crate::sgf::{CollectionError, read_all};

/// The set for 9x9 that comes with the program, made by [`make_openings`](super::make_openings()).
const BUILT_IN: &[u8] = include_bytes!("../../openings/9x9.sgf");

/// Size of the board of the built-in set.
const BUILT_IN_SIZE: usize = 9;

/// The first moves of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    moves: Vec<(Color, Move)>,
}

impl Opening {
    /// The moves that were made.
    #[must_use]
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// The moves as text, `B E5 W C3`.
    #[must_use]
    pub fn text(&self) -> String {
        moves_text(&self.moves)
    }
}

/// Moves as text, `B E5 W C3`.
pub(super) fn moves_text(moves: &[(Color, Move)]) -> String {
    let words = moves.iter().map(|(color, mv)| {
        let letter = match color {
            Color::Black => 'B',
            Color::White => 'W',
        };
        format!("{letter} {mv}")
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Openings for the pairs of a match, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    list: Vec<Opening>,
}

/// Openings that no match can begin from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error(transparent)]
    Sgf(#[from] CollectionError),
    /// The opening is for another board.
    #[error("game {number}: the board is {actual}x{actual}, the match is on {size}x{size}")]
    Size {
        /// Which opening it is, counted from one.
        number: usize,
        /// Size of its board.
        actual: usize,
        /// Size of the board of the match.
        size: usize,
    },
    /// Stones that nobody has played.
    #[error("game {number}: stones that are set up cannot be played to a program")]
    SetUp {
        /// Which opening it is, counted from one.
        number: usize,
    },
    /// Two passes: there is nothing left to play.
    #[error("game {number}: the game is over")]
    Over {
        /// Which opening it is, counted from one.
        number: usize,
    },
    /// A move that the rules of the match forbid.
    #[error("game {number}: {reason}")]
    Illegal {
        /// Which opening it is, counted from one.
        number: usize,
        /// What is wrong.
        reason: String,
    },
}

impl Openings {
    /// The openings in an SGF file, for games like `start`: the main line of each game to its end.
    ///
    /// # Errors
    ///
    /// When the file holds no games, or one that does not fit.
    pub fn read(file: &[u8], start: &Game) -> Result<Self, OpeningsError> {
        let list = (1..)
            .zip(read_all(file))
            .map(|(number, game)| opening(number, &game?, start))
            .collect::<Result<_, _>>()?;
        Ok(Self { list })
    }

    /// The set that comes with the program; the empty board where there is none for the size.
    ///
    /// # Errors
    ///
    /// None: a test reads the set.
    pub fn built_in(start: &Game) -> Result<Self, OpeningsError> {
        if start.size() == BUILT_IN_SIZE {
            Self::read(BUILT_IN, start)
        } else {
            Ok(Self::none())
        }
    }

    /// The empty board.
    #[must_use]
    pub fn none() -> Self {
        Self {
            list: vec![Opening::default()],
        }
    }

    /// The same openings in an order that the seed decides, so that short matches with different seeds differ.
    #[must_use]
    pub fn shuffled(mut self, seed: u64) -> Self {
        self.list
            .shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        self
    }

    /// All of them.
    #[must_use]
    pub fn list(&self) -> &[Opening] {
        &self.list
    }

    /// The opening of a pair: each in turn, again and again.
    #[must_use]
    pub fn of_pair(&self, pair: u64) -> &Opening {
        &self.list[(pair % self.list.len() as u64) as usize]
    }
}

fn opening(number: usize, game: &Game, start: &Game) -> Result<Opening, OpeningsError> {
    let (actual, size) = (game.size(), start.size());
    if actual != size {
        return Err(OpeningsError::Size {
            number,
            actual,
            size,
        });
    }
    if game.initial_board().all_stones().next().is_some() {
        return Err(OpeningsError::SetUp { number });
    }
    let mut replay = start.clone();
    for &(color, mv) in game.moves() {
        let played = replay.play(color, mv);
        played.map_err(|reason| OpeningsError::Illegal {
            number,
            reason: reason.to_string(),
        })?;
    }
    if replay.is_over() {
        return Err(OpeningsError::Over { number });
    }
    Ok(Opening {
        moves: game.moves().to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str) -> Result<Openings, OpeningsError> {
        Openings::read(file.as_bytes(), &Game::new(9).unwrap())
    }

    #[test]
    fn every_pair_has_an_opening() {
        let openings = read("(;SZ[9];B[ee];W[cc])(;SZ[9];B[gg])").unwrap();
        let texts: Vec<_> = (0..3).map(|pair| openings.of_pair(pair).text()).collect();
        assert_eq!(texts, ["B E5 W C7", "B G3", "B E5 W C7"]);
        assert_eq!(Openings::none().of_pair(7), &Opening::default());
    }

    #[test]
    fn openings_that_fit_no_game_are_refused() {
        for (file, expected) in [
            ("", "game 1: no game found: expected `(;`"),
            (
                "(;SZ[9];B[ee])(;SZ[13];B[ee])",
                "game 2: the board is 13x13, the match is on 9x9",
            ),
            (
                "(;SZ[9]AB[ee];W[cc])",
                "game 1: stones that are set up cannot be played to a program",
            ),
            ("(;SZ[9];B[];W[])", "game 1: the game is over"),
        ] {
            assert_eq!(read(file).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn the_seed_decides_the_order() {
        let openings = Openings::built_in(&Game::new(9).unwrap()).unwrap();
        let (one, two) = (openings.clone().shuffled(1), openings.clone().shuffled(2));
        assert_ne!(one, two);
        assert_eq!(one, openings.clone().shuffled(1));
        assert!(
            one.list()
                .iter()
                .all(|opening| openings.list().contains(opening))
        );
    }
}
