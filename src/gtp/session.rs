//! What one conversation keeps from command to command.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use crate::board::Color;
use crate::engine::{Decision, Engine, Question, Thought, settle};
use crate::game::TimeBudget;
use crate::game::{Clock, Game, Score};
use crate::search::{Detail, Observer, Report, Restriction, Snapshot};
use crate::sgf::Header;

use super::graphics;
use super::graphics::Graphics;
use super::input::InputQueue;
use super::response::Response;

/// Whether the engine speaks with people on a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chat {
    /// The command is not listed: some servers' programs fail on it.
    #[default]
    Hidden,
    /// It is.
    Listed,
}

/// Why the engine chose a move.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    /// A search found it.
    Searched(Box<Report>),
    /// It is a pass that ends the game with this score, a win: nothing was searched.
    Counted(Score),
}

/// The state of one conversation: a game, a clock and the engine that plays.
#[derive(Debug)]
pub struct Session {
    pub(super) game: Game,
    /// What the file says that the game was loaded from.
    pub(super) header: Header,
    pub(super) engine: Engine,
    pub(super) clock: Clock,
    pub(super) version: String,
    /// What the latest search found.
    pub(super) last_report: Option<Report>,
    /// Why the engine chose its latest move.
    pub(super) last_choice: Option<Choice>,
    /// What the controller has sent.
    pub(super) input: Arc<InputQueue>,
    /// Where a search is drawn while it runs.
    pub(super) graphics: Graphics,
    /// Whether `kgs-chat` is listed.
    pub(super) chat: Chat,
    /// What was last shown of a position, and the game that came to it.
    insight: Option<(Game, Snapshot)>,
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
            header: Header::default(),
            engine,
            clock: Clock::default(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            last_report: None,
            last_choice: None,
            input: Arc::default(),
            graphics: Graphics::default(),
            chat: Chat::default(),
            insight: None,
            own_color: None,
            is_closed: false,
        }
    }

    /// The same conversation, in which searches are drawn on `writer`, a block of lines at a time, for a controller that
    /// shows them: `GoGui`.
    #[must_use]
    pub fn with_graphics(mut self, writer: impl Write + Send + 'static) -> Self {
        self.graphics = Graphics::to(writer);
        self
    }

    /// The same conversation, in which `kgs-chat` is listed or not.
    #[must_use]
    pub fn with_chat(self, chat: Chat) -> Self {
        Self { chat, ..self }
    }

    /// From here on commands come from `input`, and its signs end searches.
    pub(super) fn set_input(&mut self, input: Arc<InputQueue>) {
        self.engine.set_stop_flag(input.stop_flag());
        self.input = input;
    }

    /// The same conversation, in which `version` answers another text: some controllers refuse
    /// versions that they do not know.
    #[must_use]
    pub fn with_version(self, version: String) -> Self {
        Self { version, ..self }
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
        self.header = Header::default();
        self.clock.reset();
        self.last_report = None;
        self.last_choice = None;
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
        watch: Option<Observer<'a>>,
    ) -> Thought {
        self.on_clock(color, |session, budget| {
            let question = Question {
                restrictions,
                watch,
                ..Question::new(color, budget)
            };
            session.engine.answer(&session.game, question)
        })
    }

    /// Has the engine think about a move for `color` on its clock. What it thinks is drawn, if anybody is to see it.
    pub(super) fn think_in_pictures(&mut self, color: Color) -> Thought {
        if !self.graphics.is_on() {
            return self.think(color, &[], None);
        }
        let thought = self.on_clock(color, |session, budget| {
            let (game, graphics) = (&session.game, &mut session.graphics);
            let mut show = |insight: &Snapshot| {
                graphics.draw(insight, game);
                ControlFlow::Continue(())
            };
            let watch = Observer {
                interval: Some(graphics::INTERVAL),
                detail: Detail::Ownership,
                show: &mut show,
            };
            let question = Question {
                watch: Some(watch),
                ..Question::new(color, budget)
            };
            session.engine.answer(game, question)
        });
        self.graphics.clear();
        thought
    }

    /// Does what was decided: a move is played, a resignation leaves the board as it is. Says what it was.
    pub(super) fn carry_out(&mut self, color: Color, thought: Thought) -> Response {
        self.note_choice(thought.report);
        match thought.decision {
            Decision::Play(mv) => {
                self.game.play(color, mv)?;
                Ok(mv.to_string())
            }
            Decision::Resign => Ok("resign".to_owned()),
        }
    }

    /// Keeps why a move was chosen that is to be made now.
    pub(super) fn note_choice(&mut self, report: Option<Report>) {
        self.note_search(report.as_ref());
        self.last_choice = Some(match report {
            Some(report) => Choice::Searched(Box::new(report)),
            None => Choice::Counted(settle(&self.game).score),
        });
    }

    /// Keeps what a search found, if there was one.
    pub(super) fn note_search(&mut self, report: Option<&Report>) {
        if let Some(report) = report {
            self.last_report = Some(report.clone());
        }
    }

    /// What is known of the position if `color` is to move, from when it was last asked for.
    pub(super) fn known_insight(&self, color: Color) -> Option<Snapshot> {
        let (game, insight) = self.insight.as_ref()?;
        let is_same = insight.to_move == color
            && game.moves() == self.game.moves()
            && game.board() == self.game.board()
            && game.rules() == self.game.rules()
            && game.komi().to_bits() == self.game.komi().to_bits();
        is_same.then(|| insight.clone())
    }

    /// Keeps what is known of the position.
    pub(super) fn remember_insight(&mut self, insight: &Snapshot) {
        self.insight = Some((self.game.clone(), insight.clone()));
    }

    /// Forgets what was searched.
    pub(super) fn forget_searches(&mut self) {
        self.engine.forget_searches();
        self.last_report = None;
        self.forget_insight();
    }

    /// Forgets what was shown: from here on it would be another.
    pub(super) fn forget_insight(&mut self) {
        self.insight = None;
    }

    /// Has somebody `choose` for `color`, in the time that the clock allows and on `color`'s
    /// time.
    pub(super) fn on_clock<T>(
        &mut self,
        color: Color,
        choose: impl FnOnce(&mut Self, Option<TimeBudget>) -> T,
    ) -> T {
        let start = Instant::now();
        let budget = self.clock.budget(color, self.game.board());
        let choice = choose(self, budget);
        self.clock.spend(color, start.elapsed());
        self.own_color = Some(color);
        choice
    }
}
