//! What one conversation keeps from command to command.

use std::sync::Arc;
use std::time::Instant;

use crate::board::Color;
use crate::game::{Clock, Decision, Engine, Game, Question, Thought};
use crate::search::{Report, Restriction, TimeBudget, Watch};

use super::inbox::Inbox;
use super::response::Answer;

/// Whether the engine speaks with people on a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chat {
    /// The command is not listed: some servers' programs fail on it.
    #[default]
    Hidden,
    /// It is.
    Listed,
}

/// The state of one conversation: a game, a clock and the engine that plays.
#[derive(Debug)]
pub struct Session {
    pub(super) game: Game,
    pub(super) engine: Engine,
    pub(super) clock: Clock,
    pub(super) version: String,
    /// What the latest search found.
    pub(super) last_report: Option<Report>,
    /// What the controller has sent.
    pub(super) inbox: Arc<Inbox>,
    /// Whether `kgs-chat` is listed.
    pub(super) chat: Chat,
    /// For whom the engine chose its latest move in this game.
    own_color: Option<Color>,
    is_closed: bool,
}

impl Session {
    /// A conversation about `game`, which `engine` plays without a time limit until the controller
    /// sets one.
    #[must_use]
    pub fn new(game: Game, engine: Engine) -> Self {
        Self {
            game,
            engine,
            clock: Clock::default(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            last_report: None,
            inbox: Arc::default(),
            chat: Chat::default(),
            own_color: None,
            is_closed: false,
        }
    }

    /// The same conversation, in which `version` answers another text: some controllers refuse
    /// versions that they do not know.
    #[must_use]
    pub fn with_version(self, version: String) -> Self {
        Self { version, ..self }
    }

    /// The same conversation, in which `kgs-chat` is listed or not.
    #[must_use]
    pub fn with_chat(self, chat: Chat) -> Self {
        Self { chat, ..self }
    }

    /// From here on commands come from `inbox`, and its signs end searches.
    pub(super) fn attend_to(&mut self, inbox: Arc<Inbox>) {
        self.engine.heed(inbox.hurry_sign());
        self.inbox = inbox;
    }

    /// Whether `quit` was received.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Ends the conversation after the response to the current command.
    pub(super) const fn close(&mut self) {
        self.is_closed = true;
    }

    /// Has another game begin: clocks start afresh, settings stay.
    pub(super) fn begin(&mut self) {
        self.engine.forget();
        self.clock.reset();
        self.last_report = None;
        self.own_color = None;
    }

    /// Has the engine rest until it is asked for a move again.
    pub(super) const fn rest(&mut self) {
        self.own_color = None;
    }

    /// Whether the latest move is the engine's, and it has not been told to rest.
    pub(super) fn awaits_reply(&self) -> bool {
        let last = self.game.moves().last();
        last.is_some_and(|&(color, _)| self.own_color == Some(color))
    }

    /// Has the engine think about a move for `color` on its clock, as far as restrictions let it, before the eyes of whoever
    /// watches.
    pub(super) fn think<'a>(
        &mut self,
        color: Color,
        restrictions: &'a [Restriction],
        watch: Option<Watch<'a>>,
    ) -> Thought {
        self.on_clock(color, |engine, game, budget| {
            let question = Question {
                restrictions,
                watch,
                ..Question::new(color, budget)
            };
            engine.answer(game, question)
        })
    }

    /// Does what was decided: a move is played, a resignation leaves the board as it is. Says what it was.
    pub(super) fn carry_out(&mut self, color: Color, thought: Thought) -> Answer {
        self.last_report = thought.report;
        match thought.decision {
            Decision::Play(mv) => {
                self.game.play(color, mv)?;
                Ok(mv.to_string())
            }
            Decision::Resign => Ok("resign".to_owned()),
        }
    }

    /// Has the engine `choose` for `color`, in the time that the clock allows and on `color`'s
    /// time.
    pub(super) fn on_clock<T>(
        &mut self,
        color: Color,
        choose: impl FnOnce(&mut Engine, &Game, Option<TimeBudget>) -> T,
    ) -> T {
        let start = Instant::now();
        let budget = self.clock.budget(color, self.game.board());
        let choice = choose(&mut self.engine, &self.game, budget);
        self.clock.spend(color, start.elapsed());
        self.own_color = Some(color);
        choice
    }
}
