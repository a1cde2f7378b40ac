//! The result of a simulation, on its way back to the root.

use super::node::Step;
use super::proof::Proof;
use super::worker::Worker;
use crate::board::Color;
use crate::playout::{FirstMoves, Switch};

/// By color: twice the wins, plus the draws, that a simulation gave.
type HalfWins = [u32; 2];

impl<const W: usize> Worker<'_, W> {
    /// Counts the result at every node of the path, for the side that made the node's move.
    pub(super) fn backup(&mut self, lead: i32) {
        let request = self.search.request;
        let half_wins: HalfWins = match request.winner(lead) {
            Some(Color::Black) => [2, 0],
            Some(Color::White) => [0, 2],
            None => [1, 1],
        };
        if self.walk.passes == 2 && self.search.params.solver == Switch::On {
            let mover = !self.walk.color;
            self.prove(Proof::from_sign(half_wins[mover as usize] as i8 - 1));
        }
        // The root's own move was the opponent's.
        let mut mover = !request.to_move;
        for node in &self.path {
            node.results.add(half_wins[mover as usize]);
            node.leave();
            mover = !mover;
        }
        if self.search.params.selection.uses_amaf() {
            self.credit_first_moves(half_wins);
        }
    }

    /// Credits every sibling of the path's moves that its side was the first to play, in the tree or in the playout.
    fn credit_first_moves(&mut self, half_wins: HalfWins) {
        let mut first_moves: FirstMoves<W> = self.playout_stats.first_moves;
        // Who is to move at the end of the path.
        let mut color = self.walk.color;
        for node in self.path.iter().rev() {
            let points = first_moves.of(color);
            for child in self.search.tree.children(node) {
                if let Step::Play(point) = child.step()
                    && points.contains(point)
                {
                    child.amaf.add(half_wins[color as usize]);
                }
            }
            color = !color;
            if let Step::Play(point) = node.step() {
                first_moves.prepend(color, point);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{AnyBoard, Point};
    use crate::search::node::Node;
    use crate::search::prior::Prior;
    use crate::search::tree::Tree;
    use crate::search::{Params, Request, Search};

    fn point(vertex: &str) -> Point<2> {
        Point::new(vertex.parse().unwrap())
    }

    fn grow<'t>(tree: &'t Tree, parent: &Node, vertices: &[&str]) -> &'t [Node] {
        let step = |vertex: &&str| (Step::Play(point(vertex)), Prior::default());
        tree.expand(parent, || vertices.iter().map(step).collect());
        tree.children(parent)
    }

    /// Black A1, White B1 in the tree, then Black C1, White A1, White C1, Black D1 in the playout; Black wins.
    #[test]
    fn siblings_are_credited_for_moves_that_their_side_made_first() {
        let board = AnyBoard::new(9);
        let request = Request::new(&board, Color::Black, 7.5);
        let params = Params::DEFAULT;
        let search = Search::<2>::new(&params, &request, None);
        let mut worker = Worker::new(&search, 0);
        let root = search.tree.root();
        let blacks = grow(&search.tree, root, &["A1", "B1", "C1", "D1", "E1"]);
        let whites = grow(&search.tree, &blacks[0], &["B1", "C1", "A2", "D1"]);
        worker.path = vec![root, &blacks[0], &whites[0]];
        worker.path.iter().for_each(|node| node.enter());
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
        worker.backup(9);
        let credits = |nodes: &[Node]| -> Vec<(u32, u32)> {
            let tallies = nodes.iter().map(|node| node.amaf.get());
            tallies
                .map(|tally| (tally.games, tally.half_wins))
                .collect()
        };
        // Of Black's moves: A1 in the tree, C1 and D1 in the playout; White was first on B1, nobody on E1.
        assert_eq!(credits(blacks), [(1, 2), (0, 0), (1, 2), (1, 2), (0, 0)]);
        // Of White's: B1 in the tree and A2; Black was first on C1 and D1. White has lost.
        assert_eq!(credits(whites), [(1, 0), (0, 0), (1, 0), (0, 0)]);
        assert!(worker.path.iter().all(|node| node.visits() == 1));
        assert_eq!(blacks[0].results.get().half_wins, 2);
        assert_eq!(whites[0].results.get().half_wins, 0);
    }
}
