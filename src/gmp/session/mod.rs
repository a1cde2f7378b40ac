//! One conversation: calls and questions, moves, moves taken back, the end, the next game.
//!
//! A [`Session`] is a state machine. Bytes, decisions of the engine and the time go in; bytes and orders for the engine
//! come out. It never waits: [`serve`](super::serve) does that, and a test need not.

mod hear;
mod play;
mod talk;

use std::time::Duration;

use super::frame::{Deframer, Frame, Message};
use super::link::Link;
use super::parley::{Caller, Handshake, Parley, Preferences, RuleSet};
use super::point;
use crate::board::{Color, Move};
use crate::engine::Decision;
use crate::game::TimeBudget;
use crate::game::{Game, HandicapError, TimeControl};
use play::Play;
use talk::Talk;

/// How long a program that does not know its color waits for the peer's call before it calls itself. CGoban's comes at
/// once, and if ours crossed it, CGoban without a window would wait for ever.
const CALL_AFTER: Duration = Duration::from_millis(700);

/// How long the line must be quiet before we say something that the peer does not wait for: our first move, when it
/// may have questions, or a move after an undo, when it may have moves.
const QUIET: Duration = Duration::from_millis(300);

/// For how long after the peer's questions we do not ask ours in a handicap game. GNU Go, if it is White, thinks and moves
/// then; when a question meets that move on the way, it takes the move for made and never repeats it.
const FIRST_MOVE: Duration = Duration::from_secs(5);

/// Where handicap stones stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// On the traditional points from the beginning. GNU Go takes this for granted.
    Fixed,
    /// Where Black plays its first moves, which come in a row. CGoban, unless the rules are Japanese.
    Free,
}

/// What we were told to play. `None` leaves it to the peer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Conditions {
    /// Our color.
    pub color: Option<Color>,
    /// Side of the board, 2 to 19.
    pub size: Option<usize>,
    /// Which rules we say that we play by.
    pub rules: Option<RuleSet>,
    /// Stones that Black has in advance; 0 and 1 are an even game.
    pub handicap: Option<usize>,
    /// Where they stand; `None`: on the traditional points under Japanese rules and in the simplified protocol, else
    /// where Black plays.
    pub placement: Option<Placement>,
    /// White's compensation, which the protocol does not speak of; `None`: that of the game, or half a point in
    /// handicap games.
    pub komi: Option<f64>,
    /// What is asked.
    pub handshake: Handshake,
    /// The time that each side has, which the protocol does not tell either.
    pub time: TimeControl,
}

impl Conditions {
    /// Whether a board like that of `model` has room for the handicap. A size that is left to the peer is another matter.
    ///
    /// # Errors
    ///
    /// When it has not.
    pub fn check(&self, model: &Game) -> Result<(), HandicapError> {
        let mut game = model.clone();
        match (self.size, self.handicap) {
            (Some(_), Some(handicap @ 2..)) if self.placement == Some(Placement::Fixed) => {
                game.fixed_handicap(handicap).map(|_| ())
            }
            (Some(_), Some(handicap @ 2..)) => game.place_free_handicap(handicap).map(|_| ()),
            _ => Ok(()),
        }
    }
}

/// A search to make.
#[derive(Clone, Debug)]
pub struct Order {
    /// For [`Session::decide`].
    pub number: u64,
    /// The position.
    pub game: Game,
    /// For whom.
    pub color: Color,
    /// How long it may take, if there is a clock.
    pub budget: Option<TimeBudget>,
    /// Whether this is the first one in its game.
    pub is_first: bool,
}

/// Where the conversation stands.
#[derive(Clone, Debug)]
enum Stage {
    /// Nobody has called for a game. We do at this time, if at all.
    Waiting { call_at: Option<Duration> },
    /// Questions and answers. Some peers make moves already; their points are kept here. We ask nothing before
    /// `ask_at`, unless such a move has come.
    Parley { early: Vec<u16>, ask_at: Duration },
    /// A game is on. Until this time we let the peer speak.
    Play { quiet_until: Duration },
    /// The game has ended.
    Over(End),
    /// There is no agreement. We stay silent until the next call, so that the peer does not begin.
    Refused,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Two passes, or a resignation: an undo brings it back.
    Agreed,
    /// The peer's board is no longer ours, or there is no peer any more.
    Broken,
}

