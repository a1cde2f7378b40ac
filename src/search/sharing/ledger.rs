//! What of a tree's statistics other ranks know already, and what came from them.

use std::collections::HashMap;

use super::Sharing;
use super::exchange::SearchStart;
use super::increments::{Increment, Increments};
use super::path::Path;
use crate::board::Move;
use crate::search::tree::{Node, NodeMove, Proof, Tally, Tree};

/// Nodes whose increments wait for the node to be made; beyond it those with the fewest visits are forgotten.
const MAX_WAITING: usize = 2_000;

/// What other ranks know of the nodes of a tree. A node that is not listed has own results alone, of which no other rank
/// knows.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    entries: HashMap<Path, Entry>,
    /// From other ranks, for nodes that this tree lacks.
    pub(super) waiting: Increments,
    /// Moves of the game before the root.
    move_number: usize,
}

/// What is not news of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Own results that were sent.
    sent: Sums,
    /// Results of other ranks that were added to the node.
    foreign: Sums,
    /// As it was sent or received.
    proof: Proof,
}

/// The results of a node, and its results by AMAF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums([Tally; 2]);

impl Sums {
    fn of_node(node: &Node) -> Self {
        Self([node.results.get(), node.amaf.get()])
    }

    fn plus(self, other: Self) -> Self {
        let ([results, amaf], [more, more_amaf]) = (self.0, other.0);
        Self([results.plus(more), amaf.plus(more_amaf)])
    }

    fn minus(self, other: Self) -> Self {
        let ([results, amaf], [less, less_amaf]) = (self.0, other.0);
        Self([results.minus(less), amaf.minus(less_amaf)])
    }
}

impl Ledger {
    /// Follows the tree to the root of a new search. A tree that begins anew knows nothing of other ranks.
    pub(super) fn enter(&mut self, start: &SearchStart<'_>) {
        let move_number = start.request.move_number;
        let moves = move_number.checked_sub(self.move_number);
        self.move_number = move_number;
        self.waiting = Increments::default();
        match moves.filter(|_| start.goes_on) {
            None => self.entries.clear(),
            Some(0) => {}
            Some(moves) => {
                let latest = start.request.recent_moves.into_iter().take(moves);
                // In the moves of a tree that goes on, what is no point is a pass.
                let latest = latest.map(|mv| mv.unwrap_or(Move::Pass));
                let mut played: Vec<Move> = latest.collect();
                played.reverse();
                let entries = std::mem::take(&mut self.entries).into_iter();
                self.entries = entries
                    .filter_map(|(path, entry)| Some((path.below(&played)?, entry)))
                    .collect();
            }
        }
    }

    /// Takes the news of the upper tree: what this rank added to its nodes since the last time, for the nodes down to the
    /// depth that have their share of the root's visits. Simulations that are on their way are not in it.
    pub(super) fn take_news<const W: usize>(
        &mut self,
        tree: &Tree,
        sharing: Sharing,
    ) -> Increments {
        let mut news = Increments::default();
        let least = sharing.least_visits(tree.root().visits());
        let mut nodes = vec![(Path::ROOT, tree.root())];
        while let Some((path, node)) = nodes.pop() {
            let increment = self.entries.entry(path).or_default().take(node);
            if !increment.is_nothing() {
                news.insert(path, increment);
            }
            if path.len() < sharing.depth {
                let children = tree.children(node).iter();
                let large = children.filter(|child| child.visits() >= least);
                nodes.extend(large.filter_map(|child| {
                    let mv: NodeMove<W> = child.mv();
                    Some((path.then(mv.to_move())?, child))
                }));
            }
        }
        news
    }

    /// Adds what other ranks found to a node of the tree.
    pub(super) fn add_foreign(&mut self, path: Path, node: &Node, increment: &Increment) {
        let entry = self.entries.entry(path).or_default();
        let foreign = Sums([increment.results, increment.amaf]);
        entry.foreign = entry.foreign.plus(foreign);
        if increment.proof != Proof::Unproven {
            entry.proof = increment.proof;
        }
        node.results.add_tally(increment.results);
        node.amaf.add_tally(increment.amaf);
    }

    /// Remembers increments for later.
    pub(super) fn wait(&mut self, mut increments: Increments) {
        if increments.len() > MAX_WAITING {
            increments = increments.take_largest(MAX_WAITING);
        }
        self.waiting = increments;
    }

    /// Own results of a node, those of other ranks taken off.
    #[cfg(test)]
    pub(super) fn own(&self, path: Path, node: &Node) -> [Tally; 2] {
        let foreign = self.entries.get(&path).map(|entry| entry.foreign);
        Sums::of_node(node).minus(foreign.unwrap_or_default()).0
    }
}

impl Entry {
    /// What is news of the node; from now on it is none.
    fn take(&mut self, node: &Node) -> Increment {
        let news = Sums::of_node(node).minus(self.foreign).minus(self.sent);
        self.sent = self.sent.plus(news);
        let proof = node.proof();
        let is_news = self.proof == Proof::Unproven;
        self.proof = proof;
        let [results, amaf] = news.0;
        Increment {
            results,
            amaf,
            proof: if is_news { proof } else { Proof::Unproven },
        }
    }
}
