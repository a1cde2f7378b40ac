//! What the commands print with `--json`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    BoardSize, Color, Komi, Lead, MistakeClass, Move, MoveNumber, Point, Points, ScoreText,
    SearchedMove, Seconds, WinRate,
};
use tao_engine::raw::search::Spread;

/// The best move of a position. Values are for the player who moves.
#[derive(Clone, Debug, Serialize)]
pub struct Suggestion {
    pub color: Color,
    #[serde(rename = "move")]
    pub mv: Move,
    /// Whether the position looks lost; `gtp` resigns at the third such move in a row. False with `--never-resign`.
    pub may_resign: bool,
    /// Of the move.
    pub visits: u64,
    /// Whether it is a book move.
    pub book: bool,
    /// Null without a search.
    pub win_rate: Option<WinRate>,
    /// Null without a search.
    pub points_ahead: Option<Points>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Exact>,
    /// Visits or simulated games.
    pub playouts: u64,
    pub seconds: Seconds,
    /// Best first.
    pub candidates: Vec<SearchedMove>,
    /// The expected line.
    pub principal_variation: Vec<Move>,
    pub size: BoardSize,
    pub komi: Komi,
    pub rules: String,
    /// Moves before this one.
    pub moves: usize,
    /// With `--stats`; `tao-stats` in GTP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<SearchFigures>,
}

/// The result of best play, for the player who moves.
#[derive(Clone, Debug, Serialize)]
pub struct Exact {
    pub result: Outcome,
    /// Null if unknown.
    pub points_ahead: Option<Points>,
    /// Best play, as far as known.
    pub line: Vec<Move>,
}

/// For the player who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Win,
    Draw,
    Loss,
}

#[derive(Clone, Debug, Serialize)]
pub struct SearchFigures {
    /// Visits or simulated games.
    pub playouts: u64,
    /// Visits in the tree before the search.
    pub kept: u64,
    pub seconds: Seconds,
    /// 0 or more.
    pub playouts_per_second: f64,
    pub nodes: usize,
    /// Bytes of the tree.
    pub memory: usize,
    /// Of the move.
    pub win_rate: WinRate,
    /// Moves of the simulated games by their rule.
    pub moves: BTreeMap<&'static str, u64>,
    /// Null in GTP.
    pub games: Option<SimulatedGames>,
}

#[derive(Clone, Debug, Serialize)]
pub struct SimulatedGames {
    pub count: u64,
    /// Moves of a game; null with the network.
    pub length: Option<Spread>,
    /// Moves in the tree.
    pub depth: Spread,
    pub won_by_black: u64,
    pub won_by_white: u64,
    /// Margins for Black without komi, each with its number of games.
    pub scores: Vec<(i32, u64)>,
    /// -1 to 1: White's to Black's, for each point, rows from the top.
    pub ownership: Vec<Vec<f64>>,
    /// -0.5 to 0.5: correlation of owning each point with winning.
    pub criticality: Vec<Vec<f64>>,
    pub seconds_by_phase: BTreeMap<&'static str, Seconds>,
}

/// A counted position.
#[derive(Clone, Debug, Serialize)]
pub struct CountedScore {
    pub score: ScoreText,
    pub lead: Lead,
    /// Null: a draw.
    pub winner: Option<Color>,
    /// Null if the game is over or settled.
    pub estimate: Option<Estimate>,
    /// Area or territory without komi, like `white`.
    pub black: usize,
    pub white: usize,
    pub neutral: usize,
    /// Under territory rules, stones captured by Black and White, with dead ones.
    pub prisoners: Option<[usize; 2]>,
    pub komi: Komi,
    pub handicap_bonus: f64,
    pub rules: String,
    pub size: BoardSize,
    /// Moves before the count.
    pub moves: usize,
    /// Whether the life of every chain is clear and no large region is open; else `score` is that of playing on.
    pub settled: bool,
    /// Removed stones, Black's first.
    pub dead: Vec<Point>,
    /// Stones in seki, Black's first.
    pub seki: Vec<Point>,
    /// Rows from the top: `B`, `W`, `.` for nobody or unknown.
    pub ownership: Vec<String>,
    /// The exact score of best play, where uncaptured stones count; null if unknown.
    pub best_play: Option<ScoreText>,
}

/// An estimate by a search.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Estimate {
    pub lead: Lead,
    /// Black's.
    pub win_rate: WinRate,
    /// Whether both are exact.
    pub exact: bool,
}

/// The result of a proof.
#[derive(Clone, Debug, Serialize)]
pub struct SolvedPosition {
    pub color: Color,
    /// Whether the score is proven; else `score` and `lead` are null.
    pub exact: bool,
    pub score: Option<ScoreText>,
    pub lead: Option<Lead>,
    /// The score after `line` without dead stones; null if there are none, or they are not clear.
    pub score_without_dead: Option<ScoreText>,
    /// These stones, Black's first.
    pub dead: Option<Vec<Point>>,
    /// Null if open.
    pub outcome: Option<Outcome>,
    /// Lower bound of `lead`.
    pub at_least: Lead,
    /// Upper bound of `lead`.
    pub at_most: Lead,
    /// The best move; null if unknown.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    /// Best play, as far as known.
    pub line: Vec<Move>,
    /// Points not owned unconditionally.
    pub open_points: usize,
    /// With the handicap bonus.
    pub komi: f64,
    pub rules: String,
    /// Searched positions.
    pub nodes: u64,
    pub seconds: Seconds,
}

