//! The player: it searches a move, and knows when to pass and when to resign.

mod book;
mod exact;
mod level;
mod passing;
mod question;
mod raw;
mod resign;
mod settings;
mod settle;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::TryRng;
use rand::rngs::SysRng;

use crate::board::{Color, Move};
use crate::game::{Game, TimeBudget};
use crate::search::{
    Exact, Exchange, Limit, Report, Request, Restriction, RestrictionKind, Searcher, TreeView,
};
use passing::Passing;
use resign::{LostMoves, MIN_EVALUATIONS, MIN_PLAYOUTS, is_late, looks_lost};

pub use exact::solve;
pub use level::{Level, ParseLevelError};
pub use question::{Decision, Purpose, Question, Thought};
pub use raw::RawEvaluation;
pub use settings::{EngineSettings, Resign, UselessPondering};
pub use settle::{ChainStatus, Settlement, Status, settle};

/// As many playouts as can be counted.
const ENDLESS: Limit = Limit {
    playouts: Some(u64::MAX),
    time: None,
};

/// The player behind every protocol and command.
#[derive(Debug)]
pub struct Engine {
    settings: EngineSettings,
    searcher: Searcher,
    seed: Seed,
    /// Whether it may resign in this game.
    resign: Resign,
    lost_moves: LostMoves,
    stop: Arc<AtomicBool>,
}

/// When a search stops, and what is known before.
#[derive(Clone, Copy, Debug)]
struct Conditions<'a> {
    limit: Limit,
    stop: &'a AtomicBool,
    exact: Option<&'a Exact>,
}

#[derive(Clone, Copy, Debug)]
enum Seed {
    /// Given for all games.
    Given(u64),
    /// Drawn from the system for one game.
    Drawn(u64),
}

impl Seed {
    fn draw() -> Self {
        let seed = SysRng.try_next_u64().unwrap_or_default();
        log::info!("seed {seed}");
        Self::Drawn(seed)
    }

    const fn number(self) -> u64 {
        match self {
            Self::Given(seed) | Self::Drawn(seed) => seed,
        }
    }
}

impl Engine {
    /// An engine with these settings.
    #[must_use]
    pub fn new(settings: EngineSettings) -> Self {
        let seed = settings.seed.map_or_else(Seed::draw, Seed::Given);
        let mut searcher = Searcher::new(settings.network.clone(), seed.number());
        searcher.set_shapes(settings.shapes.clone());
        Self {
            seed,
            resign: settings.resign,
            lost_moves: LostMoves::default(),
            stop: Arc::default(),
            searcher,
            settings,
        }
    }

    /// Its settings.
    #[must_use]
    pub const fn settings(&self) -> &EngineSettings {
        &self.settings
    }

    /// Changes its settings.
    pub fn set_settings(&mut self, settings: EngineSettings) {
        if settings.seed != self.settings.seed
            && let Some(seed) = settings.seed
        {
            self.set_seed(seed);
        }
        self.resign = settings.resign;
        self.searcher.set_network(settings.network.clone());
        self.searcher.set_shapes(settings.shapes.clone());
        self.settings = settings;
    }

    /// Changes its level, and nothing about this game.
    pub const fn set_level(&mut self, level: Level) {
        self.settings.level = level;
    }

