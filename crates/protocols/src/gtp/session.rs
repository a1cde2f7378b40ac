//! The state of a session.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use crate::files::Keeper;
use crate::table::{ENGINE, Seat, Table};
use tao_engine::engine::{Decision, Engine, Purpose, Question, Thought};
use tao_engine::search::{Detail, Observer, Report, Snapshot};
use tao_rules::board::Color;
use tao_rules::game::{Game, Score, TimeBudget};

use super::chat;
use super::graphics;
use super::graphics::Graphics;
use super::input::InputQueue;
use super::record::KeptGames;
use super::response::Response;

/// Why the engine chose a move.
#[derive(Clone, Debug)]
pub(super) enum MoveReason {
    Search(Box<Report>),
    /// A pass without a search: it wins, or nothing is left to clean up. The score is that of the settled game.
    UnsearchedPass(Score),
}

/// The state of a session: a game and the engine that plays.
#[derive(Debug)]
pub struct Session {
    /// The response to `name`: some boards show more figures of engines that they know.
    pub name: String,
    /// The response to `version`: some controllers refuse versions that they do not know.
    pub version: String,
    /// The komi that was chosen explicitly, and not read from a record. Records without a komi get it.
    pub komi: Option<f64>,
    /// Whether `list_commands` shows `kgs-chat`, on which some servers' programs fail.
    pub lists_chat: bool,
    /// Whether a line about the search for each move is written to the stream on which searches are drawn, for gtp2ogs.
    pub writes_chat_lines: bool,
    /// Whether the controller comes over a network connection. Then no command may name a file, and an HTTP request ends the
    /// session, since a page in a browser may have sent it.
    pub is_remote: bool,
    /// Keeps every game in a file: when it ends, when the next one begins, and at the end of the session. A failure is a warning.
    pub keeper: Keeper,
    pub(super) kept: KeptGames,
    pub(super) table: Table,
    /// The opponent's name, if the server has told it.
    pub(super) opponent: Option<String>,
    pub(super) engine: Engine,
    pub(super) last_report: Option<Report>,
    pub(super) last_move_reason: Option<MoveReason>,
    pub(super) input: Arc<InputQueue>,
    pub(super) graphics: Graphics,
    /// The snapshot that was shown last, and its game. It is dropped when a new search would differ.
    pub(super) shown: Option<(Game, Snapshot)>,
    /// The color of the engine's latest move in this game; `None` where the engine must not ponder.
    own_color: Option<Color>,
}

impl Session {
    /// A session that plays `game` with `engine`, without a time limit until the controller sets one.
    #[must_use]
    pub fn new(game: Game, engine: Engine) -> Self {
        Self {
            name: ENGINE.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            komi: None,
            lists_chat: false,
            writes_chat_lines: false,
            is_remote: false,
            keeper: Keeper::default(),
            kept: KeptGames::default(),
            table: game.into(),
            opponent: None,
            engine,
            last_report: None,
            last_move_reason: None,
            input: Arc::default(),
            graphics: Graphics::default(),
            shown: None,
            own_color: None,
        }
    }

    /// Draws searches on `writer`, a block of lines at a time, for `GoGui`.
    pub fn draw_on(&mut self, writer: impl Write + Send + 'static) {
        self.graphics.writer = Some(Box::new(writer));
    }

    pub(super) fn set_input(&mut self, input: Arc<InputQueue>) {
        self.engine.set_stop_flag(input.stop_flag());
        self.input = input;
    }

    /// Stops pondering until the engine moves again.
    pub(super) const fn stop_pondering(&mut self) {
        self.own_color = None;
    }

    /// Whether the last move is the engine's, so that the opponent is to answer.
    pub(super) fn awaits_reply(&self) -> bool {
        let last = self.table.game().moves().last();
        last.is_some_and(|&(color, _)| self.own_color == Some(color))
    }

    /// Answers a question about a move to play, on the clock.
    pub(super) fn choose_move(&mut self, question: Question<'_>) -> Thought {
        let (start, color) = (Instant::now(), question.color);
        let budget = self.budget(color);
        let question = Question { budget, ..question };
        let thought = self.engine.think(self.table.game(), question);
        self.end_turn(color, start);
        thought
    }

    /// Answers a question about a move that is not to be played, in the same time, but without running a clock.
    pub(super) fn consider_move(&mut self, question: Question<'_>) -> Thought {
        let budget = self.budget(question.color);
        let question = Question { budget, ..question };
        self.stop_pondering();
        self.engine.consider(self.table.game(), question)
    }

    /// Chooses a move to play, on the clock, and draws the search if that is asked for.
    pub(super) fn choose_drawn_move(&mut self, color: Color) -> Thought {
        let (start, budget) = (Instant::now(), self.budget(color));
        let (game, is_drawn) = (self.table.game(), self.graphics.is_on());
        let mut show = |snapshot: &Snapshot| {
            let picture = graphics::picture(snapshot, game);
            self.graphics.write(&format!("gogui-gfx:\n{picture}\n\n"));
            ControlFlow::Continue(())
        };
        let question = Question {
            detail: match (is_drawn, self.writes_chat_lines) {
                (true, _) => Detail::Ownership,
                (false, true) => Detail::Score,
                (false, false) => Detail::Nothing,
            },
            observer: is_drawn.then_some(Observer {
                first: None,
                interval: Some(graphics::INTERVAL),
                show: &mut show,
            }),
            ..Question::new(color, Purpose::Play, budget)
        };
        let thought = self.engine.think(game, question);
        if is_drawn {
            self.graphics.write("gogui-gfx: CLEAR\n");
        }
        self.end_turn(color, start);
        thought
    }

    /// Lets the clock of `color` run for the time since `start`, if there is a clock, and notes that the engine plays this color.
    fn end_turn(&mut self, color: Color, start: Instant) {
        if self.budget(color).is_some() {
            self.table.clocks.run(color, start.elapsed());
        }
        self.own_color = Some(color);
        self.table.seat(color, Seat::Engine);
        if let Some(name) = &self.opponent
            && self.table.seats[!color] != Some(Seat::Engine)
        {
            self.table.seat(!color, Seat::Named(name.clone()));
        }
    }

    /// Plays the move that was chosen, or resigns, which leaves the board as it is. Returns the move or `resign`.
    pub(super) fn play(&mut self, color: Color, thought: Thought) -> Response {
        let decision = thought.decision();
        if self.writes_chat_lines
            && let Some(report) = &thought.report
            && !report.is_from_book
        {
            self.graphics.write(&chat::line(report));
        }
        self.remember_reason(thought.report);
        match decision {
            Decision::Play(mv) => self.table.play(color, mv)?,
            Decision::Resign => self.table.resign(color),
        }
        Ok(decision.to_string())
    }

    /// Remembers why a move is played: the report of its search, or `None` for a pass without a search.
    pub(super) fn remember_reason(&mut self, report: Option<Report>) {
        self.last_move_reason = Some(match report {
            Some(report) => {
                self.last_report = Some(report.clone());
                MoveReason::Search(Box::new(report))
            }
            None => MoveReason::UnsearchedPass(self.engine.settle(self.table.game()).score),
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

    /// The time for a move of `color`; `None` without a limit.
    pub(super) fn budget(&self, color: Color) -> Option<TimeBudget> {
        let game = self.table.game();
        self.table.clocks.budget(color, game.board())
    }
}
