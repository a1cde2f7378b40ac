//! The state of a session.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use crate::board::Color;
use crate::engine::{Decision, Engine, Purpose, Question, Thought};
use crate::files::Keeper;
use crate::game::{Game, Score, TimeBudget};
use crate::search::{Detail, Observer, Report, Snapshot};
use crate::table::{ENGINE, Seat, Table};

use super::chat;
use super::graphics;
use super::graphics::Graphics;
use super::input::InputQueue;
use super::record::GameKeeper;
use super::response::Response;

/// Whether `list_commands` shows `kgs-chat`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chat {
    /// Not listed, because some servers' programs fail on it.
    #[default]
    Hidden,
    /// Listed.
    Listed,
}

/// Why the engine chose a move.
#[derive(Clone, Debug)]
pub(super) enum MoveReason {
    Search(Box<Report>),
    /// A pass that ends the game with this score, a win.
    WinningPass(Score),
}

/// The state of a session: a game and the engine that plays.
#[derive(Debug)]
pub struct Session {
    pub(super) table: Table,
    pub(super) keeper: GameKeeper,
    /// The opponent's name, if the server has told it.
    pub(super) opponent: Option<String>,
    pub(super) engine: Engine,
    pub(super) name: String,
    pub(super) version: String,
    pub(super) last_report: Option<Report>,
    pub(super) last_move_reason: Option<MoveReason>,
    pub(super) input: Arc<InputQueue>,
    pub(super) graphics: Graphics,
    pub(super) chat: Chat,
    writes_chat_lines: bool,
    /// Whether commands may name files.
    pub(super) allows_files: bool,
    /// The snapshot that was shown last, and its game.
    shown: Option<(Game, Snapshot)>,
    /// The color of the engine's latest move in this game; `None` stops pondering.
    own_color: Option<Color>,
    is_closed: bool,
}

impl Session {
    /// A session that plays `game` with `engine`, without a time limit until the controller sets one.
    #[must_use]
    pub fn new(game: Game, engine: Engine) -> Self {
        Self {
            table: game.into(),
            keeper: GameKeeper::default(),
            opponent: None,
            engine,
            name: ENGINE.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            last_report: None,
            last_move_reason: None,
            input: Arc::default(),
            graphics: Graphics::default(),
            chat: Chat::default(),
            writes_chat_lines: false,
            allows_files: true,
            shown: None,
            own_color: None,
            is_closed: false,
        }
    }

    /// Draws searches on `writer`, a block of lines at a time, for `GoGui`.
    #[must_use]
    pub fn with_graphics(mut self, writer: impl Write + Send + 'static) -> Self {
        self.graphics = Graphics::to(writer);
        self
    }

    /// Keeps every game: when it ends, when the next one begins, and at the end of the session. What fails is a warning.
    #[must_use]
    pub fn with_keeper(mut self, keeper: Keeper) -> Self {
        self.keeper = GameKeeper::new(keeper);
        self
    }

    /// Lists `kgs-chat` or hides it.
    #[must_use]
    pub fn with_chat(self, chat: Chat) -> Self {
        Self { chat, ..self }
    }

    /// Writes a line about the search for each move to the writer of [`with_graphics`](Self::with_graphics), for gtp2ogs.
    #[must_use]
    pub fn with_chat_lines(mut self) -> Self {
        self.writes_chat_lines = true;
        self.graphics.write(chat::HEADING);
        self
    }

    pub(super) fn set_input(&mut self, input: Arc<InputQueue>) {
        self.engine.set_stop_flag(input.stop_flag());
        self.input = input;
    }

    /// Refuses to read and write files, for controllers from elsewhere.
    #[must_use]
    pub fn without_files(self) -> Self {
        Self {
            allows_files: false,
            ..self
        }
    }

    /// Sets the response to `name`: some boards show more figures of engines that they know.
    #[must_use]
    pub fn with_name(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// Sets the response to `version`: some controllers refuse versions that they do not know.
    #[must_use]
    pub fn with_version(self, version: String) -> Self {
        Self { version, ..self }
    }

    /// Whether `quit` was received.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.is_closed
    }

    pub(super) const fn close(&mut self) {
        self.is_closed = true;
    }

    /// Forgets what belongs to the game before.
    pub(super) fn forget_game(&mut self) {
        self.engine.new_game();
        self.last_report = None;
        self.last_move_reason = None;
        self.own_color = None;
    }

    /// Stops pondering until the engine moves again.
    pub(super) const fn stop_pondering(&mut self) {
        self.own_color = None;
    }

    /// Whether the opponent is to answer a move of the engine.
    pub(super) fn awaits_reply(&self) -> bool {
        let last = self.table.game().moves().last();
        last.is_some_and(|&(color, _)| self.own_color == Some(color))
    }

