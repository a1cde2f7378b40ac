//! Evaluations by a network, cached by position: the second visit of a leaf needs the policy that came with the first
//! evaluation, and several lines may lead to the same position.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::net::{Evaluator, Network, Output, SIDE, Situation};
use tao_rules::board::Symmetry;
use tao_rules::cpu::split_mix;

/// A network and its last evaluations, which threads share. Which of them are kept changes no result, as an evaluation
/// depends on its position alone.
#[derive(Debug)]
pub(super) struct CachedNetwork {
    network: Arc<Network>,
    /// Decides through which symmetry each position is seen.
    seed: u64,
    slots: Box<[Mutex<Kept>]>,
}

/// An evaluation with the key of its position. A later evaluation in the same slot replaces it.
type Kept = Option<Box<(u64, Output)>>;

impl CachedNetwork {
    /// Keeps evaluations in this many bytes, and at least one.
    pub(super) fn new(network: Arc<Network>, seed: u64, bytes: usize) -> Self {
        let count = bytes / (size_of::<Mutex<Kept>>() + size_of::<(u64, Output)>());
        Self {
            network,
            seed,
            slots: (0..count.max(1)).map(|_| Mutex::default()).collect(),
        }
    }

    fn slot(&self, key: u64) -> &Mutex<Kept> {
        &self.slots[(key % self.slots.len() as u64) as usize]
    }

    fn get(&self, key: u64) -> Option<Output> {
        let slot = self.slot(key).lock();
        let kept = slot.as_deref().filter(|(kept, _)| *kept == key);
        kept.map(|(_, output)| output.clone())
    }

    fn keep(&self, key: u64, output: Output) {
        match &mut *self.slot(key).lock() {
            Some(kept) => **kept = (key, output),
            none => *none = Some(Box::new((key, output))),
        }
    }
}

/// The evaluator of one thread, with the network and the cache that all threads share.
#[derive(Debug)]
pub(super) struct NetworkEvaluator<'a> {
    cached: &'a CachedNetwork,
    evaluator: Evaluator,
}

impl<'a> NetworkEvaluator<'a> {
    pub(super) fn new(cached: &'a CachedNetwork) -> Self {
        Self {
            cached,
            evaluator: Evaluator::new(Arc::clone(&cached.network)),
        }
    }

    /// Evaluates a situation whose stones have this hash. The key of the situation and the seed decide through which symmetry
    /// the network sees it, so that its errors differ between similar positions and between games with other seeds.
    pub(super) fn evaluate<const W: usize>(
        &mut self,
        situation: &Situation<'_, W>,
        hash: u64,
    ) -> Output {
        let key = key(situation, hash);
        self.cached.get(key).unwrap_or_else(|| {
            let symmetry = Symmetry::all()[(split_mix(self.cached.seed, key) >> 61) as usize];
            let output = self.evaluator.evaluate(situation, symmetry).clone();
            self.cached.keep(key, output.clone());
            output
        })
    }
}

/// Hash of all that a network sees; `hash` is that of the stones.
fn key<const W: usize>(situation: &Situation<'_, W>, hash: u64) -> u64 {
    /// Numbers of points, and zero for none, are below this.
    const RADIX: u64 = 1 << 9;
    let &Situation {
        board,
        to_move,
        recent_moves,
        last_was_pass,
        komi,
        territory,
    } = situation;
    let points = recent_moves.into_iter().chain([board.ko()]);
    let smaller = (SIDE - board.size()) as u64;
    let flags =
        smaller << 3 | u64::from(territory) << 2 | u64::from(last_was_pass) << 1 | to_move as u64;
    let history = points.fold(flags, |sum, point| {
        sum * RADIX + point.map_or(0, |point| 1 + point.number() as u64)
    });
    split_mix(split_mix(hash, history), komi.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{RECENT_MOVES, Shape};
    use tao_rules::board::{Board, Color, Point};

    const SMALL: Shape = Shape {
        blocks: 1,
        channels: 16,
        neck: 16,
        hidden: 16,
    };

    fn situation(board: &Board<2>) -> Situation<'_, 2> {
        Situation {
            board,
            to_move: Color::Black,
            recent_moves: [None; RECENT_MOVES],
            last_was_pass: false,
            komi: 7.0,
            territory: false,
        }
    }

    #[test]
    fn all_that_a_network_sees_is_in_the_key() {
        let board: Board<2> = Board::new(9);
        let plain = situation(&board);
        let point = |vertex: &str| Some(Point::new(vertex.parse().unwrap()));
        let recent = |i: usize, vertex| {
            let mut situation = plain;
            situation.recent_moves[i] = point(vertex);
            situation
        };
        let mut keys: Vec<u64> = [
            plain,
            Situation {
                to_move: Color::White,
                ..plain
            },
            Situation {
                last_was_pass: true,
                ..plain
            },
            Situation { komi: 7.5, ..plain },
            Situation {
                territory: true,
                ..plain
            },
            situation(&Board::new(8)),
            situation(&Board::new(5)),
            recent(0, "A1"),
            recent(1, "A1"),
            recent(4, "A1"),
            recent(4, "J9"),
        ]
        .iter()
        .map(|situation| key(situation, 0))
        .collect();
        keys.push(key(&plain, 1));
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn what_is_kept_changes_no_evaluation() {
        let network = Arc::new(Network::random(SMALL, 1));
        let [one, many] =
            [0, 1 << 20].map(|bytes| CachedNetwork::new(Arc::clone(&network), 1, bytes));
        assert_eq!((one.slots.len(), many.slots.len() > 1_000), (1, true));
        let mut evaluators = [&one, &many].map(NetworkEvaluator::new);
        let mut board: Board<2> = Board::new(9);
        for vertex in ["E5", "C3", "E5"] {
            let point = Point::new(vertex.parse().unwrap());
            if board.is_legal(Color::Black, point) {
                board.play_legal(Color::Black, point);
            }
            let situation = situation(&board);
            let [first, second] = evaluators
                .each_mut()
                .map(|evaluator| evaluator.evaluate(&situation, board.hash()));
            assert_eq!(first, second);
        }
        let key = key(&situation(&board), board.hash());
        assert!(many.get(key).is_some() && many.get(!key).is_none());
    }
}
