//! The engine that plays: [`Engine::think`] answers a question about a game, with a move, a pass or a resignation.

mod analyze;
mod beginner;
mod book;
mod builder;
mod choose;
mod exact;
mod game;
mod passing;
mod question;
mod resign;
mod search;
mod settings;
mod settle;
#[cfg(test)]
mod tests;
mod turn;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::TryRng;
use rand::rngs::SysRng;

use crate::search::{Exact, Exchange, Limit, Report, Request, Searcher, Snapshot, TreeNode};
use crate::solve::{Budget, Solution};
use resign::{LostMoves, is_certain, looks_lost, may_give_up};
use tao_rules::board::{Color, Move, Symmetry};
use tao_rules::game::Game;
use turn::Turn;

pub use analyze::Job;
pub use builder::EngineBuilder;
pub use exact::solve;
pub use game::{MatchResult, play_match};
pub use question::{Decision, Purpose, Question, RawEvaluation, Thought, judges_moves, warning};
pub use settings::{EngineSettings, Level, OtherSearch, ParseLevelError, Resign};
use settle::settle_soon;
pub use settle::{ChainStatus, Settlement, Status, settle};

/// The player behind every protocol and command.
#[derive(Debug)]
pub struct Engine {
    settings: EngineSettings,
    searcher: Searcher,
    /// The seed of this game.
    seed: u64,
    /// Whether each game draws its own seed.
    draws_seed: bool,
    /// Whether the engine may resign in this game.
    resign: Resign,
    lost_moves: LostMoves,
    stop: Arc<AtomicBool>,
}

/// A seed from the system.
fn draw_seed() -> u64 {
    let seed = SysRng.try_next_u64().unwrap_or_default();
    log::info!("seed {seed}");
    seed
}

impl Engine {
    /// Chooses what the side to move does: a legal move, or to resign, which [`play_on`](Self::play_on) prevents. The first of the
    /// limits ends the search, and so do those of the level. Without a limit, the default, the number of visits is that of the
    /// parameters of the search: 2 000 with the network, on boards from 5x5 to 9x9, else 10 000 simulated games.
    ///
    /// ```
    /// use tao_engine::{Decision, Engine, Limit};
    /// use tao_rules::game::Game;
    ///
    /// let mut game = Game::new(5)?;
    /// let mut engine = Engine::builder().seed(1).build()?;
    /// if let Decision::Play(mv) = engine.choose(&game, Limit::visits(50)) {
    ///     game.play(mv)?;
    /// }
    /// assert_eq!(game.moves().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose(&mut self, game: &Game, limit: Limit) -> Decision {
        let question = Question {
            visits: limit.playouts,
            ..Question::new(game.to_move(), Purpose::Play, limit.time)
        };
        self.think(game, question).decision()
    }

    /// Scores a game as it stands, over or not: which chains are dead or in seki, and the points without dead stones, by the rules of
    /// the game. Always the same for the same game.
    pub fn score(&self, game: &Game) -> Settlement {
        settle(game, self.settings.network_for(game.size()))
    }
}

impl Engine {
    /// Answers a question about `game`, over or not. The same questions in the same order with the same seed get the same answers,
    /// as long as one thread searches and no time limits it.
    pub fn think(&mut self, game: &Game, mut question: Question<'_>) -> Thought {
        let is_turn = question.purpose.needs_move();
        if !is_turn && game.is_over() {
            let Settlement { board, score, .. } = self.score(game);
            let snapshot = Snapshot::finished(question.color, &board, score, game.total_komi());
            question.show(&snapshot);
            return Thought {
                mv: Move::Pass,
                resigns: false,
                report: Some(Report::new(snapshot)),
            };
        }
        let resumed = (!is_turn).then(|| game.without_passes());
        let game = resumed.as_ref().unwrap_or(game);
        let stop = Arc::clone(&self.stop);
        let turn = Turn::new(game, &question, &self.settings, self.seed, &stop);
        let report = self.find_move(&turn, &mut question);
        let mv = report.as_ref().map_or(Move::Pass, |report| report.best);
        let lost_moves = &mut self.lost_moves;
        let resigns = matches!(question.purpose, Purpose::Play)
            && resign::resigns(&turn, mv, report.as_ref(), self.resign, lost_moves);
        Thought {
            mv,
            resigns,
            report,
        }
    }

