//! The tree: nodes in an arena, the children of a node side by side.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::arena::Arena;
use super::node::{Node, Step};
use super::prior::Prior;

/// Index of the root.
pub(super) const ROOT: u32 = 0;

/// All nodes of a search. Several threads may read, count and expand at a time.
#[derive(Debug)]
pub(super) struct Tree {
    arena: Arena<Node>,
    len: AtomicUsize,
    is_full: AtomicBool,
}

impl Tree {
    /// A tree with nothing but a root, whose own move means nothing. It takes no more than so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let arena = Arena::new(bytes / size_of::<Node>());
        arena.allocate(1);
        Self {
            arena,
            len: AtomicUsize::new(1),
            is_full: AtomicBool::new(false),
        }
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    /// Memory that is allocated.
    pub(super) fn bytes(&self) -> usize {
        self.arena.allocated() * size_of::<Node>()
    }

    /// How many quarters of the room are taken: 0 to 4.
    pub(super) fn quarters(&self) -> u32 {
        (4 * self.len() / self.arena.capacity().max(1)) as u32
    }

    /// The first node.
    pub(super) fn root(&self) -> &Node {
        &self.arena.block(ROOT, 1)[0]
    }

    /// The children of a node in the order of their first visits; none of a leaf.
    #[inline]
    pub(super) fn children(&self, parent: &Node) -> &[Node] {
        let children = parent.children();
        children.map_or(&[], |(first, count)| self.arena.block(first, count))
    }

    /// Gives a leaf its children. Nothing happens when another thread is about to, or when the tree is full: from then on
    /// it stays as it is.
    pub(super) fn expand<const W: usize>(
        &self,
        leaf: &Node,
        steps: impl FnOnce() -> Vec<(Step<W>, Prior)>,
    ) {
        if self.is_full.load(Ordering::Relaxed) || !leaf.claim() {
            return;
        }
        let steps = steps();
        let Some(first) = self.arena.allocate(steps.len()) else {
            self.is_full.store(true, Ordering::Relaxed);
            leaf.stay_leaf();
            return;
        };
        let children = self.arena.block(first, steps.len());
        for (child, (step, prior)) in children.iter().zip(steps) {
            child.set(step, prior);
        }
        self.len.fetch_add(children.len(), Ordering::Relaxed);
        leaf.publish(first, children.len());
    }

    /// Makes the node with this index the root, and forgets all that is not below it. What stays moves to the front.
    ///
    /// Children lie behind their parent, so that no block comes to lie further back than it was. Moved in the order
    /// of their places, none is overwritten before it has moved.
    pub(super) fn keep(&mut self, root: u32) {
        self.arena.rewind();
        self.len = AtomicUsize::new(1);
        self.is_full = AtomicBool::new(false);
        self.arena.allocate(1);
        let mut waiting = BinaryHeap::new();
        waiting.extend(self.relocate(root, ROOT).map(Reverse));
        while let Some(Reverse(ChildBlock {
            first,
            count,
            parent,
        })) = waiting.pop()
        {
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

    /// Moves one node and makes it a leaf; returns the children that it had.
    fn relocate(&mut self, from: u32, to: u32) -> Option<ChildBlock> {
        let node = std::mem::take(self.arena.get_mut(from)?);
        let children = node.children();
        node.stay_leaf();
        *self.arena.get_mut(to)? = node;
        children.map(|(first, count)| ChildBlock {
            first,
            count,
            parent: to,
        })
    }
}

/// The children of one node on their way to another place: ordered by where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ChildBlock {
    first: u32,
    count: usize,
    /// Where their parent is now.
    parent: u32,
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn passes(count: usize) -> Vec<(Step<2>, Prior)> {
        vec![(Step::Pass, Prior::default()); count]
    }

    #[test]
    fn a_node_takes_as_little_room_as_the_memory_limit_counts_on() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn a_full_tree_stays_as_it_is() {
        let tree = Tree::new(10 * size_of::<Node>());
        tree.expand(tree.root(), || passes(5));
        let [first, second, ..] = tree.children(tree.root()) else {
            panic!("there is room for five");
        };
        tree.expand(first, || passes(5));
        assert_eq!((tree.children(first).len(), tree.len()), (0, 6));
        tree.expand::<2>(second, || panic!("it is known to be full"));
        assert_eq!(tree.len(), 6);
    }

    /// What Miri is for, whose memory is as weak as the language allows:
    /// `cargo +nightly miri test --lib -- when_they_are_seen`.
    #[test]
    fn children_are_whole_when_they_are_seen() {
        const CHILDREN: usize = 3;
        let prior = Prior {
            games: 7,
            half_wins: 5,
        };
        let steps = || vec![(Step::<2>::Pass, prior); CHILDREN];
        for _ in 0..if cfg!(miri) { 3 } else { 100 } {
            let tree = Tree::new(100 * size_of::<Node>());
            let look = || {
                for _ in 0..10 {
                    for child in tree.children(tree.root()) {
                        assert_eq!((child.step::<2>(), child.prior()), (Step::Pass, prior));
                        child.results.add(1);
                    }
                    tree.expand(tree.root(), steps);
                }
            };
            thread::scope(|scope| {
                scope.spawn(look);
                scope.spawn(look);
                look();
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
            tree.expand::<2>(tree.root(), || panic!("another is about to"));
            assert!(tree.children(tree.root()).is_empty());
            passes(3)
        });
        tree.expand::<2>(tree.root(), || panic!("it has children"));
        assert_eq!(tree.children(tree.root()).len(), 3);
    }
}
