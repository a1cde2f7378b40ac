//! A peer that behaves as CGoban: it repeats every second, never gives in, and acknowledges before it acts.

use std::collections::VecDeque;
use std::time::Duration;

use crate::gmp::packet::{Message, Packet, PacketDecoder, move_of, number_of};
use tao_rules::board::{Color, Move};

/// Time until a command is repeated.
const REPEAT: Duration = Duration::from_secs(1);

pub(super) struct FakeCGoban {
    color: Color,
    decoder: PacketDecoder,
    own_bit: u8,
    peer_bit: u8,
    pending: Option<(Message, Duration)>,
    /// Commands to be sent, each after the one before has arrived.
    queue: VecDeque<Message>,
    now: Duration,
    output: Vec<u8>,
    /// The moves that it will play.
    script: VecDeque<Move>,
    /// The moves on its board.
    pub(super) moves: Vec<Move>,
    /// Number of questions answered; the game begins after four.
    answer_count: usize,
}

impl FakeCGoban {
    /// Creates a peer whose human has this color and makes these moves.
    pub(super) fn new(color: Color, script: &[Move]) -> Self {
        let mut peer = Self {
            color,
            decoder: PacketDecoder::default(),
            own_bit: 0,
            peer_bit: 0,
            pending: None,
            queue: VecDeque::new(),
            now: Duration::ZERO,
            output: Vec::new(),
            script: script.iter().copied().collect(),
            moves: Vec::new(),
            answer_count: 0,
        };
        if color == Color::Black {
            peer.send(Message::NewGame);
        }
        peer
    }

    pub(super) fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    pub(super) fn deadline(&self) -> Option<Duration> {
        self.pending.map(|(_, at)| at)
    }

    pub(super) fn tick(&mut self, now: Duration) {
        self.now = now;
        if let Some((message, _)) = self.pending.filter(|&(_, at)| at <= now) {
            self.pending = Some((message, now + REPEAT));
            self.write(message);
        }
    }

    pub(super) fn receive(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if let Some(packet) = self.decoder.push(byte) {
                self.take(packet);
            }
        }
    }

    fn take(&mut self, packet: Packet) {
        let is_old = packet.sequence == self.peer_bit;
        let acknowledges = packet.acknowledged == self.own_bit;
        match (self.pending.is_some(), packet.message) {
            (true, Message::Ok) if acknowledges && is_old => self.arrived(),
            (_, Message::Ok) => {}
            (false, _) if acknowledges && is_old => self.write(Message::Ok),
            (_, _) if acknowledges && !is_old => {
                self.peer_bit = packet.sequence;
                if self.pending.take().is_some() {
                    self.arrived();
                }
                self.act(packet.message);
            }
            _ => {}
        }
    }

    fn arrived(&mut self) {
        self.pending = None;
        if let Some(next) = self.queue.pop_front() {
            self.send(next);
        }
    }

    fn act(&mut self, message: Message) {
        match message {
            // Asks all four questions.
            Message::NewGame => {
                self.queue.extend([8, 9, 11].map(Message::Query));
                self.send(Message::Query(7));
            }
            Message::Query(query) => {
                let answer = match query {
                    7 | 8 => 1,
                    9 => 9,
                    11 => 1 + u16::from(self.color == Color::Black),
                    _ => 0,
                };
                self.answer_count += 1;
                if self.answer_count == 4 && self.color == Color::Black {
                    let first = self.next_move();
                    self.queue.extend(first);
                }
                self.send(Message::Answer(answer));
            }
            // The next question acknowledges the answer; the last answer gets an OK.
            Message::Answer(_) => match self.queue.pop_front() {
                Some(question) => self.send(question),
                None => self.write(Message::Ok),
            },
            Message::Move(color, number) => {
                assert_eq!(color, !self.color);
                self.write(Message::Ok);
                self.moves.push(move_of(number, 9).unwrap());
                if let Some(message) = self.next_move() {
                    self.send(message);
                }
            }
            Message::Deny | Message::Undo(_) | Message::Extended(_) | Message::Ok => {
                panic!("{message:?} is never sent to CGoban")
            }
        }
    }

    /// Plays the human's next move.
    fn next_move(&mut self) -> Option<Message> {
        let mv = self.script.pop_front()?;
        self.moves.push(mv);
        Some(Message::Move(self.color, number_of(mv, 9)))
    }

    fn send(&mut self, message: Message) {
        if self.pending.is_some() {
            return self.queue.push_back(message);
        }
        self.own_bit ^= 1;
        self.pending = Some((message, self.now + REPEAT));
        self.write(message);
    }

    fn write(&mut self, message: Message) {
        let packet = Packet {
            sequence: self.own_bit,
            acknowledged: self.peer_bit,
            message,
        };
        self.output.extend(packet.encode());
    }
}
