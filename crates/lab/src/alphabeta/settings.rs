//! The settings of the player.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use tao_engine::search::{Params, PlayoutParams, TreeParams};

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
    #[must_use]
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
    ///
    /// Returns a message for a value that the setting cannot have.
    pub fn set(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        Some(match name {
            "depth" => parse(value, 1..=Self::MAX_DEPTH).map(|depth| self.depth = depth),
            "width" => parse(value, 1..=361).map(|width| self.width = width),
            "distance" => parse(value, 1..=18).map(|distance| self.distance = distance),
            "emphasis" => parse(value, 0..=1000).map(|emphasis| self.emphasis = emphasis),
            "table" => match value {
                "on" => Ok(self.table = true),
                "off" => Ok(self.table = false),
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
