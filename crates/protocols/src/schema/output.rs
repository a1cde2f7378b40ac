//! What the commands print with `--json`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    BoardSize, Color, Komi, Lead, MistakeClass, Move, MoveNumber, Point, Points, ScoreText,
    SearchedMove, Seconds, WinRate,
};
use tao_engine::raw::search::Spread;

/// The best move of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Suggestion {
    /// The player who moves.
    pub color: Color,
    #[serde(rename = "move")]
    pub mv: Move,
    /// Whether the position looks lost: late enough to resign, win rate below `--resign-threshold` or a proven loss; after few visits
    /// also settled; in handicap games the opponent must unconditionally own enough to win. `gtp` resigns at the third such move in a
    /// row. False with `--never-resign`.
    pub may_resign: bool,
    /// Of the move.
    pub visits: u64,
    /// Whether the opening book has the move.
    pub book: bool,
    /// Of the player who moves; null without a search.
    pub win_rate: Option<WinRate>,
    /// For the player who moves; null without a search.
    pub points_ahead: Option<Points>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Exact>,
    /// Visits of this search, or its simulated games.
    pub playouts: u64,
    pub seconds: Seconds,
    /// The best first.
    pub candidates: Vec<SearchedMove>,
    /// The expected moves, this one first.
    pub principal_variation: Vec<Move>,
    pub size: BoardSize,
    pub komi: Komi,
    pub rules: String,
    /// Moves before this one.
    pub moves: usize,
    /// With `--stats`, and in GTP by `tao-stats`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<SearchFigures>,
}

/// The result with best play of both sides.
#[derive(Clone, Debug, Serialize)]
pub struct Exact {
    pub result: Outcome,
    /// For the player who moves; null where only the result is known.
    pub points_ahead: Option<Points>,
    /// Best play, as far as it is known.
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
    /// Visits, or simulated games.
    pub playouts: u64,
    /// Visits in the tree before the search.
    pub kept: u64,
    pub seconds: Seconds,
    /// 0 or more.
    pub playouts_per_second: f64,
    /// Nodes of the tree.
    pub nodes: usize,
    /// Bytes of the tree.
    pub memory: usize,
    /// Of the move.
    pub win_rate: WinRate,
    /// Moves of the simulated games by what chose them.
    pub moves: BTreeMap<&'static str, u64>,
    /// Null in GTP.
    pub games: Option<SimulatedGames>,
}

#[derive(Clone, Debug, Serialize)]
pub struct SimulatedGames {
    pub count: u64,
    /// Moves to the end of a game; null with the network.
    pub length: Option<Spread>,
    /// Moves in the tree.
    pub depth: Spread,
    pub won_by_black: u64,
    pub won_by_white: u64,
    /// Black's area or territory minus White's, without komi, and the number of games with it.
    pub scores: Vec<(i32, u64)>,
    /// -1 to 1: mean owner of each point, rows from the top; 1 is always Black's.
    pub ownership: Vec<Vec<f64>>,
    /// -0.5 to 0.5: how much owning each point correlates with winning.
    pub criticality: Vec<Vec<f64>>,
    pub seconds_by_phase: BTreeMap<&'static str, Seconds>,
}

/// The count of a position.
#[derive(Clone, Debug, Serialize)]
pub struct CountedScore {
    pub score: ScoreText,
    pub lead: Lead,
    /// Null is a draw.
    pub winner: Option<Color>,
    /// Null where the game is over or settled.
    pub estimate: Option<Estimate>,
    /// Black's area or territory, without komi.
    pub black: usize,
    /// White's.
    pub white: usize,
    /// Points of nobody.
    pub neutral: usize,
    /// Where territory counts, stones that Black and White captured, dead ones included.
    pub prisoners: Option<[usize; 2]>,
    pub komi: Komi,
    /// Points that White gets for handicap stones.
    pub handicap_bonus: f64,
    pub rules: String,
    pub size: BoardSize,
    /// Moves before the count.
    pub moves: usize,
    /// Whether the life of every chain is clear and no large region is open; else the score is that of playing on.
    pub settled: bool,
    /// Removed stones, Black's first.
    pub dead: Vec<Point>,
    /// Stones in seki, Black's first.
    pub seki: Vec<Point>,
    /// Rows from the top: `B` Black's, `W` White's, `.` nobody's or, in an estimate, unknown.
    pub ownership: Vec<String>,
    /// The exact score with best play, where uncaptured stones count; null if unknown.
    pub best_play: Option<ScoreText>,
}