    /// The seed of this game.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed.number()
    }

    /// Sets the seed of this game and of those to come.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = Seed::Given(seed);
        self.searcher.set_seed(seed);
    }

    /// Never resigns in this game.
    pub const fn play_on(&mut self) {
        self.resign = Resign::Never;
    }

    /// Sets the flag by which another thread ends a search early; the best move so far is played.
    pub fn set_stop_flag(&mut self, stop: Arc<AtomicBool>) {
        self.stop = stop;
    }

    /// Begins another game. It has a seed of its own unless one was given.
    pub fn new_game(&mut self) {
        if let Seed::Drawn(_) = self.seed {
            self.seed = Seed::draw();
        }
        self.searcher.new_game(self.seed());
        self.resign = self.settings.resign;
        self.lost_moves = LostMoves::default();
    }

    /// Shares all searches with other ranks.
    pub fn set_exchange(&mut self, exchange: Box<dyn Exchange>) {
        self.searcher.set_exchange(exchange);
    }

    /// Makes the next search begin anew. Until then the tree can still be viewed.
    pub fn clear_tree(&mut self) {
        self.searcher.clear_tree();
    }

    /// Answers a question about `game`, over or not. The same questions in the same order with the same seed get the
    /// same answers, as long as one thread searches and no time limits it.
    pub fn think(&mut self, game: &Game, question: Question<'_>) -> Thought {
        let (color, purpose) = (question.color, question.purpose);
        let mut limit = match purpose {
            Purpose::Analyze(_) => ENDLESS,
            _ => self.limit(question.budget),
        };
        let level = self.level_of(&question);
        if purpose.needs_move() {
            limit.playouts = self.playouts_at(level, game.size(), limit);
        }
        let network = self.settings.network_for(game.size()).cloned();
        let passing = Passing::new(game, color, limit.time, network);
        let is_free = purpose.needs_move() && question.restrictions.is_empty();
        let report = if is_free && passing.wins() {
            None
        } else if let Some(report) = (is_free && level == Level::FULL)
            .then(|| self.book_report(game, color, limit))
            .flatten()
        {
            if let Some(observer) = question.observer {
                let _ = (observer.show)(&report.snapshot);
            }
            Some(report)
        } else {
            Some(self.find(&passing, question, limit))
        };
        let mut thought = Thought {
            mv: report.as_ref().map_or(Move::Pass, |report| report.best),
            resigns: false,
            report,
        };
        if let Purpose::Play = purpose {
            thought.resigns = self.resigns(game, color, &thought);
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

    /// Searches, and looks for the exact result first where few points are open. A lost game is searched for the move that
    /// is hardest to answer.
    fn find(&mut self, passing: &Passing<'_>, question: Question<'_>, mut limit: Limit) -> Report {
        let (game, color, purpose) = (passing.game(), question.color, question.purpose);
        let own_stop = Arc::clone(&self.stop);
        let stop = match purpose {
            Purpose::Analyze(stop) => stop,
            _ => &own_stop,
        };
        let needs_move = purpose.needs_move();
        let level = self.level_of(&question);
        let may_solve = question.restrictions.is_empty() && (level == Level::FULL || !needs_move);
        let exact = may_solve
            .then(|| exact::find(game, color, &self.settings.params, limit.time, stop))
            .flatten();
        let shown = exact.as_ref().filter(|exact| {
            let is_premature = |mv| mv == Move::Pass && passing.is_premature();
            let best = exact.line.first().copied();
            (exact.win_rate > 0.0 || !needs_move) && best.is_some_and(|best| !is_premature(best))
        });
        if needs_move && shown.is_some() {
            let most = limit.playouts.unwrap_or(exact::SIMULATIONS);
            limit.playouts = Some(most.min(exact::SIMULATIONS));
        } else if needs_move {
            limit.time = passing.time_to_search();
        }
        let conditions = Conditions {
            limit,
            stop,
            exact: shown,
        };
        let mut report = self.search(passing, question, conditions);
        if needs_move && shown.is_none() {
            report.choose(best_legal_move(game, color, passing, &report));
            self.weaken(level, game, color, &mut report);
            report.exact = exact.or(report.exact);
        }
        report
    }

    fn level_of(&self, question: &Question<'_>) -> Level {
        question.level.unwrap_or(self.settings.level)
    }

    /// The limit of simulations for a move, with that of the level.
    fn playouts_at(&self, level: Level, size: usize, limit: Limit) -> Option<u64> {
        let of_level = match self.settings.network_for(size) {
            Some(_) => level.evaluations(),
            None => level.games(),
        };
        [limit.playouts, of_level].into_iter().flatten().min()
    }

    /// Exchanges the best move, unless it is a pass, for one that the level chooses.
    fn weaken(&self, level: Level, game: &Game, color: Color, report: &mut Report) {
        // Games with neighboring seeds must not share their luck, so the move number changes other bits than theirs.
        let seed = self.seed().rotate_left(32) ^ game.move_number() as u64;
        let chosen = level.choose(&report.snapshot, seed);
        if let Some(mv) = chosen.filter(|&mv| game.is_legal(color, mv))
            && report.best != Move::Pass
        {
            report.choose(mv);
        }
    }

    /// Whether to resign instead of playing the move of `thought`, the next of the engine's own.
    fn resigns(&mut self, game: &Game, color: Color, thought: &Thought) -> bool {
        let (report, min_visits) = (thought.report.as_ref(), self.min_visits(game));
        let is_lost = self.lost_moves.note(game, color, report, min_visits);
        let resigns = is_lost && self.resign == Resign::WhenLost;
        let next = (!resigns).then_some((color, thought.mv));
        self.lost_moves.remember(game, next);
        resigns
    }

    /// Whether the move of `thought` looks lost, and resigning is allowed. It judges this move alone: for [`Purpose::Play`] the
    /// engine resigns where the same side's two moves before looked as lost.
    #[must_use]
    pub fn may_resign(&self, game: &Game, thought: &Thought) -> bool {
        let report = thought.report.as_ref();
        let is_lost = report.is_some_and(|report| looks_lost(report, self.min_visits(game)));
        is_lost && is_late(game) && self.settings.resign == Resign::WhenLost
    }

    /// Visits without which no move looks lost.
    fn min_visits(&self, game: &Game) -> u64 {
        match self.settings.network_for(game.size()) {
            Some(_) => MIN_EVALUATIONS,
            None => MIN_PLAYOUTS,
        }
    }

    /// Searches for the side to move until `stop` is set or [`EngineSettings::ponder`] playouts are made. The next search goes
    /// on with the tree. Does nothing when the game is over.
    pub fn ponder(&mut self, game: &Game, stop: &AtomicBool) {
        if !self.ponders() || game.is_over() {
            return;
        }
        let limit = Limit {
            playouts: Some(self.settings.ponder),
            time: None,
        };
        let question = Question::new(game.to_move(), Purpose::Inspect, None);
        let network = self.settings.network_for(game.size()).cloned();
        let passing = Passing::new(game, question.color, None, network);
        let conditions = Conditions {
            limit,
            stop,
            exact: None,
        };
        let report = self.search(&passing, question, conditions);
        let (playouts, reused) = (report.playouts, report.reused_visits);
        log::debug!("pondered: {playouts} playouts on top of {reused}");
    }

    /// The dead stones of a game and its score, by the network where the engine uses one: see [`settle`].
    #[must_use]
    pub fn settle(&self, game: &Game) -> Settlement {
        settle(game, self.settings.network_for(game.size()))
    }

    /// Whether it thinks in the opponent's time.
    #[must_use]
    pub const fn ponders(&self) -> bool {
        self.settings.ponder > 0
    }

    /// Whether [`Report::statistics`] are kept from now on.
    pub const fn keep_statistics(&mut self, keep: bool) {
        self.searcher.keep_statistics(keep);
    }

    /// The tree of the latest search of this game, whatever it was for.
    #[must_use]
    pub fn tree(&self) -> Option<TreeView<'_>> {
        self.searcher.tree()
    }

    fn search(
        &mut self,
        passing: &Passing<'_>,
        question: Question<'_>,
        conditions: Conditions<'_>,
    ) -> Report {
        let Question {
            color,
            restrictions,
            widening,
            detail,
            mut observer,
            ..
        } = question;
        let game = passing.game();
        let no_pass = passing.is_forbidden().then(|| Restriction {
            color,
            kind: RestrictionKind::Avoid,
            moves: vec![Move::Pass],
            depth: 1,
        });
        let restrictions: Vec<Restriction> = restrictions.iter().cloned().chain(no_pass).collect();
        let request = Request {
            restrictions: &restrictions,
            root_widening: widening,
            detail,
            exact: conditions.exact,
            limit: conditions.limit,
            stop: Some(conditions.stop),
            seed: self.seed().wrapping_add(game.move_number() as u64),
            ..Request::of_game(game, color)
        };
        let params = self.params_beside_book(game.size());
        self.searcher.search(&params, &request, observer.as_mut())
    }

    fn limit(&self, budget: Option<TimeBudget>) -> Limit {
        let own = self.settings.time_per_move.map(TimeBudget::fixed);
        Limit {
            playouts: self.settings.playouts,
            time: [own, budget].into_iter().flatten().reduce(TimeBudget::min),
        }
    }
}

/// The best move of a search that the rules allow and that is no premature pass; a pass if there is none.
fn best_legal_move(game: &Game, color: Color, passing: &Passing<'_>, report: &Report) -> Move {
    let is_premature = report.best == Move::Pass && passing.is_premature();
    let moves = report.moves().iter().map(|stats| stats.mv);
    std::iter::once(report.best)
        .chain(moves)
        .find(|&mv| !(is_premature && mv == Move::Pass) && game.is_legal(color, mv))
        .unwrap_or(Move::Pass)
}
