//! Values corrected by how wrong the evaluations of similar positions were in this search: `KataGo`'s subtree value bias
//! correction.

use std::sync::atomic::{AtomicU64, Ordering};

use super::descent::Descent;
use super::node::WIN;
use super::searcher::Worker;
use tao_rules::cpu::split_mix;
use tao_rules::raw::hash::hash_of;
use tao_rules::raw::{Point, PointSet};

/// Kinds of positions that are told apart.
const KINDS: usize = 1 << 16;

/// Bytes of [`Biases`].
pub const BIAS_BYTES: usize = KINDS * size_of::<AtomicU64>();

/// For each kind of position, the sum of the weighted errors and the sum of the weights, as two `f32` in one word that threads
/// share.
#[derive(Debug)]
pub struct Biases(Box<[AtomicU64]>);

impl Default for Biases {
    fn default() -> Self {
        Self((0..KINDS).map(|_| AtomicU64::new(0)).collect())
    }
}

impl Biases {
    /// Mean error of the evaluations of this kind, for the side that made the last move; 0 before the first.
    pub fn mean(&self, kind: u64) -> f32 {
        let (sum, weight) = unpack(self.word(kind).load(Ordering::Relaxed));
        if weight > 0.0 { sum / weight } else { 0.0 }
    }

    pub fn add(&self, kind: u64, error: f32, weight: f32) {
        let add = |word| {
            let (sum, weights) = unpack(word);
            Some(pack(sum + weight * error, weights + weight))
        };
        let word = self.word(kind);
        let _ = word.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }

    const fn word(&self, kind: u64) -> &AtomicU64 {
        &self.0[kind as usize % KINDS]
    }
}

const fn pack(sum: f32, weight: f32) -> u64 {
    (sum.to_bits() as u64) << 32 | weight.to_bits() as u64
}

const fn unpack(word: u64) -> (f32, f32) {
    (
        f32::from_bits((word >> 32) as u32),
        f32::from_bits(word as u32),
    )
}

impl<const W: usize> Descent<W> {
    /// Identifies the kind of this position. Evaluations of positions of one kind tend to be wrong in the same way. A kind has
    /// the side to move, the last two moves, the ko, and the stones and ataris within two points of the last move.
    fn kind(&self) -> u64 {
        let number = |point: Option<Point<W>>| point.map_or(0, |point| point.number() as u64 + 1);
        let [last, second_last] = [self.recent_moves[0], self.recent_moves[1]];
        let numbers = [last, second_last, self.board.ko()].map(number);
        let mut kind = numbers.into_iter().fold(self.color as u64, split_mix);
        if let Some(last) = last {
            let near = PointSet::only(last).grown().grown();
            let stones = self.board.stones_by_color().map(|stones| stones & near);
            kind = split_mix(kind, hash_of(&stones));
            let in_atari = self.board.in_atari() & near;
            for point in &in_atari {
                kind = split_mix(kind, point.number() as u64);
            }
        }
        kind
    }
}

impl<const W: usize> Worker<'_, W> {
    /// Remembers the kind of the position that the descent has reached.
    pub fn push_kind(&mut self) {
        if self.search.tree.biases.is_some() {
            self.path_kinds.push(self.descent.kind());
        }
    }

    /// Stores the value of the leaf, which is for the side to move, as the leaf's own evaluation, and returns it less the mean
    /// error of the leaf's kind. The value of a finished game is returned as it is.
    pub fn corrected(&self, value: u32) -> u32 {
        let (Some(biases), Some(leaf), Some(&kind)) = (
            &self.search.tree.biases,
            self.path.last(),
            self.path_kinds.last(),
        ) else {
            return value;
        };
        if self.descent.passes == 2 {
            return value;
        }
        leaf.set_evaluation(WIN - value);
        let error = self.search.params.evaluation.value_bias as f32 * biases.mean(kind);
        value.saturating_add_signed(-error.round() as i32).min(WIN)
    }

    /// Adds the difference between a value that was found below the node at this depth and the node's own evaluation. The n-th
    /// visit after the first has the weight n^(-1/8), so n visits weigh about n^(7/8), near `KataGo`'s exponent of 0.85.
    pub fn note_error(&self, depth: usize, value: u32) {
        let (Some(biases), node) = (&self.search.tree.biases, self.path[depth]) else {
            return;
        };
        let visits = node.visits();
        if let Some(own) = node.evaluation().filter(|_| visits > 0) {
            let weight = (visits as f32).sqrt().sqrt().sqrt().recip();
            let error = value as f32 - own as f32;
            biases.add(self.path_kinds[depth], error, weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::node::Tally;
    use crate::search::searcher::Search;
    use crate::search::{Params, Request};
    use tao_rules::raw::{AnyBoard, Color, PointMove};

    #[test]
    fn the_mean_is_weighted_and_of_one_kind() {
        let biases = Biases::default();
        let is_mean = |mean: f32| (biases.mean(7) - mean).abs() < 1e-3;
        assert!(is_mean(0.0));
        biases.add(7, -100.0, 1.0);
        biases.add(7, 200.0, 0.5);
        biases.add(8, 1.0, 1.0);
        assert!(is_mean(0.0));
        biases.add(7, 300.0, 1.5);
        assert!(is_mean(150.0));
    }

    #[test]
    fn the_error_below_a_node_is_taken_off_the_next_value_of_its_kind() {
        let request = Request::new(&AnyBoard::new(9), Color::Black, 7.0);
        let search = Search::<2>::new(&Params::NETWORK, &request, None);
        let mut worker = Worker::new(&search, 0);
        worker.descend();
        let leaf = worker.path[0];
        assert_eq!(worker.corrected(WIN), WIN);
        assert_eq!(leaf.evaluation(), Some(0));
        // The first value of a node is its own.
        worker.note_error(0, 500);
        assert_eq!(worker.corrected(1_000), 1_000);
        leaf.results.add(500);
        leaf.amaf.set(Tally {
            visits: 1,
            value: 500,
        });
        worker.note_error(0, 1_500);
        // The weight is 0.6.
        assert_eq!(worker.corrected(3_000), 2_400);
        assert_eq!(worker.corrected(100), 0);
        // A second error, of 0, weighs 2^(-1/8) times as much as the first.
        leaf.results.add(1_500);
        worker.note_error(0, 500);
        let left = 3_000 - worker.corrected(3_000);
        assert!((309..=320).contains(&left), "{left}");
    }

    #[test]
    fn a_kind_has_the_last_moves_and_the_stones_around_the_last() {
        let kind = |moves: &[&str]| {
            let request = Request::new(&AnyBoard::new(9), Color::Black, 7.0);
            let search = Search::<2>::new(&Params::NETWORK, &request, None);
            let mut descent = search.root.clone();
            for mv in moves {
                let point = Point::new(mv.parse().unwrap());
                descent.play(&search.line_tables, PointMove::Play(point));
            }
            descent.kind()
        };
        assert_eq!(
            kind(&["A1", "J9", "C3", "E5"]),
            kind(&["J9", "A1", "C3", "E5"])
        );
        assert_ne!(
            kind(&["A1", "J9", "C3", "E5"]),
            kind(&["A1", "J9", "D3", "E5"])
        );
        assert_ne!(
            kind(&["E6", "J9", "C3", "E5"]),
            kind(&["A1", "J9", "C3", "E5"])
        );
    }
}
