//! Evaluates every position of a game and finds the mistakes. Each search starts with an empty tree and the same seed,
//! so the number of threads does not change the result.

mod results;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::workers::run_workers;
use tao_engine::Engine;
use tao_engine::raw::{self, EngineSettings};
use tao_protocols::review::{self, MistakeSizes, PositionEvaluation};
use tao_rules::game::Game;

pub use results::Analysis;

/// What to analyze, and how.
#[derive(Clone, Debug)]
pub struct AnalysisJob {
    /// The game, at its end.
    pub game: Game,
    /// Moves of the record before the set-up with which the game starts. They are numbered but not part of the game.
    pub moves_before_setup: usize,
    /// The moves to review, counted from one. Those that the game does not have are ignored.
    pub moves: RangeInclusive<usize>,
    /// How to search, see [`review::engine`].
    pub settings: EngineSettings,
    /// What a mistake is.
    pub sizes: MistakeSizes,
    /// Maximum number of searches at a time.
    pub concurrency: usize,
}

impl AnalysisJob {
    /// Returns the positions to search, by their number of moves: before each move and after the last; at least one.
    pub fn positions(&self) -> RangeInclusive<usize> {
        let (first, last) = (self.moves_before_setup, self.last());
        let end = (*self.moves.end()).clamp(first, last);
        let start = self.moves.start().saturating_sub(1).clamp(first, end);
        start..=end
    }

    /// Returns the number of the last move.
    pub fn last(&self) -> usize {
        self.moves_before_setup + self.game.moves().len()
    }

    /// Returns the game after each number of moves, from its set-up to its end, with the player of the next move to move.
    pub fn games(&self) -> impl Iterator<Item = Game> {
        let next = self.game.moves().iter().map(|&(color, _)| Some(color));
        let games = self.game.positions().zip(next.chain([None]));
        games.map(|(mut game, next)| {
            if let Some(color) = next {
                game.set_to_move(color);
            }
            game
        })
    }

    /// Returns the game after this number of moves, its set-up at least, as [`games`](Self::games) does.
    pub fn game_after(&self, moves: usize) -> Option<Game> {
        let played = moves.saturating_sub(self.moves_before_setup);
        let mut game = self.game.at(played)?;
        if let Some(&(color, _)) = self.game.moves().get(played) {
            game.set_to_move(color);
        }
        Some(game)
    }

    /// Whether the searches can tell mistakes from good moves, so that the figures of a player mean something.
    pub fn judges_moves(&self) -> bool {
        raw::judges_moves(self.game.size())
    }

    fn engine(&self, stop: &Arc<AtomicBool>) -> Engine {
        let mut engine = review::engine(self.settings.clone());
        engine.set_stop_flag(Arc::clone(stop));
        engine
    }

    /// Returns `None` if the search was stopped before it found anything.
    fn evaluate(
        &self,
        engine: &mut Engine,
        moves: usize,
        game: Game,
    ) -> Option<PositionEvaluation> {
        let goes_on = moves < self.last() && game.is_over();
        // Where the game went on after two passes.
        let game = if goes_on { game.without_passes() } else { game };
        review::evaluate(engine, &game)
    }
}

/// Searches the positions of a job in order and calls `on_position` after each, until another thread sets `stop`.
pub fn analyze(
    job: AnalysisJob,
    stop: &Arc<AtomicBool>,
    mut on_position: impl FnMut(),
) -> Analysis {
    let positions = job.positions();
    let count = positions.clone().count();
    let mut evaluations: Vec<Option<PositionEvaluation>> = vec![None; count];
    let engines = (0..job.concurrency.clamp(1, count)).map(|_| job.engine(stop));
    let evaluate = |engine: &mut Engine, (position, game)| {
        let evaluation = job.evaluate(engine, position, game);
        // The result of a stopped search is not reproducible, so it is dropped.
        let is_stopped = stop.load(Ordering::Relaxed);
        (!is_stopped).then_some((position, evaluation))
    };
    let games = (job.moves_before_setup..).zip(job.games());
    let games = games.filter(|(position, _)| positions.contains(position));
    run_workers(engines.collect(), games, evaluate, |results| {
        for (position, evaluation) in results {
            evaluations[position - positions.start()] = evaluation;
            on_position();
        }
    });
    Analysis::new(job, evaluations)
}