/// What the engine is doing in our turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mind {
    Idle,
    /// A search is to be made.
    Wanted,
    /// The order of this number is being carried out.
    Thinking(u64),
    /// A move waits for the line.
    Decided(Move),
    /// It has given the game up, and passes.
    Resigned,
}

/// One conversation over one line.
#[derive(Debug)]
pub struct Session {
    conditions: Conditions,
    /// The game as we would have it; every game begins as a copy.
    model: Game,
    deframer: Deframer,
    talk: Talk,
    link: Link,
    parley: Parley,
    stage: Stage,
    /// The game in progress, or the last one.
    play: Play,
    /// How many searches were ordered.
    orders: u64,
    /// The present time, since the beginning of the conversation.
    now: Duration,
}

impl Session {
    /// A conversation that has not begun, about games like `model` as far as the peer wants no other size and rules. The
    /// seed is for waits of random length.
    #[must_use]
    pub fn new(model: Game, conditions: Conditions, seed: u64) -> Self {
        let call_at = match conditions.color {
            Some(Color::Black) => Some(Duration::ZERO),
            Some(Color::White) => None,
            None => Some(CALL_AFTER),
        };
        Self {
            conditions,
            deframer: Deframer::default(),
            talk: Talk::default(),
            link: Link::new(seed),
            parley: parley(Caller::Peer, &conditions, &model),
            stage: Stage::Waiting { call_at },
            play: Play::idle(model.clone()),
            model,
            orders: 0,
            now: Duration::ZERO,
        }
    }

