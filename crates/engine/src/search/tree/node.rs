//! A node of the tree: a move and the results of the simulations through it.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, Ordering};

use super::{Proof, SharedTally, Tally, WIN};
use crate::search::simulation::Prior;
use tao_rules::board::{Point, PointMove};

/// The number of a pass; those of points are smaller.
const PASS: u16 = u16::MAX;

/// [`Node::first_child`] of a leaf; the root has this index, and is nobody's child.
const LEAF: u32 = 0;

/// [`Node::first_child`] while a thread makes the children.
const GROWING: u32 = u32::MAX;

/// Losses that are counted for each thread on its way through a node, so that other threads go elsewhere.
const VIRTUAL_LOSSES: u32 = 1;

/// A move and the results of the simulations through it: 32 bytes that threads share.
#[derive(Debug, Default)]
pub struct Node {
    /// Simulations through this node, valued for the side that made its move.
    pub results: SharedTally,
    /// All moves as first: simulations through the parent in which the same side played here before the other side did. Where
    /// values are corrected, which excludes AMAF, the node's own [`evaluation`](Node::evaluation) instead.
    pub amaf: SharedTally,
    /// Index of the first child, or [`LEAF`] or [`GROWING`].
    first_child: AtomicU32,
    /// Set before `first_child` is published.
    child_count: AtomicU16,
    virtual_losses: AtomicU16,
    is_forbidden: AtomicBool,
    proof: AtomicU8,
    /// Set before the node is published as a child.
    mv: AtomicU16,
    /// Set before the node is published as a child.
    prior: [AtomicU16; 2],
}

impl Node {
    pub fn set<const W: usize>(&self, mv: PointMove<W>, prior: Prior) {
        self.results.set(Tally::default());
        self.amaf.set(Tally::default());
        self.first_child.store(LEAF, Ordering::Relaxed);
        self.is_forbidden.store(false, Ordering::Relaxed);
        self.set_proof(Proof::Unproven);
        let number = mv.point().map_or(PASS, |point| point.number() as u16);
        self.mv.store(number, Ordering::Relaxed);
        let [probability, wins] = &self.prior;
        probability.store(prior.probability, Ordering::Relaxed);
        wins.store(prior.wins, Ordering::Relaxed);
    }

    pub fn mv<const W: usize>(&self) -> PointMove<W> {
        match self.mv.load(Ordering::Relaxed) {
            PASS => PointMove::Pass,
            number => PointMove::Play(Point::from_number(number.into())),
        }
    }

    #[inline]
    pub fn visits(&self) -> u32 {
        self.results.get().visits
    }

    /// The results, plus virtual losses and the visits that the prior is worth: its wins, and `even` visits of which half are
    /// won.
    #[inline]
    pub fn biased_results(&self, even: u16) -> Tally {
        let Tally { visits, value } = self.results.get();
        let losses = VIRTUAL_LOSSES * u32::from(self.virtual_losses.load(Ordering::Relaxed));
        let (even, wins) = (
            u32::from(even),
            u32::from(self.prior[1].load(Ordering::Relaxed)),
        );
        Tally {
            visits: visits + even + wins + losses,
            value: value + u64::from(WIN / 2 * even + WIN * wins),
        }
    }

    /// The evaluation of this position alone, for the side that made the move, before any correction; `None` before the first
    /// visit. It is stored in place of AMAF results.
    pub fn evaluation(&self) -> Option<u32> {
        let Tally { visits, value } = self.amaf.get();
        let mean = value.checked_div(visits.into())?;
        Some(mean as u32)
    }

    /// Keeps the evaluation of this position, unless there is one already: ranks share what was added, and each adds its own at
    /// most once.
    pub fn set_evaluation(&self, value: u32) {
        if self.amaf.get().visits == 0 {
            self.amaf.add(value);
        }
    }

    pub fn prior(&self) -> Prior {
        let [probability, wins] = self
            .prior
            .each_ref()
            .map(|part| part.load(Ordering::Relaxed));
        Prior { probability, wins }
    }

    #[inline]
    pub fn is_forbidden(&self) -> bool {
        self.is_forbidden.load(Ordering::Relaxed)
    }

    /// Excludes the move from selection and reports.
    pub fn forbid(&self) {
        self.is_forbidden.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub fn proof(&self) -> Proof {
        Proof::from_number(self.proof.load(Ordering::Relaxed))
    }

    pub fn set_proof(&self, proof: Proof) {
        self.proof.store(proof as u8, Ordering::Relaxed);
    }

    #[inline]
    pub fn add_virtual_loss(&self) {
        self.virtual_losses.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    pub fn remove_virtual_loss(&self) {
        self.virtual_losses.fetch_sub(1, Ordering::Relaxed);
    }

    /// Simulations through this node, including those under way.
    #[inline]
    pub fn tries(&self) -> u32 {
        self.visits() + u32::from(self.virtual_losses.load(Ordering::Relaxed))
    }

    /// Whether the move is allowed, but no simulation has gone through it or is under way.
    #[inline]
    pub fn is_untried(&self) -> bool {
        self.tries() == 0 && !self.is_forbidden()
    }

    #[cfg(test)]
    pub fn has_virtual_losses(&self) -> bool {
        self.virtual_losses.load(Ordering::Relaxed) > 0
    }

    /// Whether the node has no children and no thread is making them.
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.first_child.load(Ordering::Relaxed) == LEAF
    }

    #[inline]
    pub fn children(&self) -> Option<(u32, usize)> {
        match self.first_child.load(Ordering::Acquire) {
            LEAF | GROWING => None,
            first => Some((first, self.child_count.load(Ordering::Relaxed).into())),
        }
    }

    /// Whether the caller must make the children: true for one thread only.
    pub fn claim(&self) -> bool {
        let (success, failure) = (Ordering::Relaxed, Ordering::Relaxed);
        self.first_child
            .compare_exchange(LEAF, GROWING, success, failure)
            .is_ok()
    }

    pub fn reset_to_leaf(&self) {
        self.first_child.store(LEAF, Ordering::Relaxed);
    }

    /// Shows the children to all threads.
    pub fn publish(&self, first_child: u32, count: usize) {
        self.child_count.store(count as u16, Ordering::Relaxed);
        self.first_child.store(first_child, Ordering::Release);
    }
}
