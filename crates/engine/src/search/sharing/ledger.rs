//! The part of a tree's statistics that is no news: all ranks know it already.

use std::collections::HashMap;

use super::news::{Family, News, Sums};
use super::path::{NodePath, PathStep};
use crate::search::node::{Node, Proof};
use crate::search::tree::Tree;
use crate::search::{Request, SharingParams};
use tao_rules::board::Move;

/// Largest number of nodes whose news wait for their parent to get children. Beyond it, the news below the parents with the
/// fewest visits are dropped.
const MAX_WAITING: usize = 20_000;

/// The part of the statistics of each node that is no news: own results that were sent, and results of other ranks that were
/// added. For a node that the ledger does not have, all is news.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    root: Sums,
    /// The children in the order of the tree, by the path of their parent.
    families: HashMap<NodePath, Family>,
    /// News from other ranks, for children that this tree lacks.
    pub(super) waiting: News,
    /// Moves of the game before the root.
    move_number: usize,
}

impl Ledger {
    /// Follows the tree to the root of a new search. A new tree has nothing from other ranks.
    pub(super) fn enter(&mut self, request: &Request, reuses_tree: bool) {
        let moves = request.move_number.checked_sub(self.move_number);
        self.move_number = request.move_number;
        self.waiting = News::default();
        match moves.filter(|_| reuses_tree) {
            None => {
                self.root = Sums::default();
                self.families.clear();
            }
            Some(moves) => {
                let latest = request.recent_moves.iter().take(moves);
                // In a reused tree all moves are known, so a missing one is a pass.
                let played = latest.map(|mv| PathStep::of(mv.unwrap_or(Move::Pass)));
                let mut played: Vec<PathStep> = played.collect();
                played.reverse();
                self.follow(&played);
            }
        }
    }

    fn follow(&mut self, played: &[PathStep]) {
        let Some((&last, above)) = played.split_last() else {
            return;
        };
        let above = above
            .iter()
            .try_fold(NodePath::ROOT, |path, &step| path.then(step));
        let family = above.and_then(|above| self.families.get(&above));
        let known = family.and_then(|family| family.iter().find(|(step, _)| *step == last));
        self.root = known.map_or_else(Sums::default, |(_, known)| *known);
        let families = std::mem::take(&mut self.families).into_iter();
        self.families = families
            .filter_map(|(path, family)| Some((path.below(played)?, family)))
            .collect();
    }

    /// Takes the news of the upper tree: what this rank has added, since the last time, to the root and to the children of the
    /// nodes with at least [`percent`](SharingParams::percent) of the root's visits, down to [`depth`](SharingParams::depth).
    /// Simulations under way are not included.
    pub(super) fn take_news<const W: usize>(
        &mut self,
        tree: &Tree,
        sharing: SharingParams,
    ) -> News {
        let root = tree.root();
        let mut news = News::default();
        news.root = take(&mut self.root, root);
        let least = sharing.least_visits(root.visits());
        let mut parents = vec![(NodePath::ROOT, root)];
        while let Some((path, parent)) = parents.pop() {
            let children = tree.children(parent);
            if path.len() == sharing.depth || children.is_empty() {
                continue;
            }
            let mut added = Family::with_capacity(children.len());
            for (child, (step, known)) in children.iter().zip(self.family::<W>(path, children)) {
                let sums = take(known, child);
                if !sums.is_nothing() {
                    added.push((*step, sums));
                }
                if child.visits() >= least
                    && let Some(path) = path.then(*step)
                {
                    parents.push((path, child));
                }
            }
            if !added.is_empty() {
                news.insert(path, added);
            }
        }
        news
    }

    /// What is known of the children of a node, in the order of the tree. Once a node has children, they stay the same.
    pub(super) fn family<const W: usize>(
        &mut self,
        path: NodePath,
        children: &[Node],
    ) -> &mut Family {
        let family = self.families.entry(path).or_insert_with(|| {
            let moves = children.iter().map(|child| child.mv::<W>().to_move());
            moves
                .map(|mv| (PathStep::of(mv), Sums::default()))
                .collect()
        });
        debug_assert_eq!(family.len(), children.len());
        family
    }

    /// Adds what other ranks found to the root, and marks it as known.
    pub(super) fn add_to_root(&mut self, root: &Node, sums: &Sums) {
        add(&mut self.root, root, sums);
    }

    /// Remembers news for later.
    pub(super) fn wait(&mut self, mut news: News) {
        if news.len() > MAX_WAITING {
            log::debug!("{} nodes of other ranks have no parent", news.len());
            news = news.take_largest(MAX_WAITING);
        }
        self.waiting = news;
    }
}

/// Returns the news of a node and marks it as known.
fn take(known: &mut Sums, node: &Node) -> Sums {
    let all = Sums {
        results: node.results.get(),
        amaf: node.amaf.get(),
        proof: node.proof(),
    };
    let before = std::mem::replace(known, all);
    Sums {
        results: all.results.minus(before.results),
        amaf: all.amaf.minus(before.amaf),
        proof: match before.proof {
            Proof::Unproven => all.proof,
            _ => Proof::Unproven,
        },
    }
}

/// Adds what other ranks found to a node, and marks it as known.
pub(super) fn add(known: &mut Sums, node: &Node, sums: &Sums) {
    known.add(sums);
    node.results.add_tally(sums.results);
    node.amaf.add_tally(sums.amaf);
}
