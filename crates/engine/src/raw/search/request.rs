//! What a search is asked to do: the position, its history, the limits and what to report.

use std::sync::Arc;
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::halving::SequentialHalving;
use super::node::WIN;
use super::report::{Detail, Exact};
use crate::net::{LEAD_UNIT, RECENT_MOVES};
use tao_rules::game::{Game, Suicide, Superko, TimeBudget};
use tao_rules::raw::{AnyBoard, Color, Coord, MAX_SIZE, MIN_SIZE, Move, Point};

/// A position to find a move for, as plain data. The fields that matter only for the report are not sent to other ranks, nor is
/// the time limit, as only rank 0 looks at the clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The position.
    #[serde(serialize_with = "write_board", deserialize_with = "read_board")]
    pub board: Arc<AnyBoard>,
    /// Side to move.
    pub to_move: Color,
    /// White's compensation in points; any finite number.
    pub komi: f64,
    /// Black's lead in area minus the lead that counts: see [`Game::extra_stones`].
    pub extra_stones: i32,
    /// Whether further stones change `extra_stones`: see [`Game::counts_stones`]. If they do, two passes prove nothing, as dead stones
    /// need not be captured.
    pub counts_stones: bool,
    /// Whether suicide is legal. The search makes one only if a restriction allows it by name.
    pub allows_suicide: bool,
    /// Points that superko forbids now.
    pub banned: Vec<Coord>,
    /// Restrictions of the moves near the root. A search with any starts a new tree, which the next search does not reuse.
    pub restrictions: Vec<Restriction>,
    /// How to look at more moves of the root than play needs. Such a search starts a new tree, which the next search does not
    /// reuse, and is not shared with other ranks.
    #[serde(skip)]
    pub halving: Option<SequentialHalving>,
    /// How much more equal the priors of the root's moves are made: `p` becomes `p^(1/(1 + widening))`, so 0 leaves them as
    /// they are. Above -1. If it is not 0, the search starts a new tree, which the next search does not reuse.
    pub root_widening: f64,
    /// The last moves, the latest first. The latest move is given as a pass only if another pass would end the game.
    pub recent_moves: [Option<Move>; RECENT_MOVES],
    /// Number of moves of the game so far.
    pub move_number: usize,
    /// What superko forbids in the tree.
    pub superko: SuperkoHistory,
    /// What to count of the ends of the simulated games, for [`Report::snapshot`](super::Report::snapshot).
    #[serde(skip)]
    pub detail: Detail,
    /// The result with best play, if it is known. Reports and snapshots show it in place of the estimates; the search itself is
    /// not changed.
    #[serde(skip)]
    pub exact: Option<Exact>,
    /// When to stop.
    pub limit: Limit,
    /// The dead stones, if the rules remove them and the search is to take that into account. A game that ends by passes at the
    /// root is then scored without these stones, which proves nothing. With `None` the position is scored as it stands, which
    /// is a proof unless `counts_stones` is set.
    pub dead: Option<Vec<Coord>>,
    /// Seed of the random numbers. One thread with no limit of time gives the same report for the same seed.
    pub seed: u64,
}

impl Request {
    /// A position without its game: the move number is the number of stones, and no earlier moves are known. No limit; seed 1.
    pub fn new(board: &AnyBoard, to_move: Color, komi: f64) -> Self {
        Self {
            board: Arc::new(board.clone()),
            to_move,
            komi,
            extra_stones: 0,
            counts_stones: false,
            allows_suicide: false,
            banned: Vec::new(),
            restrictions: Vec::new(),
            halving: None,
            root_widening: 0.0,
            recent_moves: [None; RECENT_MOVES],
            move_number: board.size() * board.size() - board.empty().len(),
            superko: SuperkoHistory::default(),
            detail: Detail::Nothing,
            exact: None,
            limit: Limit::default(),
            dead: None,
            seed: 1,
        }
    }

    /// The current position of a game with `to_move` to move, and all that the search needs to know of the moves before
    /// it. No limit; seed 1.
    pub fn of_game(game: &Game, to_move: Color) -> Self {
        Self {
            extra_stones: game.extra_stones(),
            counts_stones: game.counts_stones(),
            allows_suicide: game.rules().suicide == Suicide::Allowed,
            banned: game.banned(to_move),
            recent_moves: game.recent_moves(),
            move_number: game.move_number(),
            superko: SuperkoHistory {
                rule: game.rules().superko,
                keys: game.superko_keys(),
            },
            ..Self::new(game.board(), to_move, game.total_komi())
        }
    }

