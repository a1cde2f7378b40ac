//! Checks moves with flood fill and a set of all positions.

use std::collections::HashSet;
use std::fmt;

use tao_rules::board::{Color, Move};
use tao_rules::game::Suicide;

use crate::support::oracle::Oracle;

/// Side of the board.
pub(crate) const SIZE: usize = 9;

/// White's compensation.
pub(crate) const KOMI: f64 = 7.5;

/// Chinese rules: no suicide, and no position may come twice.
pub(crate) struct Referee {
    position: Oracle,
    seen: HashSet<Vec<Option<Color>>>,
    pub(crate) moves: Vec<Move>,
    /// How many moves were played when a disputed end was resumed.
    resumed: usize,
}

impl Referee {
    pub(crate) fn new() -> Self {
        let position = Oracle::new(SIZE);
        let seen = HashSet::from([position.cells.clone()]);
        Self {
            position,
            seen,
            moves: Vec::new(),
            resumed: 0,
        }
    }

    /// Black moves first, and the players take turns.
    pub(crate) fn to_move(&self) -> Color {
        Color::BOTH[self.moves.len() % 2]
    }

    pub(crate) fn is_over(&self) -> bool {
        self.moves[self.resumed..].ends_with(&[Move::Pass, Move::Pass])
    }

    /// The players dispute the end: the game goes on until there are two more passes.
    pub(crate) fn resume(&mut self) {
        self.resumed = self.moves.len();
    }

    /// Makes a move of the player whose turn it is, or says what is wrong with it.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), String> {
        match mv {
            Move::Pass => self.position.pass(),
            Move::Play(coord) if !coord.is_on(SIZE) => {
                return Err(format!("{coord} is off the board"));
            }
            Move::Play(coord) => {
                let mut next = self.position.clone();
                let played = next.play(self.to_move(), coord, Suicide::Forbidden);
                played.map_err(|refusal| refusal.to_string())?;
                if !self.seen.insert(next.cells.clone()) {
                    return Err(format!("{coord} repeats a position"));
                }
                self.position = next;
            }
        }
        self.moves.push(mv);
        Ok(())
    }
}

/// Shows the moves so far, for the messages of failed tests.
impl fmt::Display for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<_> = self.moves.iter().map(Move::to_string).collect();
        write!(f, "after {}", moves.join(" "))
    }
}
