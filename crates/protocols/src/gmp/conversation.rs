//! One conversation: negotiations, moves, moves taken back, the end of a game, the next game.
//!
//! A [`Conversation`] turns bytes, decisions and the time into bytes and requests; [`serve`](super::serve) does the waiting.

use std::fmt::Display;
use std::mem;
use std::time::Duration;

use super::current_game::{CurrentGame, EngineState};
use super::link::{Link, Received};
use super::negotiation::{Negotiation, Topic, Wishes};
use super::packet::{Message, PacketDecoder, RESIGNATION, is_text, move_of, number_of};
use crate::table::Table;
use tao_engine::Decision;
use tao_rules::board::{Color, Move};
use tao_rules::game::{Game, TimeBudget};

/// Time until a program that does not know its color sends `NEWGAME`. CGoban sends its `NEWGAME` at once; if ours crossed it, a
/// CGoban without a window would wait forever.
const NEW_GAME_DELAY: Duration = Duration::from_millis(700);

/// Time of the peer's silence before our first move or a move after an undo: it may have something to send.
const SILENCE: Duration = Duration::from_millis(300);

/// Time from the end of the last game until the conversation leaves: the peer may take moves back.
const LEAVE_DELAY: Duration = Duration::from_secs(1);

/// Maximum length of a line of text from the peer; longer ones are broken.
const MAX_TEXT_LENGTH: usize = 200;

/// Time after the peer's questions during which we do not ask ours in a handicap game. As White, GNU Go moves in this time; if a
/// question of ours crosses its move on the line, GNU Go considers the move received and never repeats it.
const FIRST_MOVE_DELAY: Duration = Duration::from_secs(5);

const MAX_EARLY_MOVES: usize = 400;

/// The numbers of questions that are not about a [`Topic`].
mod query {
    /// Which game: 1 is Go.
    pub const GAME: u16 = 0;
    /// Number of stones on the board, plus one.
    pub const STONES: u16 = 3;
    /// Seconds that Black has used, plus one.
    pub const TIME_OF_BLACK: u16 = 4;
    /// Seconds that White has used, plus one.
    pub const TIME_OF_WHITE: u16 = 5;
}

const MAX_ANSWER: u64 = 0x3ff;

/// A request for a search.
#[derive(Clone, Debug)]
pub struct MoveRequest {
    /// The position.
    pub game: Game,
    /// The color to find a move for.
    pub color: Color,
    /// Time for the search, if there is a clock.
    pub budget: Option<TimeBudget>,
    /// Whether this is the first request of its game.
    pub is_first: bool,
}

#[derive(Clone, Debug)]
enum Stage {
    /// No game was started. We send `NEWGAME` at this time, if at all.
    Waiting { new_game_at: Option<Duration> },
    /// Moves that the peer makes too early are kept. We ask nothing before `ask_at`, unless there are such moves.
    Negotiating {
        early_moves: Vec<u16>,
        ask_at: Duration,
    },
    /// A game is in progress. Until this time only the peer may send something.
    Playing { silent_until: Duration },
    /// Two passes, or a resignation. An undo continues the game.
    Finished,
    /// The game was broken off: the boards differ, or the peer has left.
    Aborted,
    /// There was no agreement. We do not answer until the next `NEWGAME`, so that the peer does not begin.
    Refused,
}

/// One conversation over one line.
#[derive(Debug)]
pub struct Conversation {
    /// Number of games after which the conversation leaves; `None`: it stays until the peer leaves.
    pub last_game: Option<u64>,
    wishes: Wishes,
    /// A game with our settings, of which every game is a copy.
    model: Game,
    decoder: PacketDecoder,
    text: String,
    link: Link,
    negotiation: Negotiation,
    stage: Stage,
    current: CurrentGame,
    /// Number of games that were started.
    game_count: u64,
    /// A game that has ended and was not taken yet, with its number.
    ended: Option<(u64, Table)>,
    /// When the last game ended.
    ended_at: Duration,
    /// Time since the start of the conversation.
    now: Duration,
}

impl Conversation {
    /// Creates a conversation about games like `model`. The seed is for random waiting times.
    pub fn new(model: Game, wishes: Wishes, seed: u64) -> Self {
        let new_game_at = match wishes.color {
            Some(Color::Black) => Some(Duration::ZERO),
            Some(Color::White) => None,
            None => Some(NEW_GAME_DELAY),
        };
        Self {
            last_game: None,
            decoder: PacketDecoder::default(),
            text: String::new(),
            link: Link::new(seed),
            negotiation: Negotiation::new(false, &wishes, model.size()),
            stage: Stage::Waiting { new_game_at },
            current: CurrentGame::placeholder(model.clone()),
            wishes,
            model,
            game_count: 0,
            ended: None,
            ended_at: Duration::ZERO,
            now: Duration::ZERO,
        }
    }

