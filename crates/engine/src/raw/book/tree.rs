//! The tree of positions for one komi, and their values by minimax.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::key::{Hashes, Identity, Reorientation};
use super::position::{BookPosition, Edge, SearchedMove, SearchedPosition, Share, color_at};
use super::{Komi, SIDE};
use tao_rules::raw::{Board, Color, Coord, IllegalPlay, Point, PointSet};

/// Why a position is not added to a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddPositionError {
    /// The position before it is not in the tree.
    #[error("there is no position {0} yet")]
    NoParent(usize),
    /// The first position must be the empty board, and no other.
    #[error("only the first position has none before it")]
    Root,
    /// The tree has the position already.
    #[error("the position after {0} is there already")]
    Known(Coord),
    /// A move that cannot be made.
    #[error(transparent)]
    Illegal(#[from] IllegalPlay),
    /// A move that is listed twice.
    #[error("{0} is listed twice")]
    Twice(Coord),
    /// The line is longer than an opening.
    #[error("more than {} moves from the empty board", BookTree::MAX_DEPTH)]
    TooDeep,
}

/// Positions after the empty board with one komi. The first is the empty board.
#[derive(Clone, Debug)]
pub struct BookTree {
    komi: Komi,
    pub(super) positions: Vec<BookPosition>,
    pub(super) by_key: FxHashMap<u64, usize>,
    /// By the key of a position that the tree does not have, the positions with an edge to it.
    waiting: FxHashMap<u64, Vec<usize>>,
    /// The positions of the line to the one that was added last, with their boards. In a file in the order of a walk over the tree,
    /// the next position follows one of them.
    latest: Vec<(usize, Board<2>)>,
}

impl BookTree {
    /// The most moves from the empty board to a position.
    pub const MAX_DEPTH: usize = 60;

    pub fn new(komi: Komi) -> Self {
        Self {
            komi,
            positions: Vec::new(),
            by_key: FxHashMap::default(),
            waiting: FxHashMap::default(),
            latest: Vec::new(),
        }
    }

    pub const fn komi(&self) -> Komi {
        self.komi
    }

    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether the tree has no position, not even the empty board.
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The positions, by their numbers.
    pub fn positions(&self) -> &[BookPosition] {
        &self.positions
    }

    /// The value of the empty board for Black by minimax, if it was searched.
    pub fn value(&self) -> Option<f64> {
        self.positions.first().map(|root| root.value)
    }

    /// The number of a position in any orientation, if the tree has it.
    pub fn find<const W: usize>(&self, board: &Board<W>, to_move: Color) -> Option<usize> {
        if board.size() != SIDE {
            return None;
        }
        self.by_key.get(&Identity::of(board, to_move).key).copied()
    }

    /// Whether the tree has the position with this [key](Identity::key).
    pub fn has_key(&self, key: u64) -> bool {
        self.by_key.contains_key(&key)
    }

    /// The moves of the line that first led to a position.
    pub fn line(&self, position: usize) -> Vec<Coord> {
        let mut line = Vec::new();
        let mut next = self.positions[position].origin;
        while let Some((before, coord)) = next {
            line.push(coord);
            next = self.positions[before].origin;
        }
        line.reverse();
        line
    }

    /// The origin to pass to [`add`](Self::add) for the position after this line. `None` if the tree has the position already
    /// or lacks the one before it, or if the line cannot be played.
    pub fn origin_of(&self, line: &[Coord]) -> Option<Option<(usize, Coord)>> {
        let mut board = empty_board();
        let mut origin = None;
        for (depth, &coord) in line.iter().enumerate() {
            let before = Identity::of(&board, color_at(depth));
            let &parent = self.by_key.get(&before.key)?;
            let turn = Reorientation {
                from: before.view(),
                to: self.positions[parent].identity.view(),
            };
            origin = Some((parent, turn.apply(coord)));
            board.play(color_at(depth), Point::new(coord)).ok()?;
        }
        let is_known = self.find(&board, color_at(line.len())).is_some();
        (!is_known).then_some(origin)
    }

    /// Adds the position after a move from another position, or the empty board, with what a search found in it. Returns its
    /// number.
    ///
    /// # Errors
    /// An [`AddPositionError`]; the tree is unchanged.
    pub fn add(
        &mut self,
        origin: Option<(usize, Coord)>,
        searched: SearchedPosition,
    ) -> Result<usize, AddPositionError> {
        let index = self.append(origin, searched)?;
        let key = self.positions[index].identity.key;
        let parents = self.waiting.remove(&key).unwrap_or_default();
        for &parent in &parents {
            self.link(parent, key, index);
        }
        self.connect(index);
        self.wait(index);
        if let Some((parent, coord)) = origin {
            self.add_edge(parent, coord, index);
        }
        let changed = parents.into_iter().chain(origin.map(|(parent, _)| parent));
        self.update(changed.chain([index]));
        Ok(index)
    }