    /// Answers a question about a move to play, on the clock.
    pub(super) fn choose_move(&mut self, question: Question<'_>) -> Thought {
        self.on_clock(question.color, |session, budget| {
            let question = Question { budget, ..question };
            session.engine.think(session.table.game(), question)
        })
    }

    /// Answers a question about a move that is not to be played, in the same time but not on the clock.
    pub(super) fn consider_move(&mut self, question: Question<'_>) -> Thought {
        let budget = self.budget(question.color);
        let question = Question { budget, ..question };
        self.stop_pondering();
        self.engine.consider(self.table.game(), question)
    }

    pub(super) fn choose_move_with_graphics(&mut self, color: Color) -> Thought {
        let is_on = self.graphics.is_on();
        let thought = self.on_clock(color, |session, budget| {
            let (game, graphics) = (session.table.game(), &mut session.graphics);
            let mut show = |snapshot: &Snapshot| {
                graphics.draw(snapshot, game);
                ControlFlow::Continue(())
            };
            let observer = is_on.then_some(Observer {
                interval: Some(graphics::INTERVAL),
                show: &mut show,
            });
            let detail = match (is_on, session.writes_chat_lines) {
                (true, _) => Detail::Ownership,
                (false, true) => Detail::Score,
                (false, false) => Detail::Nothing,
            };
            let question = Question {
                detail,
                observer,
                ..Question::new(color, Purpose::Play, budget)
            };
            session.engine.think(game, question)
        });
        if is_on {
            self.graphics.clear();
        }
        thought
    }

    /// Plays the move that was chosen, or resigns, which leaves the board as it is. Returns the move or `resign`.
    pub(super) fn play(&mut self, color: Color, thought: Thought) -> Response {
        let decision = thought.decision();
        let searched = thought
            .report
            .as_ref()
            .filter(|report| !report.is_from_book);
        if self.writes_chat_lines
            && let Some(report) = searched
        {
            let line = chat::line(report);
            self.graphics.write(&line);
        }
        self.remember_reason(thought.report);
        match decision {
            Decision::Play(mv) => self.table.play(color, mv)?,
            Decision::Resign => self.table.resign(color),
        }
        Ok(decision.to_string())
    }

    /// Remembers why a move is played: the report of its search, or `None` for a pass that wins.
    pub(super) fn remember_reason(&mut self, report: Option<Report>) {
        self.last_move_reason = Some(match report {
            Some(report) => {
                self.last_report = Some(report.clone());
                MoveReason::Search(Box::new(report))
            }
            None => MoveReason::WinningPass(self.engine.settle(self.table.game()).score),
        });
    }

    /// The snapshot that was shown last, if it is of this position with `color` to move.
    pub(super) fn shown_snapshot(&self, color: Color) -> Option<Snapshot> {
        let (shown, snapshot) = self.shown.as_ref()?;
        let game = self.table.game();
        let is_same = snapshot.to_move == color
            && shown.moves() == game.moves()
            && shown.board() == game.board()
            && shown.rules() == game.rules()
            && shown.komi().to_bits() == game.komi().to_bits();
        is_same.then(|| snapshot.clone())
    }

    pub(super) fn remember_shown(&mut self, snapshot: &Snapshot) {
        self.shown = Some((self.table.game().clone(), snapshot.clone()));
    }

    pub(super) fn clear_searches(&mut self) {
        self.engine.clear_tree();
        self.last_report = None;
        self.clear_shown();
    }

    /// Drops the snapshot that was shown, because a new search would differ.
    pub(super) fn clear_shown(&mut self) {
        self.shown = None;
    }

    /// Runs `choose` on the clock of `color`, with the budget that the clock gives.
    pub(super) fn on_clock<T>(
        &mut self,
        color: Color,
        choose: impl FnOnce(&mut Self, Option<TimeBudget>) -> T,
    ) -> T {
        let start = Instant::now();
        let budget = self.budget(color);
        let choice = choose(self, budget);
        if budget.is_some() {
            self.table.clocks.run(color, start.elapsed());
        }
        self.own_color = Some(color);
        self.table.seat(color, Seat::Engine);
        if let Some(name) = &self.opponent
            && self.table.seats[!color] != Some(Seat::Engine)
        {
            self.table.seat(!color, Seat::Named(name.clone()));
        }
        choice
    }

    /// The time for a move of `color`; `None` without a limit.
    pub(super) fn budget(&self, color: Color) -> Option<TimeBudget> {
        let game = self.table.game();
        self.table.clocks.budget(color, game.board())
    }
}