    /// Whether the last game has ended, and the peer has had time to take moves back.
    pub fn has_left(&self) -> bool {
        self.leaves_at().is_some_and(|at| at <= self.now)
    }

    fn leaves_at(&self) -> Option<Duration> {
        let has_ended = matches!(self.stage, Stage::Finished | Stage::Aborted);
        let is_last = self.last_game.is_some_and(|last| last <= self.game_count);
        (has_ended && is_last && self.link.is_idle()).then_some(self.ended_at + LEAVE_DELAY)
    }

    /// Removes and returns a game that has ended since the last call, with its number.
    pub fn take_ended(&mut self) -> Option<(u64, Table)> {
        self.ended.take()
    }

    /// Notes that the game in progress, if there is one, will not go on.
    pub fn end_game(&mut self) {
        if matches!(self.stage, Stage::Playing { .. }) && !self.game().moves().is_empty() {
            self.ended = Some((self.game_count, self.current.table.clone()));
        }
    }

    /// The game in progress, or the last one.
    pub const fn game(&self) -> &Game {
        self.current.game()
    }

    /// Whether a peer that was there has not answered for a minute.
    pub fn has_timed_out(&self) -> bool {
        self.link.has_timed_out()
    }

    /// Stops waiting for a peer that does not answer. If it sends something later, the conversation continues.
    pub fn give_up(&mut self) {
        self.link.give_up();
        if let Stage::Playing { .. } | Stage::Negotiating { .. } = self.stage {
            self.abort("the peer does not answer any more");
        }
    }

    /// Removes and returns the bytes to be sent to the peer: whole packets.
    pub fn take_output(&mut self) -> Vec<u8> {
        self.link.take_output()
    }

    /// Returns when [`tick`](Self::tick) must be called, unless another method is called before.
    pub fn deadline(&self) -> Option<Duration> {
        let times = [self.link.deadline(), self.acts_at(), self.leaves_at()];
        times.into_iter().flatten().min()
    }

    /// When we send something or ask the engine, if the peer sends nothing before.
    fn acts_at(&self) -> Option<Duration> {
        match &self.stage {
            Stage::Waiting { new_game_at } if self.link.is_idle() => *new_game_at,
            Stage::Negotiating {
                early_moves,
                ask_at,
            } if self.link.is_idle() => {
                let waits = early_moves.is_empty() && self.negotiation.next_topic().is_some();
                Some(if waits { *ask_at } else { self.now })
            }
            Stage::Playing { silent_until } if self.can_act() => Some(*silent_until),
            _ => None,
        }
    }

    /// Sets the time, counted from the start of the conversation, and does what is due.
    pub fn tick(&mut self, now: Duration) {
        self.now = now;
        self.link.tick(now);
        self.advance();
    }

    /// Takes bytes from the peer.
    pub fn receive(&mut self, bytes: &[u8], now: Duration) {
        self.tick(now);
        for &byte in bytes {
            if is_text(byte) {
                self.add_text(byte);
            }
            let Some(packet) = self.decoder.push(byte) else {
                continue;
            };
            self.log_text();
            log::trace!("received {packet:?}");
            let is_new_game = packet.message == Message::NewGame;
            if is_new_game || !matches!(self.stage, Stage::Refused) {
                let received = self.link.receive(packet, now);
                self.handle(received);
                self.advance();
            }
        }
    }

    /// Takes a byte of text; control characters other than line ends are dropped.
    fn add_text(&mut self, byte: u8) {
        match byte {
            b'\r' | b'\n' => self.log_text(),
            b' '..=b'~' => self.text.push(byte.into()),
            _ => {}
        }
        if self.text.len() >= MAX_TEXT_LENGTH {
            self.log_text();
        }
    }

    fn log_text(&mut self) {
        if !self.text.is_empty() {
            log::warn!("the peer says: {}", self.text);
            self.text.clear();
        }
    }

    /// Removes and returns the request for the search that the engine must make now.
    pub fn take_request(&mut self) -> Option<MoveRequest> {
        if self.current.engine != EngineState::Requested {
            return None;
        }
        self.current.engine = EngineState::Thinking;
        Some(MoveRequest {
            game: self.current.game().clone(),
            color: self.current.color,
            budget: self.current.budget(self.now),
            is_first: mem::take(&mut self.current.is_new),
        })
    }

    /// Returns the game while the peer has to answer a move of ours.
    pub fn game_to_ponder(&self) -> Option<&Game> {
        let (game, color) = (self.current.game(), self.current.color);
        let is_ours = |&(mover, _): &(Color, Move)| mover == color;
        let is_their_turn =
            matches!(self.stage, Stage::Playing { .. }) && !self.current.is_our_turn();
        (is_their_turn && game.moves().last().is_some_and(is_ours)).then_some(game)
    }

