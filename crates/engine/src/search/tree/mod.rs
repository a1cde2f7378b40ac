//! The tree: nodes in an arena, the children of a node side by side.

mod arena;
mod biases;
mod node;
mod proof;
mod reuse;
mod tally;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

pub(super) use biases::{BIAS_BYTES, Biases};
pub(super) use node::Node;
pub use proof::Proof;
pub(super) use reuse::SavedTree;
pub(super) use tally::{MAX_SIMULATIONS, SharedTally, Tally, WIN};

use super::simulation::Prior;
use arena::Arena;
use tao_rules::board::PointMove;

pub(super) const ROOT: u32 = 0;

/// The nodes of a search. Threads read, count and expand at the same time.
#[derive(Debug)]
pub struct Tree {
    arena: Arena<Node>,
    len: AtomicUsize,
    is_full: AtomicBool,
    /// `None` unless values are corrected.
    pub(super) biases: Option<Biases>,
}

impl Tree {
    /// A tree of at most this many bytes with only a root, without biases. The root's own move has no meaning.
    pub(super) fn new(bytes: usize) -> Self {
        let arena = Arena::new(bytes / size_of::<Node>());
        arena.allocate(1);
        Self {
            arena,
            len: AtomicUsize::new(1),
            is_full: AtomicBool::new(false),
            biases: None,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    pub(super) fn bytes(&self) -> usize {
        self.arena.allocated() * size_of::<Node>()
    }

    /// Full quarters of the capacity: 0 to 4.
    pub(super) fn quarters(&self) -> u32 {
        (4 * self.len() / self.arena.capacity.max(1)) as u32
    }

    pub(super) fn root(&self) -> &Node {
        &self.arena.block(ROOT, 1)[0]
    }

    #[inline]
    pub(super) fn children(&self, parent: &Node) -> &[Node] {
        match parent.children() {
            Some((first, count)) => self.arena.block(first, count),
            None => &[],
        }
    }

    pub(super) fn allowed_children(&self, parent: &Node) -> impl Iterator<Item = &Node> {
        let children = self.children(parent).iter();
        children.filter(|child| !child.is_forbidden())
    }

    /// Gives a leaf its children, unless another thread does or the tree is full; a full tree stays as it is.
    pub(super) fn expand<const W: usize>(
        &self,
        leaf: &Node,
        moves: impl FnOnce() -> Vec<(PointMove<W>, Prior)>,
    ) {
        if self.is_full.load(Ordering::Relaxed) || !leaf.claim() {
            return;
        }
        let moves = moves();
        let Some(first) = self.arena.allocate(moves.len()) else {
            self.is_full.store(true, Ordering::Relaxed);
            leaf.reset_to_leaf();
            return;
        };
        let children = self.arena.block(first, moves.len());
        for (child, (mv, prior)) in children.iter().zip(moves) {
            child.set(mv, prior);
        }
        self.len.fetch_add(children.len(), Ordering::Relaxed);
        leaf.publish(first, children.len());
    }

    /// Makes the node with this index the root, moves all below it to the front and drops the rest. Children have larger
    /// indices than their parent, so blocks that are moved in the order of their indices only move to the front, and none is
    /// overwritten before it has moved.
    pub(super) fn keep(&mut self, root: u32) {
        self.arena.rewind();
        self.len = AtomicUsize::new(1);
        self.is_full = AtomicBool::new(false);
        self.arena.allocate(1);
        let mut waiting = BinaryHeap::new();
        waiting.extend(self.relocate(root, ROOT).map(Reverse));
        while let Some(Reverse(block)) = waiting.pop() {
            let ChildBlock {
                first,
                count,
                parent,
            } = block;
            let Some(place) = self.arena.allocate(count) else {
                return;
            };
            for i in 0..count as u32 {
                waiting.extend(self.relocate(first + i, place + i).map(Reverse));
            }
            *self.len.get_mut() += count;
            if let Some(parent) = self.arena.get_mut(parent) {
                parent.publish(place, count);
            }
        }
    }

    /// Moves a node without its children, which are returned.
    fn relocate(&mut self, from: u32, to: u32) -> Option<ChildBlock> {
        let node = std::mem::take(self.arena.get_mut(from)?);
        let children = node.children();
        node.reset_to_leaf();
        *self.arena.get_mut(to)? = node;
        children.map(|(first, count)| ChildBlock {
            first,
            count,
            parent: to,
        })
    }
}

/// The children of one node before they move, ordered by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ChildBlock {
    first: u32,
    count: usize,
    parent: u32,
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

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
        tree.expand(tree.root(), || passes(5));
        let [first, second, ..] = tree.children(tree.root()) else {
            panic!("five children fit");
        };
        tree.expand(first, || passes(5));
        assert_eq!((tree.children(first).len(), tree.len()), (0, 6));
        tree.expand::<2>(second, || panic!("the tree is full"));
        assert_eq!(tree.len(), 6);
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
                    tree.expand(tree.root(), moves);
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
        tree.expand(tree.root(), || {
            tree.expand::<2>(tree.root(), || panic!("the leaf is claimed"));
            assert!(tree.children(tree.root()).is_empty());
            passes(3)
        });
        tree.expand::<2>(tree.root(), || panic!("the node has children"));
        assert_eq!(tree.children(tree.root()).len(), 3);
    }
}
