//! Searching all positions of a game, several at a time.

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use super::judge::Analysis;
use super::standing::Evaluation;
use crate::engine::{Engine, EngineSettings, Question};
use crate::game::Game;
use crate::playout::Switch;
use crate::search::{Detail, Observer, Snapshot};

/// What to analyze, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game, at its end.
    pub game: Game,
    /// Moves of the record before the set-up that the game begins with. Nothing is known of them, but numbers count them.
    pub earlier: usize,
    /// The moves to judge, counted from one. Those that the game does not have are left out.
    pub moves: RangeInclusive<usize>,
    /// How to search. Threads and [reuse](crate::search::Params::reuse) play no part: each position is searched on one thread, from nothing.
    pub settings: EngineSettings,
    /// What the random numbers begin with.
    pub seed: u64,
    /// Positions that are searched at a time.
    pub concurrency: usize,
}

impl Plan {
    /// The positions to search, by the number of moves before them: that before each move, and that after the last. A game
    /// without moves has one all the same.
    #[must_use]
    pub fn positions(&self) -> RangeInclusive<usize> {
        let (first, last) = (self.earlier, self.last());
        let end = (*self.moves.end()).clamp(first, last);
        let start = self.moves.start().saturating_sub(1).clamp(first, end);
        start..=end
    }

    /// Number of the last move.
    #[must_use]
    pub fn last(&self) -> usize {
        self.earlier + self.game.moves().len()
    }

    /// The game after so many moves, with the turn of who moved next; at its set-up after fewer than were made before that.
    #[must_use]
    pub fn game_after(&self, moves: usize) -> Game {
        let mut game = self.game.clone();
        let played = moves.saturating_sub(self.earlier);
        if let Some(&(color, _)) = self.game.moves().get(played) {
            game.undo_many(self.game.moves().len() - played);
            game.set_to_move(color);
        }
        game
    }

    fn engine(&self, stop: &Arc<AtomicBool>) -> Engine {
        let mut settings = self.settings.clone();
        settings.seed = Some(self.seed);
        settings.params.threads = 1;
        settings.params.reuse = Switch::Off;
        let mut engine = Engine::new(settings);
        engine.set_stop_flag(Arc::clone(stop));
        engine
    }

    /// What a position is worth; `None` if it was broken off.
    fn evaluation(&self, engine: &mut Engine, moves: usize) -> Option<Evaluation> {
        let game = self.game_after(moves);
        if game.is_over() && moves == self.last() {
            return Some(Evaluation::of_count(&game, self.seed));
        }
        let mut known = None;
        let mut show = |insight: &Snapshot| {
            known = Some(insight.clone());
            ControlFlow::Continue(())
        };
        let question = Question {
            watch: Some(Observer {
                interval: None,
                detail: Detail::Ownership,
                show: &mut show,
            }),
            ..Question::new(game.to_move(), None)
        };
        engine.inspect(&game, question);
        known.map(|insight| Evaluation::of_search(&game, insight))
    }
}

/// Searches the positions in their order. `on_position` hears of each that is done.
///
/// Once another thread sets `stop`, nothing more is searched, and what is done is the result.
pub fn analyze(plan: &Plan, stop: &Arc<AtomicBool>, mut on_position: impl FnMut()) -> Analysis {
    let positions = plan.positions();
    let count = positions.clone().count();
    let mut evaluations: Vec<Option<Evaluation>> = vec![None; count];
    let next = AtomicUsize::new(*positions.start());
    let (sender, done) = channel();
    thread::scope(|scope| {
        for _ in 0..plan.concurrency.clamp(1, count) {
            let (sender, next, positions) = (sender.clone(), &next, positions.clone());
            scope.spawn(move || {
                let mut engine = plan.engine(stop);
                let queue = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
                for position in queue.take_while(|position| positions.contains(position)) {
                    let evaluation = plan.evaluation(&mut engine, position);
                    // Whatever a search has found that was broken off depends on when.
                    if stop.load(Ordering::Relaxed) || sender.send((position, evaluation)).is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (position, evaluation) in done {
            evaluations[position - positions.start()] = evaluation;
            on_position();
        }
    });
    Analysis::new(plan, evaluations)
}
