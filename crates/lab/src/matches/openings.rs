//! The openings from which the games of a match start.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use tao_rules::board::{Color, Move};
use tao_rules::game::Game;
use tao_sgf::{UnusableGame, usable_games};

use super::log::moves_text;

/// The built-in set for 9x9.
const BUILT_IN: &[u8] = include_bytes!("../../data/openings.sgf");

const BUILT_IN_SIZE: usize = 9;

/// The first moves of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    pub(super) moves: Vec<(Color, Move)>,
}

impl Opening {
    /// The moves as text, `B E5 W C3`.
    pub fn text(&self) -> String {
        moves_text(&self.moves)
    }
}

/// Openings for the pairs of a match, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    pub(super) openings: Vec<Opening>,
}

impl Openings {
    /// Reads an SGF file with an opening for games like `start` in the main line of each game. Those that do not fit are left out
    /// with a warning.
    ///
    /// # Errors
    /// When the file contains no game that fits.
    pub fn read(file: &[u8], start: &Game) -> Result<Self, UnusableGame> {
        let openings = usable_games(file, |game| opening(&game, start))?;
        Ok(Self { openings })
    }

    /// The built-in set, or the empty board where there is none for the size.
    ///
    /// # Errors
    /// Never returns an error: a test reads the set.
    pub fn built_in(start: &Game) -> Result<Self, UnusableGame> {
        if start.size() == BUILT_IN_SIZE {
            Self::read(BUILT_IN, start)
        } else {
            Ok(Self::none())
        }
    }

    /// The empty board as the only opening.
    pub fn none() -> Self {
        Self {
            openings: vec![Opening::default()],
        }
    }

    /// Shuffles the openings, so that short matches with different seeds differ.
    pub fn shuffled(mut self, seed: u64) -> Self {
        self.openings
            .shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        self
    }

    /// The opening of a pair; after the last opening the first one follows again.
    pub fn of_pair(&self, pair: u64) -> &Opening {
        &self.openings[(pair % self.openings.len() as u64) as usize]
    }
}

fn opening(game: &Game, start: &Game) -> Result<Opening, String> {
    let (actual, size) = (game.size(), start.size());
    if actual != size {
        return Err(format!(
            "the board is {actual}x{actual}, the match is on {size}x{size}"
        ));
    }
    if game.initial_board().all_stones().next().is_some() {
        return Err("an opening cannot have set-up stones, which GTP cannot send".to_owned());
    }
    let mut replay = start.clone();
    for &(color, mv) in game.moves() {
        replay
            .play_as(color, mv)
            .map_err(|error| error.to_string())?;
    }
    if replay.is_over() {
        return Err("the game is over".to_owned());
    }
    Ok(Opening {
        moves: game.moves().to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str) -> Result<Openings, UnusableGame> {
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
    fn unusable_openings_are_refused() {
        for (file, expected) in [
            ("", "game 1: no game found: expected `(;`"),
            (
                "(;SZ[13];B[ee])(;SZ[5])",
                "game 1: the board is 13x13, the match is on 9x9",
            ),
            (
                "(;SZ[9]AB[ee];W[cc])",
                "game 1: an opening cannot have set-up stones, which GTP cannot send",
            ),
            ("(;SZ[9];B[];W[])", "game 1: the game is over"),
        ] {
            assert_eq!(read(file).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn openings_that_do_not_fit_are_left_out() {
        let read = read("(;GM[2])(;SZ[9];B[ee])(;SZ[13];B[ee])(;SZ[9];B[ja])(;SZ[9];B[gg])");
        let texts: Vec<_> = read.unwrap().openings.iter().map(Opening::text).collect();
        assert_eq!(texts, ["B E5", "B G3"]);
    }

    #[test]
    fn the_seed_decides_the_order() {
        let openings = Openings::built_in(&Game::new(9).unwrap()).unwrap();
        let (one, two) = (openings.clone().shuffled(1), openings.clone().shuffled(2));
        assert_ne!(one, two);
        assert_eq!(one, openings.clone().shuffled(1));
        assert!(
            one.openings
                .iter()
                .all(|opening| openings.openings.contains(opening))
        );
    }
}
