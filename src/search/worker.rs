//! One thread of a search: simulation after simulation.

use super::Search;
use super::expand::Leaf;
use super::node::Node;
use super::prior::Scene;
use super::select::select;
use super::walk::Walk;
use crate::board::Coord;
use crate::playout::{Random, Trace};

/// What a thread has of its own, beside the search that it shares with others.
#[derive(Debug)]
pub(super) struct Worker<'s, const W: usize> {
    pub(super) search: &'s Search<'s, W>,
    pub(super) rng: Random,
    pub(super) trace: Trace<W>,
    // Of the simulation under way.
    pub(super) walk: Walk<W>,
    pub(super) path: Vec<&'s Node>,
}

impl<'s, const W: usize> Worker<'s, W> {
    pub(super) fn new(search: &'s Search<'s, W>) -> Self {
        Self {
            search,
            rng: Random::new(search.request.seed),
            trace: Trace::default(),
            walk: search.root.clone(),
            path: Vec::new(),
        }
    }

    /// One simulation.
    pub(super) fn iterate(&mut self) {
        self.descend();
        let lead = self.simulate();
        self.backup(lead);
    }

    /// Walks from the root to a leaf, on the way playing its moves on the board. A leaf that has been
    /// visited often enough is expanded and the walk goes on to a child.
    fn descend(&mut self) {
        let Search {
            params, tree, near, ..
        } = self.search;
        self.walk.clone_from(&self.search.root);
        self.path.clear();
        let mut node = tree.root();
        loop {
            self.path.push(node);
            if self.walk.passes == 2 {
                return;
            }
            if node.is_leaf() && node.visits() >= params.expand_after {
                self.expand(node);
            }
            let Some(child) = select(node, tree.children(node), params) else {
                return;
            };
            self.walk.step(near, child.step());
            node = child;
        }
    }

    /// Gives the node that the walk has come to its children.
    pub(super) fn expand(&mut self, node: &Node) {
        let Search {
            params,
            request,
            tree,
            near,
            low_lines,
            ..
        } = self.search;
        let leaf = Leaf {
            scene: Scene {
                board: &self.walk.board,
                color: self.walk.color,
                last: self.walk.last,
                lines: low_lines,
            },
            lines: self.walk.lines,
        };
        let at_root = std::ptr::eq(node, tree.root());
        let banned: &[Coord] = if at_root { request.banned } else { &[] };
        tree.expand(node, || leaf.steps(params, near, banned, &mut self.rng));
    }
}
