//! A line that loses, doubles and damages bytes: whatever happens, both ends have the same game in the end.

use std::collections::VecDeque;
use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::host::Host;
use super::{NOTHING, WHITE_ON_9};
use crate::board::{Color, Coord, Move};
use crate::engine::Decision;
use crate::game::Game;
use crate::gmp::{Conditions, Handshake, Order, RuleSet, Session};

/// How many moves the two make.
const MOVES: usize = 6;

/// Longer than any recovery from one fault takes.
const SOON: Duration = Duration::from_secs(30);

/// Longer than any recovery from a line that is bad for a minute takes.
const LATER: Duration = Duration::from_secs(600);

/// Somebody at one end of the line.
trait Player {
    fn receive(&mut self, bytes: &[u8], now: Duration);
    fn tick(&mut self, now: Duration);
    fn take_output(&mut self) -> Vec<u8>;
    fn deadline(&self) -> Option<Duration>;
    fn moves(&self) -> Vec<Move>;
}

impl Player for Host {
    fn receive(&mut self, bytes: &[u8], _: Duration) {
        Host::receive(self, bytes);
    }

    fn tick(&mut self, now: Duration) {
        Host::tick(self, now);
    }

    fn take_output(&mut self) -> Vec<u8> {
        Host::take_output(self)
    }

    fn deadline(&self) -> Option<Duration> {
        Host::deadline(self)
    }

    fn moves(&self) -> Vec<Move> {
        self.moves.clone()
    }
}

/// A session whose engine takes some time to play on the first empty point.
struct Ours {
    session: Session,
    thinking: Option<(Order, Duration)>,
}

/// The longest that the engine takes, in milliseconds.
const LONGEST_THOUGHT: u64 = 500;

impl Player for Ours {
    fn receive(&mut self, bytes: &[u8], now: Duration) {
        self.session.receive(bytes, now);
        self.think(now);
    }

    fn tick(&mut self, now: Duration) {
        self.session.tick(now);
        self.think(now);
    }

    fn take_output(&mut self) -> Vec<u8> {
        self.session.take_output()
    }

    fn deadline(&self) -> Option<Duration> {
        let thought = self.thinking.as_ref().map(|&(_, until)| until);
        [self.session.deadline(), thought]
            .into_iter()
            .flatten()
            .min()
    }

    fn moves(&self) -> Vec<Move> {
        let moves = self.session.game().moves().iter();
        moves.map(|&(_, mv)| mv).collect()
    }
}

impl Ours {
    fn new(conditions: Conditions, seed: u64) -> Self {
        Self {
            session: Session::new(Game::new(9).unwrap(), conditions, seed),
            thinking: None,
        }
    }

    fn think(&mut self, now: Duration) {
        if let Some((order, _)) = self.thinking.take_if(|(_, until)| *until <= now) {
            let empty = order.game.board().empty();
            let point = Move::Play(empty.iter().next().unwrap().coord());
            self.session
                .decide(order.number, Decision::Play(point), now);
        }
        if let Some(order) = self.session.take_order() {
            let time = Duration::from_millis(order.number * 137 % LONGEST_THOUGHT);
            self.thinking = Some((order, now + time));
        }
    }
}

/// What happens to a byte.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Loss,
    Double,
    Flip(u8),
}

