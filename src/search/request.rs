//! What a search is asked.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::halving::SequentialHalving;
use super::report::{Detail, Exact};
use super::restriction::Restriction;
use super::tree::WIN;
use crate::board::{AnyBoard, Color, Coord, Move, Superko};
use crate::game::{Game, TimeBudget};
use crate::net::{LEAD_UNIT, RECENT_MOVES};

/// A position to find a move for, as plain data.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The position.
    pub board: &'a AnyBoard,
    /// Side to move.
    pub to_move: Color,
    /// White's compensation in points; any finite number.
    pub komi: f64,
    /// Points that superko forbids now.
    pub banned: Vec<Coord>,
    /// Moves to leave out. A search with any begins anew and leaves no tree to the next.
    pub restrictions: &'a [Restriction],
    /// How to look at more moves of the root than play needs. A search with it begins anew and leaves no tree to the next.
    pub halving: Option<SequentialHalving>,
    /// How much more equal the priors of the root's moves are made: `p` becomes `p^(1/(1 + widening))`, so 0 leaves them as
    /// they are. Above -1. A search with another than 0 begins anew and leaves no tree to the next.
    pub root_widening: f64,
    /// The last moves, the latest first. That one is a pass only if another one would end the game.
    pub recent_moves: [Option<Move>; RECENT_MOVES],
    /// Number of moves of the game so far.
    pub move_number: usize,
    /// What superko forbids in the tree.
    pub superko: SuperkoHistory,
    /// What to count of the ends of the simulated games, for [`Report::snapshot`](super::Report::snapshot).
    pub detail: Detail,
    /// The exact result, if it is known: reports and snapshots show it in place of the estimates. The search is the same.
    pub exact: Option<&'a Exact>,
    /// When to stop.
    pub limit: Limit,
    /// Ends the search when another thread sets it.
    pub stop: Option<&'a AtomicBool>,
    /// Seed of the random numbers. One thread with no limit of time gives the same report for the same seed.
    pub seed: u64,
}

impl<'a> Request<'a> {
    /// A position with nothing known of the game but a move for each stone. No limit; seed 1.
    #[must_use]
    pub fn new(board: &'a AnyBoard, to_move: Color, komi: f64) -> Self {
        Self {
            board,
            to_move,
            komi,
            banned: Vec::new(),
            restrictions: &[],
            halving: None,
            root_widening: 0.0,
            recent_moves: [None; RECENT_MOVES],
            move_number: board.size() * board.size() - board.empty().len(),
            superko: SuperkoHistory::default(),
            detail: Detail::Nothing,
            exact: None,
            limit: Limit::default(),
            stop: None,
            seed: 1,
        }
    }

    /// The current position of a game with `to_move` to move, and all that the search needs to know of the moves before
    /// it. No limit; seed 1.
    #[must_use]
    pub fn of_game(game: &'a Game, to_move: Color) -> Self {
        Self {
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

    /// Whether the root has the children and priors that a search for a move to play gives it.
    pub(super) const fn is_plain(&self) -> bool {
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

/// The positions of a game that superko forbids to repeat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuperkoHistory {
    /// The rule.
    pub rule: Superko,
    /// The [keys](Superko::key) of all positions before that of the request, in order.
    pub keys: Vec<u64>,
}

/// When a search stops: at whichever limit comes first, without any after
/// [`PlayoutParams::count`](super::PlayoutParams::count). At least one simulation is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// Simulations.
    pub playouts: Option<u64>,
    /// Wall-clock time.
    pub time: Option<TimeBudget>,
}
