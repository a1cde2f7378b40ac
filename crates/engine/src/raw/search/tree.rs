//! The tree: nodes in an arena, the children of a node side by side; and its reuse by the next search.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter::Chain;
use std::slice;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::biases::Biases;
use super::descent::Descent;
use super::expand::Prior;
use super::node::{MAX_SIMULATIONS, Node, Proof};
use super::params::Params;
use super::report::win_rate;
use super::request::Request;
use crate::candidates::LineTables;
use tao_rules::raw::{Coord, Move, PointMove, with_class};

pub const ROOT: u32 = 0;

/// The nodes of a search. Threads read, count and expand at the same time.
#[derive(Debug)]
pub struct Tree {
    arena: Arena<Node>,
    len: AtomicUsize,
    is_full: AtomicBool,
    /// `None` unless values are corrected.
    pub biases: Option<Biases>,
}

impl Tree {
    /// A tree of at most this many bytes with only a root, without biases. The root's own move has no meaning.
    pub fn new(bytes: usize) -> Self {
        let arena = Arena::new(bytes / size_of::<Node>());
        arena.allocate(1);
        Self {
            arena,
            len: AtomicUsize::new(1),
            is_full: AtomicBool::new(false),
            biases: None,
        }
    }

    pub fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    pub fn bytes(&self) -> usize {
        self.arena.allocated() * size_of::<Node>()
    }

    /// Full quarters of the capacity: 0 to 4.
    pub fn quarters(&self) -> u32 {
        (4 * self.arena.end() / self.arena.capacity.max(1)) as u32
    }

    pub fn root(&self) -> &Node {
        &self.arena.block(ROOT, 1)[0]
    }

    pub fn children(&self, parent: &Node) -> Children<'_> {
        let block = self.block(parent);
        match block.split_last() {
            Some((link, first)) if link.is_link() => Children {
                first,
                link: Some(link),
                rest: self.block(link),
            },
            _ => block.into(),
        }
    }

    /// The children of a node with their indices.
    pub fn indexed_children(&self, parent: &Node) -> impl Iterator<Item = (u32, &Node)> {
        let Children { first, link, rest } = self.children(parent);
        let start = |parent: &Node| parent.block().map_or(ROOT, |(start, _)| start);
        let behind = link.map_or(ROOT, start);
        (start(parent)..).zip(first).chain((behind..).zip(rest))
    }

    fn block(&self, parent: &Node) -> &[Node] {
        let block = parent.block();
        block.map_or(&[], |(first, count)| self.arena.block(first, count))
    }

    pub fn allowed_children(&self, parent: &Node) -> impl Iterator<Item = &Node> {
        let children = self.children(parent).iter();
        children.filter(|child| !child.is_forbidden())
    }

    /// Gives a leaf its children, unless another thread does or the tree is full; a full tree stays as it is. Only the `first`
    /// ones are made if there are many more.
    pub fn expand<const W: usize>(
        &self,
        leaf: &Node,
        first: usize,
        moves: impl FnOnce() -> Vec<(PointMove<W>, Prior)>,
    ) {
        self.grow(leaf, || {
            let mut moves = moves();
            // A link takes the place of a node.
            let has_rest = moves.len() > first.saturating_add(1);
            if has_rest {
                moves.truncate(first);
            }
            (moves, has_rest)
        });
    }

    /// Makes the children that [`expand`](Self::expand) left out of those with these moves.
    pub fn expand_rest<const W: usize>(
        &self,
        parent: &Node,
        moves: impl FnOnce() -> Vec<(PointMove<W>, Prior)>,
    ) {
        let Children { first, link, .. } = self.children(parent);
        if let Some(link) = link {
            self.grow(link, || {
                let mut moves = moves();
                moves.retain(|&(mv, _)| first.iter().all(|child| child.mv() != mv));
                (moves, false)
            });
        }
    }

    /// Gives a node its block of children, and behind them a link if there are others.
    fn grow<const W: usize>(
        &self,
        parent: &Node,
        moves: impl FnOnce() -> (Vec<(PointMove<W>, Prior)>, bool),
    ) {
        if self.is_full.load(Ordering::Relaxed) || !parent.claim() {
            return;
        }
        let (moves, has_rest) = moves();
        let count = moves.len() + usize::from(has_rest);
        let Some(first) = self.arena.allocate(count) else {
            self.is_full.store(true, Ordering::Relaxed);
            parent.reset_to_leaf();
            return;
        };
        self.len.fetch_add(moves.len(), Ordering::Relaxed);
        let (children, link) = self.arena.block(first, count).split_at(moves.len());
        for (child, (mv, prior)) in children.iter().zip(moves) {
            child.set(mv, prior);
        }
        link.iter().for_each(Node::set_link);
        parent.publish(first, count);
    }

    /// Makes the node with this index the root, moves all below it to the front and drops the rest. Children have larger
    /// indices than their parent, so blocks that are moved in the order of their indices only move to the front, and none is
    /// overwritten before it has moved.
    pub fn keep(&mut self, root: u32) {
        // The values of the freed blocks stay until they are overwritten.
        *self.arena.end.get_mut() = 0;
        self.len = AtomicUsize::new(1);
        self.is_full = AtomicBool::new(false);
        self.arena.allocate(1);
        let mut waiting = BinaryHeap::new();
        waiting.extend(self.relocate(root, ROOT));
        while let Some(Reverse((first, count, parent))) = waiting.pop() {
            let Some(place) = self.arena.allocate(count) else {
                return;
            };
            for i in 0..count as u32 {
                waiting.extend(self.relocate(first + i, place + i));
            }
            let block = self.arena.block(place, count);
            let made = block.iter().filter(|node| !node.is_link()).count();
            *self.len.get_mut() += made;
            if let Some(parent) = self.arena.get_mut(parent) {
                parent.publish(place, count);
            }
        }
    }

    /// Moves a node without its children. Returns the index of the first child, their number and the new index of the node.
    fn relocate(&mut self, from: u32, to: u32) -> Option<Reverse<(u32, usize, u32)>> {
        let node = std::mem::take(self.arena.get_mut(from)?);
        let children = node.block();
        node.reset_to_leaf();
        *self.arena.get_mut(to)? = node;
        children.map(|(first, count)| Reverse((first, count, to)))
    }
}