    /// Whether the answer to the latest request is still wanted.
    pub fn is_thinking(&self) -> bool {
        self.current.engine == EngineState::Thinking
    }

    /// Takes the engine's answer to the latest request, unless it is no longer wanted.
    pub fn set_decision(&mut self, decision: Decision, now: Duration) {
        self.now = now;
        if !self.is_thinking() {
            return;
        }
        self.current.engine = match decision {
            Decision::Play(mv) => EngineState::Decided(mv),
            Decision::Resign => {
                log::warn!("Tao Go resigns; there is no message for that, so it passes");
                EngineState::Resigned
            }
        };
        self.advance();
    }

    fn advance(&mut self) {
        if self.acts_at().is_some_and(|at| at <= self.now) {
            if matches!(self.stage, Stage::Waiting { .. }) {
                self.start_negotiation(true);
                self.send(Message::NewGame);
            } else if matches!(self.stage, Stage::Playing { .. }) {
                match self.current.planned_move() {
                    Some(mv) => self.play(mv),
                    None => self.current.engine = EngineState::Requested,
                }
            } else if let Some(topic) = self.negotiation.next_topic() {
                self.send(Message::Query(topic.query()));
            } else {
                self.start_game();
            }
        }
        self.link.acknowledge();
    }

    fn send(&mut self, message: Message) {
        log::trace!("sent {message:?}");
        self.link.send(message, self.now);
    }

    /// Starts a negotiation, our own or the peer's.
    fn start_negotiation(&mut self, is_ours: bool) {
        self.end_game();
        self.current.engine = EngineState::Idle;
        self.negotiation = Negotiation::new(is_ours, &self.wishes, self.model.size());
        self.stage = Stage::Negotiating {
            early_moves: Vec::new(),
            ask_at: self.now,
        };
    }

    /// Starts the game that was agreed on, with the moves that the peer has made already.
    fn start_game(&mut self) {
        let Stage::Negotiating { early_moves, .. } = &mut self.stage else {
            return;
        };
        let early_moves = mem::take(early_moves);
        let agreement = self.negotiation.conclude();
        match CurrentGame::start(&self.model, &self.wishes, agreement, self.now) {
            Ok(game) => {
                self.current = game;
                self.game_count += 1;
            }
            Err(reason) => return self.refuse(&reason),
        }
        self.link.acknowledge();
        self.current.log_start(&self.wishes);
        self.resume();
        for point in early_moves {
            if let Stage::Playing { .. } = self.stage {
                self.play_theirs(!self.current.color, point);
            }
        }
    }

    /// Ends a negotiation without a game: tells the user why, and the peer nothing.
    fn refuse(&mut self, reason: &dyn Display) {
        log::error!("no game: {reason}");
        self.stage = Stage::Refused;
        self.link.skip_acknowledgement();
    }

    /// Whether it is our turn and the planned move can be sent, or the engine can be asked for one.
    fn can_act(&self) -> bool {
        let engine = self.current.engine;
        self.current.is_our_turn()
            && !matches!(engine, EngineState::Requested | EngineState::Thinking)
            && (self.link.is_idle() || self.current.planned_move().is_none())
    }

    fn play(&mut self, mv: Move) {
        let mv = self.current.play_ours(mv, self.now);
        let number = number_of(mv, self.current.game().size());
        self.send(Message::Move(self.current.color, number));
        self.finish_if_over();
    }

    fn resume(&mut self) {
        self.stage = Stage::Playing {
            silent_until: self.now + SILENCE,
        };
    }

    fn finish_if_over(&mut self) {
        if self.current.game().is_over() {
            self.finish("two passes");
        }
    }

    fn finish(&mut self, reason: &str) {
        log::info!("game over: {reason}");
        self.end(Stage::Finished);
    }

    fn abort(&mut self, reason: &str) {
        log::error!("game aborted: {reason}");
        self.end(Stage::Aborted);
    }

    fn end(&mut self, stage: Stage) {
        self.end_game();
        self.ended_at = self.now;
        self.current.engine = EngineState::Idle;
        self.stage = stage;
    }

    fn handle(&mut self, received: Received) {
        match received {
            Received::Nothing => {}
            Received::Acknowledged(Message::Query(query)) => self.take_answer(query, 0),
            Received::Acknowledged(_) => {
                // The peer may have asked all its questions and be thinking about the first move.
                if let Stage::Negotiating { ask_at, .. } = &mut self.stage
                    && self.negotiation.peer_may_move_first()
                {
                    *ask_at = self.now + FIRST_MOVE_DELAY;
                }
            }
            Received::Command {
                message,
                ours,
                is_ours_dropped,
            } => {
                let is_on = matches!(self.stage, Stage::Playing { .. } | Stage::Finished);
                if is_ours_dropped && is_on && matches!(ours, Some(Message::Move(..))) {
                    self.current.take_back_dropped_move();
                    self.resume();
                }
                self.execute(message, ours.filter(|_| !is_ours_dropped));
            }
        }
    }

