//! The result of a simulation, on its way back to the root.

use super::Search;
use super::node::Step;
use super::params::Selection;
use crate::board::Color;
use crate::playout::Firsts;

/// By color: twice the wins, plus the draws, that a simulation gave.
type HalfWins = [u32; 2];

impl<const W: usize> Search<'_, W> {
    /// Counts the result at every node of the path, for the side that made the node's move.
    pub(super) fn backup(&mut self, lead: i32) {
        let margin = f64::from(lead) - self.request.komi;
        let black = if margin > 0.0 {
            2
        } else {
            u32::from(margin == 0.0)
        };
        let half_wins = [black, 2 - black];
        // The root's own move was the opponent's.
        let mut mover = !self.request.to_move;
        for &id in &self.path {
            let node = self.tree.node_mut(id);
            node.visits += 1;
            node.half_wins += half_wins[mover as usize];
            mover = !mover;
        }
        if let Selection::Rave { .. } = self.params.selection {
            self.credit_first_moves(half_wins);
        }
    }

    /// Credits every sibling of the path's moves that its side was the first to play, in the tree or in the playout.
    fn credit_first_moves(&mut self, half_wins: HalfWins) {
        let mut firsts: Firsts<W> = self.trace.firsts;
        let depth = self.path.len();
        let leaf_color = if depth.is_multiple_of(2) {
            !self.request.to_move
        } else {
            self.request.to_move
        };
        let mut color: Color = leaf_color;
        for &id in self.path.iter().rev() {
            let points = firsts.of(color);
            for child in self.tree.children_mut(id) {
                if let Step::Play(point) = child.step
                    && points.contains(point)
                {
                    child.amaf_visits += 1;
                    child.amaf_half_wins += half_wins[color as usize];
                }
            }
            color = !color;
            if let Step::Play(point) = self.tree.node(id).step {
                firsts.prepend(color, point);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{AnyBoard, Point};
    use crate::search::node::{NodeId, Tree};
    use crate::search::prior::Prior;
    use crate::search::{Limit, Params, Request};

    fn point(vertex: &str) -> Point<2> {
        Point::new(vertex.parse().unwrap())
    }

    fn grow(search: &mut Search<'_, 2>, parent: NodeId, vertices: &[&str]) -> Vec<NodeId> {
        let steps: Vec<_> = vertices
            .iter()
            .map(|vertex| (Step::Play(point(vertex)), Prior::default()))
            .collect();
        search.tree.expand(parent, &steps);
        search.tree.children(parent).map(|(id, _)| id).collect()
    }

    /// Black A1, White B1 in the tree, then Black C1, White A1, White C1, Black D1 in the playout; Black wins.
    #[test]
    fn siblings_are_credited_for_moves_that_their_side_made_first() {
        let board = AnyBoard::new(9);
        let request = Request {
            board: &board,
            to_move: Color::Black,
            komi: 7.5,
            banned: &[],
            last: None,
            move_number: 0,
            limit: Limit::default(),
            stop: None,
            seed: 1,
        };
        let params = Params::DEFAULT;
        let mut search = Search::<2>::new(&params, &request);
        let root = Tree::<2>::ROOT;
        let blacks = grow(&mut search, root, &["A1", "B1", "C1", "D1", "E1"]);
        let whites = grow(&mut search, blacks[0], &["B1", "C1", "A2", "D1"]);
        search.path = vec![root, blacks[0], whites[0]];
        for (color, vertex) in [
            (Color::Black, "C1"),
            (Color::White, "A1"),
            (Color::White, "C1"),
            (Color::White, "A2"),
            (Color::Black, "D1"),
        ] {
            search.trace.firsts.append(color, point(vertex));
        }
        search.backup(9);
        let credits = |ids: &[NodeId]| -> Vec<(u32, u32)> {
            let nodes = ids.iter().map(|&id| search.tree.node(id));
            nodes
                .map(|node| (node.amaf_visits, node.amaf_half_wins))
                .collect()
        };
        // Of Black's moves: A1 in the tree, C1 and D1 in the playout; White was first on B1, nobody on E1.
        assert_eq!(credits(&blacks), [(1, 2), (0, 0), (1, 2), (1, 2), (0, 0)]);
        // Of White's: B1 in the tree and A2; Black was first on C1 and D1. White has lost.
        assert_eq!(credits(&whites), [(1, 0), (0, 0), (1, 0), (0, 0)]);
        let visits: Vec<u32> = search
            .path
            .iter()
            .map(|&id| search.tree.node(id).visits)
            .collect();
        assert_eq!(visits, [1, 1, 1]);
        assert_eq!(search.tree.node(blacks[0]).half_wins, 2);
        assert_eq!(search.tree.node(whites[0]).half_wins, 0);
    }
}