/// The analysis of a game.
#[derive(Clone, Debug, Serialize)]
pub struct GameAnalysis {
    /// `-` for the standard input.
    pub file: String,
    pub size: BoardSize,
    pub komi: Komi,
    /// As in the record.
    pub black: Option<String>,
    pub white: Option<String>,
    pub result: Option<String>,
    pub seed: u64,
    /// False after Ctrl-C: positions are missing.
    pub complete: bool,
    /// Whether mistakes are judged: not above 9x9.
    pub judged: bool,
    /// A warning if not `judged`.
    pub caution: Option<String>,
    pub moves: Vec<ReviewedMove>,
    /// Worst first, at most `--top`.
    pub mistakes: Vec<MoveNumber>,
    /// Black, then White.
    pub players: [PlayerSummary; 2],
    /// After the last reviewed move; null if it was not searched.
    pub end: Option<LastPosition>,
}

/// A move with values for its player: before, if the best move were played, and after.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedMove {
    pub number: MoveNumber,
    pub color: Color,
    #[serde(rename = "move")]
    pub mv: Move,
    pub best: Move,
    pub win_rate_before: WinRate,
    pub win_rate_after: WinRate,
    /// The difference, 0 for the best move.
    pub win_rate_lost: WinRate,
    pub score_before: Points,
    pub score_after: Points,
    /// 0 or more: the difference, 0 for the best move.
    pub points_lost: Points,
    /// Null for a good move.
    pub class: Option<MistakeClass>,
    /// A sentence; null without a single reason.
    pub reason: Option<String>,
    /// Whether it is a good move of the opening book.
    pub book: bool,
    /// Before the move.
    #[serde(flatten)]
    pub search: PositionSearch,
}

#[derive(Clone, Debug, Serialize)]
pub struct PositionSearch {
    pub visits: u64,
    /// Whether the values are exact.
    pub exact: bool,
    /// With at least 1/100 of the visits, best first.
    pub candidates: Vec<SearchedMove>,
    /// The expected line, best move first.
    pub principal_variation: Vec<Move>,
}

/// The reviewed moves of a player; losses are null if not `judged`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlayerSummary {
    pub color: Color,
    pub moves: usize,
    /// 0 or more: mean loss of a move.
    pub points_lost: Option<Points>,
    pub inaccuracies: Option<usize>,
    pub mistakes: Option<usize>,
    pub blunders: Option<usize>,
}

/// A position with values for the player to move.
#[derive(Clone, Debug, Serialize)]
pub struct LastPosition {
    /// Moves before it.
    pub after: usize,
    pub color: Color,
    pub win_rate: WinRate,
    pub score: Points,
    /// Null if the game is over.
    pub best: Option<Move>,
    #[serde(flatten)]
    pub search: PositionSearch,
}

#[derive(Clone, Debug, Serialize)]
pub struct Version {
    /// `tao-go`.
    pub name: &'static str,
    pub version: &'static str,
    /// Processor, system and C library.
    pub target: String,
    pub profile: Profile,
    /// Instruction sets in use, beyond the minimum.
    pub features: &'static [&'static str],
    /// FNV-1a of `crates/engine/data/shapes3x3.txt` in hexadecimal.
    pub patterns: String,
    /// The same of `crates/engine/data/moves.txt`.
    pub moves: String,
    /// Of the position hashes.
    pub seed: u64,
    pub network: Option<Network>,
}

/// How the program was compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    Debug,
    Release,
}

#[derive(Clone, Debug, Serialize)]
pub struct Network {
    pub name: String,
    /// Residual blocks.
    pub blocks: usize,
    /// 1 or more.
    pub channels: usize,
    /// Channels of the neck, which the heads share.
    pub neck: usize,
    /// 1 or more: hidden units.
    pub hidden: usize,
    /// 5 to 9: from this size to 9x9.
    pub smallest_board: usize,
    /// Whether it knows territory scoring.
    pub territory: bool,
    /// CRC-32 of its file in hexadecimal.
    pub crc: String,
    /// The instruction set of its evaluation.
    pub kernel: &'static str,
}

/// A command of GTP for viewers of the Computer Go Server. Values are for the player who moves.
#[derive(Clone, Debug, Serialize)]
pub struct CgosAnalysis {
    pub winrate: WinRate,
    pub score: Points,
    pub visits: u64,
    /// A character for each point, from `A` (the opponent's) to `+` (one's own).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership: Option<String>,
    /// At most ten, best first.
    pub moves: Vec<CgosMove>,
}

#[derive(Clone, Debug, Serialize)]
pub struct CgosMove {
    #[serde(rename = "move")]
    pub mv: Move,
    pub winrate: WinRate,
    pub score: Points,
    /// 0 to 1: probability before the search.
    pub prior: f64,
    pub visits: u64,
    /// The expected line after it, like `E5 C3`.
    pub pv: String,
}
