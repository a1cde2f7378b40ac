//! A node of the tree: a move, the results of the simulations through it, and what is proven.

use std::cmp;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::expand::Prior;
use super::tree::Children;
use tao_rules::raw::{Point, PointMove};

/// The number of a pass; those of points are smaller.
const PASS: u16 = u16::MAX;

/// The number of a link, which is no move: see [`Node::set_link`].
const LINK: u16 = u16::MAX - 1;

/// [`Node::first_child`] of a leaf: 0 is the root, never a child.
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
    /// See [`Prior::probability`]. Set before the node is published as a child.
    probability: AtomicU16,
    /// See [`Prior::wins`]. Set before the node is published as a child.
    wins: AtomicU16,
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
        self.probability.store(prior.probability, Ordering::Relaxed);
        self.wins.store(prior.wins, Ordering::Relaxed);
    }

    /// Makes this node a link: the last of a block of children, below which the other children are.
    pub fn set_link(&self) {
        self.set::<1>(PointMove::Pass, Prior::default());
        self.mv.store(LINK, Ordering::Relaxed);
    }

    pub fn is_link(&self) -> bool {
        self.mv.load(Ordering::Relaxed) == LINK
    }

    pub fn mv<const W: usize>(&self) -> PointMove<W> {
        match self.mv.load(Ordering::Relaxed) {
            PASS => PointMove::Pass,
            number => PointMove::Play(Point::from_number(number.into())),
        }
    }

    pub fn visits(&self) -> u32 {
        self.results.get().visits
    }

    /// The results, plus virtual losses and the visits that the prior is worth: its wins, and `even` visits of which half are
    /// won.
    pub fn biased_results(&self, even: u16) -> Tally {
        let Tally { visits, value } = self.results.get();
        let losses = VIRTUAL_LOSSES * u32::from(self.virtual_losses.load(Ordering::Relaxed));
        let even = u32::from(even);
        let wins = u32::from(self.wins.load(Ordering::Relaxed));
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
        Prior {
            probability: self.probability.load(Ordering::Relaxed),
            wins: self.wins.load(Ordering::Relaxed),
        }
    }

    pub fn is_forbidden(&self) -> bool {
        self.is_forbidden.load(Ordering::Relaxed)
    }

    /// Excludes the move from selection and reports.
    pub fn forbid(&self) {
        self.is_forbidden.store(true, Ordering::Relaxed);
    }

    pub fn proof(&self) -> Proof {
        Proof::from_number(self.proof.load(Ordering::Relaxed))
    }

    pub fn set_proof(&self, proof: Proof) {
        self.proof.store(proof as u8, Ordering::Relaxed);
    }

    pub fn add_virtual_loss(&self) {
        self.virtual_losses.fetch_add(1, Ordering::Relaxed);
    }

    pub fn remove_virtual_loss(&self) {
        self.virtual_losses.fetch_sub(1, Ordering::Relaxed);
    }

    /// Simulations through this node, including those under way.
    pub fn tries(&self) -> u32 {
        self.visits() + u32::from(self.virtual_losses.load(Ordering::Relaxed))
    }

    /// Whether the move is allowed, but no simulation has gone through it or is under way.
    pub fn is_untried(&self) -> bool {
        self.tries() == 0 && !self.is_forbidden()
    }

    #[cfg(test)]
    pub fn has_virtual_losses(&self) -> bool {
        self.virtual_losses.load(Ordering::Relaxed) > 0
    }

    /// Whether the node has no children and no thread is making them.
    pub fn is_leaf(&self) -> bool {
        self.first_child.load(Ordering::Relaxed) == LEAF
    }

    /// Index of the first child, and the number of nodes in its block.
    pub fn block(&self) -> Option<(u32, usize)> {
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

/// The value of a win in [`Tally::value`]; a draw is worth half of it and a loss nothing.
pub const WIN: u32 = 1 << 12;

/// Low bits of the word in a [`SharedTally`] that hold the value: enough for as many wins as the other bits can count.
const VALUE_BITS: u32 = 38;

/// Maximum simulations of a search, and also maximum visits that it takes over from the search before, since a [`SharedTally`]
/// counts to 2^26 - 1.
pub const MAX_SIMULATIONS: u64 = (1 << 25) - 1;

const _: () = assert!(
    2 * MAX_SIMULATIONS < 1 << (u64::BITS - VALUE_BITS)
        && 2 * MAX_SIMULATIONS * (WIN as u64) < 1 << VALUE_BITS
);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub visits: u32,
    /// Sum of the values, each from 0 to [`WIN`]: an integer, so that no rounding depends on the order of simulations.
    pub value: u64,
}

impl Tally {
    /// Mean value in [0, 1]. There must be a visit.
    pub fn mean(self) -> f64 {
        self.value as f64 / (f64::from(WIN) * f64::from(self.visits))
    }

