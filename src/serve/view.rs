//! A game and its analysis as JSON: `docs/serve.md` describes the fields.

use serde::Serialize;

use crate::board::{AnyBoard, ByColor, Cell, Color, Coord, Move, Point, PointSet};
use crate::game::Game;
use crate::search::{MoveStats, Snapshot, candidates};
use crate::table::Ending;

use super::board_game::{BoardGame, PositionValue};

/// Maximum number of candidates in an analysis.
const MAX_CANDIDATES: usize = 12;

/// Most moves of an expected game.
const MAX_LINE: usize = 12;

/// What the engine does in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activity {
    Idle,
    /// It searches its move, or is about to.
    Thinks,
}

/// What the page is to do next.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Awaited {
    /// A move of the visitor, or another look at the game.
    Open,
    /// The engine is to be asked for its move.
    EngineToMove,
    /// The engine searches its move.
    Thinking,
    /// Nothing: the end of the game is shown.
    Over,
}

/// The game, and the position that is shown.
#[derive(Debug, Serialize)]
pub(super) struct StateJson {
    revision: u64,
    size: usize,
    komi: f64,
    handicap: usize,
    rules: String,
    level: u8,
    player: String,
    names: [Option<String>; 2],
    moves: Vec<PlayedMoveJson>,
    /// By the number of moves.
    values: Vec<Option<ValueJson>>,
    at: usize,
    to_move: String,
    stones: Vec<String>,
    captures: [usize; 2],
    dead: Vec<String>,
    owners: Option<Vec<String>>,
    result: Option<String>,
    phase: Awaited,
    clock: Option<ClockJson>,
    can_restore: bool,
}

/// Clocks that run.
#[derive(Debug, Serialize)]
struct ClockJson {
    /// The side whose clock runs; none at the end of the game.
    runs: Option<String>,
    /// Seconds that each side has left, by color.
    left: [f64; 2],
}

#[derive(Debug, Serialize)]
struct PlayedMoveJson {
    color: String,
    #[serde(rename = "move")]
    mv: String,
}

/// For Black.
#[derive(Debug, Serialize)]
struct ValueJson {
    win_rate: f64,
    lead: Option<f64>,
    visits: u64,
}

impl StateJson {
    /// The state of a game that was changed `revision` times.
    pub(super) fn new(board: &BoardGame, revision: u64, activity: Activity) -> Self {
        let (table, shown) = (&board.table, board.shown());
        let (game, header) = (table.game(), table.header());
        let ending = board.ending().copied();
        let counted = ending.and_then(|_| table.counted());
        let dead = match ending {
            Some(Ending::Counted { dead }) => dead,
            _ => PointSet::EMPTY,
        };
        let score = counted.as_ref().map(|(_, score)| score.to_string());
        let result = ending.and_then(Ending::result).or(score);
        let values = (0..=game.moves().len()).map(|moves| board.value(moves).map(ValueJson::from));
        Self {
            revision,
            size: game.size(),
            komi: game.komi(),
            handicap: game.handicap(),
            rules: game.rules().to_string(),
            level: board.level.number(),
            player: table
                .person()
                .map_or_else(|| "both".to_owned(), |player| player.to_string()),
            names: [header.black.clone(), header.white.clone()],
            moves: game.moves().iter().map(PlayedMoveJson::from).collect(),
            values: values.collect(),
            at: board.shown_moves(),
            to_move: shown.to_move().to_string(),
            stones: rows(shown.board(), letter),
            captures: Color::BOTH.map(|color| shown.captures(color)),
            dead: dead.iter().map(|point| point.coord().to_string()).collect(),
            owners: counted.map(|(rest, _)| owned(&rest)),
            result,
            phase: match activity {
                _ if ending.is_some() => Awaited::Over,
                Activity::Thinks => Awaited::Thinking,
                Activity::Idle if board.is_engines_turn() => Awaited::EngineToMove,
                Activity::Idle => Awaited::Open,
            },
            clock: board.time_left().map(|left| ClockJson {
                runs: (!table.is_over()).then(|| game.to_move().to_string()),
                left: [left[Color::Black], left[Color::White]].map(|left| left.as_secs_f64()),
            }),
            can_restore: board.has_former(),
        }
    }
}

