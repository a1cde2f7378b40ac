//! A node of the tree: a move that was looked at, and how the simulations through it went.

use std::sync::atomic::{AtomicBool, AtomicI8, AtomicU16, AtomicU32, Ordering};

use super::prior::Prior;
use super::proof::Proof;
use super::tally::{SharedTally, Tally};
use crate::board::Point;

/// A move in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step<const W: usize> {
    /// A stone.
    Play(Point<W>),
    /// No stone.
    Pass,
}

/// The number of a pass; those of points are smaller.
const PASS: u16 = u16::MAX;

impl<const W: usize> Step<W> {
    const fn to_number(self) -> u16 {
        match self {
            Self::Play(point) => point.number() as u16,
            Self::Pass => PASS,
        }
    }

    const fn from_number(number: u16) -> Self {
        match number {
            PASS => Self::Pass,
            _ => Self::Play(Point::from_number(number as usize)),
        }
    }
}

/// What [`Node::first_child`] is of a leaf. No child is the first node of a tree.
const LEAF: u32 = 0;

/// What it is while a thread makes the children.
const GROWING: u32 = u32::MAX;

/// Games that a thread on its way through a node counts as, all lost, so that others go elsewhere.
const VIRTUAL_LOSSES: u32 = 1;

/// A move that was looked at, and how the simulations through it went: 32 bytes, all of which threads may share.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// Simulations through this node, and how they ended for the side that made the move.
    pub(super) results: SharedTally,
    /// Simulations through the parent in which the move was made, here or later, by the same side before the other one
    /// played there: "all moves as first".
    pub(super) amaf: SharedTally,
    /// Index of the first child in the tree, or [`LEAF`] or [`GROWING`].
    first_child: AtomicU32,
    /// Final before `first_child` is.
    child_count: AtomicU16,
    /// Threads on their way through.
    virtual_losses: AtomicU16,
    is_forbidden: AtomicBool,
    proof: AtomicI8,
    // Final before the node is the child of another.
    step: AtomicU16,
    prior: [AtomicU16; 2],
}

impl Node {
    /// Makes it a new leaf.
    pub(super) fn set<const W: usize>(&self, step: Step<W>, prior: Prior) {
        self.results.set(Tally::default());
        self.amaf.set(Tally::default());
        self.first_child.store(LEAF, Ordering::Relaxed);
        self.is_forbidden.store(false, Ordering::Relaxed);
        self.set_proof(Proof::Unproven);
        self.step.store(step.to_number(), Ordering::Relaxed);
        let [games, half_wins] = &self.prior;
        games.store(prior.games, Ordering::Relaxed);
        half_wins.store(prior.half_wins, Ordering::Relaxed);
    }

    /// The move that leads here.
    pub(super) fn step<const W: usize>(&self) -> Step<W> {
        Step::from_number(self.step.load(Ordering::Relaxed))
    }

    /// Simulations through this node.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.results.get().games
    }

    /// Games played and seeming: the results, what the move seemed worth before its first visit, and the virtual losses
    /// of those on their way.
    #[inline]
    pub(super) fn games(&self) -> Tally {
        let Tally { games, half_wins } = self.results.get();
        let virtual_losses = self.virtual_losses.load(Ordering::Relaxed);
        let [prior_games, prior_half_wins] = &self.prior;
        Tally {
            games: games
                + u32::from(prior_games.load(Ordering::Relaxed))
                + VIRTUAL_LOSSES * u32::from(virtual_losses),
            half_wins: half_wins + u32::from(prior_half_wins.load(Ordering::Relaxed)),
        }
    }

    /// What the move seemed worth before its first visit.
    pub(super) fn prior(&self) -> Prior {
        let [games, half_wins] = self.prior.each_ref();
        Prior {
            games: games.load(Ordering::Relaxed),
            half_wins: half_wins.load(Ordering::Relaxed),
        }
    }

    /// Whether the rules forbid the move.
    #[inline]
    pub(super) fn is_forbidden(&self) -> bool {
        self.is_forbidden.load(Ordering::Relaxed)
    }

    /// From here on the move is as good as not there.
    pub(super) fn forbid(&self) {
        self.is_forbidden.store(true, Ordering::Relaxed);
    }

    /// What is certain of the move.
    #[inline]
    pub(super) fn proof(&self) -> Proof {
        Proof::from_sign(self.proof.load(Ordering::Relaxed))
    }

    /// From here on so much is certain of the move.
    pub(super) fn set_proof(&self, proof: Proof) {
        self.proof.store(proof as i8, Ordering::Relaxed);
    }

    /// Notes a thread on its way through.
    #[inline]
    pub(super) fn enter(&self) {
        self.virtual_losses.fetch_add(1, Ordering::Relaxed);
    }

    /// The thread has its result.
    #[inline]
    pub(super) fn leave(&self) {
        self.virtual_losses.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether a thread is on its way through.
    #[cfg(test)]
    pub(super) fn has_virtual_losses(&self) -> bool {
        self.virtual_losses.load(Ordering::Relaxed) > 0
    }

    /// Whether it may be expanded.
    #[inline]
    pub(super) fn is_leaf(&self) -> bool {
        self.first_child.load(Ordering::Relaxed) == LEAF
    }

    /// Where the children are, if there are any: index of the first, and their number.
    #[inline]
    pub(super) fn children(&self) -> Option<(u32, usize)> {
        match self.first_child.load(Ordering::Acquire) {
            LEAF | GROWING => None,
            first => Some((first, self.child_count.load(Ordering::Relaxed).into())),
        }
    }

    /// Whether the caller is to make the children: of all threads one is told so.
    pub(super) fn claim(&self) -> bool {
        let (success, failure) = (Ordering::Relaxed, Ordering::Relaxed);
        self.first_child
            .compare_exchange(LEAF, GROWING, success, failure)
            .is_ok()
    }

    /// Takes a claim back.
    pub(super) fn stay_leaf(&self) {
        self.first_child.store(LEAF, Ordering::Relaxed);
    }

    /// Shows the children to all threads.
    pub(super) fn publish(&self, first_child: u32, count: usize) {
        self.child_count.store(count as u16, Ordering::Relaxed);
        self.first_child.store(first_child, Ordering::Release);
    }
}