/// The children of a node: the first ones, and the rest, which may not be made yet.
#[derive(Clone, Copy, Debug)]
pub struct Children<'t> {
    first: &'t [Node],
    link: Option<&'t Node>,
    rest: &'t [Node],
}

impl<'t> Children<'t> {
    /// Whether all children are made.
    pub const fn are_all(self) -> bool {
        self.link.is_none() || !self.rest.is_empty()
    }

    pub const fn len(self) -> usize {
        self.first.len() + self.rest.len()
    }

    pub fn iter(self) -> Chain<slice::Iter<'t, Node>, slice::Iter<'t, Node>> {
        self.first.iter().chain(self.rest)
    }
}

impl<'t> From<&'t [Node]> for Children<'t> {
    fn from(first: &'t [Node]) -> Self {
        let (link, rest) = (None, &[][..]);
        Self { first, link, rest }
    }
}

impl<'t> IntoIterator for Children<'t> {
    type Item = &'t Node;
    type IntoIter = Chain<slice::Iter<'t, Node>, slice::Iter<'t, Node>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Values in a segment, the longest block; fewer under Miri, which is slow. A block lies within one segment.
const SEGMENT: usize = 1 << if cfg!(miri) { 9 } else { 14 };

/// Values in segments, each allocated with its first block and never moved.
#[derive(Debug)]
pub struct Arena<T> {
    segments: Box<[OnceLock<Box<[T]>>]>,
    /// Index behind the last block.
    end: AtomicUsize,
    pub capacity: usize,
}

impl<T: Default> Arena<T> {
    pub fn new(capacity: usize) -> Self {
        let capacity = capacity.min(u32::MAX as usize);
        Self {
            segments: (0..capacity.div_ceil(SEGMENT))
                .map(|_| OnceLock::new())
                .collect(),
            end: AtomicUsize::new(0),
            capacity,
        }
    }