    /// Adds a position as [`add`](Self::add) does, but leaves its edges and those to it, and the values, for
    /// [`connect_all`](Self::connect_all).
    pub(super) fn append(
        &mut self,
        origin: Option<(usize, Coord)>,
        searched: SearchedPosition,
    ) -> Result<usize, AddPositionError> {
        let depth = self.depth_after(origin)?;
        let index = self.positions.len();
        let played = if let Some((parent, coord)) = origin {
            self.follow(parent);
            let board = self.copy_latest(index);
            board.play(color_at(depth - 1), Point::new(coord))
        } else {
            self.latest.push((index, empty_board()));
            Ok(())
        };
        let played = played.map_err(AddPositionError::from);
        let described = played.and_then(|()| self.describe(origin, depth, &searched));
        if described.is_err() {
            self.latest.pop();
        }
        let (identity, edges) = described?;
        self.by_key.insert(identity.key, index);
        self.positions.push(BookPosition {
            origin,
            identity,
            depth,
            searched,
            edges,
            parents: Vec::new(),
            value: 0.0,
        });
        Ok(index)
    }

    /// The identity of a new position, the last of the latest boards, and its edges.
    fn describe(
        &self,
        origin: Option<(usize, Coord)>,
        depth: usize,
        searched: &SearchedPosition,
    ) -> Result<(Identity, Vec<Edge>), AddPositionError> {
        let board = &self.latest[depth].1;
        let hashes = Hashes::of(board);
        let identity = hashes.identity(board.ko().map(Point::coord), color_at(depth));
        if let Some((_, coord)) = origin
            && self.has_key(identity.key)
        {
            return Err(AddPositionError::Known(coord));
        }
        let mut edges: Vec<Edge> = Vec::with_capacity(searched.moves.len());
        for &mv in &searched.moves {
            if edges.iter().any(|edge| edge.mv.coord == mv.coord) {
                return Err(AddPositionError::Twice(mv.coord));
            }
            edges.push(Edge {
                mv,
                key: key_after(board, hashes, color_at(depth), mv.coord)?,
                child: None,
            });
        }
        Ok((identity, edges))
    }

    /// Makes a position the last of the latest ones.
    fn follow(&mut self, position: usize) {
        let BookPosition { depth, origin, .. } = self.positions[position];
        let known = self.latest.get(depth);
        if known.is_some_and(|&(known, _)| known == position) {
            self.latest.truncate(depth + 1);
        } else if let Some((parent, coord)) = origin {
            self.follow(parent);
            let board = self.copy_latest(position);
            board.play_legal(color_at(depth - 1), Point::new(coord));
        } else {
            self.latest = vec![(position, empty_board())];
        }
    }

    /// Adds a position to the latest ones, at first with the board of the one before.
    fn copy_latest(&mut self, position: usize) -> &mut Board<2> {
        let depth = self.latest.len();
        self.latest.extend_from_within(depth - 1..);
        let (number, board) = &mut self.latest[depth];
        *number = position;
        board
    }

