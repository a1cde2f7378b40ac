//! One turn of the engine: pass, or take a move from the book, or solve or search the position, then choose a move that is
//! legal and as strong as the level, and decide whether to resign instead.

use std::sync::atomic::AtomicBool;

use super::passing::Passing;
use super::{Engine, EngineSettings, Level, Purpose, Question, Thought};
use crate::board::{Color, Move};
use crate::game::{Game, TimeBudget};
use crate::search::Limit;

/// As many playouts as can be counted.
const ENDLESS: Limit = Limit {
    playouts: Some(u64::MAX),
    time: None,
};

/// A question about a game, with all that its answer depends on.
pub(super) struct Turn<'a, 'q> {
    pub(super) game: &'a Game,
    pub(super) question: Question<'q>,
    pub(super) settings: &'a EngineSettings,
    /// The seed of the game.
    pub(super) seed: u64,
    pub(super) level: Level,
    pub(super) limit: Limit,
    /// Ends the turn early when another thread sets it.
    pub(super) stop: &'a AtomicBool,
    pub(super) passing: Passing<'a>,
}

impl Engine {
    /// Answers a question about `game`, over or not. The same questions in the same order with the same seed get the
    /// same answers, as long as one thread searches and no time limits it.
    pub fn think(&mut self, game: &Game, question: Question<'_>) -> Thought {
        let seed = self.seed();
        let mut turn = Turn::new(game, question, &self.settings, &self.stop, seed);
        let report = if turn.wins_by_passing() {
            None
        } else if let Some(report) = turn.look_up() {
            Some(report)
        } else {
            let exact = turn.solve();
            let answer = exact.as_ref().filter(|exact| turn.is_answered_by(exact));
            let mut report = turn.search(&mut self.searcher, answer);
            if turn.needs_move() && answer.is_none() {
                turn.choose_legal(&mut report);
                turn.choose_by_level(&mut report);
                report.exact = exact.or(report.exact);
            }
            Some(report)
        };
        let mut thought = Thought {
            mv: report.as_ref().map_or(Move::Pass, |report| report.best),
            resigns: false,
            report,
        };
        if let Purpose::Play = turn.question.purpose {
            thought.resigns = turn.resigns(&thought, &mut self.lost_moves, self.resign);
        }
        thought
    }

    /// Answers a question about the engine's next move without making it: the count of moves that look lost stays.
    pub fn consider(&mut self, game: &Game, question: Question<'_>) -> Thought {
        let lost_moves = self.lost_moves.clone();
        let thought = self.think(game, question);
        self.lost_moves = lost_moves;
        thought
    }
}

impl<'a, 'q: 'a> Turn<'a, 'q> {
    /// A turn that `stop` ends, unless the question has a flag of its own.
    pub(super) fn new(
        game: &'a Game,
        question: Question<'q>,
        settings: &'a EngineSettings,
        stop: &'a AtomicBool,
        seed: u64,
    ) -> Self {
        let level = question.level.unwrap_or(settings.level);
        let network = settings.network_for(game.size());
        let of_level = match network {
            Some(_) => level.visits(),
            None => level.playouts(),
        };
        let limit = limit(settings, &question, of_level);
        Self {
            game,
            settings,
            seed,
            level,
            limit,
            stop: match question.purpose {
                Purpose::Analyze(own) => own,
                _ => stop,
            },
            passing: Passing::new(game, question.color, limit.time, network.cloned()),
            question,
        }
    }
}

impl Turn<'_, '_> {
    /// The side to find a move for.
    pub(super) const fn color(&self) -> Color {
        self.question.color
    }

    /// Whether the answer is a move to play.
    pub(super) const fn needs_move(&self) -> bool {
        self.question.purpose.needs_move()
    }

    /// Whether the answer is a move to play, and any legal one will do.
    pub(super) const fn may_play_anywhere(&self) -> bool {
        self.needs_move() && self.question.restrictions.is_empty()
    }

    /// Whether the opponent has passed, and another pass wins beyond dispute: then nothing is searched.
    fn wins_by_passing(&self) -> bool {
        self.may_play_anywhere() && self.passing.wins()
    }
}

/// When to stop, with at most as many visits as the level has where a move is needed.
fn limit(settings: &EngineSettings, question: &Question<'_>, of_level: Option<u64>) -> Limit {
    if let Purpose::Analyze(_) = question.purpose {
        return ENDLESS;
    }
    let of_level = of_level.filter(|_| question.purpose.needs_move());
    let per_move = settings.time_per_move.map(TimeBudget::fixed);
    Limit {
        playouts: [settings.playouts, of_level].into_iter().flatten().min(),
        time: [per_move, question.budget]
            .into_iter()
            .flatten()
            .reduce(TimeBudget::min),
    }
}