    /// Allocates a block and returns its first index; `None` when the arena is full. The block may still hold the values of an
    /// earlier use.
    pub fn allocate(&self, count: usize) -> Option<u32> {
        let end_after = |end| {
            let end = start_after(end, count) + count;
            (end <= self.capacity).then_some(end)
        };
        // Two threads never get the same block; the caller publishes its contents.
        let end = self
            .end
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, end_after)
            .ok()?;
        let start = start_after(end, count);
        let new_segment = || (0..SEGMENT).map(|_| T::default()).collect();
        self.segments[start / SEGMENT].get_or_init(new_segment);
        Some(start as u32)
    }

    /// Index behind the last block.
    pub fn end(&self) -> usize {
        self.end.load(Ordering::Relaxed)
    }

    /// Number of values that memory is allocated for.
    pub fn allocated(&self) -> usize {
        let segments = self.segments.iter();
        SEGMENT * segments.filter(|segment| segment.get().is_some()).count()
    }

    pub fn block(&self, start: u32, count: usize) -> &[T] {
        let start = start as usize;
        let segment = self.segments[start / SEGMENT].get();
        segment.map_or(&[], |segment| {
            &segment[start % SEGMENT..start % SEGMENT + count]
        })
    }

    pub fn get_mut(&mut self, index: u32) -> Option<&mut T> {
        let segment = self.segments[index as usize / SEGMENT].get_mut()?;
        segment.get_mut(index as usize % SEGMENT)
    }
}

const fn start_after(end: usize, count: usize) -> usize {
    debug_assert!(count <= SEGMENT);
    if end % SEGMENT + count <= SEGMENT {
        end
    } else {
        end.next_multiple_of(SEGMENT)
    }
}

/// Most moves between two searches that share a tree: an own move and the reply.
const MAX_MOVES: usize = 2;

/// A move in the tree of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeNode {
    /// Moves from the root, at least 1.
    pub depth: usize,
    pub mv: Move,
    pub visits: u64,
    /// Of the side that makes the move; exact where it is proven.
    pub win_rate: f64,
}

#[derive(Debug)]
pub struct SavedTree {
    tree: Tree,
    params: Params,
    request: Request,
    /// If not, the next search starts a new tree.
    pub is_reusable: bool,
}

impl SavedTree {
    /// The tree of a search.
    pub fn new(tree: Tree, params: &Params, request: &Request) -> Self {
        Self {
            tree,
            params: params.clone(),
            request: request.clone(),
            is_reusable: request.is_plain(),
        }
    }

    /// The moves with at least `min_visits` visits and at least one, each before those below it.
    pub fn nodes(&self, min_visits: u64) -> Vec<TreeNode> {
        with_class!(self.request.board.size(), W => self.nodes_of::<W>(min_visits.max(1)))
    }

    fn nodes_of<const W: usize>(&self, min_visits: u64) -> Vec<TreeNode> {
        let mut nodes = Vec::new();
        let mut waiting = vec![(0, self.tree.root())];
        while let Some((depth, node)) = waiting.pop() {
            if depth > 0 {
                nodes.push(TreeNode {
                    depth,
                    mv: node.mv::<W>().to_move(),
                    visits: node.visits().into(),
                    win_rate: win_rate(node.proof(), node.results.get()),
                });
            }
            let children = self.tree.allowed_children(node);
            let shown = children.filter(|child| u64::from(child.visits()) >= min_visits);
            waiting.extend(shown.map(|child| (depth + 1, child)));
        }
        nodes
    }

