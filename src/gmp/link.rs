//! The link: one command at a time in each direction, numbered by alternating bits, repeated until it arrives.
//!
//! Each side counts its commands modulo two. A packet carries the number of its command (`sequence`) and that of the
//! last command accepted from the other side (`acknowledged`). A command has arrived when anything comes back that
//! acknowledges its number: a plain [`Message::Ok`], or the peer's next command. What repeats the last number is a copy
//! and is only acknowledged again; what acknowledges an older number than expected was sent before our last command
//! reached the peer.
//!
//! When both sides speak at once, each gets a command that does not acknowledge its own. A call for a new game that
//! meets ours is taken at once, for CGoban and GNU Go never take one back. Otherwise we repeat our command, and take the
//! peer's only when it insists for longer than a random while; but we never take back a move for a question, which can
//! be asked again.
//!
//! On a slow line both sides may give in, each before it hears that the other has. Then each gets a command that has the
//! number of the last one and is another, and again the one with less patience takes it.
//!
//! Nothing here sleeps or reads a clock. Time is an input, counted from the beginning of the conversation.

use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::frame::{Bit, Message, Packet};

/// How long the first copy of a command waits, as in CGoban.
const FIRST_REPEAT: Duration = Duration::from_secs(1);

/// How long each further one waits, in milliseconds: at random, so that two sides do not repeat in step.
const NEXT_REPEAT_MS: std::ops::RangeInclusive<u64> = 900..=1300;

/// After so many copies in vain a line that once worked is dead, as in CGoban.
const MOST_REPEATS: u32 = 60;

/// For how long the peer must insist until we take our own command back, in milliseconds: at random, so that only one of
/// two sides does. Longer than CGoban takes to repeat, so that a peer that never yields gets its way.
const PATIENCE_MS: std::ops::RangeInclusive<u64> = 1500..=4000;

/// What a packet comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A copy, an old packet, or one that is not for now.
    Nothing,
    /// Our command has arrived, and the peer has nothing to add.
    Arrived(Message),
    /// A command, which also says that ours has arrived if one was on its way.
    Command {
        /// What the peer says.
        message: Message,
        /// What it had from us.
        after: Option<Message>,
    },
    /// A command that the peer insisted on, not having heard ours: we have taken that back.
    Overruled {
        /// What the peer says.
        message: Message,
        /// What it has not heard and will not hear.
        unsaid: Message,
    },
}

/// One end of the line.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// Number of our last command.
    mine: Bit,
    /// Number of the peer's last command.
    his: Bit,
    /// Our command that has not arrived yet.
    pending: Option<Pending>,
    /// The peer's command that we accepted last.
    accepted: Option<Message>,
    /// The same, until we have said something that acknowledges it.
    unanswered: Option<Message>,
    /// Until when we do not give in to a peer that speaks against ours.
    patience: Option<Duration>,
    /// Whether the peer was ever there.
    has_peer: bool,
    random: Xoshiro256PlusPlus,
    output: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Pending {
    message: Message,
    /// `None` when we no longer repeat it.
    repeat_at: Option<Duration>,
    repeats: u32,
}

