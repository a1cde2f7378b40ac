//! The engine at the board: search a move, and know when to pass and when to resign.

mod passing;
mod question;
mod resign;
mod settle;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::TryRng;
use rand::rngs::SysRng;

use crate::board::{Color, Move};
use crate::game::{Game, TimeBudget};
use crate::playout::Switch;
use crate::search::{
    Limit, Params, Past, Report, Request, Restriction, RestrictionKind, Searcher, TreeView,
};
use passing::Passing;
use resign::LostMoves;

pub use question::Question;
pub use settle::{Settlement, Status, Verdict, settle};

/// A player whose best move wins a smaller share of the playouts has lost. Fuego's figure on 9x9.
const LOST_BELOW: f64 = 0.05;

/// Own moves in a row that must look lost before the engine resigns.
const LOST_MOVES: u32 = 3;

/// A win rate out of fewer playouts is no reason to resign.
const TELLING_PLAYOUTS: u64 = 500;

/// Nobody resigns before a stone for every four points was played: 20 moves on 9x9.
const RESIGN_AREA: usize = 4;

/// Playouts without end, as far as playouts can be counted.
const ENDLESS: Limit = Limit {
    playouts: Some(u64::MAX),
    time: None,
};

/// Whether the engine plays lost games to the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Resign {
    /// It plays on.
    Never,
    /// It resigns once several of its moves in a row were hopeless.
    #[default]
    WhenLost,
}

/// How the engine plays.
#[derive(Clone, Debug, Default)]
pub struct EngineSettings {
    /// The search.
    pub params: Params,
    /// Playouts for a move; without it, and without any time limit, those of `params`.
    pub playouts: Option<u64>,
    /// Time for a move.
    pub time_per_move: Option<Duration>,
    /// Playouts in the opponent's time, at most: see [`Engine::ponder`]. None with 0.
    pub ponder: u64,
    /// The same seed gives the same moves; without one every game is another.
    pub seed: Option<u64>,
    /// When to resign.
    pub resign: Resign,
}

impl EngineSettings {
    /// Whether pondering, if it is on, is of use to the next search.
    ///
    /// # Errors
    ///
    /// Returns [`UselessPondering`] where no tree is kept.
    pub fn check_pondering(&self) -> Result<(), UselessPondering> {
        if self.ponder > 0 && self.params.reuse == Switch::Off {
            return Err(UselessPondering);
        }
        Ok(())
    }
}

/// Settings by which the engine would think in the opponent's time for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these settings keep no tree for the next move (reuse=on does)")]
pub struct UselessPondering;

/// What to do in one's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Make this move, which is legal.
    Play(Move),
    /// Give the game up.
    Resign,
}

/// What [`Engine::genmove`] decided and why.
#[derive(Clone, Debug)]
pub struct Thought {
    /// What to do.
    pub decision: Decision,
    /// What the search found about the move; `None` when passing wins without one.
    pub report: Option<Report>,
}

/// The move that [`Engine::suggest`] would play and why.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// A legal move.
    pub mv: Move,
    /// What the search found about the move; `None` when passing wins without one.
    pub report: Option<Report>,
}

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

/// What the random numbers begin with.
#[derive(Clone, Copy, Debug)]
enum Seed {
    /// Asked for: good for every game.
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
}

impl Engine {
    /// An engine that plays as `settings` say.
    #[must_use]
    pub fn new(settings: EngineSettings) -> Self {
        Self {
            seed: settings.seed.map_or_else(Seed::draw, Seed::Given),
            resign: settings.resign,
            lost_moves: LostMoves::default(),
            stop: Arc::default(),
            searcher: Searcher::default(),
            settings,
        }
    }

    /// How it plays.
    #[must_use]
    pub const fn settings(&self) -> &EngineSettings {
        &self.settings
    }

    /// Has it play another way from here on.
    pub fn set_settings(&mut self, settings: EngineSettings) {
        if settings.seed != self.settings.seed
            && let Some(seed) = settings.seed
        {
            self.set_seed(seed);
        }
        self.resign = settings.resign;
        self.settings = settings;
    }

