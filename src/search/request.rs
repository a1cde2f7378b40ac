//! What a search is asked.

use std::cmp::Ordering;
use std::sync::atomic::AtomicBool;

use super::restriction::Restriction;
use crate::board::{AnyBoard, Color, Coord, Move, Superko};
use crate::game::TimeBudget;

/// A position to find a move for, as plain data: the search knows no game and no clock.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The position.
    pub board: &'a AnyBoard,
    /// Who is to move.
    pub to_move: Color,
    /// Points that White gets on top; any finite number.
    pub komi: f64,
    /// Points that superko forbids now.
    pub banned: &'a [Coord],
    /// What is to be left out. A search with any of them begins anew and leaves nothing to the next.
    pub restrictions: &'a [Restriction],
    /// The last move; a pass only if another one would end the game.
    pub last: Option<Move>,
    /// The move before the last.
    pub second_last: Option<Move>,
    /// Moves of the game so far.
    pub move_number: usize,
    /// The game so far, for superko above the root.
    pub past: Past<'a>,
    /// When to stop.
    pub limit: Limit,
    /// Set by another thread, it ends the search early: within a few playouts.
    pub stop: Option<&'a AtomicBool>,
    /// The same seed gives the same report, as long as neither a time limit nor `stop` cuts in.
    pub seed: u64,
}

impl<'a> Request<'a> {
    /// A position of which nothing else is known, with as many moves behind it as there are stones. No limit, and seed 1.
    #[must_use]
    pub fn new(board: &'a AnyBoard, to_move: Color, komi: f64) -> Self {
        Self {
            board,
            to_move,
            komi,
            banned: &[],
            restrictions: &[],
            last: None,
            second_last: None,
            move_number: board.size() * board.size() - board.empty().len(),
            past: Past::default(),
            limit: Limit::default(),
            stop: None,
            seed: 1,
        }
    }

    /// Who wins with this lead of Black's before komi; nobody wins a draw.
    pub(super) fn winner(&self, lead: i32) -> Option<Color> {
        match f64::from(lead).partial_cmp(&self.komi)? {
            Ordering::Greater => Some(Color::Black),
            Ordering::Less => Some(Color::White),
            Ordering::Equal => None,
        }
    }
}

/// The positions of a game that may not come again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Past<'a> {
    /// What counts as the same position.
    pub superko: Superko,
    /// All positions before that of the request, in their order: the [keys](Superko::key) of their hashes.
    pub hashes: &'a [u64],
}

/// When a search stops: at whichever comes first. Without either, after [`Params::playouts`](super::Params::playouts).
///
/// Whatever the limit, one simulation is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// Simulations.
    pub playouts: Option<u64>,
    /// Wall-clock time.
    pub time: Option<TimeBudget>,
}
