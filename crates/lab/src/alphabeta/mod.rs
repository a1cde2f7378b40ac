//! A classical player: alpha-beta to a growing depth with a plain evaluation. Its parts are from a Connect6 program: few moves
//! of each position, all near stones, ordered by the evaluation; forced moves first; a table of positions with a check key; and
//! two sets of weights, chosen by who leads. `docs/lab/alpha-beta.md` says how strong it is.

mod estimate;
mod method;
mod player;
mod reader;

use std::fmt::Display;
use std::ops::{ControlFlow, RangeInclusive};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use player::Player;
use tao_engine::search::{Params, PlayoutParams, TreeParams};
use tao_rules::board::{AnyBoard, Color, Move, Superko, with_class};
use web_time::Instant;

/// A position to find a move for, as plain data.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "functions have no text")]
pub struct Problem<'a> {
    pub board: &'a AnyBoard,
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

/// How the player searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaBeta {
    /// Most moves to look ahead, in [1, [`MAX_DEPTH`](Self::MAX_DEPTH)].
    pub depth: u16,
    /// Most moves of a position to look at, a pass aside, in [1, 361]. The Connect6 program has 10 to 30.
    pub width: usize,
    /// Most rows and columns from a move to a stone, in [1, 18]; 2 in the Connect6 program.
    pub distance: usize,
    /// How many percent more danger to stones weighs, to the own ones in a good position and to the enemy's in a bad one, in
    /// [0, 1000]; with 0 there is one set of weights. The Connect6 program won about 60 % with two sets.
    pub emphasis: u16,
    /// Whether a table keeps what was found in a position, for when the search reaches it again.
    pub table: bool,
}

impl AlphaBeta {
    /// Largest [`depth`](Self::depth).
    pub const MAX_DEPTH: u16 = 64;

    /// The Connect6 program's distance, smallest width and two sets of weights, and a depth that the time usually cuts short.
    pub const DEFAULT: Self = Self {
        depth: 20,
        width: 10,
        distance: 2,
        emphasis: 30,
        table: true,
    };

    /// The parameters of an engine that searches by alpha-beta: exact endings, and evaluations for a move. Those of trees and
    /// playouts have no effect.
    pub fn params() -> Params {
        Params {
            tree: TreeParams {
                solve_below: Params::PLAYOUTS.tree.solve_below,
                ..Params::PLAIN_UCT.tree
            },
            playouts: PlayoutParams {
                count: 20_000,
                ..Params::PLAIN_UCT.playouts
            },
            ..Params::PLAIN_UCT
        }
    }

    /// Changes the setting of this name; `None` if there is none.
    ///
    /// # Errors
    /// A message for a value that the setting cannot have.
    pub fn set(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        Some(match name {
            "depth" => parse(value, 1..=Self::MAX_DEPTH).map(|depth| self.depth = depth),
            "width" => parse(value, 1..=361).map(|width| self.width = width),
            "distance" => parse(value, 1..=18).map(|distance| self.distance = distance),
            "emphasis" => parse(value, 0..=1000).map(|emphasis| self.emphasis = emphasis),
            "table" => match value {
                "on" | "off" => {
                    self.table = value == "on";
                    Ok(())
                }
                _ => Err("write on or off".to_owned()),
            },
            _ => return None,
        })
    }
}

fn parse<T: FromStr + PartialOrd + Display>(
    value: &str,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        format!(
            "write a whole number from {} to {}",
            range.start(),
            range.end()
        )
    })
}

#[cfg(test)]
mod tests;
