//! Values corrected by how wrong the evaluations of similar positions were in this search.

use super::{Descent, Worker};
use crate::search::tree::WIN;
use tao_rules::board::hash::hash_of;
use tao_rules::board::{Point, PointSet};
use tao_rules::cpu::split_mix;

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
    pub(super) fn push_kind(&mut self) {
        if self.search.tree.biases.is_some() {
            self.path_kinds.push(self.descent.kind());
        }
    }

    /// Stores the value of the leaf, which is for the side to move, as the leaf's own evaluation, and returns it less the mean
    /// error of the leaf's kind. The value of a finished game is returned as it is.
    pub(super) fn corrected(&self, value: u32) -> u32 {
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
    pub(super) fn note_error(&self, depth: usize, value: u32) {
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
    use crate::search::tree::Tally;
    use crate::search::{Params, Request, Search};
    use tao_rules::board::{AnyBoard, Color, PointMove};

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
