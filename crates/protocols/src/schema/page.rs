//! What the page in the browser and the engine say to each other. `docs/serve.md` lists the requests.

use serde::{Deserialize, Serialize};

use super::{
    BoardSize, Color, Komi, Lead, MistakeClass, Move, Point, Points, ScoreText, SearchedMove,
    Seconds, WinRate,
};

/// Who plays: the visitor's color, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    Black,
    White,
    Both,
}

/// The value of a position for Black.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Value {
    pub win_rate: WinRate,
    pub lead: Option<Lead>,
    pub visits: u64,
}

/// A move of the game.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedMove {
    pub color: Color,
    #[serde(rename = "move")]
    pub mv: Move,
}

/// A move with the comment that the record has on it, or the beginning of the game. A node comes after its parent.
#[derive(Clone, Debug, Serialize)]
pub struct TreeNode {
    pub parent: Option<usize>,
    pub color: Option<Color>,
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    pub comment: String,
    /// The marks that the record has on points; missing if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<PointMark>>,
}

/// A mark on a point.
#[derive(Clone, Debug, Serialize)]
pub struct PointMark {
    pub point: Point,
    pub shape: MarkShape,
    /// Of a label.
    pub text: String,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MarkShape {
    Triangle,
    Square,
    Circle,
    Cross,
    Label,
}

/// A sentence in English, Chinese, Japanese and Korean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentences {
    pub en: String,
    pub zh: String,
    pub ja: String,
    pub ko: String,
}

/// What a move lost, for its player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JudgedMove {
    pub win_rate: WinRate,
    pub points: Points,
    /// Null for a good move.
    pub class: Option<MistakeClass>,
    /// Why a move that has a class is bad; null where there is no single reason.
    pub reason: Option<Sentences>,
    /// The expected moves if the best one is played instead, which is the first.
    pub better: Vec<Move>,
    /// The expected moves after a move that has a class.
    pub refutation: Vec<Move>,
}

/// A game with its variations.
#[derive(Clone, Debug, Serialize)]
pub struct GameMoves {
    pub size: BoardSize,
    pub komi: Komi,
    pub handicap: usize,
    pub rules: String,
    pub level: u8,
    pub player: Player,
    pub names: [Option<String>; 2],
    /// Rules and result of the record that was loaded, or kept before a restart. A correction of dead stones removes the result.
    pub recorded_rules: Option<String>,
    pub recorded_result: Option<String>,
    /// Warnings for visitors, such as that there is no network for the board.
    pub cautions: Vec<String>,
    /// Whether a search can tell mistakes.
    pub judges: bool,
    /// All moves of the line that is shown.
    pub moves: Vec<PlayedMove>,
    /// Number of moves of the record before the set-up with which the game begins. The move numbers count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_before: Option<usize>,
    /// By number of moves of this line.
    pub values: Vec<Option<Value>>,
    /// Whether each position of this line was reviewed. Then its value is kept.
    pub reviewed: Vec<bool>,
    /// What each move lost, as far as the positions before and after it were reviewed.
    pub losses: Vec<Option<JudgedMove>>,
    /// The game with its variations, at most 4000 nodes.
    pub tree: Vec<TreeNode>,
    /// The nodes of the game itself.
    pub main: Vec<usize>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Position {
    pub to_move: Color,
    /// Rows from the top: `X` Black, `O` White.
    pub stones: Vec<String>,
    /// Stones that Black and White captured.
    pub captures: [usize; 2],
}

/// Whether and how a game has ended.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GameStatus {
    /// Dead stones, rows of owners and result at the end of the game.
    pub dead: Vec<Point>,
    pub owners: Option<Vec<String>>,
    pub result: Option<String>,
    pub phase: Phase,
    pub clock: Option<Clock>,
    /// Whether the action `restore` can bring something back.
    pub can_restore: bool,
    /// Number of earlier games.
    pub games: usize,
    /// Number of problems that are due.
    pub problems: usize,
    /// Missing where no problem is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<ShownProblem>,
}

/// A mistake of an earlier game: the position before it is shown, and a better move is looked for. For a problem of a file, whose
/// answers are in the game, nothing but the color is known.
#[derive(Clone, Debug, Serialize)]
pub struct ShownProblem {
    /// Its place among those that are asked now, from 1, and how many these are; 0 for a problem of a file.
    pub number: usize,
    pub of: usize,
    pub color: Color,
    #[serde(rename = "move")]
    pub mv: Move,
    #[serde(flatten)]
    pub judged: JudgedMove,
    /// The days after which it comes back, 0 for never; null until it is answered.
    pub days: Option<u64>,
}

