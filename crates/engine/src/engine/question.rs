//! Questions to the engine, and its answers.

use std::fmt;
use std::sync::atomic::AtomicBool;

use crate::search::{Detail, Observer, Report, Restriction};
use tao_rules::board::{Color, Move};
use tao_rules::game::TimeBudget;

use super::Level;

/// A question about a position of a game.
#[derive(Debug)]
pub struct Question<'a> {
    /// The side to find a move for, whether or not it is its turn.
    pub color: Color,
    /// What the answer is for.
    pub purpose: Purpose<'a>,
    /// The strength of the answer, if not that of the engine's settings.
    pub level: Option<Level>,
    /// Time by the clock, if it limits the answer.
    pub budget: Option<TimeBudget>,
    /// Moves that the search leaves out.
    pub restrictions: &'a [Restriction],
    /// How much more equal the priors of the moves are made: see
    /// [`Request::root_widening`](crate::search::Request::root_widening).
    pub widening: f64,
    /// What to count of the outcomes of the search.
    pub detail: Detail,
    /// Receives snapshots of the search.
    pub observer: Option<Observer<'a>>,
}

impl<'a> Question<'a> {
    /// A question without restrictions and without an observer, for which no outcomes are counted.
    #[must_use]
    pub const fn new(color: Color, purpose: Purpose<'a>, budget: Option<TimeBudget>) -> Self {
        Self {
            color,
            purpose,
            level: None,
            budget,
            restrictions: &[],
            widening: 0.0,
            detail: Detail::Nothing,
            observer: None,
        }
    }
}

/// What the answer to a [`Question`] is for.
#[derive(Clone, Copy, Debug)]
pub enum Purpose<'a> {
    /// The engine's own move: it may resign, and does not search where a pass wins.
    Play,
    /// A suggestion: chosen like the engine's own move, but the engine never resigns.
    Suggest,
    /// A move after a dispute about dead stones, which must now be captured: the engine captures the dead stones of the enemy, and
    /// passes when none is left.
    CleanUp,
    /// The statistics of a search, or the score of a game that is over. Earlier passes do not help to end the game, and the score
    /// after two passes at the root proves nothing where the rules remove dead stones.
    Inspect,
    /// The same as [`Inspect`](Self::Inspect), but the search lasts until the flag is set, the root is proven, or no more visits
    /// can be counted.
    Analyze(&'a AtomicBool),
}

impl Purpose<'_> {
    /// Whether the answer is a move to play.
    pub(super) const fn needs_move(self) -> bool {
        matches!(self, Self::Play | Self::Suggest | Self::CleanUp)
    }
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move to play, which is legal, if the question asks for a move; otherwise the best move of the search.
    pub mv: Move,
    /// Whether to resign instead of playing the move.
    pub resigns: bool,
    /// The report of the search, or of the opening book in its place. `None` where the engine passes without a search, because the
    /// pass wins or nothing is left to clean up.
    pub report: Option<Report>,
}

impl Thought {
    /// What to do in one's turn.
    #[must_use]
    pub const fn decision(&self) -> Decision {
        if self.resigns {
            Decision::Resign
        } else {
            Decision::Play(self.mv)
        }
    }
}

/// What to do in one's turn: as text, a point, `pass` or `resign`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Play this legal move.
    Play(Move),
    /// Resign.
    Resign,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(mv) => mv.fmt(f),
            Self::Resign => f.write_str("resign"),
        }
    }
}
