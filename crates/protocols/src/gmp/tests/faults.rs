//! A line that loses, doubles and damages bytes: both ends must have the same game in the end.

use std::collections::VecDeque;
use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::fake_cgoban::FakeCGoban;
use super::{NOTHING, WHITE_ON_9};
use crate::gmp::{Conversation, MoveRequest, RuleSet, Wishes};
use tao_engine::Decision;
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::Game;

/// Number of moves in a game.
const MOVE_COUNT: usize = 6;

/// Time limit for a game with a single fault.
const FAULT_LIMIT: Duration = Duration::from_secs(30);

/// Time limit for a game over a bad or slow line.
const BAD_LINE_LIMIT: Duration = Duration::from_secs(600);

/// One end of the line.
trait Endpoint {
    fn receive(&mut self, bytes: &[u8], now: Duration);
    fn tick(&mut self, now: Duration);
    fn take_output(&mut self) -> Vec<u8>;
    fn deadline(&self) -> Option<Duration>;
    fn moves(&self) -> Vec<Move>;
}

impl Endpoint for FakeCGoban {
    fn receive(&mut self, bytes: &[u8], _: Duration) {
        FakeCGoban::receive(self, bytes);
    }

    fn tick(&mut self, now: Duration) {
        FakeCGoban::tick(self, now);
    }

    fn take_output(&mut self) -> Vec<u8> {
        FakeCGoban::take_output(self)
    }

    fn deadline(&self) -> Option<Duration> {
        FakeCGoban::deadline(self)
    }

    fn moves(&self) -> Vec<Move> {
        self.moves.clone()
    }
}

/// A conversation whose engine takes some time to play at the first empty point.
struct ConversationEndpoint {
    conversation: Conversation,
    thinking: Option<(MoveRequest, Duration)>,
}

/// Maximum time that the engine takes, in milliseconds.
const MAX_THINKING_MS: u64 = 500;

impl Endpoint for ConversationEndpoint {
    fn receive(&mut self, bytes: &[u8], now: Duration) {
        self.conversation.receive(bytes, now);
        self.think(now);
    }

    fn tick(&mut self, now: Duration) {
        self.conversation.tick(now);
        self.think(now);
    }

    fn take_output(&mut self) -> Vec<u8> {
        self.conversation.take_output()
    }

    fn deadline(&self) -> Option<Duration> {
        let thought = self.thinking.as_ref().map(|&(_, until)| until);
        [self.conversation.deadline(), thought]
            .into_iter()
            .flatten()
            .min()
    }

    fn moves(&self) -> Vec<Move> {
        let moves = self.conversation.game().moves().iter();
        moves.map(|&(_, mv)| mv).collect()
    }
}

impl ConversationEndpoint {
    fn new(wishes: Wishes, seed: u64) -> Self {
        Self {
            conversation: Conversation::new(Game::new(9).unwrap(), wishes, seed),
            thinking: None,
        }
    }

    fn think(&mut self, now: Duration) {
        if let Some((request, _)) = self.thinking.take_if(|(_, until)| *until <= now) {
            let empty = request.game.board().empty();
            let point = Move::Play(empty.iter().next().unwrap().coord());
            self.conversation.set_decision(Decision::Play(point), now);
        }
        if let Some(request) = self.conversation.take_request() {
            let moves = request.game.moves().len() as u64;
            let time = Duration::from_millis(moves * 137 % MAX_THINKING_MS);
            self.thinking = Some((request, now + time));
        }
    }
}

/// An error in the transmission of a byte.
#[derive(Clone, Copy, Debug)]
enum LineFault {
    Loss,
    Double,
    Flip(u8),
}

impl LineFault {
    fn all() -> impl Iterator<Item = Self> {
        [Self::Loss, Self::Double]
            .into_iter()
            .chain((0..8).map(Self::Flip))
    }

    fn apply(self, byte: u8) -> Vec<u8> {
        match self {
            Self::Loss => vec![],
            Self::Double => vec![byte, byte],
            Self::Flip(bit) => vec![byte ^ 1 << bit],
        }
    }
}

