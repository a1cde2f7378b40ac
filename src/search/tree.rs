//! The tree: nodes in an arena, the children of a node side by side.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::arena::Arena;
use super::node::{Node, Step};
use super::prior::Prior;

/// Index of the root.
const ROOT: u32 = 0;

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
}

#[cfg(test)]
mod tests {
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
