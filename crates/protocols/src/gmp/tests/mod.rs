//! Conversations byte by byte, without threads and without a clock.

mod fake_cgoban;
mod faults;
mod games;
mod packets;
mod refusals;
mod serve;

use std::time::Duration;

use super::{Conversation, MoveRequest, Wishes};
use tao_engine::Decision;
use tao_rules::board::{Color, Move};
use tao_rules::game::Game;

/// The negotiation with [`WHITE_ON_9`] as CGoban does it: Japanese rules, 9x9, even game, the peer is Black.
const CGOBAN_IS_BLACK: [(&str, &str); 5] = negotiation(JAPANESE, NINE, EVEN);

/// Answers of a peer about the rules, the size and the handicap.
const JAPANESE: &str = "02 c3 c0 81";
const CHINESE: &str = "02 c4 c0 82";
const NINE: &str = "01 ca c0 89";
const EVEN: &str = "02 c3 c0 81";
const TWO_STONES: &str = "02 c4 c0 82";

/// A negotiation with these answers of the peer, which is Black. Each item is what the peer sends and the expected answer.
const fn negotiation<'a>(
    rules: &'a str,
    size: &'a str,
    handicap: &'a str,
) -> [(&'a str, &'a str); 5] {
    [
        ("01 a1 a0 80", "03 ba b0 87"),
        (rules, "00 b9 b0 89"),
        (size, "03 bb b0 88"),
        (handicap, "00 bb b0 8b"),
        ("01 c3 c0 82", "02 88 87 ff"),
    ]
}

/// We are White on 9x9; the peer decides the rest.
const WHITE_ON_9: Wishes = Wishes {
    color: Some(Color::White),
    size: Some(9),
    ..NOTHING
};

/// The peer decides everything.
const NOTHING: Wishes = Wishes {
    color: None,
    size: None,
    rules: None,
    handicap: None,
    fixes_handicap: None,
    komi: None,
    is_simplified: false,
    time: tao_rules::game::TimeControl::Unlimited,
};

/// A conversation with a simulated clock and engine.
struct ConversationTest {
    conversation: Conversation,
    now: Duration,
    request: Option<MoveRequest>,
}

impl ConversationTest {
    fn new(wishes: Wishes) -> Self {
        let model = Game::new(9).unwrap();
        let mut test = Self {
            conversation: Conversation::new(model, wishes, 1),
            now: Duration::ZERO,
            request: None,
        };
        test.conversation.tick(test.now);
        test
    }

    /// The state after [`CGOBAN_IS_BLACK`]: the peer's turn.
    fn playing() -> Self {
        let mut test = Self::new(WHITE_ON_9);
        test.exchange(&CGOBAN_IS_BLACK);
        test
    }

    /// The state after Black's E5 and our answer at C4, which is not acknowledged yet.
    fn answered() -> Self {
        let mut test = Self::playing();
        test.exchange(&[("00 f9 d0 a9", "00 86 87 ff")]);
        assert_eq!(test.decide("C4"), "01 f3 d4 9e");
        test
    }

    /// Removes and returns the output.
    fn output(&mut self) -> String {
        self.request = self.conversation.take_request().or(self.request.take());
        let bytes = self.conversation.take_output();
        let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        bytes.join(" ")
    }

    /// Returns the answer to some bytes.
    fn receive(&mut self, hex: &str) -> String {
        let bytes = hex.split_whitespace();
        let bytes: Vec<u8> = bytes
            .map(|byte| u8::from_str_radix(byte, 16).unwrap())
            .collect();
        self.conversation.receive(&bytes, self.now);
        self.output()
    }

    /// Receives the first text of each pair and checks that the answer is the second.
    fn exchange(&mut self, exchange: &[(&str, &str)]) {
        for &(input, output) in exchange {
            assert_eq!(self.receive(input), output, "the answer to {input}");
        }
    }

    /// Returns what is sent without input for `milliseconds`, each packet with its time from now.
    fn wait(&mut self, milliseconds: u64) -> Vec<(u64, String)> {
        let start = self.now;
        let end = start + Duration::from_millis(milliseconds);
        let mut sent = Vec::new();
        let mut steps = 0;
        while let Some(deadline) = self.conversation.deadline().filter(|&at| at <= end) {
            steps += 1;
            assert!(steps < 10_000, "no progress at {deadline:?}");
            self.now = self.now.max(deadline);
            self.conversation.tick(self.now);
            let output = self.output();
            if !output.is_empty() {
                sent.push((self.now.abs_diff(start).as_millis() as u64, output));
            }
        }
        self.now = end;
        self.conversation.tick(end);
        assert_eq!(self.output(), "");
        sent
    }

    /// Makes the engine's move; returns the output.
    fn decide(&mut self, vertex: &str) -> String {
        let mv: Move = vertex.parse().unwrap();
        self.decide_to(Decision::Play(mv))
    }

    fn decide_to(&mut self, decision: Decision) -> String {
        self.request.take().expect("the engine should be thinking");
        self.conversation.set_decision(decision, self.now);
        self.output()
    }

    /// Whether a search is running whose result is wanted.
    fn is_thinking(&self) -> bool {
        self.request.is_some() && self.conversation.is_thinking()
    }

    /// Returns the moves of the game: `E5 C4 pass`.
    fn moves(&self) -> String {
        let moves = self.conversation.game().moves().iter();
        let moves: Vec<String> = moves.map(|(_, mv)| mv.to_string()).collect();
        moves.join(" ")
    }
}