    /// Passes without a search if that wins (`None`), or takes a move from the opening book, or solves and searches the position. A
    /// searched move gives way if it is illegal or a premature pass, by chance below full strength, and to a pass when nothing is
    /// left to play.
    fn find_move(&mut self, turn: &Turn<'_>, question: &mut Question<'_>) -> Option<Report> {
        let purpose = question.purpose;
        let is_turn = purpose.needs_move();
        let is_free = question.restrictions.is_empty();
        let level = question.level.unwrap_or(self.settings.level);
        let is_full = level == Level::FULL;

        let is_cleanup = matches!(purpose, Purpose::CleanUp);
        let capture = is_cleanup.then(|| passing::find_capture(turn)).flatten();
        let may_pass = is_turn && capture.is_none();
        if may_pass && (is_free && passing::wins(turn) || is_cleanup && passing::is_clean(turn)) {
            return None;
        }

        let may_look_up = is_turn && is_free && is_full;
        let known = may_look_up.then(|| book::look_up(turn, &self.settings));
        if let Some(report) = known.flatten() {
            question.show(&report.snapshot);
            return Some(report);
        }

        let may_solve = is_free && capture.is_none() && (is_full || !is_turn);
        let params = self.settings.params_beside_book(turn.game.size());
        let exact = may_solve.then(|| exact::best_play(turn, &params));
        let exact = exact.flatten();
        let is_answer = |exact| exact::is_answer(exact, turn, is_turn);
        let is_known = exact.as_ref().is_some_and(is_answer);

        let request = Request {
            limit: search::limit(turn, is_turn && (is_known || capture.is_some())),
            exact: match exact.clone() {
                exact if is_known => exact,
                _ if matches!(purpose, Purpose::Play) => None,
                exact => exact.and_then(Exact::without_line),
            },
            dead: (!is_turn).then(|| search::dead_at_root(turn)).flatten(),
            ..search::request(turn, question, capture)
        };
        // Without an interval only the answer is shown, which may differ from the end of the search.
        let observer = question.observer.as_mut();
        let shows_end = observer.as_ref().is_some_and(|it| it.interval.is_none());
        let observer = observer.filter(|_| !shows_end);
        let mut report = search::run(turn, &request, &self.settings, &mut self.searcher, observer);
        if !is_known {
            choose::choose_legal(turn, &mut report);
        }
        let shown = report.best;
        if is_turn && !is_known {
            choose::choose_by_level(turn, level, &mut report);
            let mut restrictions = question.restrictions.iter();
            if restrictions.all(|it| it.permits(turn.color, Move::Pass)) {
                choose::choose_to_stop(turn, level, &mut report);
            }
            report.exact = exact.filter(|exact| exact.is_proven).or(report.exact);
        }
        search::show_end(turn, &mut report);
        if shows_end || report.best != shown {
            question.show(&report.snapshot);
        }
        Some(report)
    }

    /// Answers a question about the engine's next move without making it: the count of moves that look lost does not change.
    pub fn consider(&mut self, game: &Game, question: Question<'_>) -> Thought {
        let lost_moves = self.lost_moves.clone();
        let thought = self.think(game, question);
        self.lost_moves = lost_moves;
        thought
    }

    /// Whether the engine searches in the opponent's time.
    pub const fn ponders(&self) -> bool {
        self.settings.ponder > 0
    }

    /// Searches for the side to move until `stop` is set or [`EngineSettings::ponder`] visits are made. The next search goes on with
    /// the tree. Does nothing when the game is over.
    pub fn ponder(&mut self, game: &Game, stop: &AtomicBool) {
        if !self.ponders() || game.is_over() {
            return;
        }
        let question = Question::new(game.to_move(), Purpose::Analyze(stop), None);
        let mut turn = Turn::new(game, &question, &self.settings, self.seed, stop);
        turn.limit.playouts = Some(self.settings.ponder);
        // No dead stones are named: the search for the next move goes on with this tree, and it does not know them either.
        let request = search::request(&turn, &question, None);
        let report = search::run(&turn, &request, &self.settings, &mut self.searcher, None);
        let (visits, reused) = (report.playouts, report.reused_visits);
        log::debug!("pondered: {visits} visits on top of {reused}");
    }