    /// Connects positions that were appended, and computes all values.
    pub(super) fn connect_all(&mut self) {
        for index in 0..self.len() {
            if let Some((parent, coord)) = self.positions[index].origin {
                self.add_edge(parent, coord, index);
            }
        }
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&index| Reverse(self.positions[index].depth));
        for index in order {
            self.connect(index);
            self.evaluate(index);
        }
        self.positions.shrink_to_fit();
        self.latest = Vec::new();
    }

    /// Prepares a tree that was read for more positions.
    pub(super) fn prepare_growth(&mut self) {
        for index in 0..self.len() {
            self.wait(index);
        }
    }

    /// The depth of the position that would be added with this origin.
    fn depth_after(&self, origin: Option<(usize, Coord)>) -> Result<usize, AddPositionError> {
        if origin.is_none() != self.is_empty() {
            return Err(AddPositionError::Root);
        }
        let Some((parent, _)) = origin else {
            return Ok(0);
        };
        let before = self.positions.get(parent);
        let before = before.ok_or(AddPositionError::NoParent(parent))?;
        if before.depth >= Self::MAX_DEPTH {
            return Err(AddPositionError::TooDeep);
        }
        Ok(before.depth + 1)
    }

    /// The board of the position that would be added with this origin.
    ///
    /// # Errors
    /// Where [`add`](Self::add) refuses any position with this origin but one that the tree has.
    pub fn board_after(
        &self,
        origin: Option<(usize, Coord)>,
    ) -> Result<Board<2>, AddPositionError> {
        let depth = self.depth_after(origin)?;
        let Some((parent, coord)) = origin else {
            return Ok(empty_board());
        };
        let mut board = self.board(parent);
        board.play(color_at(depth - 1), Point::new(coord))?;
        Ok(board)
    }

    /// The board of a position, in the orientation of the tree.
    pub fn board(&self, position: usize) -> Board<2> {
        let mut board = empty_board();
        for (depth, coord) in self.line(position).into_iter().enumerate() {
            board.play_legal(color_at(depth), Point::new(coord));
        }
        board
    }

    /// Links the edges of a position to the positions that they lead to.
    fn connect(&mut self, position: usize) {
        for number in 0..self.positions[position].edges.len() {
            let key = self.positions[position].edges[number].key;
            if let Some(&child) = self.by_key.get(&key) {
                self.link(position, key, child);
            }
        }
    }

    /// Lets a position wait for those that its edges lead to and that the tree does not have.
    fn wait(&mut self, position: usize) {
        for edge in &self.positions[position].edges {
            if !self.by_key.contains_key(&edge.key) {
                add_once(self.waiting.entry(edge.key).or_default(), position);
            }
        }
    }

    /// Links the edges of a position with this key to another position if that is deeper.
    fn link(&mut self, parent: usize, key: u64, child: usize) {
        if self.positions[child].depth <= self.positions[parent].depth {
            return;
        }
        for edge in &mut self.positions[parent].edges {
            if edge.key == key {
                edge.child = Some(child);
            }
        }
        add_once(&mut self.positions[child].parents, parent);
    }

    /// Adds the edge by which a new position was reached, unless an edge from there leads to it already.
    fn add_edge(&mut self, parent: usize, coord: Coord, child: usize) {
        let key = self.positions[child].identity.key;
        let edges = &mut self.positions[parent].edges;
        if edges.iter().any(|edge| edge.key == key) {
            return;
        }
        edges.push(Edge {
            mv: SearchedMove {
                coord,
                visits: 0,
                win_rate: Share::default(),
            },
            key,
            child: Some(child),
        });
        add_once(&mut self.positions[child].parents, parent);
    }

    /// Computes the values of these positions again, and of those above them as far as they change.
    fn update(&mut self, positions: impl IntoIterator<Item = usize>) {
        let order = |tree: &Self, index: usize| (Reverse(tree.positions[index].depth), index);
        let mut queue: BTreeSet<_> = positions
            .into_iter()
            .map(|index| order(self, index))
            .collect();
        while let Some((_, index)) = queue.pop_first() {
            if self.evaluate(index) {
                let parents = self.positions[index].parents.iter();
                queue.extend(parents.map(|&parent| order(self, parent)));
            }
        }
    }

    /// Computes the value of a position from those after it, and tells whether it changed.
    fn evaluate(&mut self, index: usize) -> bool {
        let position = &self.positions[index];
        let value = position
            .edges
            .iter()
            .filter(|edge| edge.child.is_some() || position.is_trusted(edge))
            .map(|edge| self.edge_value(edge))
            .reduce(f64::max)
            .unwrap_or_else(|| position.searched.win_rate.number());
        let is_new = position.value.to_bits() != value.to_bits();
        self.positions[index].value = value;
        is_new
    }

    /// The value of an edge for the side that makes the move: that of the position after it if the tree has it, else the one
    /// that the search found.
    pub fn edge_value(&self, edge: &Edge) -> f64 {
        edge.child.map_or_else(
            || edge.mv.win_rate.number(),
            |child| 1.0 - self.positions[child].value,
        )
    }
}

/// A copy of an empty board: making new ones took more than half of the instructions of reading a book.
fn empty_board() -> Board<2> {
    static EMPTY: LazyLock<Board<2>> = LazyLock::new(|| Board::new(SIDE));
    EMPTY.clone()
}

/// The key of the position after a move.
fn key_after(
    board: &Board<2>,
    hashes: Hashes,
    color: Color,
    coord: Coord,
) -> Result<u64, IllegalPlay> {
    let point = Point::new(coord);
    board.legality(color, point)?;
    let may_capture =
        PointSet::around(point).intersects(&(board.in_atari() & board.stones(!color)));
    if !may_capture {
        return Ok(hashes.with(color, coord).identity(None, !color).key);
    }
    let mut after = board.clone();
    after.play_legal(color, point);
    Ok(Identity::of(&after, !color).key)
}

fn add_once(positions: &mut Vec<usize>, position: usize) {
    if !positions.contains(&position) {
        positions.push(position);
    }
}