    /// The game in progress, or the last one.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.play.game
    }

    /// Whether a peer that was there has not answered for a minute.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.link.is_dead()
    }

    /// Waits no longer for a peer that does not answer. Should it speak again, it is heard.
    pub fn give_up(&mut self) {
        self.link.give_up();
        if let Stage::Play { .. } | Stage::Parley { .. } = self.stage {
            self.end(End::Broken, "the peer does not answer any more");
        }
    }

    /// The bytes to be sent to the peer: whole packets. They are here once.
    pub fn take_output(&mut self) -> Vec<u8> {
        self.link.take_output()
    }

    /// When [`tick`](Self::tick) must be called, unless something else happens before.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        let own = match self.stage {
            Stage::Waiting { call_at } if self.link.is_idle() => call_at,
            Stage::Parley { ask_at, .. } if self.link.is_idle() => Some(ask_at),
            Stage::Play { quiet_until } if self.next_act().is_some() => Some(quiet_until),
            _ => None,
        };
        [self.link.deadline(), own].into_iter().flatten().min()
    }

    /// Lets time pass. `now` counts from the beginning of the conversation.
    pub fn tick(&mut self, now: Duration) {
        self.now = now;
        self.link.tick(now);
        self.go_on();
    }

    /// Takes what came over the line.
    pub fn receive(&mut self, bytes: &[u8], now: Duration) {
        self.tick(now);
        for &byte in bytes {
            match self.deframer.push(byte) {
                Some(Frame::Packet(packet)) => {
                    self.talk.end();
                    log::trace!("received {packet:?}");
                    let is_call = packet.message == Message::NewGame;
                    if is_call || !matches!(self.stage, Stage::Refused) {
                        let heard = self.link.receive(packet, now);
                        self.hear(heard);
                        self.go_on();
                    }
                }
                Some(Frame::Text(byte)) => self.talk.push(byte),
                None => {}
            }
        }
    }

    /// The search that the engine must make now. It is here once.
    pub fn take_order(&mut self) -> Option<Order> {
        if self.play.mind != Mind::Wanted {
            return None;
        }
        self.orders += 1;
        self.play.mind = Mind::Thinking(self.orders);
        Some(Order {
            number: self.orders,
            game: self.play.game.clone(),
            color: self.play.color,
            budget: self.play.budget(self.now),
            is_first: std::mem::take(&mut self.play.is_fresh),
        })
    }

    /// The game, while the peer is to answer a move of ours.
    #[must_use]
    pub fn awaiting(&self) -> Option<&Game> {
        let Play { game, color, .. } = &self.play;
        let is_ours = |&(mover, _): &(Color, Move)| mover == *color;
        let is_on = matches!(self.stage, Stage::Play { .. }) && !self.play.is_our_turn();
        (is_on && game.moves().last().is_some_and(is_ours)).then_some(game)
    }

    /// Whether the answer to this order is still of interest.
    #[must_use]
    pub fn wants(&self, order: u64) -> bool {
        self.play.mind == Mind::Thinking(order)
    }

    /// Takes the engine's answer to the order of this number, unless it is no longer wanted.
    pub fn decide(&mut self, order: u64, decision: Decision, now: Duration) {
        self.now = now;
        if !self.wants(order) {
            return;
        }
        self.play.mind = match decision {
            Decision::Play(mv) => Mind::Decided(mv),
            Decision::Resign => {
                log::warn!("Tao Go resigns; there is no message for that, so it passes");
                Mind::Resigned
            }
        };
        self.go_on();
    }

    /// Does what is to be done next, as far as the line is free for it.
    fn go_on(&mut self) {
        match &self.stage {
            &Stage::Waiting {
                call_at: Some(call_at),
            } if call_at <= self.now && self.link.is_idle() => {
                self.begin_parley(Caller::Us);
                self.say(Message::NewGame);
            }
            Stage::Parley { early, ask_at } if self.link.is_idle() => {
                let may_ask = *ask_at <= self.now || !early.is_empty();
                match self.parley.open_item() {
                    Some(item) if may_ask => self.say(Message::Query(item.query())),
                    Some(_) => {}
                    None => self.begin_game(),
                }
            }
            &Stage::Play { quiet_until } if quiet_until <= self.now => self.act(),
            _ => {}
        }
        self.link.acknowledge();
    }

    fn say(&mut self, message: Message) {
        log::trace!("sent {message:?}");
        self.link.send(message, self.now);
    }

    /// Starts to agree on a new game, whatever was before.
    fn begin_parley(&mut self, caller: Caller) {
        self.play.mind = Mind::Idle;
        self.parley = parley(caller, &self.conditions, &self.model);
        self.stage = Stage::Parley {
            early: Vec::new(),
            ask_at: self.now,
        };
    }

    /// Begins the game that was agreed on, with the moves that the peer has made already.
    fn begin_game(&mut self) {
        let Stage::Parley { early, .. } = &mut self.stage else {
            return;
        };
        let early = std::mem::take(early);
        let terms = self.parley.conclude();
        match Play::begin(&self.model, &self.conditions, terms, self.now) {
            Ok(play) => self.play = play,
            Err(reason) => return self.refuse(&reason),
        }
        self.link.acknowledge();
        self.play.announce(&self.conditions);
        self.stage = Stage::Play {
            quiet_until: self.now + QUIET,
        };
        for point in early {
            if let Stage::Play { .. } = self.stage {
                self.follow(!self.play.color, point);
            }
        }
    }

    /// There will be no game: says so to the user, and nothing any more to the peer.
    fn refuse(&mut self, reason: &dyn std::error::Error) {
        log::error!("no game: {reason}");
        self.stage = Stage::Refused;
        self.link.stay_silent();
    }

    /// Does what is to be done in our turn.
    fn act(&mut self) {
        match self.next_act() {
            Some(Act::Think) => self.play.mind = Mind::Wanted,
            Some(Act::Move(mv)) => {
                let mv = self.play.play_ours(mv, self.now);
                if self.play.mind != Mind::Resigned {
                    self.play.mind = Mind::Idle;
                }
                let number = point::number(mv, self.play.game.size());
                self.say(Message::Move(self.play.color, number));
                self.end_if_over();
            }
            None => {}
        }
    }

    /// What we would do now, without hearing from anybody.
    fn next_act(&self) -> Option<Act> {
        let mv = match self.play.mind {
            _ if !self.play.is_our_turn() => return None,
            Mind::Wanted | Mind::Thinking(_) => return None,
            Mind::Decided(mv) => mv,
            Mind::Resigned => Move::Pass,
            Mind::Idle => match self.play.next_handicap_stone() {
                Some(stone) => stone,
                None => return Some(Act::Think),
            },
        };
        self.link.is_idle().then_some(Act::Move(mv))
    }
}

/// What there is to do in our turn.
enum Act {
    /// Ask the engine.
    Think,
    /// Tell the peer a move.
    Move(Move),
}

fn parley(caller: Caller, conditions: &Conditions, model: &Game) -> Parley {
    let preferences = Preferences {
        rules: conditions.rules,
        size: conditions.size,
        handicap: conditions.handicap,
        color: conditions.color,
    };
    Parley::new(conditions.handshake, caller, preferences, model.size())
}