    /// The sum of two tallies.
    pub const fn plus(self, other: Self) -> Self {
        Self {
            visits: self.visits.saturating_add(other.visits),
            value: self.value.saturating_add(other.value),
        }
    }

    /// The difference between a sum and one of its parts.
    pub const fn minus(self, part: Self) -> Self {
        Self {
            visits: self.visits.saturating_sub(part.visits),
            value: self.value.saturating_sub(part.value),
        }
    }
}

/// A tally that threads share: one word, so that visits and value always belong together.
#[derive(Debug, Default)]
pub struct SharedTally(AtomicU64);

impl SharedTally {
    pub fn get(&self) -> Tally {
        let word = self.0.load(Ordering::Relaxed);
        Tally {
            visits: (word >> VALUE_BITS) as u32,
            value: word & ((1 << VALUE_BITS) - 1),
        }
    }

    pub fn set(&self, tally: Tally) {
        let word = u64::from(tally.visits) << VALUE_BITS | tally.value;
        self.0.store(word, Ordering::Relaxed);
    }

    pub fn add(&self, value: u32) {
        self.0
            .fetch_add(1 << VALUE_BITS | u64::from(value), Ordering::Relaxed);
    }

    /// Adds many visits at once. The sum must have no more than 2^26 - 1.
    pub fn add_tally(&self, tally: Tally) {
        let word = u64::from(tally.visits) << VALUE_BITS | tally.value;
        self.0.fetch_add(word, Ordering::Relaxed);
    }
}

/// How a move ends for the side that makes it. Two passes end a game with an exact score; a move that has a winning reply is lost,
/// and one whose replies all lose or draw, a pass among them, is won or drawn. A proof considers only the moves that the tree
/// looks at, which fill no own true eye, and the superko that the descent sees.
///
/// Source: Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver", 2008; with draws as in Cazenave and Saffidine,
/// "Score Bounded Monte-Carlo Tree Search", 2010, for the bounds of a loss, a draw and a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub enum Proof {
    /// Not known.
    #[default]
    Unproven,
    /// It loses.
    Lost,
    /// It draws.
    Drawn,
    /// It wins.
    Won,
}

impl Proof {
    /// The proof of a finished game, whose result was compared with a draw.
    pub const fn of_result(result: cmp::Ordering) -> Self {
        match result {
            cmp::Ordering::Less => Self::Lost,
            cmp::Ordering::Equal => Self::Drawn,
            cmp::Ordering::Greater => Self::Won,
        }
    }

    /// The inverse of `proof as u8`.
    pub const fn from_number(number: u8) -> Self {
        match number {
            1 => Self::Lost,
            2 => Self::Drawn,
            3 => Self::Won,
            _ => Self::Unproven,
        }
    }

    /// Share of the game that the side which made the move gets: 0, 0.5 or 1; `None` if nothing is proven.
    pub const fn share(self) -> Option<f64> {
        match self {
            Self::Unproven => None,
            Self::Lost => Some(0.0),
            Self::Drawn => Some(0.5),
            Self::Won => Some(1.0),
        }
    }

    /// Ranks moves: a win comes first and a loss last. A draw ranks with unproven moves, and is compared with them by its
    /// value.
    pub const fn rank(self) -> i8 {
        match self {
            Self::Lost => -1,
            Self::Unproven | Self::Drawn => 0,
            Self::Won => 1,
        }
    }

    /// What the replies prove about the move before them. A pass is always legal, so lost and drawn replies prove nothing
    /// unless the pass is among the replies.
    pub fn by_replies<const W: usize>(replies: Children<'_>) -> Self {
        let (mut is_open, mut has_pass, mut has_draw) = (!replies.are_all(), false, false);
        for reply in replies.iter().filter(|reply| !reply.is_forbidden()) {
            match reply.proof() {
                Self::Won => return Self::Lost,
                Self::Drawn => has_draw = true,
                Self::Unproven => is_open = true,
                Self::Lost => {}
            }
            has_pass |= reply.mv::<W>() == PointMove::Pass;
        }
        match (is_open || !has_pass, has_draw) {
            (true, _) => Self::Unproven,
            (false, true) => Self::Drawn,
            (false, false) => Self::Won,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_search_does_not_overflow() {
        let visits = 2 * MAX_SIMULATIONS as u32;
        let won = Tally {
            visits,
            value: u64::from(visits) * u64::from(WIN),
        };
        let tally = SharedTally::default();
        tally.set(won);
        assert_eq!(tally.get(), won);
        assert!((won.mean() - 1.0).abs() < f64::EPSILON);
        tally.add(0);
        assert_eq!(
            (tally.get().visits, tally.get().value),
            (visits + 1, won.value)
        );
    }
}
