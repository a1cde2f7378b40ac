//! The alternating-bit protocol: one command at a time in each direction, numbered modulo two, repeated until it arrives.
//!
//! A packet carries the number of its command (`sequence`) and of the last one accepted from the other side (`acknowledged`). A
//! command has arrived when a packet acknowledges it: a plain [`Message::Ok`] or the peer's next command. A packet with the last
//! number again is a copy, which is only acknowledged again. A packet that acknowledges an older number was sent before our command
//! arrived.
//!
//! If both sides send at the same time, each receives a command that does not acknowledge its own: a conflict. A
//! `NEWGAME` that meets ours is accepted, for CGoban and GNU Go never take theirs back. Otherwise we repeat our
//! command, and give in when the peer insists for longer than a random time; but we never take back a move for a
//! question, which can be repeated.
//!
//! On a slow line both sides may give in before either notices that the other has given in. Then each receives a different command
//! with the number of the last one, and again the side that waits for a shorter time gives in.
//!
//! Nothing here waits or reads a clock. Times are arguments, counted from the start of the conversation.

use std::ops::RangeInclusive;
use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::packet::{Message, Packet};

/// Time until a command is repeated first, as in CGoban.
const FIRST_REPEAT: Duration = Duration::from_secs(1);

/// Time between further repetitions in milliseconds: random, so that two sides do not repeat in step.
const NEXT_REPEAT_MS: RangeInclusive<u64> = 900..=1300;

/// Number of unanswered repetitions after which the peer is taken to have left, as in CGoban.
const MAX_REPEATS: u32 = 60;

/// Milliseconds until we give in: random, so that one side gives in first, and longer than CGoban takes to repeat.
const CONFLICT_MS: RangeInclusive<u64> = 1500..=4000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// A copy, an old packet, or one that must be ignored.
    Nothing,
    /// Our command has arrived, and the peer has no command.
    Acknowledged(Message),
    /// A command of the peer. If a command of ours was pending, it has arrived, or we have taken it back.
    Command {
        message: Message,
        ours: Option<Message>,
        is_ours_dropped: bool,
    },
}

#[derive(Clone, Debug)]
pub(super) struct Link {
    /// Number of our last command.
    own_bit: u8,
    /// Number of the peer's last accepted command.
    peer_bit: u8,
    pending: Option<Pending>,
    /// The peer's last accepted command.
    accepted: Option<Message>,
    /// Whether no packet of ours has acknowledged `accepted` yet.
    is_unacknowledged: bool,
    /// In a conflict, the time at which we give in.
    give_in_at: Option<Duration>,
    has_peer: bool,
    random: Xoshiro256PlusPlus,
    output: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Pending {
    message: Message,
    /// Time of the next repetition; `None` once we have given up.
    repeat_at: Option<Duration>,
    repeats: u32,
}

impl Link {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            own_bit: 0,
            peer_bit: 0,
            pending: None,
            accepted: None,
            is_unacknowledged: false,
            give_in_at: None,
            has_peer: false,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            output: Vec::new(),
        }
    }

    pub(super) fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    pub(super) const fn is_idle(&self) -> bool {
        self.pending.is_none()
    }

    /// Whether a peer that was there has stopped answering.
    pub(super) fn has_timed_out(&self) -> bool {
        let pending = self
            .pending
            .filter(|pending| pending.repeats >= MAX_REPEATS);
        self.has_peer && pending.is_some()
    }

    /// Sends a command: any message but [`Message::Ok`]. Its packet also acknowledges the peer's last command. The link must be
    /// idle.
    pub(super) fn send(&mut self, message: Message, now: Duration) {
        debug_assert!(self.is_idle(), "one command at a time");
        self.own_bit ^= 1;
        self.pending = Some(Pending {
            message,
            repeat_at: Some(now + FIRST_REPEAT),
            repeats: 0,
        });
        self.give_in_at = None;
        self.write(message);
    }

    pub(super) fn acknowledge(&mut self) {
        if self.is_unacknowledged {
            self.write(Message::Ok);
        }
    }

    pub(super) const fn skip_acknowledgement(&mut self) {
        self.is_unacknowledged = false;
    }

    /// Stops repeating our command, which may still have arrived.
    pub(super) fn give_up(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.repeat_at = None;
            pending.repeats = 0;
        }
    }

    fn write(&mut self, message: Message) {
        self.is_unacknowledged = false;
        let packet = Packet {
            sequence: self.own_bit,
            acknowledged: self.peer_bit,
            message,
        };
        self.output.extend(packet.encode());
    }

    pub(super) fn deadline(&self) -> Option<Duration> {
        self.pending.and_then(|pending| pending.repeat_at)
    }

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

    /// Takes a packet. The caller answers a command with another one or [`acknowledge`](Self::acknowledge)s it.
    pub(super) fn receive(&mut self, packet: Packet, now: Duration) -> Received {
        self.has_peer = true;
        let message = packet.message;
        let acknowledges = packet.acknowledged == self.own_bit;
        // A restarted peer numbers its commands from the beginning.
        let is_restart = message == Message::NewGame && self.accepted != Some(Message::NewGame);
        let is_copy = packet.sequence == self.peer_bit && !is_restart;
        match self.pending.map(|pending| pending.message) {
            Some(ours) if message == Message::Ok && acknowledges && is_copy => {
                self.pending = None;
                self.give_in_at = None;
                Received::Acknowledged(ours)
            }
            _ if message == Message::Ok => Received::Nothing,
            None if acknowledges && is_copy => {
                self.write(Message::Ok);
                Received::Nothing
            }
            ours if acknowledges && !is_copy && can_follow(ours, message) => {
                self.accept(packet, false)
            }
            Some(_) if is_copy && self.accepted == Some(message) => Received::Nothing,
            ours if self.gives_in(ours, message, now) => {
                self.own_bit = packet.acknowledged;
                self.accept(packet, true)
            }
            _ => Received::Nothing,
        }
    }

    /// Makes the packet's command the peer's last one.
    fn accept(&mut self, packet: Packet, is_ours_dropped: bool) -> Received {
        self.peer_bit = packet.sequence;
        self.accepted = Some(packet.message);
        self.is_unacknowledged = true;
        self.give_in_at = None;
        Received::Command {
            message: packet.message,
            ours: self.pending.take().map(|pending| pending.message),
            is_ours_dropped,
        }
    }

    /// Whether we accept a command of a peer that has not received our last one.
    fn gives_in(&mut self, ours: Option<Message>, theirs: Message, now: Duration) -> bool {
        use Message::{Answer, Move, NewGame, Query};
        match (ours, theirs) {
            (Some(NewGame), NewGame) => true,
            // The peer continues the previous game instead of answering our `NEWGAME`, or sends something that can wait while our
            // move is pending.
            (Some(NewGame), _) | (Some(Move(..)), Query(_) | Answer(_) | Move(..)) => false,
            _ => {
                let wait = self.random.random_range(CONFLICT_MS);
                let until = now + Duration::from_millis(wait);
                now >= *self.give_in_at.get_or_insert(until)
            }
        }
    }
}

/// Whether the peer can send `theirs` after it has received our command: an answer, a move or an undo cannot follow a `NEWGAME`.
const fn can_follow(ours: Option<Message>, theirs: Message) -> bool {
    use Message::{Answer, Move, NewGame, Undo};
    !matches!(
        (ours, theirs),
        (Some(NewGame), Answer(_) | Move(..) | Undo(_))
    )
}