    /// The part of the tree below a requested position; `None` if the tree does not have the position or was grown under other
    /// conditions.
    pub fn tree_for<const W: usize>(
        mut self,
        params: &Params,
        request: &Request,
        root: &Descent<W>,
        line_tables: &LineTables<W>,
    ) -> Option<Tree> {
        let old = &self.request;
        let moves = request.move_number.checked_sub(old.move_number)?;
        let fits = self.is_reusable
            && request.is_plain()
            && params.tree.reuse
            && self.params == *params
            && old.komi.to_bits() == request.komi.to_bits()
            && old.counts_stones == request.counts_stones
            && old.board.size() == request.board.size()
            // All positions that superko forbade are still forbidden.
            && old.superko.rule == request.superko.rule
            && request.superko.keys.starts_with(&old.superko.keys);
        if !fits || moves > MAX_MOVES {
            return None;
        }
        let mut reached = vec![(ROOT, self.tree.root(), Descent::new(old, line_tables))];
        for moves_after in (0..moves).rev() {
            let mut next = Vec::new();
            for (_, node, at) in &reached {
                for (index, child) in self.tree.indexed_children(node) {
                    if moves_after > 0 || root.can_follow(child.mv()) {
                        let mut after = at.clone();
                        after.play(line_tables, child.mv());
                        next.push((index, child, after));
                    }
                }
            }
            reached = next;
        }
        let mut found = reached.iter().filter(|(_, _, at)| at.is_at(root));
        let &(index, ..) = found.next()?;
        if index != ROOT {
            self.tree.keep(index);
        }
        let tree = self.tree;
        let counts_alike = match moves {
            0 => self.request.dead == request.dead,
            _ => request.dead.is_none(),
        };
        if !counts_alike && has_tried_pass::<W>(&tree) {
            return None;
        }
        if params.tree.merge_forced && tree.children(tree.root()).len() == 1 {
            // The root must have every move, not a forced answer alone.
            return None;
        }
        forbid::<W>(&tree, &request.banned);
        (u64::from(tree.root().visits()) <= MAX_SIMULATIONS).then_some(tree)
    }
}

/// Forbids the moves of the root that superko bans by now, and updates the proof of the root, which may rest on them.
fn forbid<const W: usize>(tree: &Tree, banned: &[Coord]) {
    let children = tree.children(tree.root());
    for child in children {
        if let PointMove::Play(point) = child.mv::<W>()
            && banned.contains(&point.coord())
        {
            child.forbid();
            tree.root().set_proof(Proof::by_replies::<W>(children));
        }
    }
}