impl Link {
    /// A line on which nothing was said yet. The seed is for the random waits.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            mine: Bit::default(),
            his: Bit::default(),
            pending: None,
            accepted: None,
            unanswered: None,
            patience: None,
            has_peer: false,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            output: Vec::new(),
        }
    }

    /// The bytes to be sent, which are then no longer here.
    pub(super) fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    /// Whether a command may be sent: the one before has arrived.
    pub(super) const fn is_idle(&self) -> bool {
        self.pending.is_none()
    }

    /// Whether a peer that was there has not heard us for so long that it must be gone.
    pub(super) fn is_dead(&self) -> bool {
        self.has_peer
            && self
                .pending
                .is_some_and(|pending| pending.repeats >= MOST_REPEATS)
    }

    /// Sends a command: any message but [`Message::Ok`]. It acknowledges the peer's last one. The line must be idle.
    pub(super) fn send(&mut self, message: Message, now: Duration) {
        debug_assert!(self.is_idle(), "one command at a time");
        self.mine = !self.mine;
        self.pending = Some(Pending {
            message,
            repeat_at: Some(now + FIRST_REPEAT),
            repeats: 0,
        });
        self.patience = None;
        self.write(message);
    }

    /// Acknowledges the peer's last command, unless a command of ours has done so since.
    pub(super) fn acknowledge(&mut self) {
        if self.unanswered.is_some() {
            self.write(Message::Ok);
        }
    }

    /// Leaves the peer's last command without an acknowledgement.
    pub(super) const fn stay_silent(&mut self) {
        self.unanswered = None;
    }

    /// Repeats our command no longer. It may still have arrived.
    pub(super) fn give_up(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.repeat_at = None;
            pending.repeats = 0;
        }
    }

    fn write(&mut self, message: Message) {
        self.unanswered = None;
        let packet = Packet {
            sequence: self.mine,
            acknowledged: self.his,
            message,
        };
        self.output.extend(packet.encode());
    }

    /// When to call [`tick`](Self::tick) next.
    pub(super) fn deadline(&self) -> Option<Duration> {
        self.pending.and_then(|pending| pending.repeat_at)
    }

    /// Repeats our command if it is time.
    pub(super) fn tick(&mut self, now: Duration) {
        let Some(pending) = &mut self.pending else {
            return;
        };
        if pending.repeat_at.is_none_or(|at| now < at) {
            return;
        }
        let wait = self.random.random_range(NEXT_REPEAT_MS);
        pending.repeat_at = Some(now + Duration::from_millis(wait));
        pending.repeats += 1;
        let message = pending.message;
        self.write(message);
    }

    /// Takes a packet. After a command the caller says something, or [acknowledges](Self::acknowledge).
    pub(super) fn receive(&mut self, packet: Packet, now: Duration) -> Heard {
        self.has_peer = true;
        let has_mine = packet.acknowledged == self.mine;
        let is_copy = packet.sequence == self.his && !self.is_fresh_call(packet);
        let message = packet.message;
        match self.pending.map(|pending| pending.message) {
            Some(ours) if message == Message::Ok && has_mine && is_copy => {
                self.pending = None;
                self.patience = None;
                Heard::Arrived(ours)
            }
            _ if message == Message::Ok => Heard::Nothing,
            None if has_mine && is_copy => {
                self.write(Message::Ok);
                Heard::Nothing
            }
            ours if has_mine && !is_copy && can_follow(ours, message) => Heard::Command {
                message,
                after: self.accept(packet),
            },
            Some(_) if is_copy && self.accepted == Some(message) => Heard::Nothing,
            ours => self.disagree(ours, packet, now),
        }
    }

    /// Whether this is a call for a new game that happens to have the number of the last command: a peer that has
    /// started again counts from the beginning.
    fn is_fresh_call(&self, packet: Packet) -> bool {
        packet.message == Message::NewGame && self.accepted != Some(Message::NewGame)
    }

    /// Makes the packet's command the peer's last one. Returns ours that it is an answer to.
    fn accept(&mut self, packet: Packet) -> Option<Message> {
        self.his = packet.sequence;
        self.accepted = Some(packet.message);
        self.unanswered = Some(packet.message);
        self.patience = None;
        self.pending.take().map(|pending| pending.message)
    }

    /// The peer has a command for us and has not heard our last one, which may still be on its way.
    fn disagree(&mut self, ours: Option<Message>, packet: Packet, now: Duration) -> Heard {
        use Message::{Answer, Move, NewGame, Query};
        let message = packet.message;
        let yields = match (ours, message) {
            // Both call: the peer's call will do.
            (Some(NewGame), NewGame) => true,
            // To our call: we have started again, and the peer goes on with what was before. To our move: it can wait.
            (Some(NewGame), _) | (Some(Move(..)), Query(_) | Answer(_) | Move(..)) => false,
            _ => self.is_out_of_patience(now),
        };
        if !yields {
            return Heard::Nothing;
        }
        self.mine = packet.acknowledged;
        match self.accept(packet) {
            Some(unsaid) => Heard::Overruled { message, unsaid },
            None => Heard::Command {
                message,
                after: None,
            },
        }
    }

    /// Whether the peer has insisted for long enough; the first time decides how long that is.
    fn is_out_of_patience(&mut self, now: Duration) -> bool {
        let wait = self.random.random_range(PATIENCE_MS);
        let until = now + Duration::from_millis(wait);
        now >= *self.patience.get_or_insert(until)
    }
}

/// Whether a peer can say this when it has heard our command: to a call, nothing that belongs to a game.
const fn can_follow(ours: Option<Message>, message: Message) -> bool {
    use Message::{Answer, Move, NewGame, Undo};
    !matches!(
        (ours, message),
        (Some(NewGame), Answer(_) | Move(..) | Undo(_))
    )
}
