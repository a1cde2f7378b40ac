//! The result of a simulation on its way back to the root.

use super::evaluate::Evaluation;
use super::node::{Proof, WIN};
use super::searcher::Worker;
use crate::playout::FirstMoves;
use tao_rules::raw::PointMove;

impl<const W: usize> Worker<'_, W> {
    /// Adds the value to every node of the path, for the side that made the node's move.
    pub fn backup(&mut self, evaluation: &Evaluation<W>) {
        let mut value = WIN - evaluation.value;
        let is_over = self.descent.passes == 2
            && self.end_without_dead().is_none()
            && !self.search.request.counts_stones;
        if is_over && self.search.params.tree.solver {
            // The weight of points ahead never turns a win into a loss, so the value tells the result.
            self.prove(Proof::of_result(value.cmp(&(WIN / 2))));
        }
        let counts_for_none = self.search.params.evaluation.strict_wins && value == WIN / 2;
        for (depth, node) in self.path.iter().enumerate().rev() {
            self.note_error(depth, value);
            node.results.add(if counts_for_none { 0 } else { value });
            node.remove_virtual_loss();
            value = WIN - value;
        }
        if self.search.params.selection.formula.uses_amaf() {
            self.update_amaf(evaluation.value);
        }
    }

    /// Sets how the game ends for the side that made the path's last move, and what follows for the moves before it.
    pub fn prove(&self, end: Proof) {
        let mut moves = self.path.iter().rev();
        if let Some(last) = moves.next() {
            last.set_proof(end);
        }
        for node in moves {
            let replies = self.search.tree.children(node);
            let proof = Proof::by_replies::<W>(replies);
            if proof == Proof::Unproven {
                return;
            }
            node.set_proof(proof);
        }
    }

    /// Adds an AMAF result to every sibling of the path's moves that its side was the first to play, in the tree or in the
    /// playout. `value` is for the side to move at the leaf.
    fn update_amaf(&mut self, mut value: u32) {
        let mut first_moves: FirstMoves<W> = self.playout_stats.first_moves;
        let mut color = self.descent.color;
        for node in self.path.iter().rev() {
            let points = first_moves.of(color);
            for child in self.search.tree.children(node) {
                if let PointMove::Play(point) = child.mv()
                    && points.contains(point)
                {
                    child.amaf.add(value);
                }
            }
            color = !color;
            value = WIN - value;
            if let PointMove::Play(point) = node.mv() {
                first_moves.prepend(color, point);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::LEAD_UNIT;
    use crate::search::expand::Prior;
    use crate::search::node::Node;
    use crate::search::searcher::Search;
    use crate::search::tree::Tree;
    use crate::search::{Params, Request};
    use tao_rules::raw::{AnyBoard, Color, Point};

    fn point(vertex: &str) -> Point<2> {
        Point::new(vertex.parse().unwrap())
    }

    fn grow<'t>(tree: &'t Tree, parent: &Node, vertices: &[&str]) -> Vec<&'t Node> {
        let mv = |vertex: &&str| (PointMove::Play(point(vertex)), Prior::default());
        tree.expand(parent, usize::MAX, || vertices.iter().map(mv).collect());
        tree.children(parent).iter().collect()
    }

    #[test]
    fn by_the_thesis_a_draw_is_a_win_of_neither_side() {
        let request = Request::new(&AnyBoard::new(9), Color::Black, 7.0);
        for (params, value) in [
            (Params::TAO_GO_2010, 0),
            (Params::TAO_GO_2010_TUNED, WIN / 2),
        ] {
            let search = Search::<2>::new(&params, &request, None);
            let mut worker = Worker::new(&search, 0);
            let root = search.tree.root();
            worker.path = vec![root, grow(&search.tree, root, &["E5"])[0]];
            worker.path.iter().for_each(|node| node.add_virtual_loss());
            worker.backup(&Evaluation {
                value: WIN / 2,
                lead: 7 * LEAD_UNIT,
                owners: None,
                length: Some(5),
            });
            for node in &worker.path {
                let tally = node.results.get();
                assert_eq!((tally.visits, tally.value), (1, u64::from(value)));
            }
        }
    }

    /// In the tree Black A1, White B1; in the playout Black C1, White A1, C1 and A2, Black D1. Black wins.
    #[test]
    fn amaf_counts_points_that_a_side_was_the_first_to_play() {
        let board = AnyBoard::new(9);
        let request = Request::new(&board, Color::Black, 7.5);
        let params = Params::PLAYOUTS;
        let search = Search::<2>::new(&params, &request, None);
        let mut worker = Worker::new(&search, 0);
        let root = search.tree.root();
        let blacks = grow(&search.tree, root, &["A1", "B1", "C1", "D1", "E1"]);
        let whites = grow(&search.tree, blacks[0], &["B1", "C1", "A2", "D1"]);
        worker.path = vec![root, blacks[0], whites[0]];
        worker.path.iter().for_each(|node| node.add_virtual_loss());
        for (color, vertex) in [
            (Color::Black, "C1"),
            (Color::White, "A1"),
            (Color::White, "C1"),
            (Color::White, "A2"),
            (Color::Black, "D1"),
        ] {
            worker
                .playout_stats
                .first_moves
                .append(color, point(vertex));
        }
        // Black is to move at the leaf.
        worker.descent.color = Color::Black;
        worker.backup(&Evaluation {
            value: WIN,
            lead: 9 * LEAD_UNIT,
            owners: None,
            length: Some(5),
        });
        let amaf_results = |nodes: &[&Node]| -> Vec<(u32, u64)> {
            let tallies = nodes.iter().map(|node| node.amaf.get());
            tallies
                .map(|tally| (tally.visits, tally.value / u64::from(WIN)))
                .collect()
        };
        // Black was first on A1 in the tree, and on C1 and D1 in the playout. White was first on B1, nobody on E1.
        assert_eq!(
            amaf_results(&blacks),
            [(1, 1), (0, 0), (1, 1), (1, 1), (0, 0)]
        );
        // White was first on B1 in the tree, and on A2 in the playout. Black was first on C1 and D1. White loses.
        assert_eq!(amaf_results(&whites), [(1, 0), (0, 0), (1, 0), (0, 0)]);
        assert!(worker.path.iter().all(|node| node.visits() == 1));
        assert_eq!(blacks[0].results.get().value, u64::from(WIN));
        assert_eq!(whites[0].results.get().value, 0);
    }
}