/// Whether a pass at the root was tried. The value of the pass depends on how the game is scored after another pass.
fn has_tried_pass<const W: usize>(tree: &Tree) -> bool {
    let mut children = tree.children(tree.root()).iter();
    children.any(|child| child.mv::<W>() == PointMove::Pass && !child.is_untried())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;
    use std::thread;

    use super::super::node::WIN;
    use super::*;
    use tao_rules::raw::Point;

    fn passes(count: usize) -> Vec<(PointMove<2>, Prior)> {
        vec![(PointMove::Pass, Prior::default()); count]
    }

    #[test]
    fn a_node_has_32_bytes() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn a_full_tree_stays_as_it_is() {
        let tree = Tree::new(10 * size_of::<Node>());
        tree.expand(tree.root(), usize::MAX, || passes(5));
        let children: Vec<_> = tree.children(tree.root()).iter().collect();
        let [first, second, ..] = children[..] else {
            panic!("five children fit");
        };
        tree.expand(first, usize::MAX, || passes(5));
        assert_eq!((tree.children(first).len(), tree.len()), (0, 6));
        tree.expand::<2>(second, usize::MAX, || panic!("the tree is full"));
        assert_eq!(tree.len(), 6);
    }

    /// The number of a node's children, and whether these are all.
    fn count(tree: &Tree, parent: &Node) -> (usize, bool) {
        let children = tree.children(parent);
        (children.len(), children.are_all())
    }

    #[test]
    fn the_rest_of_the_children_comes_behind_the_first_ones() {
        let moves = |count| {
            let points = (0..count).map(|index| PointMove::<2>::Play(Point::from_number(index)));
            points.map(|mv| (mv, Prior::default())).collect::<Vec<_>>()
        };
        let mut tree = Tree::new(1 << 20);
        tree.expand(tree.root(), usize::MAX, || moves(2));
        let (index, child) = tree.indexed_children(tree.root()).last().unwrap();
        tree.expand(child, 3, || moves(9));
        assert_eq!((count(&tree, child), tree.len()), ((3, false), 6));
        for child in tree.children(child) {
            child.set_proof(Proof::Lost);
        }
        // A pass may be among those that are not made.
        let proof = Proof::by_replies::<2>(tree.children(child));
        assert_eq!(proof, Proof::Unproven);

        tree.expand_rest(child, || moves(9));
        assert_eq!((count(&tree, child), tree.len()), ((9, true), 12));
        let made = tree.children(child).iter().map(Node::mv);
        assert!(made.eq(moves(9).into_iter().map(|(mv, _)| mv)));
        let last = tree.children(child).iter().last().unwrap();
        last.results.add(WIN);
        tree.expand(last, 3, || moves(4));
        assert_eq!(
            count(&tree, last),
            (4, true),
            "a link would take as much as the fourth"
        );

        tree.keep(index);
        assert_eq!((count(&tree, tree.root()), tree.len()), ((9, true), 14));
        let (_, last) = tree.indexed_children(tree.root()).last().unwrap();
        assert_eq!((count(&tree, last), last.visits()), ((4, true), 1));
    }

    /// Miri checks it under weak memory order:
    /// `cargo +nightly miri test --lib -- when_they_are_seen`.
    #[test]
    fn children_are_whole_when_they_are_seen() {
        const CHILDREN: usize = 3;
        let prior = Prior {
            probability: 7,
            wins: 5,
        };
        let moves = || vec![(PointMove::<2>::Pass, prior); CHILDREN];
        for _ in 0..if cfg!(miri) { 3 } else { 100 } {
            let tree = Tree::new(100 * size_of::<Node>());
            let expand_and_visit = || {
                for _ in 0..10 {
                    for child in tree.children(tree.root()) {
                        assert_eq!((child.mv::<2>(), child.prior()), (PointMove::Pass, prior));
                        child.results.add(1);
                    }
                    tree.expand(tree.root(), usize::MAX, moves);
                }
            };
            thread::scope(|scope| {
                scope.spawn(expand_and_visit);
                scope.spawn(expand_and_visit);
                expand_and_visit();
            });
            assert_eq!(
                (tree.children(tree.root()).len(), tree.len()),
                (CHILDREN, 1 + CHILDREN)
            );
        }
    }

    #[test]
    fn a_leaf_is_expanded_once() {
        let tree = Tree::new(1 << 20);
        tree.expand(tree.root(), usize::MAX, || {
            tree.expand::<2>(tree.root(), usize::MAX, || panic!("the leaf is claimed"));
            assert_eq!(tree.children(tree.root()).len(), 0);
            passes(3)
        });
        tree.expand::<2>(tree.root(), usize::MAX, || panic!("the node has children"));
        assert_eq!(tree.children(tree.root()).len(), 3);
    }

    #[test]
    fn blocks_stay_within_their_segment_and_the_capacity() {
        let arena = Arena::<AtomicU32>::new(2 * SEGMENT + 10);
        assert_eq!(arena.allocate(SEGMENT - 5), Some(0));
        assert_eq!(arena.allocate(6), Some(SEGMENT as u32));
        assert_eq!(arena.block(SEGMENT as u32, 6).len(), 6);
        assert_eq!(arena.allocate(SEGMENT - 6), Some(SEGMENT as u32 + 6));
        assert_eq!(arena.allocate(11), None);
        assert_eq!(arena.allocate(10), Some(2 * SEGMENT as u32));
        assert_eq!(arena.allocate(1), None);
    }

    #[test]
    fn threads_never_share_a_block() {
        const BLOCKS: u32 = 3_000;
        let arena = Arena::<AtomicU32>::new(4 * 8 * BLOCKS as usize);
        let fill = |thread: u32| {
            for _ in 0..BLOCKS {
                let start = arena.allocate(7).unwrap();
                for value in arena.block(start, 7) {
                    assert_eq!(value.swap(thread, Ordering::Relaxed), 0);
                }
            }
        };
        thread::scope(|scope| {
            for thread in 1..=4 {
                scope.spawn(move || fill(thread));
            }
        });
        let used = (0..=arena.end.into_inner() / SEGMENT)
            .filter_map(|segment| arena.segments[segment].get())
            .flatten();
        let count = used
            .filter(|value| value.load(Ordering::Relaxed) != 0)
            .count();
        assert_eq!(count, 4 * 7 * BLOCKS as usize);
    }
}
