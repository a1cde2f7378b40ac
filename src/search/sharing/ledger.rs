//! What of a tree's statistics all ranks know already.

use std::collections::HashMap;

use super::Sharing;
use super::exchange::SearchStart;
use super::increments::{Family, Increment, Increments};
use super::path::{Path, Step};
use crate::board::Move;
use crate::search::tree::{Node, NodeMove, Proof, Tally, Tree};

/// Nodes whose increments wait for their parent to get children; beyond it those below the parents with the fewest visits
/// are forgotten.
const MAX_WAITING: usize = 20_000;

/// What other ranks know of the nodes of a tree, as they sent it or were told. Of nodes without an entry they know nothing.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    root: Known,
    /// Of the children, in the order of the tree, by the path of the parent.
    families: HashMap<Path, Vec<Entry>>,
    /// From other ranks, for children that this tree lacks.
    pub(super) waiting: Increments,
    /// Moves of the game before the root.
    move_number: usize,
}

/// What is not news of the child with a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) step: Step,
    known: Known,
}

/// What is not news of a node: own results that were sent, and those of other ranks that were added to it.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    results: Tally,
    amaf: Tally,
    proof: Proof,
}

impl Ledger {
    /// Follows the tree to the root of a new search. A tree that begins anew knows nothing of other ranks.
    pub(super) fn enter(&mut self, start: &SearchStart<'_>) {
        let move_number = start.request.move_number;
        let moves = move_number.checked_sub(self.move_number);
        self.move_number = move_number;
        self.waiting = Increments::default();
        match moves.filter(|_| start.goes_on) {
            None => {
                self.root = Known::default();
                self.families.clear();
            }
            Some(moves) => {
                let latest = start.request.recent_moves.into_iter().take(moves);
                // In the moves of a tree that goes on, what is no point is a pass.
                let latest = latest.map(|mv| Step::of(mv.unwrap_or(Move::Pass)));
                let mut played: Vec<Step> = latest.collect();
                played.reverse();
                self.follow(&played);
            }
        }
    }

    fn follow(&mut self, played: &[Step]) {
        let Some((&last, above)) = played.split_last() else {
            return;
        };
        let above = above
            .iter()
            .try_fold(Path::ROOT, |path, &step| path.then(step));
        let family = above.and_then(|above| self.families.get(&above));
        let entry = family.and_then(|family| family.iter().find(|entry| entry.step == last));
        self.root = entry.map_or_else(Known::default, |entry| entry.known);
        let families = std::mem::take(&mut self.families).into_iter();
        self.families = families
            .filter_map(|(path, family)| Some((path.below(played)?, family)))
            .collect();
    }

    /// Takes the news of the upper tree: what this rank added since the last time to the root and to the children of the
    /// nodes that have their share of the root's visits, down to the depth. Simulations that are on their way are not in it.
    pub(super) fn take_news<const W: usize>(
        &mut self,
        tree: &Tree,
        sharing: Sharing,
    ) -> Increments {
        let root = tree.root();
        let mut news = Increments::default();
        news.root = self.root.take(root);
        let least = sharing.least_visits(root.visits());
        let mut parents = vec![(Path::ROOT, root)];
        while let Some((path, parent)) = parents.pop() {
            let children = tree.children(parent);
            if path.len() == sharing.depth || children.is_empty() {
                continue;
            }
            let mut added = Family::with_capacity(children.len());
            for (child, entry) in children.iter().zip(self.family::<W>(path, children)) {
                let increment = entry.known.take(child);
                if !increment.is_nothing() {
                    added.push((entry.step, increment));
                }
                if child.visits() >= least
                    && let Some(path) = path.then(entry.step)
                {
                    parents.push((path, child));
                }
            }
            added.sort_unstable_by_key(|&(step, _)| step);
            news.insert(path, added);
        }
        news
    }

    /// What is known of the children of a node, in the order of the tree. Once a node has children, they stay the same.
    pub(super) fn family<const W: usize>(&mut self, path: Path, children: &[Node]) -> &mut [Entry] {
        let family = self.families.entry(path).or_insert_with(|| {
            let entries = children.iter().map(|child| {
                let mv: NodeMove<W> = child.mv();
                Entry {
                    step: Step::of(mv.to_move()),
                    known: Known::default(),
                }
            });
            entries.collect()
        });
        debug_assert_eq!(family.len(), children.len());
        family
    }

    /// Adds what other ranks found to the root.
    pub(super) fn add_to_root(&mut self, root: &Node, increment: &Increment) {
        self.root.add(root, increment);
    }

    /// Remembers increments for later.
    pub(super) fn wait(&mut self, mut increments: Increments) {
        if increments.len() > MAX_WAITING {
            log::debug!("{} nodes of other ranks have no parent", increments.len());
            increments = increments.take_largest(MAX_WAITING);
        }
        self.waiting = increments;
    }
}

impl Entry {
    /// Adds what other ranks found to the child.
    pub(super) fn add(&mut self, child: &Node, increment: &Increment) {
        self.known.add(child, increment);
    }
}

impl Known {
    /// What is news of the node; from now on it is none.
    fn take(&mut self, node: &Node) -> Increment {
        let (results, amaf, proof) = (node.results.get(), node.amaf.get(), node.proof());
        let news = Increment {
            results: results.minus(self.results),
            amaf: amaf.minus(self.amaf),
            proof: if self.proof == Proof::Unproven {
                proof
            } else {
                Proof::Unproven
            },
        };
        *self = Self {
            results,
            amaf,
            proof,
        };
        news
    }

    fn add(&mut self, node: &Node, increment: &Increment) {
        self.results = self.results.plus(increment.results);
        self.amaf = self.amaf.plus(increment.amaf);
        if increment.proof != Proof::Unproven {
            self.proof = increment.proof;
        }
        node.results.add_tally(increment.results);
        node.amaf.add_tally(increment.amaf);
    }
}