impl Fault {
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

/// How long a conversation took, and how many bytes went each way; or what both boards were when it failed.
type Outcome = Result<(Duration, [usize; 2]), String>;

/// One direction of a line: bytes on their way, each with its time of arrival.
type Wire = VecDeque<(Duration, u8)>;

/// Lets the two talk until both have made `MOVES` moves and have made the same. The line does `damage` to each byte, by
/// direction and place, and takes as long as `delay` says for each.
fn run(
    mut players: [Box<dyn Player>; 2],
    patience: Duration,
    mut damage: impl FnMut(usize, usize, u8) -> Vec<u8>,
    mut delay: impl FnMut() -> Duration,
) -> Outcome {
    let mut now = Duration::ZERO;
    let mut counts = [0; 2];
    let mut wires = [Wire::new(), Wire::new()];
    tick(&mut players, now);
    loop {
        for (from, wire) in wires.iter_mut().enumerate() {
            for byte in players[from].take_output() {
                // Nothing overtakes what was sent before.
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
        let [a, b] = [players[0].moves(), players[1].moves()];
        let [short, long] = if a.len() < b.len() {
            [&a, &b]
        } else {
            [&b, &a]
        };
        let boards = || format!("after {now:?}: {a:?} and {b:?}");
        if !long.starts_with(short) {
            return Err(boards());
        }
        if short.len() >= MOVES {
            return Ok((now, counts));
        }
        let arrivals = wires
            .iter()
            .filter_map(|wire| wire.front().map(|&(at, _)| at));
        let deadlines = players.iter().filter_map(|player| player.deadline());
        let next = arrivals
            .chain(deadlines)
            .min()
            .filter(|&next| next <= patience);
        now = now.max(next.ok_or_else(boards)?);
        for (from, wire) in wires.iter_mut().enumerate() {
            let arrived = wire.iter().take_while(|&&(at, _)| at <= now).count();
            let bytes: Vec<u8> = wire.drain(..arrived).map(|(_, byte)| byte).collect();
            players[1 - from].receive(&bytes, now);
        }
        tick(&mut players, now);
    }
}

fn tick(players: &mut [Box<dyn Player>; 2], now: Duration) {
    for player in players {
        player.tick(now);
    }
}

/// Two players, made with this seed.
type Pair = fn(u64) -> [Box<dyn Player>; 2];

/// Every pair that can meet, made afresh: the conversation begins with the first one's or the second one's call.
fn pairs() -> [Pair; 6] {
    [
        |seed| [host(Color::Black), ours(WHITE_ON_9, seed)],
        |seed| {
            let black = Conditions {
                color: Some(Color::Black),
                ..NOTHING
            };
            [host(Color::White), ours(black, seed)]
        },
        |seed| {
            let black = Conditions {
                color: Some(Color::Black),
                rules: Some(RuleSet::Chinese),
                handicap: Some(2),
                ..WHITE_ON_9
            };
            [ours(black, seed), ours(NOTHING, seed + 1)]
        },
        // White has the first move, which meets Black's questions.
        |seed| {
            let black = Conditions {
                color: Some(Color::Black),
                rules: Some(RuleSet::Japanese),
                handicap: Some(2),
                ..WHITE_ON_9
            };
            [ours(black, seed), ours(NOTHING, seed + 1)]
        },
        // Both call at the same time.
        |seed| [ours(NOTHING, seed), ours(NOTHING, seed + 1)],
        |seed| {
            let simplified = Conditions {
                handshake: Handshake::Simplified,
                ..NOTHING
            };
            [ours(simplified, seed), ours(simplified, seed + 1)]
        },
    ]
}

fn host(color: Color) -> Box<dyn Player> {
    let script: Vec<Move> = Coord::all(9).skip(60).map(Move::Play).collect();
    Box::new(Host::new(color, &script))
}

fn ours(conditions: Conditions, seed: u64) -> Box<dyn Player> {
    Box::new(Ours::new(conditions, seed))
}

fn meet(
    pair: Pair,
    seed: u64,
    patience: Duration,
    damage: impl FnMut(usize, usize, u8) -> Vec<u8>,
) -> Outcome {
    run(pair(seed), patience, damage, || Duration::ZERO)
}

#[test]
fn no_single_fault_stops_a_game_or_changes_it() {
    for (index, pair) in pairs().into_iter().enumerate() {
        let (time, counts) = meet(pair, 1, SOON, |_, _, byte| vec![byte]).unwrap();
        let calls_cross = index >= 4;
        assert!(time < Duration::from_secs(8) || calls_cross, "{time:?}");
        for (direction, count) in counts.into_iter().enumerate() {
            assert!(count > 4 * MOVES);
            for place in 0..count {
                for fault in Fault::all() {
                    let outcome = meet(pair, 1, SOON, |at_direction, at, byte| {
                        if (at_direction, at) == (direction, place) {
                            fault.apply(byte)
                        } else {
                            vec![byte]
                        }
                    });
                    let story = (index, direction, place, fault);
                    assert!(outcome.is_ok(), "{story:?}: {outcome:?}");
                }
            }
        }
    }
}

#[test]
fn a_bad_line_makes_a_slow_game() {
    for pair in pairs() {
        for seed in 0..200 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let outcome = meet(pair, seed, LATER, |_, _, byte| {
                match random.random_range(0..100) {
                    0 | 1 => Fault::Loss.apply(byte),
                    2 => Fault::Double.apply(byte),
                    3 | 4 => Fault::Flip(random.random_range(0..8)).apply(byte),
                    _ => vec![byte],
                }
            });
            assert!(outcome.is_ok(), "seed {seed}: {outcome:?}");
        }
    }
}

/// Two commands may be under way at the same time, and each be answered before the other arrives.
#[test]
fn a_slow_line_makes_a_slow_game() {
    for delays in [20..=20, 0..=200, 200..=400, 400..=600, 900..=1400, 0..=3000] {
        for (index, pair) in pairs().into_iter().enumerate() {
            for seed in 0..60 {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
                let delay = || Duration::from_millis(random.random_range(delays.clone()));
                let outcome = run(pair(seed), LATER, |_, _, byte| vec![byte], delay);
                assert!(
                    outcome.is_ok(),
                    "{delays:?}, pair {index}, seed {seed}: {outcome:?}"
                );
            }
        }
    }
}

#[test]
fn noise_is_no_conversation() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for seed in 0..50 {
        let mut session = Ours::new(NOTHING, seed);
        for step in 0..2_000 {
            let bytes: [u8; 4] = random.random();
            // Half of them with the class that each byte of a packet has.
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
            session.receive(&bytes, now);
            for _ in 0..3 {
                session.tick(now);
            }
            let waits = session.deadline().is_none_or(|next| next > now);
            assert!(waits, "it has done all that it wants to do");
            assert!(session.take_output().len().is_multiple_of(4));
        }
    }
}
