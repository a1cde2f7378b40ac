//! The objects of all JSON output: of the commands ([`output`]), and of the page in the browser ([`page`]).
//!
//! `docs/json.md` and `web/src/protocol.ts` are made from these types and their comments: see `tests/repository/schema.rs`.

pub mod output;
pub mod page;
mod search_figures;

use serde::{Deserialize, Serialize};
use std::fmt::Display;

use tao_engine::raw::search::MoveStats;
use tao_rules::board;

/// 2 to 19: points along a side of the board.
pub type BoardSize = usize;

/// Such as `E5`: columns from the left without I, rows from the bottom.
pub type Point = String;

/// A point, or `pass`.
pub type Move = String;

/// Points of the score, with komi and handicap bonus.
pub type Points = f64;

/// Black's points minus White's.
pub type Lead = Points;

/// `0`, or like `B+3.5`.
pub type ScoreText = String;

/// 0 or more.
pub type Seconds = f64;

/// 0 to 1, draws as half wins.
pub type WinRate = f64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    Black,
    White,
}

impl From<board::Color> for Color {
    fn from(color: board::Color) -> Self {
        match color {
            board::Color::Black => Self::Black,
            board::Color::White => Self::White,
        }
    }
}

/// How bad a move is, by the points that it lost. They weigh more where they also cost win rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MistakeClass {
    Inaccuracy,
    Mistake,
    Blunder,
}

/// Points that White gets for moving second.
pub type Komi = f64;

/// 1 or more.
pub type MoveNumber = usize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchedMove {
    #[serde(rename = "move")]
    pub mv: Move,
    pub visits: u64,
    /// For the player who moves.
    pub win_rate: WinRate,
}

impl From<&MoveStats> for SearchedMove {
    fn from(stats: &MoveStats) -> Self {
        Self {
            mv: stats.mv.to_string(),
            visits: stats.visits,
            win_rate: stats.win_rate,
        }
    }
}

/// Moves or points as text.
pub fn texts(items: impl IntoIterator<Item: Display>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

/// A number with so many decimals.
pub fn rounded(number: f64, decimals: i32) -> f64 {
    let unit = 10_f64.powi(decimals);
    // Adding zero turns -0.0 into 0.0.
    (number * unit).round() / unit + 0.0
}

/// An object as JSON on one line.
#[expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a string takes all that is written, and all keys are strings"
)]
pub fn json(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("an object of the schema is valid JSON")
}
