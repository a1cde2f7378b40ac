//! A classical player: alpha-beta to a growing depth with a plain evaluation. Its parts are from a Connect6 program: few moves
//! of each position, all near stones, ordered by the evaluation; forced moves first; a table of positions with a check key; and
//! two sets of weights, chosen by who leads. `docs/lab/alpha-beta.md` says how strong it is.

mod estimate;
mod forced;
mod method;
mod node;
mod player;
mod settings;
mod table;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use web_time::Instant;

use player::Player;
use tao_rules::board::{AnyBoard, Color, Move, Superko, with_class};

pub use settings::AlphaBeta;

/// A position to find a move for, as plain data.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "functions have no text")]
pub struct Problem<'a> {
    /// The position.
    pub board: &'a AnyBoard,
    /// Side to move.
    pub to_move: Color,
    /// White's compensation in points of area; any finite number.
    pub komi: f64,
    /// Whether each stone that Black plays adds a point to the komi, and each stone that White plays takes one from it.
    pub counts_stones: bool,
    /// Whether another pass ends the game.
    pub after_pass: bool,
    /// What superko forbids.
    pub superko: Superko,
    /// The [keys](Superko::key) of the positions before this one.
    pub earlier: &'a [u64],
    /// Tells whether a side may make a move, given the number of moves since the position.
    pub permits: &'a dyn Fn(Color, Move, usize) -> bool,
    /// Decides among moves of the same value.
    pub seed: u64,
}

/// When to stop: at whichever limit comes first.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// Most positions to evaluate, at least 1.
    pub nodes: u64,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Ends the search when another thread sets it.
    pub stop: &'a AtomicBool,
    /// Most bytes of the table of positions.
    pub table_bytes: usize,
}

/// What was found so far.
#[derive(Clone, Debug)]
pub struct Found {
    /// The moves that were looked at, the best first; at least one.
    pub moves: Vec<FoundMove>,
    /// Positions evaluated.
    pub nodes: u64,
    /// Number of moves that every line was searched ahead.
    pub depth: u16,
    /// Who is expected to own each point, row by row: Black at 1, White at -1.
    pub owners: Vec<f32>,
    /// Bytes of the table of positions.
    pub bytes: usize,
}

/// What was found about a move.
#[derive(Clone, Debug)]
pub struct FoundMove {
    /// The move.
    pub mv: Move,
    /// Expected points ahead for its side at the end, komi included; an upper bound for all but the best move.
    pub points: f64,
    /// Positions evaluated for it.
    pub nodes: u64,
    /// The expected line, from the move on.
    pub line: Vec<Move>,
}

/// Called from time to time with a function that makes a summary; may end the search.
pub type Observe<'a> = dyn FnMut(&dyn Fn() -> Found) -> ControlFlow<()> + 'a;

/// Points ahead that multiply the odds of a win by e.
const POINTS_PER_LOGIT: f64 = 6.0;

/// A win rate for a lead: `1 / (1 + exp(-points / 6))`, so that 6 points ahead are 73 %, and 18 are 95 %.
#[must_use]
pub fn win_rate(points: f64) -> f64 {
    1.0 / (1.0 + (-points / POINTS_PER_LOGIT).exp())
}

/// Looks for the best move.
pub fn search<'a>(
    settings: &'a AlphaBeta,
    problem: &'a Problem<'a>,
    budget: &'a Budget<'a>,
    observe: &'a mut Observe<'a>,
) -> Found {
    with_class!(problem.board.size(), W => Player::<W>::new(settings, problem, budget, observe).run())
}
