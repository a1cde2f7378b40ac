//! When to resign.

use crate::board::{ByColor, Color, Move};
use crate::game::Game;
use crate::search::Report;

use super::turn::Turn;
use super::{Engine, EngineSettings, Resign, Thought};

/// A lower win rate of the best move looks lost. Fuego's figure on 9x9.
pub(super) const LOST_BELOW: f64 = 0.05;

/// Own moves in a row that must look lost.
pub(super) const LOST_MOVES: u32 = 3;

/// A win rate out of fewer playouts is no reason to resign.
pub(super) const MIN_PLAYOUTS: u64 = 500;

/// A win rate out of fewer evaluations by the network is no reason to resign.
pub(super) const MIN_EVALUATIONS: u64 = 50;

/// One move for every four points must have been played: 20 moves on 9x9.
const POINTS_PER_MOVE: usize = 4;

impl EngineSettings {
    /// Visits without which no move looks lost.
    fn min_visits(&self, size: usize) -> u64 {
        match self.network_for(size) {
            Some(_) => MIN_EVALUATIONS,
            None => MIN_PLAYOUTS,
        }
    }
}

impl Turn<'_, '_> {
    /// Whether to resign instead of playing a move, the next of the engine's own.
    pub(super) fn resigns(
        &self,
        mv: Move,
        report: Option<&Report>,
        lost_moves: &mut LostMoves,
        resign: Resign,
    ) -> bool {
        let (game, color) = (self.game, self.color());
        let min_visits = self.settings.min_visits(game.size());
        let is_lost = lost_moves.note(game, color, report, min_visits);
        let resigns = is_lost && resign == Resign::WhenLost;
        lost_moves.remember(game, (!resigns).then_some((color, mv)));
        resigns
    }
}

impl Engine {
    /// Whether the move of `thought` looks lost, and resigning is allowed. It judges this move alone: for
    /// [`Purpose::Play`](super::Purpose::Play) the engine resigns where the same side's two moves before looked as lost.
    #[must_use]
    pub fn may_resign(&self, game: &Game, thought: &Thought) -> bool {
        let (settings, report) = (self.settings(), thought.report.as_ref());
        let min_visits = settings.min_visits(game.size());
        let is_lost = report.is_some_and(|report| looks_lost(report, min_visits));
        is_lost && is_late(game) && settings.resign == Resign::WhenLost
    }
}

/// How many of each color's latest moves in a row looked lost.
#[derive(Clone, Debug, Default)]
pub(super) struct LostMoves {
    counts: ByColor<u32>,
    /// The moves of the game when it was last seen, with the engine's own.
    moves: Vec<(Color, Move)>,
}

impl LostMoves {
    /// Takes note of the search for a move of `color`, and tells whether the game is lost.
    pub(super) fn note(
        &mut self,
        game: &Game,
        color: Color,
        report: Option<&Report>,
        min_visits: u64,
    ) -> bool {
        // Moves were taken back, or it is another game.
        if !game.moves().starts_with(&self.moves) {
            *self = Self::default();
        }
        let count = &mut self.counts[color];
        *count = if report.is_some_and(|report| looks_lost(report, min_visits)) {
            *count + 1
        } else {
            0
        };
        *count >= LOST_MOVES && is_late(game)
    }

    /// Remembers what follows in `game`: a move of `color`, or none.
    pub(super) fn remember(&mut self, game: &Game, next: Option<(Color, Move)>) {
        self.moves.clear();
        self.moves.extend(game.moves().iter().copied().chain(next));
    }
}

/// Whether enough moves have been played to resign.
pub(super) fn is_late(game: &Game) -> bool {
    game.move_number() >= game.size() * game.size() / POINTS_PER_MOVE
}

/// Whether the best move of a search with enough visits is a lost one.
pub(super) fn looks_lost(report: &Report, min_visits: u64) -> bool {
    let visits = report.reused_visits + report.playouts;
    let is_lost = report
        .exact
        .as_ref()
        .is_some_and(|exact| exact.win_rate == 0.0);
    is_lost || report.win_rate < LOST_BELOW && (report.is_solved || visits >= min_visits)
}
