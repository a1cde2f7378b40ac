//! Conversations, byte by byte, without a line and without a clock.

mod faults;
mod games;
mod host;
mod refusals;
mod rows;
mod serve;

use std::time::Duration;

use super::{Conditions, Order, Session};
use crate::board::{Color, Move};
use crate::engine::Decision;
use crate::game::Game;

/// What the peer of [`WHITE_ON_9`] says until the game begins, as CGoban does: Japanese rules, 9x9, even, the peer is Black.
const CGOBAN_IS_BLACK: [(&str, &str); 5] = [
    ("01 a1 a0 80", "03 ba b0 87"),
    ("02 c3 c0 81", "00 b9 b0 89"),
    ("01 ca c0 89", "03 bb b0 88"),
    ("02 c3 c0 81", "00 bb b0 8b"),
    ("01 c3 c0 82", "02 88 87 ff"),
];

/// We are White on 9x9; the rest is for the peer to say.
const WHITE_ON_9: Conditions = Conditions {
    color: Some(Color::White),
    size: Some(9),
    ..NOTHING
};

/// Nothing is asked for.
const NOTHING: Conditions = Conditions {
    color: None,
    size: None,
    rules: None,
    handicap: None,
    placement: None,
    komi: None,
    handshake: super::Handshake::Full,
    time: crate::game::TimeControl::Unlimited,
};

/// A session, the time, and the engine's orders.
struct Rig {
    session: Session,
    now: Duration,
    order: Option<Order>,
}

impl Rig {
    fn new(conditions: Conditions) -> Self {
        let model = Game::new(9).unwrap();
        let mut rig = Self {
            session: Session::new(model, conditions, 1),
            now: Duration::ZERO,
            order: None,
        };
        rig.session.tick(rig.now);
        rig
    }

    /// The state after [`CGOBAN_IS_BLACK`]: it is the peer's turn, and both numbers are known.
    fn playing() -> Self {
        let mut rig = Self::new(WHITE_ON_9);
        rig.talk(&CGOBAN_IS_BLACK);
        rig
    }

    /// The same after Black's E5, and our answer at C4 not acknowledged.
    fn answered() -> Self {
        let mut rig = Self::playing();
        rig.talk(&[("00 f9 d0 a9", "00 86 87 ff")]);
        assert_eq!(rig.decide("C4"), "01 f3 d4 9e");
        rig
    }

    /// What was to be sent.
    fn output(&mut self) -> String {
        self.order = self.session.take_order().or(self.order.take());
        let bytes = self.session.take_output();
        let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        bytes.join(" ")
    }

    /// The answer to some bytes.
    fn hear(&mut self, hex: &str) -> String {
        let bytes = hex.split_whitespace();
        let bytes: Vec<u8> = bytes
            .map(|byte| u8::from_str_radix(byte, 16).unwrap())
            .collect();
        self.session.receive(&bytes, self.now);
        self.output()
    }

    /// Hears each text, and must answer with the other.
    fn talk(&mut self, exchange: &[(&str, &str)]) {
        for &(heard, said) in exchange {
            assert_eq!(self.hear(heard), said, "the answer to {heard}");
        }
    }

    /// What is said of our own accord until `milliseconds` have passed, each packet with its time from now.
    fn wait(&mut self, milliseconds: u64) -> Vec<(u64, String)> {
        let start = self.now;
        let end = start + Duration::from_millis(milliseconds);
        let mut said = Vec::new();
        let mut steps = 0;
        while let Some(deadline) = self.session.deadline().filter(|&at| at <= end) {
            steps += 1;
            assert!(steps < 10_000, "it does nothing at {deadline:?}");
            self.now = self.now.max(deadline);
            self.session.tick(self.now);
            let output = self.output();
            if !output.is_empty() {
                said.push((self.now.abs_diff(start).as_millis() as u64, output));
            }
        }
        self.now = end;
        self.session.tick(end);
        assert_eq!(self.output(), "");
        said
    }

    /// The engine's move, and what it leads to.
    fn decide(&mut self, vertex: &str) -> String {
        let mv: Move = vertex.parse().unwrap();
        self.decide_to(Decision::Play(mv))
    }

    fn decide_to(&mut self, decision: Decision) -> String {
        let order = self.order.take().expect("the engine should be thinking");
        self.session.decide(order.number, decision, self.now);
        self.output()
    }

    /// Whether a search is under way whose result counts.
    fn is_thinking(&self) -> bool {
        let order = self.order.as_ref();
        order.is_some_and(|order| self.session.wants(order.number))
    }

    /// The moves on the board: `E5 C4 pass`.
    fn moves(&self) -> String {
        let moves = self.session.game().moves().iter();
        let moves: Vec<String> = moves.map(|(_, mv)| mv.to_string()).collect();
        moves.join(" ")
    }
}