/// The duration of a conversation and the number of bytes in each direction, or the moves at both ends if it failed.
type FaultyRun = Result<(Duration, [usize; 2]), String>;

/// One direction of a line: bytes with their times of arrival.
type Wire = VecDeque<(Duration, u8)>;

/// Runs a conversation until both endpoints have the same `MOVE_COUNT` moves. The line applies `damage` to each byte, given its
/// direction and index, and delays it by `delay`.
fn run(
    mut endpoints: [Box<dyn Endpoint>; 2],
    limit: Duration,
    mut damage: impl FnMut(usize, usize, u8) -> Vec<u8>,
    mut delay: impl FnMut() -> Duration,
) -> FaultyRun {
    let mut now = Duration::ZERO;
    let mut counts = [0; 2];
    let mut wires = [Wire::new(), Wire::new()];
    tick(&mut endpoints, now);
    loop {
        for (from, wire) in wires.iter_mut().enumerate() {
            for byte in endpoints[from].take_output() {
                // Bytes arrive in the order in which they were sent.
                let arrival = wire
                    .back()
                    .map_or(now, |&(last, _)| last)
                    .max(now + delay());
                wire.extend(
                    damage(from, counts[from], byte)
                        .into_iter()
                        .map(|byte| (arrival, byte)),
                );
                counts[from] += 1;
            }
        }
        let [a, b] = [endpoints[0].moves(), endpoints[1].moves()];
        let [short, long] = if a.len() < b.len() {
            [&a, &b]
        } else {
            [&b, &a]
        };
        let boards = || format!("after {now:?}: {a:?} and {b:?}");
        if !long.starts_with(short) {
            return Err(boards());
        }
        if short.len() >= MOVE_COUNT {
            return Ok((now, counts));
        }
        let arrivals = wires
            .iter()
            .filter_map(|wire| wire.front().map(|&(at, _)| at));
        let deadlines = endpoints.iter().filter_map(|endpoint| endpoint.deadline());
        let next = arrivals
            .chain(deadlines)
            .min()
            .filter(|&next| next <= limit);
        now = now.max(next.ok_or_else(boards)?);
        for (from, wire) in wires.iter_mut().enumerate() {
            let arrived = wire.iter().take_while(|&&(at, _)| at <= now).count();
            let bytes: Vec<u8> = wire.drain(..arrived).map(|(_, byte)| byte).collect();
            endpoints[1 - from].receive(&bytes, now);
        }
        tick(&mut endpoints, now);
    }
}

fn tick(endpoints: &mut [Box<dyn Endpoint>; 2], now: Duration) {
    for endpoint in endpoints {
        endpoint.tick(now);
    }
}

/// Creates two endpoints with this seed.
type Pair = fn(u64) -> [Box<dyn Endpoint>; 2];

/// Every kind of pair. Either endpoint may send the first `NEWGAME`.
fn pairs() -> [Pair; 6] {
    [
        |seed| [fake_cgoban(Color::Black), ours(WHITE_ON_9, seed)],
        |seed| {
            let black = Wishes {
                color: Some(Color::Black),
                ..NOTHING
            };
            [fake_cgoban(Color::White), ours(black, seed)]
        },
        |seed| {
            let black = Wishes {
                color: Some(Color::Black),
                rules: Some(RuleSet::Chinese),
                handicap: Some(2),
                ..WHITE_ON_9
            };
            [ours(black, seed), ours(NOTHING, seed + 1)]
        },
        // White's first move conflicts with Black's questions.
        |seed| {
            let black = Wishes {
                color: Some(Color::Black),
                rules: Some(RuleSet::Japanese),
                handicap: Some(2),
                ..WHITE_ON_9
            };
            [ours(black, seed), ours(NOTHING, seed + 1)]
        },
        // Both send `NEWGAME` at the same time.
        |seed| [ours(NOTHING, seed), ours(NOTHING, seed + 1)],
        |seed| {
            let simplified = Wishes {
                is_simplified: true,
                ..NOTHING
            };
            [ours(simplified, seed), ours(simplified, seed + 1)]
        },
    ]
}

