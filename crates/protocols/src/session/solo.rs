//! A game and its engine on one thread, as a browser has them without a server. A search cannot be interrupted there, so long ones
//! are made of short ones, which go on with the same tree.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use web_time::Instant;

use super::board_game::{BoardGame, GameOver, Refusal, level};
use super::view;
use crate::review::{MistakeSizes, SlicedReview};
use crate::schema::page::{
    Action, Analysis, Choice, EarlierGame, Explored, GameState, Score, Solved,
};
use tao_engine::raw::search::{Detail, Observer, Snapshot};
use tao_engine::raw::{EngineSettings, Purpose, Question};
use tao_engine::{Engine, Level};
use tao_rules::board::Move;
use tao_rules::game::{Game, Rules, TimeBudget, TimeControl};

/// Most visits of an analysis, some minutes of one core.
const MAX_VISITS: u64 = 100_000;

/// Maximum number of reviews that are under way: of the game, of a move that was made, and of the position before it.
const MAX_REVIEWS: usize = 4;

/// A game with the engine.
#[derive(Debug)]
pub struct Solo {
    board: BoardGame,
    /// The rules for records that name none.
    rules: Rules,
    engine: Engine,
    /// Counts the changes of the game.
    revision: u64,
    /// What the searches of this revision have found so far.
    found: Option<(u64, Snapshot)>,
    /// The reviews that are under way, the oldest first.
    reviews: Vec<SlicedReview>,
}

impl Solo {
    /// A game in which a person plays the side to move against the engine.
    pub fn new(game: Game, settings: EngineSettings) -> Self {
        let (player, rules) = (Some(game.to_move()), game.rules());
        Self {
            rules,
            board: BoardGame::new(game, player, settings.level, TimeControl::Unlimited),
            engine: Engine::new(settings),
            revision: 0,
            found: None,
            reviews: Vec::new(),
        }
    }

    /// Goes on with the game of a record, or with [what was kept](Self::kept).
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the record; the game is unchanged.
    pub fn resume(&mut self, record: &[u8]) -> Result<(), Refusal> {
        self.board = BoardGame::of_kept(record, self.rules, self.board.level())?;
        self.begin_game();
        self.has_changed();
        Ok(())
    }

    /// The game, and the position that is shown.
    pub fn state(&mut self) -> GameState {
        self.run_clock();
        view::state(&self.board, MistakeSizes::default(), self.revision, false)
    }

    /// The record of the game.
    pub fn record(&self) -> String {
        self.board.to_sgf()
    }

    /// The record with what it does not tell, such as problems and earlier games, in a line after it: for [`resume`](Self::resume).
    pub fn kept(&self) -> String {
        self.board.to_kept()
    }

    /// Carries out an action, which is JSON, and returns the new state. The engine's move takes at most `time`.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the action, or why the game does not allow it.
    pub fn act(&mut self, action: &str, time: Duration) -> Result<GameState, Refusal> {
        self.run_clock();
        match serde_json::from_str(action)? {
            Action::Review { node } => {
                self.review(node)?;
                return Ok(self.state());
            }
            action if action.keeps_position() => {
                self.board.act(action, MistakeSizes::default())?;
                return Ok(self.state());
            }
            Action::Genmove {} => self.engine_move(time)?,
            action => {
                let is_other_game = action.is_other_game();
                self.board.act(action, MistakeSizes::default())?;
                if is_other_game {
                    self.begin_game();
                }
            }
        }
        self.has_changed();
        Ok(self.state())
    }

    /// Loads a record and returns the new state.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the record.
    pub fn load(&mut self, record: &[u8]) -> Result<GameState, Refusal> {
        self.board.load(record, self.rules)?;
        self.begin_game();
        self.has_changed();
        Ok(self.state())
    }

    /// The earlier games, the latest first.
    pub fn games(&self) -> Vec<EarlierGame> {
        let games = &self.board.library.games;
        games.list(self.rules, self.board.level())
    }

    /// What the opening book says about the position that is shown.
    pub fn explore(&self) -> Explored {
        let settings = self.engine.settings();
        view::explored(&self.board.shown(), settings, self.revision)
    }

    /// The exact results in the position that is shown, as far as they are found in this time.
    pub fn solve(&self, time: Duration) -> Solved {
        let bytes = self.engine.settings().params.solve_bytes();
        let (never, sizes) = (AtomicBool::new(false), MistakeSizes::default());
        view::solved(
            &self.board.shown(),
            bytes,
            time,
            &never,
            sizes,
            self.revision,
        )
    }

    /// The score of the position that is shown. The engine finds the dead stones.
    pub fn score(&self) -> Score {
        let game = self.board.shown();
        view::score(&game, &self.engine.score(&game))
    }