/// What a search expects.
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
    /// The player who moves.
    pub color: Color,
    /// Whether the score is proven; else `score` and `lead` are null.
    pub exact: bool,
    pub score: Option<ScoreText>,
    pub lead: Option<Lead>,
    /// After `line` without dead stones; null where these stay, or are not clear.
    pub score_without_dead: Option<ScoreText>,
    /// These stones, Black's first.
    pub dead: Option<Vec<Point>>,
    /// Null if it is open.
    pub outcome: Option<Outcome>,
    /// The least that `lead` can be.
    pub at_least: Lead,
    /// The most that `lead` can be.
    pub at_most: Lead,
    /// The best move; null if none is known.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    /// Best play, as far as it is known.
    pub line: Vec<Move>,
    /// Points of nobody.
    pub open_points: usize,
    /// Points that White gets, those for handicap stones included.
    pub komi: f64,
    pub rules: String,
    /// Positions that were looked at.
    pub nodes: u64,
    pub seconds: Seconds,
}

/// The analysis of a game.
#[derive(Clone, Debug, Serialize)]
pub struct GameAnalysis {
    /// The record, `-` for the standard input.
    pub file: String,
    pub size: BoardSize,
    pub komi: Komi,
    /// The players and the result as in the record.
    pub black: Option<String>,
    pub white: Option<String>,
    pub result: Option<String>,
    /// Of each search.
    pub seed: u64,
    /// False after Ctrl-C: positions are missing.
    pub complete: bool,
    /// Whether the search can tell mistakes: not on boards larger than 9x9.
    pub judged: bool,
    /// A warning, unless `judged`.
    pub caution: Option<String>,
    pub moves: Vec<ReviewedMove>,
    /// The moves with a class, at most `--top`, the worst first.
    pub mistakes: Vec<MoveNumber>,
    /// Black, then White.
    pub players: [PlayerSummary; 2],
    /// After the last reviewed move; null if it was not searched.
    pub end: Option<LastPosition>,
}

/// A move with values for its player, before it, if the best move were played, and after it.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedMove {
    pub number: MoveNumber,
    pub color: Color,
    #[serde(rename = "move")]
    pub mv: Move,
    /// The best move instead.
    pub best: Move,
    pub win_rate_before: WinRate,
    pub win_rate_after: WinRate,
    /// Their difference, 0 for the best move.
    pub win_rate_lost: WinRate,
    /// Points ahead.
    pub score_before: Points,
    pub score_after: Points,
    /// 0 or more: their difference, 0 for the best move.
    pub points_lost: Points,
    /// How bad the move is; null for a good one.
    pub class: Option<MistakeClass>,
    /// Why it is bad, a sentence; null where there is no single reason.
    pub reason: Option<String>,
    /// Whether the opening book has it as a good move.
    pub book: bool,
    /// The search before the move.
    #[serde(flatten)]
    pub search: PositionSearch,
}

#[derive(Clone, Debug, Serialize)]
pub struct PositionSearch {
    pub visits: u64,
    /// Whether win rate and points are exact.
    pub exact: bool,
    /// With at least 1/100 of the visits, the best first.
    pub candidates: Vec<SearchedMove>,
    /// The expected moves, the best one first.
    pub principal_variation: Vec<Move>,
}

/// The reviewed moves of a player. What they lost is null unless `judged`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlayerSummary {
    pub color: Color,
    pub moves: usize,
    /// 0 or more: what a move lost on average.
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
    /// The player to move.
    pub color: Color,
    pub win_rate: WinRate,
    /// Points ahead.
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
    /// Instruction sets in use beyond the architecture's minimum.
    pub features: &'static [&'static str],
    /// FNV-1a of `crates/engine/data/shapes3x3.txt`, 16 hexadecimal digits.
    pub patterns: String,
    /// The same of `crates/engine/data/moves.txt`.
    pub moves: String,
    /// Of the position hashes.
    pub seed: u64,
    /// The one of `--network`, or the one in the program.
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
    /// 1 or more: channels of a layer.
    pub channels: usize,
    /// Channels in the middle of a block.
    pub neck: usize,
    /// 1 or more: units of the hidden layer.
    pub hidden: usize,
    /// 5 to 9: the smallest board that it knows; the largest is 9x9.
    pub smallest_board: usize,
    /// Whether it knows territory scoring.
    pub territory: bool,
    /// CRC-32 of its file, 8 hexadecimal digits.
    pub crc: String,
    /// The code that evaluates it here.
    pub kernel: &'static str,
}

/// A command of GTP for viewers of the Computer Go Server. Values are for the player who moves.
#[derive(Clone, Debug, Serialize)]
pub struct CgosAnalysis {
    pub winrate: WinRate,
    /// Points ahead.
    pub score: Points,
    pub visits: u64,
    /// A digit of base 64 for each point, from `A`, the opponent's, to `+`, one's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership: Option<String>,
    /// At most ten, the best first.
    pub moves: Vec<CgosMove>,
}

#[derive(Clone, Debug, Serialize)]
pub struct CgosMove {
    #[serde(rename = "move")]
    pub mv: Move,
    pub winrate: WinRate,
    /// Points ahead.
    pub score: Points,
    /// 0 to 1: probability before the search.
    pub prior: f64,
    pub visits: u64,
    /// The expected moves after it, like `E5 C3`.
    pub pv: String,
}