/// Whose turn it is. The page answers `engine_to_move` with the action `genmove`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    #[default]
    Open,
    EngineToMove,
    Thinking,
    Over,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Clock {
    /// The side whose clock runs.
    pub runs: Option<Color>,
    /// Seconds of Black and White.
    pub left: [Seconds; 2],
}

/// A game, and the position of it that is shown.
#[derive(Clone, Debug, Serialize)]
pub struct GameState {
    /// Number of changes.
    pub revision: u64,
    #[serde(flatten)]
    pub game: GameMoves,
    /// The nodes of the line that is shown.
    pub line: Vec<usize>,
    /// Number of moves of this line before the position that is shown.
    pub at: usize,
    #[serde(flatten)]
    pub position: Position,
    #[serde(flatten)]
    pub status: GameStatus,
}

/// A game in whose place another one was begun or opened.
#[derive(Clone, Debug, Serialize)]
pub struct EarlierGame {
    /// When another game took its place, in seconds since 1970. The actions `open` and `remove` name the game by it.
    pub time: u64,
    /// The date of its record.
    pub date: Option<String>,
    pub names: [Option<String>; 2],
    pub player: Player,
    pub level: u8,
    pub moves: usize,
    /// Null for a game that is not over.
    pub result: Option<String>,
    /// The position after its last move, as in the state.
    pub stones: Vec<String>,
}

/// A move with its value for the side to move.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    #[serde(flatten)]
    pub searched: SearchedMove,
    pub lead: Option<Points>,
    /// The class of the move, if it were played; null for a good one and where nobody can tell.
    pub class: Option<MistakeClass>,
    pub line: Vec<Move>,
}

/// What a search has found in a position, for Black except the candidates.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    pub to_move: Color,
    #[serde(flatten)]
    pub value: Value,
    pub candidates: Vec<Candidate>,
    /// Ownership of each point in percent, from -100 (White) to 100 (Black), rows from the top.
    pub owners: Option<Vec<i32>>,
    /// Whether win rate and points are exact, not estimates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
}

/// What a search has found in the position that is shown.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    pub revision: u64,
    #[serde(flatten)]
    pub evaluation: Evaluation,
    /// Whether the search has ended.
    pub done: bool,
}

/// A move of the opening book, with its value for the side that makes it.
#[derive(Clone, Debug, Serialize)]
pub struct BookMove {
    #[serde(rename = "move")]
    pub mv: Move,
    /// The points that are equivalent by symmetry, including this one.
    pub images: Vec<Move>,
    pub value: f64,
    pub visits: u64,
    pub depth: usize,
    pub is_good: bool,
    pub line: Vec<Move>,
    /// The moves that lead to the same position if they are made last, in another order of the same moves.
    pub other_last: Vec<Move>,
}

/// What the opening book says about a position.
#[derive(Clone, Debug, Serialize)]
pub struct BookAnswer {
    pub value: f64,
    pub points: Points,
    pub visits: u64,
    pub moves: Vec<BookMove>,
}

/// What is known of the position that is shown without a search.
#[derive(Clone, Debug, Serialize)]
pub struct Explored {
    pub revision: u64,
    /// Points that nobody owns for certain.
    pub open_points: usize,
    /// Null where the opening book does not have the position.
    pub book: Option<BookAnswer>,
}

/// A move; the lead is null where none was found in time.
#[derive(Clone, Debug, Serialize)]
pub struct SolvedMove {
    #[serde(rename = "move")]
    pub mv: Move,
    pub lead: Option<Lead>,
    pub class: Option<MistakeClass>,
}

/// Exact results; null where none was found in time.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    pub revision: u64,
    pub to_move: Color,
    pub lead: Option<Lead>,
    pub at_least: Lead,
    pub at_most: Lead,
    pub line: Vec<Move>,
    /// The best first.
    pub moves: Vec<SolvedMove>,
}

/// The engine's choice of a move in the position that is shown.
#[derive(Clone, Debug, Serialize)]
pub struct Choice {
    #[serde(rename = "move")]
    pub mv: Move,
    /// Null where the engine passes without a search.
    pub value: Option<Value>,
    pub line: Vec<Move>,
    /// Whether the opening book has the move.
    pub is_from_book: bool,
    /// Whether the engine would give the game up here.
    pub may_resign: bool,
    /// Whether more time would change nothing.
    pub done: bool,
}