    /// Executes a command of the peer; `acknowledged` is our command that it answers, if any.
    fn execute(&mut self, message: Message, acknowledged: Option<Message>) {
        if let Stage::Playing { silent_until } = &mut self.stage {
            *silent_until = match message {
                Message::Move(..) => self.now,
                _ => self.now + SILENCE,
            };
        }
        match message {
            Message::NewGame => self.start_negotiation(false),
            Message::Query(query) => {
                let answer = self.answer(query);
                self.send(Message::Answer(answer));
            }
            Message::Answer(answer) => {
                if let Some(Message::Query(query)) = acknowledged {
                    self.take_answer(query, answer);
                }
            }
            Message::Move(color, point) => {
                self.link.acknowledge();
                self.receive_move(color, point);
            }
            Message::Undo(count) => {
                self.link.acknowledge();
                self.take_back(count.into());
            }
            Message::Deny => {
                self.link.acknowledge();
                self.handle_denial(acknowledged);
            }
            Message::Extended(_) => self.send(Message::Deny),
            Message::Ok => {} // handled by the link
        }
    }

    fn answer(&mut self, query: u16) -> u16 {
        let plus_one = |count: u64| (count + 1).min(MAX_ANSWER) as u16;
        let time_of = |color| plus_one(self.current.time_used(color, self.now).as_secs());
        match query {
            query::GAME => 1,
            query::STONES => plus_one(self.game().board().all_stones().count() as u64),
            query::TIME_OF_BLACK => time_of(Color::Black),
            query::TIME_OF_WHITE => time_of(Color::White),
            _ => Topic::from_query(query).map_or(0, |topic| self.negotiation.answer(topic)),
        }
    }

    fn take_answer(&mut self, query: u16, answer: u16) {
        if let (Some(topic), Stage::Negotiating { .. }) = (Topic::from_query(query), &self.stage)
            && let Err(disagreement) = self.negotiation.take_answer(topic, answer)
        {
            self.refuse(&disagreement);
        }
    }

    fn handle_denial(&mut self, denied: Option<Message>) {
        match denied {
            Some(Message::NewGame) => {
                log::error!("no game: the peer does not want one");
                self.stage = Stage::Waiting { new_game_at: None };
            }
            Some(Message::Query(query)) => self.take_answer(query, 0),
            Some(Message::Move(..)) => self.abort("the peer refuses our move"),
            _ => {}
        }
    }

    fn receive_move(&mut self, color: Color, point: u16) {
        match &mut self.stage {
            Stage::Negotiating { early_moves, .. } if early_moves.len() < MAX_EARLY_MOVES => {
                early_moves.push(point);
            }
            Stage::Negotiating { .. } => self.refuse(&format_args!(
                "the peer makes more than {MAX_EARLY_MOVES} moves before the game begins"
            )),
            Stage::Playing { .. } => self.play_theirs(color, point),
            Stage::Finished | Stage::Aborted => {
                log::info!("a move after the end of the game is ignored");
            }
            Stage::Waiting { .. } | Stage::Refused => {
                log::warn!("a move before a game is ignored");
            }
        }
    }

    fn play_theirs(&mut self, color: Color, point: u16) {
        let theirs = !self.current.color;
        if point == RESIGNATION {
            self.current.table.resign(theirs);
            return self.finish(&format!("{theirs} resigns"));
        }
        let size = self.current.game().size();
        let Some(mv) = move_of(point, size) else {
            log::error!("point {point} is not on a board of size {size}; the move is ignored");
            return;
        };
        if self.current.is_our_turn() {
            return self.abort(&format!("the peer plays {mv} out of turn"));
        }
        if color != theirs {
            log::warn!("the peer is {theirs} and marks its move as {color}");
        }
        match self.current.play_theirs(mv, self.now) {
            Ok(()) => self.finish_if_over(),
            Err(reason) => self.abort(&format!("illegal move of the peer: {reason}")),
        }
    }

    fn take_back(&mut self, count: usize) {
        match &mut self.stage {
            Stage::Negotiating { early_moves, .. } => {
                early_moves.truncate(early_moves.len().saturating_sub(count));
            }
            Stage::Playing { .. } | Stage::Finished => {
                if self.current.take_back(count, self.now) {
                    self.resume();
                }
            }
            Stage::Waiting { .. } | Stage::Aborted | Stage::Refused => {}
        }
    }
}