    /// Whether the move of `thought` looks lost and the engine may resign. This judges the one move alone: for [`Purpose::Play`]
    /// the engine resigns only if the same side's two moves before looked lost, too.
    pub fn may_resign(&self, game: &Game, thought: &Thought) -> bool {
        let looks_lost = |report: &&Report| looks_lost(report, self.settings.resign_below);
        let Some(report) = thought.report.as_ref().filter(looks_lost) else {
            return false;
        };
        let question = Question::new(report.snapshot.to_move, Purpose::Suggest, None);
        let turn = Turn::new(game, &question, &self.settings, self.seed, &self.stop);
        let is_certain = is_certain(report, turn.network.is_some());
        self.settings.resign == Resign::WhenLost && may_give_up(&turn, is_certain)
    }

    /// A pass of `color` that ends the game, with the score after a short reading, so that no move waits for it.
    pub fn ending_pass(&self, game: &Game, color: Color) -> Snapshot {
        let settlement = settle_soon(game, self.settings.network_for(game.size()));
        search::ending_pass(game, color, &settlement)
    }

    /// Looks for the exact result of `game` as [`solve()`] does. The table takes no more than the memory for searches, and the latest
    /// tree is dropped to make room for it.
    pub fn solve(&mut self, game: &Game, color: Color, budget: &Budget<'_>) -> Solution {
        self.searcher.forget();
        let params = self.settings.params_beside_book(game.size());
        let budget = Budget {
            table_bytes: budget.table_bytes.min(params.search_bytes()),
            ..*budget
        };
        solve(game, color, &budget)
    }

    /// Evaluates a position with `color` to move once, seen through a symmetry; `None` where no network evaluates.
    pub fn raw_evaluation(&self, game: &Game, color: Color, by: Symmetry) -> Option<RawEvaluation> {
        let network = self.settings.network_for(game.size())?;
        Some(RawEvaluation::of(network, game, color, by))
    }

    /// The moves with at least this many visits in the tree of the latest search of this game, whatever it was for: each before
    /// those below it.
    pub fn tree(&self, min_visits: u64) -> Option<Vec<TreeNode>> {
        self.searcher.tree(min_visits)
    }

    /// An engine with these settings.
    pub fn new(settings: EngineSettings) -> Self {
        let seed = settings.seed.unwrap_or_else(draw_seed);
        let mut searcher = Searcher::new(settings.network.clone(), seed);
        searcher.set_shapes(settings.shapes.clone());
        Self {
            seed,
            draws_seed: settings.seed.is_none(),
            resign: settings.resign,
            lost_moves: LostMoves::default(),
            stop: Arc::default(),
            searcher,
            settings,
        }
    }

    /// The settings of the engine.
    pub const fn settings(&self) -> &EngineSettings {
        &self.settings
    }

    /// Changes the settings of the engine.
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

    /// Changes the level of play; everything else about the current game stays as it is.
    pub const fn set_level(&mut self, level: Level) {
        self.settings.level = level;
    }

    /// The seed of this game.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Sets the seed of this game and of those to come.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.draws_seed = false;
        self.searcher.set_seed(seed);
    }

    /// Keeps the engine from resigning in this game.
    pub const fn play_on(&mut self) {
        self.resign = Resign::Never;
    }

    /// Sets the flag by which another thread ends a search early. The engine then plays the best move found so far.
    pub fn set_stop_flag(&mut self, stop: Arc<AtomicBool>) {
        self.stop = stop;
    }

    /// Begins another game. It has a seed of its own unless one was given.
    pub fn new_game(&mut self) {
        if self.draws_seed {
            self.seed = draw_seed();
        }
        self.searcher.new_game(self.seed);
        self.resign = self.settings.resign;
        self.lost_moves = LostMoves::default();
    }

    /// Shares all searches with other ranks.
    pub fn set_exchange(&mut self, exchange: Box<dyn Exchange>) {
        self.searcher.set_exchange(exchange);
    }

    /// Makes the next search begin with an empty tree. Until then the old tree can still be viewed.
    pub fn clear_tree(&mut self) {
        self.searcher.clear_tree();
    }

    /// Sets whether [`Report::statistics`](crate::search::Report::statistics) are kept from now on.
    pub const fn keep_statistics(&mut self, keep: bool) {
        self.searcher.keep_statistics(keep);
    }
}
