//! A peer that follows the rules of CGoban's code: repeat every second, never yield, acknowledge and then act.

use std::collections::VecDeque;
use std::time::Duration;

use crate::board::{Color, Move};
use crate::gmp::frame::{Bit, Deframer, Frame, Message, Packet};
use crate::gmp::point;

/// How long a command waits before it is sent again.
const REPEAT: Duration = Duration::from_secs(1);

pub(super) struct Host {
    color: Color,
    deframer: Deframer,
    mine: Bit,
    his: Bit,
    pending: Option<(Message, Duration)>,
    /// What comes next, each as soon as the one before has arrived.
    queue: VecDeque<Message>,
    now: Duration,
    output: Vec<u8>,
    /// What it will play, in this order.
    script: VecDeque<Move>,
    /// What is on its board.
    pub(super) moves: Vec<Move>,
    /// Questions that it has answered, all four of which begin a game.
    answered: usize,
}

impl Host {
    /// A host whose human has this color and makes these moves.
    pub(super) fn new(color: Color, script: &[Move]) -> Self {
        let mut host = Self {
            color,
            deframer: Deframer::default(),
            mine: Bit::default(),
            his: Bit::default(),
            pending: None,
            queue: VecDeque::new(),
            now: Duration::ZERO,
            output: Vec::new(),
            script: script.iter().copied().collect(),
            moves: Vec::new(),
            answered: 0,
        };
        if color == Color::Black {
            host.send(Message::NewGame);
        }
        host
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
            if let Some(Frame::Packet(packet)) = self.deframer.push(byte) {
                self.take(packet);
            }
        }
    }

    fn take(&mut self, packet: Packet) {
        let is_old = packet.sequence == self.his;
        let has_mine = packet.acknowledged == self.mine;
        match (self.pending.is_some(), packet.message) {
            (true, Message::Ok) if has_mine && is_old => self.arrived(),
            (_, Message::Ok) => {}
            (false, _) if has_mine && is_old => self.write(Message::Ok),
            (_, _) if has_mine && !is_old => {
                self.his = packet.sequence;
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
            // Its own four questions, when it is called.
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
                self.answered += 1;
                if self.answered == 4 && self.color == Color::Black {
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
                self.moves.push(point::mv(number, 9).unwrap());
                if let Some(message) = self.next_move() {
                    self.send(message);
                }
            }
            Message::Deny | Message::Undo(_) | Message::Extended(_) | Message::Ok => {
                panic!("{message:?} is not what we say")
            }
        }
    }

    /// The human's next move, which is then on the board.
    fn next_move(&mut self) -> Option<Message> {
        let mv = self.script.pop_front()?;
        self.moves.push(mv);
        Some(Message::Move(self.color, point::number(mv, 9)))
    }

    fn send(&mut self, message: Message) {
        if self.pending.is_some() {
            return self.queue.push_back(message);
        }
        self.mine = !self.mine;
        self.pending = Some((message, self.now + REPEAT));
        self.write(message);
    }

    fn write(&mut self, message: Message) {
        let packet = Packet {
            sequence: self.mine,
            acknowledged: self.his,
            message,
        };
        self.output.extend(packet.encode());
    }
}