    /// What its random numbers begin with.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        match self.seed {
            Seed::Given(seed) | Seed::Drawn(seed) => seed,
        }
    }

    /// Makes its random numbers begin with another seed, in this game and in those to come.
    pub const fn set_seed(&mut self, seed: u64) {
        self.seed = Seed::Given(seed);
    }

    /// Plays the game so far to the end, lost or not.
    pub const fn play_on(&mut self) {
        self.resign = Resign::Never;
    }

    /// From here on, a search ends early once another thread sets `stop`, with the best move until then.
    pub fn set_stop_flag(&mut self, stop: Arc<AtomicBool>) {
        self.stop = stop;
    }

    /// Forgets the game so far: another one begins. It has a seed of its own unless one was given.
    pub fn forget(&mut self) {
        if let Seed::Drawn(_) = self.seed {
            self.seed = Seed::draw();
        }
        self.forget_searches();
        self.resign = self.settings.resign;
        self.lost_moves = LostMoves::default();
    }

    /// Forgets what it has searched: the next search begins anew, in the same game.
    pub fn forget_searches(&mut self) {
        self.searcher.forget();
    }

    /// Has the next search begin anew, as if all was forgotten. The [outline](Self::outline) of the latest one stays.
    pub fn clear_tree(&mut self) {
        self.searcher.clear_tree();
    }

    /// Decides what `color` does next in `game`, within `budget` if the clock gives one. The game may be
    /// at any point, over or not, and it need not be `color`'s turn.
    pub fn genmove(&mut self, game: &Game, color: Color, budget: Option<TimeBudget>) -> Thought {
        self.answer(game, Question::new(color, budget))
    }

    /// The same for a question with all that belongs to it.
    pub fn answer(&mut self, game: &Game, question: Question<'_>) -> Thought {
        let color = question.color;
        let Suggestion { mv, report } = self.consider(game, question);
        self.lost_moves.follow(game);
        let decision = if self.gives_up(game, color, report.as_ref()) {
            Decision::Resign
        } else {
            Decision::Play(mv)
        };
        let played = (decision != Decision::Resign).then_some((color, mv));
        self.lost_moves.remember(game, played);
        Thought { decision, report }
    }

    /// The move that `color` should play, without a thought of resigning. The same questions in the same order and
    /// the same seed give the same moves, as long as the limit is not a time and one thread searches.
    #[must_use]
    pub fn suggest(&mut self, game: &Game, color: Color, budget: Option<TimeBudget>) -> Suggestion {
        self.consider(game, Question::new(color, budget))
    }

    /// The same for a question with all that belongs to it.
    #[must_use]
    pub fn consider(&mut self, game: &Game, question: Question<'_>) -> Suggestion {
        let mut limit = self.limit(question.budget);
        let color = question.color;
        let passing = Passing::new(game, color, limit.time);
        if question.restrictions.is_empty() && passing.wins() {
            return Suggestion {
                mv: Move::Pass,
                report: None,
            };
        }
        limit.time = passing.time_to_search();
        let stop = Arc::clone(&self.stop);
        let mut report = self.search(&passing, question, limit, &stop);
        let mv = choose(game, color, &passing, &report);
        tell_of(&mut report, mv);
        Suggestion {
            mv,
            report: Some(report),
        }
    }

    /// Searches as for a move, whatever can be seen without: for who watches.
    pub fn inspect(&mut self, game: &Game, question: Question<'_>) -> Report {
        let (limit, stop) = (self.limit(question.budget), Arc::clone(&self.stop));
        let passing = Passing::new(game, question.color, limit.time);
        self.search(&passing, question, limit, &stop)
    }

    /// From here on, its searches count what their games are like or not: [`Report::statistics`].
    pub const fn keep_statistics(&mut self, switch: Switch) {
        self.searcher.keep_statistics(switch);
    }

    /// The tree of the latest search, whatever it was for: a move, an analysis, the opponent's time. None where nothing was
    /// searched since the beginning or since it was told to forget.
    #[must_use]
    pub fn outline(&self) -> Option<TreeView<'_>> {
        self.searcher.outline()
    }

    /// Searches until `stop` is set, or until it has seen more than it can count. The budget of the question is
    /// disregarded.
    pub fn analyze(&mut self, game: &Game, question: Question<'_>, stop: &AtomicBool) -> Report {
        let passing = Passing::new(game, question.color, None);
        self.search(&passing, question, ENDLESS, stop)
    }

    /// Searches on for whoever is to move in `game`, until `stop` is set or [`EngineSettings::ponder`] playouts are made. The next
    /// search profits, if [`Params::reuse`] is on. Nothing happens when the game is over.
    pub fn ponder(&mut self, game: &Game, stop: &AtomicBool) {
        if !self.ponders() || game.is_over() {
            return;
        }
        let limit = Limit {
            playouts: Some(self.settings.ponder),
            time: None,
        };
        let question = Question::new(game.to_move(), None);
        let passing = Passing::new(game, question.color, None);
        let Report { playouts, kept, .. } = self.search(&passing, question, limit, stop);
        log::debug!("pondered: {playouts} playouts on top of {kept}");
    }

    /// Whether it uses the opponent's time.
    #[must_use]
    pub const fn ponders(&self) -> bool {
        self.settings.ponder > 0
    }

    fn search(
        &mut self,
        passing: &Passing<'_>,
        question: Question<'_>,
        limit: Limit,
        stop: &AtomicBool,
    ) -> Report {
        let Question {
            color,
            restrictions,
            mut watch,
            ..
        } = question;
        let game = passing.game();
        let no_pass = Restriction {
            color,
            kind: RestrictionKind::Avoid,
            moves: vec![Move::Pass],
            depth: 1,
        };
        let no_pass = passing.must_not().then_some(no_pass);
        let restrictions: Vec<Restriction> = restrictions.iter().cloned().chain(no_pass).collect();
        let banned = game.banned(color);
        let hashes = game.superko_keys();
        let seed = self.seed().wrapping_add(game.move_number() as u64);
        self.searcher.search_observed(
            &self.settings.params,
            &Request {
                board: game.board(),
                to_move: color,
                komi: game.komi(),
                banned: &banned,
                restrictions: &restrictions,
                last: game.last_move(),
                second_last: game.second_last_move(),
                move_number: game.move_number(),
                past: Past {
                    superko: game.rules().superko,
                    hashes: &hashes,
                },
                limit,
                stop: Some(stop),
                seed,
            },
            watch.as_mut(),
        )
    }

    fn limit(&self, budget: Option<TimeBudget>) -> Limit {
        let own = self.settings.time_per_move.map(TimeBudget::fixed);
        Limit {
            playouts: self.settings.playouts,
            time: [own, budget].into_iter().flatten().reduce(TimeBudget::min),
        }
    }

    fn gives_up(&mut self, game: &Game, color: Color, report: Option<&Report>) -> bool {
        let is_lost = report.is_some_and(|report| {
            let tells = report.is_solved || report.kept + report.playouts >= TELLING_PLAYOUTS;
            report.win_rate < LOST_BELOW && tells
        });
        if !is_lost {
            self.lost_moves.recover(color);
            return false;
        }
        self.lost_moves.lose(color) >= LOST_MOVES
            && self.resign == Resign::WhenLost
            && game.move_number() >= game.size() * game.size() / RESIGN_AREA
    }
}

/// The search's best move that the rules allow, a pass if need be.
fn choose(game: &Game, color: Color, passing: &Passing, report: &Report) -> Move {
    let is_premature = report.best == Move::Pass && passing.is_premature();
    let ranked = report.candidates.iter().map(|candidate| candidate.mv);
    std::iter::once(report.best)
        .chain(ranked)
        .find(|&mv| !(is_premature && mv == Move::Pass) && game.is_legal(color, mv))
        .unwrap_or(Move::Pass)
}

/// Makes the report one of the move that is played, where that is not the search's own choice.
fn tell_of(report: &mut Report, mv: Move) {
    if report.best == mv {
        return;
    }
    report.best = mv;
    // What was proven was proven of the other move.
    report.is_solved = false;
    let mut candidates = report.candidates.iter();
    let chosen = candidates.find(|candidate| candidate.mv == mv && candidate.visits > 0);
    if let Some(chosen) = chosen {
        report.win_rate = chosen.win_rate;
    }
    if report.principal_variation.first() != Some(&mv) {
        report.principal_variation.clear();
    }
}