    /// Chooses a move for the side to move, which is not made. At full strength the search ends after about `slice` as not done if
    /// it would take longer; the next call goes on with it. `time` is what is left for all calls.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such level or the game is over.
    pub fn choose(
        &mut self,
        number: u8,
        time: Duration,
        slice: Duration,
    ) -> Result<Choice, Refusal> {
        let level = level(number)?;
        self.run_clock();
        if self.board.ending().is_some() {
            return Err(GameOver.into());
        }
        let game = self.board.shown();
        // After a pass the tree may not be reused, and below full strength it must not be.
        let is_sliced = level == Level::FULL && game.last_move() != Some(Move::Pass);
        if level != Level::FULL {
            self.engine.clear_tree();
        }
        let mut shown = 0;
        let mut stop = |_: &Snapshot| {
            shown += 1;
            ControlFlow::Break(())
        };
        let question = Question {
            level: Some(level),
            detail: Detail::Score,
            observer: is_sliced.then_some(Observer {
                first: None,
                interval: Some(slice),
                show: &mut stop,
            }),
            ..Question::new(
                game.to_move(),
                Purpose::Suggest,
                Some(TimeBudget::fixed(time)),
            )
        };
        let thought = self.engine.think(&game, question);
        // The end of a search is always shown.
        let is_done = shown < 2;
        Ok(view::choice(&self.engine, &game, &thought, is_done))
    }

    /// Searches the position that is shown for this much longer, and returns the analysis. It is marked as done if a longer search
    /// would find no more. `None` at the end of a game.
    pub fn analyze(&mut self, time: Duration, with_owners: bool) -> Option<Analysis> {
        self.run_clock();
        if self.board.ending().is_some() {
            return None;
        }
        let game = self.board.shown();
        let start = Instant::now();
        let (mut is_short, never) = (false, AtomicBool::new(false));
        let mut stop = |_: &Snapshot| {
            is_short |= start.elapsed() >= time;
            ControlFlow::Break(())
        };
        let question = Question {
            detail: if with_owners {
                Detail::OwnershipByMove
            } else {
                Detail::Score
            },
            observer: Some(Observer {
                first: None,
                interval: Some(time),
                show: &mut stop,
            }),
            ..Question::new(game.to_move(), Purpose::Analyze(&never), None)
        };
        let thought = self.engine.think(&game, question);
        let mut snapshot = thought.report?.snapshot;
        if let Some((revision, earlier)) = self.found.take()
            && revision == self.revision
        {
            snapshot.add_outcomes(&earlier);
        }
        self.board.note(game.moves().len(), view::value(&snapshot));
        let is_done = !is_short || snapshot.visits >= MAX_VISITS;
        let sizes = MistakeSizes::default();
        let mut analysis = view::analysis(&snapshot, &game, sizes, self.revision, is_done);
        if !with_owners {
            // Those of earlier searches are for another caller.
            analysis.evaluation.owners = None;
        }
        self.found = Some((self.revision, snapshot));
        Some(analysis)
    }

    /// Forgets what belongs to the game before.
    fn begin_game(&mut self) {
        self.engine.new_game();
        self.reviews.clear();
    }

    /// Goes on with the review of the position of a node.
    fn review(&mut self, node: usize) -> Result<(), Refusal> {
        let Some(game) = self.board.to_review(node)? else {
            return Ok(());
        };
        let mut reviews = self.reviews.iter();
        let begun = reviews.position(|review| review.game().moves() == game.moves());
        let mut review = match begun {
            Some(place) => self.reviews.remove(place),
            None => SlicedReview::new(self.engine.settings().clone(), game),
        };
        match review.go_on() {
            Some(found) => self.board.keep_review(node, found),
            None => self.reviews.push(review),
        }
        if self.reviews.len() > MAX_REVIEWS {
            self.reviews.remove(0);
        }
        Ok(())
    }

    fn engine_move(&mut self, time: Duration) -> Result<(), Refusal> {
        if self.board.ending().is_some() {
            return Err(GameOver.into());
        }
        // Below full strength the engine must not use the tree of an analysis.
        if self.board.level() != Level::FULL {
            self.engine.clear_tree();
        }
        let question = self.board.question(time);
        let thought = self.engine.think(&self.board.shown(), question);
        if !self.board.run_clock(Instant::now()) {
            self.board.answer(&thought)?;
        }
        Ok(())
    }

    /// Counts a change of the game, and scores a game that two passes have ended.
    fn has_changed(&mut self) {
        self.revision += 1;
        self.board.table.settle(&self.engine);
    }

    /// Lets the clock run until now.
    fn run_clock(&mut self) {
        if self.board.run_clock(Instant::now()) {
            self.revision += 1;
        }
    }
}