fn fake_cgoban(color: Color) -> Box<dyn Endpoint> {
    let script: Vec<Move> = Coord::all(9).skip(60).map(Move::Play).collect();
    Box::new(FakeCGoban::new(color, &script))
}

fn ours(wishes: Wishes, seed: u64) -> Box<dyn Endpoint> {
    Box::new(ConversationEndpoint::new(wishes, seed))
}

fn meet(
    pair: Pair,
    seed: u64,
    limit: Duration,
    damage: impl FnMut(usize, usize, u8) -> Vec<u8>,
) -> FaultyRun {
    run(pair(seed), limit, damage, || Duration::ZERO)
}

#[test]
fn no_single_fault_stops_a_game_or_changes_it() {
    for (pair_index, pair) in pairs().into_iter().enumerate() {
        let (time, counts) = meet(pair, 1, FAULT_LIMIT, |_, _, byte| vec![byte]).unwrap();
        let new_games_cross = pair_index >= 4;
        assert!(time < Duration::from_secs(8) || new_games_cross, "{time:?}");
        for (direction, count) in counts.into_iter().enumerate() {
            assert!(count > 4 * MOVE_COUNT);
            for place in 0..count {
                for fault in LineFault::all() {
                    let outcome = meet(pair, 1, FAULT_LIMIT, |this_direction, index, byte| {
                        if (this_direction, index) == (direction, place) {
                            fault.apply(byte)
                        } else {
                            vec![byte]
                        }
                    });
                    let case = (pair_index, direction, place, fault);
                    assert!(outcome.is_ok(), "{case:?}: {outcome:?}");
                }
            }
        }
    }
}

#[test]
fn a_game_over_a_bad_line_is_correct() {
    for pair in pairs() {
        for seed in 0..200 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let outcome = meet(pair, seed, BAD_LINE_LIMIT, |_, _, byte| {
                match random.random_range(0..100) {
                    0 | 1 => LineFault::Loss.apply(byte),
                    2 => LineFault::Double.apply(byte),
                    3 | 4 => LineFault::Flip(random.random_range(0..8)).apply(byte),
                    _ => vec![byte],
                }
            });
            assert!(outcome.is_ok(), "seed {seed}: {outcome:?}");
        }
    }
}

/// Commands of both sides may cross on the line.
#[test]
fn a_game_over_a_slow_line_is_correct() {
    for delays in [20..=20, 0..=200, 200..=400, 400..=600, 900..=1400, 0..=3000] {
        for (pair_index, pair) in pairs().into_iter().enumerate() {
            for seed in 0..60 {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
                let delay = || Duration::from_millis(random.random_range(delays.clone()));
                let outcome = run(pair(seed), BAD_LINE_LIMIT, |_, _, byte| vec![byte], delay);
                assert!(
                    outcome.is_ok(),
                    "{delays:?}, pair {pair_index}, seed {seed}: {outcome:?}"
                );
            }
        }
    }
}

#[test]
fn noise_causes_no_endless_output() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for seed in 0..50 {
        let mut conversation = ConversationEndpoint::new(NOTHING, seed);
        for step in 0..2_000 {
            let bytes: [u8; 4] = random.random();
            // Half of them are well-formed packets.
            let bytes = if step % 2 == 0 {
                bytes
            } else {
                let [start, _, high, low] = bytes;
                let (start, high, low) = (start & 3, high | 0x80, low | 0x80);
                [
                    start,
                    start.wrapping_add(high).wrapping_add(low) | 0x80,
                    high,
                    low,
                ]
            };
            let now = Duration::from_millis(100 * step);
            conversation.receive(&bytes, now);
            for _ in 0..3 {
                conversation.tick(now);
            }
            let waits = conversation.deadline().is_none_or(|next| next > now);
            assert!(waits, "nothing is left to be done");
            assert!(conversation.take_output().len().is_multiple_of(4));
        }
    }
}
