//! One turn of the engine: pass, or take a move from the book, or solve or search the position, then choose a move that is
//! legal and as strong as the level, and decide whether to resign instead.

use std::cell::OnceCell;
use std::sync::atomic::AtomicBool;

use web_time::Instant;

use super::{Engine, EngineSettings, Level, Purpose, Question, Settlement, Thought};
use crate::search::{Limit, Report, Searcher};
use tao_rules::board::{Color, Move};
use tao_rules::game::{Game, TimeBudget};

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
    pub(super) start: Instant,
    /// Whether the search is given the dead stones, so that two passes at the root are scored without them.
    pub(super) knows_dead: bool,
    /// The move that captures dead stones, where they must be captured.
    pub(super) cleanup: Option<Move>,
    /// The settlement without dead stones, once it is known.
    pub(super) settled: OnceCell<Settlement>,
}

impl Engine {
    /// Answers a question about `game`, over or not. The same questions in the same order with the same seed get the
    /// same answers, as long as one thread searches and no time limits it.
    pub fn think(&mut self, game: &Game, question: Question<'_>) -> Thought {
        if question.purpose.needs_move() {
            return self.take_turn(game, question);
        }
        if game.is_over() {
            return self.show_end(game, question);
        }
        self.take_turn(&game.without_passes(), question)
    }

    fn take_turn(&mut self, game: &Game, question: Question<'_>) -> Thought {
        let mut turn = Turn::new(game, question, &self.settings, &self.stop, self.seed);
        let report = turn.answer(&mut self.searcher);
        let mv = report.as_ref().map_or(Move::Pass, |report| report.best);
        let may_resign = matches!(turn.question.purpose, Purpose::Play);
        Thought {
            mv,
            resigns: may_resign
                && turn.resigns(mv, report.as_ref(), &mut self.lost_moves, self.resign),
            report,
        }
    }

    /// Answers a question about the engine's next move without making it: the count of moves that look lost does not change.
    pub fn consider(&mut self, game: &Game, question: Question<'_>) -> Thought {
        let lost_moves = self.lost_moves.clone();
        let thought = self.think(game, question);
        self.lost_moves = lost_moves;
        thought
    }
}

impl<'a, 'q: 'a> Turn<'a, 'q> {
    /// A turn that begins now and that `stop` ends, unless the question has a flag of its own.
    pub(super) fn new(
        game: &'a Game,
        question: Question<'q>,
        settings: &'a EngineSettings,
        stop: &'a AtomicBool,
        seed: u64,
    ) -> Self {
        let level = question.level.unwrap_or(settings.level);
        let has_network = settings.network_for(game.size()).is_some();
        Self {
            game,
            settings,
            seed,
            level,
            limit: limit(settings, &question, level.most_visits(has_network)),
            stop: match question.purpose {
                Purpose::Analyze(own) => own,
                _ => stop,
            },
            start: Instant::now(),
            knows_dead: !question.purpose.needs_move(),
            cleanup: None,
            settled: OnceCell::new(),
            question,
        }
    }
}

impl Turn<'_, '_> {
    /// Takes all steps of the turn but the last one, which is to resign. `None` for a pass without a search, because it wins or
    /// nothing is left to clean up.
    fn answer(&mut self, searcher: &mut Searcher) -> Option<Report> {
        self.cleanup = self.find_cleanup();
        if self.cleanup.is_none() && (self.wins_by_passing() || self.is_clean()) {
            return None;
        }
        if let Some(report) = self.look_up() {
            return Some(report);
        }
        let exact = self.cleanup.map_or_else(|| self.solve(), |_| None);
        let is_answer = exact
            .as_ref()
            .is_some_and(|exact| self.is_answered_by(exact));
        let is_own_move = matches!(self.question.purpose, Purpose::Play);
        let shown = exact.clone().and_then(|exact| match is_answer {
            true => Some(exact),
            false if is_own_move => None,
            false => exact.without_line(),
        });
        let mut report = self.search(searcher, shown, is_answer);
        if !is_answer {
            self.choose_legal(&mut report);
        }
        let shown_first = report.best;
        if self.needs_move() && !is_answer {
            self.choose_by_level(&mut report);
            self.choose_to_stop(&mut report);
            let proven = exact.filter(|exact| exact.is_proven);
            report.exact = proven.or(report.exact);
        }
        self.show_settled_pass(&mut report);
        if let Some(observer) = &mut self.question.observer
            && report.best != shown_first
        {
            let _ = (observer.show)(&report.snapshot);
        }
        Some(report)
    }

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
}

/// When to stop. Where a move is needed, the limit is at most the visits of the level.
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