/// The score of the position that is shown, without the dead stones.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    pub score: ScoreText,
    pub lead: Lead,
    /// Whether the life of every chain is clear and no large region is open; otherwise the score is that of playing on.
    pub is_settled: bool,
    pub dead: Vec<Point>,
    /// Rows from the top: `X` Black's, `O` White's.
    pub owners: Vec<String>,
}

/// An analyzed game without the position that is shown.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedGame {
    #[serde(flatten)]
    pub game: GameMoves,
    #[serde(flatten)]
    pub status: GameStatus,
}

/// A game that was analyzed, as `tao-go analyze --html` writes it into the page.
#[derive(Clone, Debug, Serialize)]
pub struct AnalyzedGame {
    pub game: ReviewedGame,
    /// The position of each node. The first nodes are those of the game itself.
    pub positions: Vec<Position>,
    pub analyses: Vec<Option<Evaluation>>,
    /// Number of moves before the worst mistake.
    pub worst: Option<usize>,
}

/// Why a request was refused.
#[derive(Clone, Debug, Serialize)]
pub struct RefusedRequest {
    pub error: String,
}

/// Why the engine in a page or in another program refuses a request.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    pub code: RefusalCode,
    pub error: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusalCode {
    IllegalMove,
    GameOver,
    /// A file that is not a game of Go, or too long.
    BadRecord,
    /// A value that no game can have, such as a point without a number.
    BadRequest,
    /// Anything else that this game does not allow now.
    NotAllowed,
}

/// The conditions of a new game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    pub size: BoardSize,
    /// Null for the usual komi.
    pub komi: Option<Komi>,
    #[serde(default)]
    pub handicap: usize,
    /// The name of a rule set; null for the rules of the game before.
    pub rules: Option<String>,
    /// Null for full strength.
    pub level: Option<u8>,
    pub player: Player,
    /// Minutes on the clock of each side; null for no clock.
    pub minutes: Option<f64>,
    /// Seconds that each move adds.
    #[serde(default)]
    pub increment: Seconds,
}

impl Action {
    /// Whether another game is shown afterwards.
    pub(crate) const fn is_other_game(&self) -> bool {
        matches!(
            self,
            Self::New(_)
                | Self::Frame { .. }
                | Self::Restore {}
                | Self::Open { .. }
                | Self::Ask {}
                | Self::Pose { .. }
        )
    }

    /// Whether the position stays, so that searches of it go on.
    pub(crate) const fn keeps_position(&self) -> bool {
        matches!(
            self,
            Self::Learn { .. } | Self::Answer { .. } | Self::Annotate { .. } | Self::Remove { .. }
        )
    }
}

/// What a visitor may do.
// Actions without fields have braces, so that `deny_unknown_fields` holds for them, too.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Begin another game.
    New(NewGame),
    /// Make a move in the position that is shown.
    Play {
        #[serde(rename = "move")]
        mv: Move,
    },
    /// Let the engine move.
    Genmove {},
    /// Take back a move, with the engine's answer.
    Undo {},
    /// Give the game up.
    Resign {},
    /// Go on with a game that is over.
    Resume {},
    /// Show the position after this number of moves.
    Go { to: usize },
    /// Show the position of a node of the tree.
    Visit { node: usize },
    /// Review the position of a node, to judge the moves before and after it. Without a server this is to be asked again until the
    /// position is reviewed.
    Review { node: usize },
    /// Mark a chain as dead, or as living again.
    Toggle { point: Point },
    /// Replace the comment and the marks of a node of the tree. The marks are those of SGF, such as `TR[aa][bb]LB[cc:A]`.
    Annotate {
        node: usize,
        comment: String,
        marks: String,
    },
    /// Begin again with a part of the position that is shown, a rectangle between two corners, and with stones around it, so that the
    /// part alone decides: the side around it wins if it gets the part, and loses if more than half of the other side's stones live.
    Frame { part: [Point; 2] },
    /// Bring back the game that was replaced, or the moves that were dropped.
    Restore {},
    /// Go on with an earlier game. The game that is shown becomes one, if it has moves.
    Open { time: u64 },
    /// Remove an earlier game.
    Remove { time: u64 },
    /// Keep the mistakes and blunders of a player, or of both, in the line that is shown as problems, where both positions were reviewed.
    Learn { player: Player },
    /// Show the next problem that is due. The action `restore` ends this.
    Ask {},
    /// Show a problem of a file, as a record.
    Pose { record: String },
    /// Tell whether the first answer to the problem that is shown was right.
    Answer { right: bool },
    /// Change the engine's level, and who plays.
    Set { level: u8, player: Player },
}