impl From<&(Color, Move)> for PlayedMoveJson {
    fn from(&(color, mv): &(Color, Move)) -> Self {
        Self {
            color: color.to_string(),
            mv: mv.to_string(),
        }
    }
}

impl From<PositionValue> for ValueJson {
    fn from(value: PositionValue) -> Self {
        Self {
            win_rate: value.win_rate,
            lead: value.lead,
            visits: value.visits,
        }
    }
}

fn rows(board: &AnyBoard, letter: impl Fn(&AnyBoard, Coord) -> char) -> Vec<String> {
    let rows = Coord::rows(board.size());
    rows.map(|row| row.map(|coord| letter(board, coord)).collect())
        .collect()
}

fn letter(board: &AnyBoard, coord: Coord) -> char {
    match board.cell(Point::new(coord)) {
        Cell::Stone(Color::Black) => 'X',
        Cell::Stone(Color::White) => 'O',
        Cell::Empty => '.',
    }
}

/// Who owns each point of a board without dead stones.
fn owned(rest: &AnyBoard) -> Vec<String> {
    let ByColor([black, white]) = rest.owned();
    rows(rest, |_, coord| {
        let point = Point::new(coord);
        match (black.contains(point), white.contains(point)) {
            (true, false) => 'X',
            (false, true) => 'O',
            _ => '.',
        }
    })
}

/// What a search has found in the position that is shown.
#[derive(Debug, Serialize)]
pub(super) struct SnapshotJson {
    revision: u64,
    to_move: String,
    visits: u64,
    /// Black's, as is `lead`.
    win_rate: f64,
    lead: Option<f64>,
    done: bool,
    /// For the side to move.
    candidates: Vec<BestMoveJson>,
    /// Percent by which Black owns a point more than White, row by row from the top.
    owners: Option<Vec<i32>>,
}

#[derive(Debug, Serialize)]
struct BestMoveJson {
    #[serde(rename = "move")]
    mv: String,
    visits: u64,
    win_rate: f64,
    lead: Option<f64>,
    line: Vec<String>,
}

impl SnapshotJson {
    /// The same, marked as the last one of its position.
    pub(super) fn at_the_end(self) -> Self {
        Self { done: true, ..self }
    }

    pub(super) fn new(snapshot: &Snapshot, game: &Game, revision: u64) -> Self {
        let value = value(snapshot);
        let ownership = snapshot.outcomes.as_ref();
        let ownership = ownership.and_then(|outcomes| outcomes.ownership.as_ref());
        let percent =
            |coord| ownership.map(|owners| (100.0 * owners.balance(coord)).round() as i32);
        let best = candidates(&snapshot.moves).take(MAX_CANDIDATES);
        Self {
            revision,
            to_move: snapshot.to_move.to_string(),
            visits: value.visits,
            win_rate: value.win_rate,
            lead: value.lead,
            done: false,
            candidates: best.map(|stats| candidate(snapshot, stats)).collect(),
            owners: Coord::rows(game.size()).flatten().map(percent).collect(),
        }
    }
}

fn candidate(snapshot: &Snapshot, stats: &MoveStats) -> BestMoveJson {
    let line = stats.variation.iter().take(MAX_LINE);
    BestMoveJson {
        mv: stats.mv.to_string(),
        visits: stats.visits,
        win_rate: stats.win_rate,
        lead: snapshot.lead(Some(stats)).map(|lead| lead.points),
        line: line.map(|(mv, _)| mv.to_string()).collect(),
    }
}

/// The value that a search found, for Black.
pub(super) fn value(snapshot: &Snapshot) -> PositionValue {
    let lead = snapshot.points_ahead();
    PositionValue {
        win_rate: snapshot.to_move.share(snapshot.win_rate),
        lead: lead.map(|lead| snapshot.seen_from(lead)),
        visits: snapshot.visits,
    }
}
