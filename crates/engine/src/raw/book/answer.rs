//! What a book says about a position of a game.

use std::collections::BTreeSet;
use std::mem;

use super::SIDE;
use super::key::{Identity, Reorientation};
use super::position::{BookPosition, Edge};
use super::tree::BookTree;
use tao_rules::cpu::split_mix;
use tao_rules::raw::{AnyBoard, Board, Color, Coord, Point};

/// A move is as good as the best if its value is at most this much below: a tenth of a typical error of a value.
const MARGIN: f64 = 0.005;

/// Most moves in an expected line.
const LINE: usize = 20;

/// What a book says about a position, in the orientation of the game. Values are for the side to move, in [0, 1].
#[derive(Clone, Debug)]
pub struct Answer {
    /// The value by minimax.
    pub value: f64,
    /// Expected points ahead by the search of the position, komi included.
    pub points_ahead: f64,
    /// Visits of the search of the position.
    pub visits: u64,
    /// Visits of the searches of this position and of all below it.
    pub visits_below: u64,
    /// The moves, the best first.
    pub moves: Vec<BookMove>,
}

/// What a book says about a move. The value is for the side that makes it, in [0, 1].
#[derive(Clone, Debug)]
pub struct BookMove {
    pub coord: Coord,
    /// The points that are the same by a symmetry of the position, this one among them.
    pub images: Vec<Coord>,
    /// The value by minimax if the book has the position after the move, else the one that the search found.
    pub value: f64,
    /// Visits behind the value.
    pub visits: u64,
    /// Moves from the position of the answer to the deepest position in the book that this move leads to; 0 if the book does
    /// not have the position after the move.
    pub depth: usize,
    /// Whether it may be chosen: its value is near the best, and not a guess.
    pub is_good: bool,
    /// The expected line: the move and the best after it.
    pub line: Vec<Coord>,
    /// The last moves of other orders of moves that lead to the same position.
    pub transpositions: Vec<Coord>,
}

impl Answer {
    /// One of the good moves, drawn with this seed.
    pub fn choose(&self, seed: u64) -> Option<&BookMove> {
        let good: Vec<&BookMove> = self.moves.iter().filter(|mv| mv.is_good).collect();
        let drawn = split_mix(seed, self.visits_below) % good.len().max(1) as u64;
        good.get(drawn as usize).copied()
    }
}

impl BookTree {
    /// What the tree says about a position; `None` where it does not have it. The seed picks the orientation of the answer for
    /// a symmetric position.
    pub(super) fn answer(&self, board: &AnyBoard, to_move: Color, seed: u64) -> Option<Answer> {
        if board.size() != SIDE {
            return None;
        }
        let board = board.convert::<2>();
        let identity = Identity::of(&board, to_move);
        let &index = self.by_key.get(&identity.key)?;
        let position = &self.positions[index];
        let turns = identity.views().map(|view| position.turn_to(view));
        let drawn = split_mix(seed, identity.key) % turns.clone().count() as u64;
        let turn = turns.clone().nth(drawn as usize)?;
        let images = |coord: Coord| -> BTreeSet<Coord> {
            turns.clone().map(|turn| turn.apply(coord)).collect()
        };
        let mut ranked: Vec<(bool, f64, &Edge)> = position
            .edges
            .iter()
            .map(|edge| (position.is_known(edge), self.edge_value(edge), edge))
            .collect();
        ranked.sort_by(|(known, value, _), (other_known, other, _)| {
            other_known.cmp(known).then(other.total_cmp(value))
        });
        let best = ranked.first().map_or(0.0, |&(_, value, _)| value);
        let moves = ranked.into_iter().map(|(is_known, value, edge)| {
            let (visits, depth) = match edge.child.map(|child| self.below(child)) {
                Some((visits, depth)) => (visits, 1 + depth),
                None => (edge.mv.visits.into(), 0),
            };
            BookMove {
                coord: turn.apply(edge.mv.coord),
                images: images(edge.mv.coord).into_iter().collect(),
                value,
                visits,
                depth,
                is_good: is_known && value >= best - MARGIN,
                line: self.expected_line(&board, to_move, edge, turn),
                transpositions: self.transpositions(&board, to_move, edge, turn),
            }
        });
        Some(Answer {
            value: position.value,
            points_ahead: f64::from(position.searched.tenths_ahead) / 10.0,
            visits: position.searched.visits.into(),
            visits_below: self.below(index).0,
            moves: moves.collect(),
        })
    }

    /// The visits of all positions that can be reached from one, itself included, and the moves to the deepest of them.
    fn below(&self, index: usize) -> (u64, usize) {
        let mut found = vec![false; self.len()];
        found[index] = true;
        let (mut visits, mut deepest, mut open) = (0, 0, vec![index]);
        while let Some(next) = open.pop() {
            let position = &self.positions[next];
            visits += u64::from(position.searched.visits);
            deepest = deepest.max(position.depth);
            let children = position.edges.iter().filter_map(|edge| edge.child);
            open.extend(children.filter(|&child| !mem::replace(&mut found[child], true)));
        }
        (visits, deepest - self.positions[index].depth)
    }

    /// The moves from other positions that lead to the position after this edge, in the orientation of the board.
    fn transpositions(
        &self,
        board: &Board<2>,
        to_move: Color,
        edge: &Edge,
        turn: Reorientation,
    ) -> Vec<Coord> {
        let coord = turn.apply(edge.mv.coord);
        let mut after = board.clone();
        let (Some(child), Ok(())) = (edge.child, after.play(to_move, Point::new(coord))) else {
            return Vec::new();
        };
        let after = Identity::of(&after, !to_move);
        let parents = self.positions[child].parents.iter();
        let found: BTreeSet<Coord> = parents
            .flat_map(|&parent| {
                let edges = self.positions[parent].edges.iter();
                edges
                    .filter(|edge| edge.child == Some(child))
                    .map(move |edge| (parent, edge.mv.coord))
            })
            .filter_map(|(parent, last)| {
                let mut board = self.board(parent);
                board.play(to_move, Point::new(last)).ok()?;
                let turn = Reorientation {
                    from: Identity::of(&board, !to_move).view(),
                    to: after.view(),
                };
                Some(turn.apply(last)).filter(|&last| last != coord)
            })
            .collect();
        found.into_iter().collect()
    }

    /// The best edge of a position to follow.
    fn best_edge(&self, position: &BookPosition) -> Option<Edge> {
        let known = position.edges.iter().filter(|edge| position.is_known(edge));
        let best =
            known.max_by(|one, other| self.edge_value(one).total_cmp(&self.edge_value(other)));
        best.copied()
    }

    /// The expected moves from an edge on, in the orientation of the board.
    fn expected_line(
        &self,
        board: &Board<2>,
        to_move: Color,
        edge: &Edge,
        turn: Reorientation,
    ) -> Vec<Coord> {
        let mut board = board.clone();
        let (mut to_move, mut edge, mut turn) = (to_move, *edge, turn);
        let mut line = Vec::new();
        loop {
            let coord = turn.apply(edge.mv.coord);
            line.push(coord);
            if line.len() >= LINE || board.play(to_move, Point::new(coord)).is_err() {
                return line;
            }
            to_move = !to_move;
            let next = edge.child.map(|child| &self.positions[child]);
            let Some((position, best)) = next.and_then(|next| Some((next, self.best_edge(next)?)))
            else {
                return line;
            };
            turn = position.turn_to(Identity::of(&board, to_move).view());
            edge = best;
        }
    }
}