    /// Whether the root gets the same children and priors as in a search for a move to play.
    pub(super) fn is_plain(&self) -> bool {
        self.restrictions.is_empty() && self.halving.is_none() && self.root_widening == 0.0
    }

    /// The value for a side, from 0 to [`WIN`], of a game that ends with this lead of Black's in units of
    /// 1/[`LEAD_UNIT`], komi not counted.
    pub(super) fn value(&self, lead: i32, color: Color) -> u32 {
        match self.points_ahead(lead, color) {
            0.0 => WIN / 2,
            ..0.0 => 0,
            _ => WIN,
        }
    }

    /// A lead of Black's in units of 1/[`LEAD_UNIT`], komi not counted, as points of `color` with komi.
    pub(super) fn points_ahead(&self, lead: i32, color: Color) -> f64 {
        color.signed(f64::from(lead) / f64::from(LEAD_UNIT) - self.komi)
    }
}

/// A board in a message: its size, its stones and the point of a ko.
type BoardData = (usize, Vec<(Color, Coord)>, Option<Coord>);

fn write_board<S: Serializer>(board: &AnyBoard, serializer: S) -> Result<S::Ok, S::Error> {
    let ko = board.ko().map(Point::coord);
    let data: BoardData = (board.size(), board.all_stones().collect(), ko);
    data.serialize(serializer)
}

fn read_board<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<AnyBoard>, D::Error> {
    let (size, stones, ko) = BoardData::deserialize(deserializer)?;
    let is_possible = (MIN_SIZE..=MAX_SIZE).contains(&size) && ko.is_none_or(|ko| ko.is_on(size));
    let board = is_possible.then(|| AnyBoard::set_up(size, stones));
    let board = board
        .flatten()
        .ok_or_else(|| D::Error::custom("no such position"))?;
    Ok(Arc::new(board.with_ko(ko)))
}

/// The positions of a game that superko forbids to repeat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuperkoHistory {
    /// The rule.
    pub rule: Superko,
    /// The [keys](Superko::key) of all positions before that of the request, in order.
    pub keys: Vec<u64>,
}

/// When a search stops: at whichever limit comes first, or after [`PlayoutParams::count`](super::PlayoutParams::count)
/// simulations if there is no limit. At least one simulation is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// Simulations.
    pub playouts: Option<u64>,
    /// Wall-clock time.
    #[serde(skip)]
    pub time: Option<TimeBudget>,
}

impl Limit {
    /// This number of simulations.
    pub fn visits(visits: u64) -> Self {
        Self {
            playouts: Some(visits),
            ..Self::default()
        }
    }

    /// At most this time, and less where the best move cannot change any more.
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(TimeBudget::fixed(time)),
            ..Self::default()
        }
    }
}

/// Restricts the moves of one side near the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restriction {
    /// The side whose moves these are.
    pub color: Color,
    /// What it does with `moves`.
    pub kind: RestrictionKind,
    /// The moves. Illegal ones are ignored.
    pub moves: Vec<Move>,
    /// Number of moves from the root, of both sides, for which the restriction holds: 1 restricts only the moves at the root.
    pub depth: usize,
}

impl Restriction {
    /// Whether `color` may make this move at the root.
    pub fn permits(&self, color: Color, mv: Move) -> bool {
        color != self.color || self.moves.contains(&mv) == (self.kind == RestrictionKind::Allow)
    }
}

/// Whether the lists of the moves that `color` may make have no legal one. Without such a list a side may always pass.
pub fn allow_nothing(restrictions: &[Restriction], game: &Game, color: Color) -> bool {
    let is_list = |it: &&Restriction| it.kind == RestrictionKind::Allow && it.color == color;
    let mut moves = Coord::all(game.size()).map(Move::Play).chain([Move::Pass]);
    let is_allowed = |mv| {
        let mut lists = restrictions.iter().filter(is_list);
        lists.all(|list| list.permits(color, mv)) && game.is_legal(color, mv)
    };
    !moves.any(is_allowed)
}

/// What a restriction does with its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RestrictionKind {
    /// Leaves these moves out.
    Avoid,
    /// Leaves all other moves out. These moves are looked at if they are legal, own eyes and suicides too.
    Allow,
}
