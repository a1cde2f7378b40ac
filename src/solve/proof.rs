//! What is proven of a position, and what the proof relies on.

use super::keys::PointMap;
use crate::board::{Color, PointSet};

/// A proof relies on no position of the path.
pub(super) const NOTHING: u16 = u16::MAX;

/// One side gets at least so much, with what the proof needs to hold elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeadProof<const W: usize> {
    /// Black proves that it leads by at least `lead`, White that Black leads by at most that.
    pub(super) by: Color,
    /// Black's lead, without komi.
    pub(super) lead: i16,
    /// The shortest part of the path with a position that a move of the other side would repeat, so that the proof
    /// need not answer it: the number of moves to that position, or [`NOTHING`].
    pub(super) relies_on: u16,
    /// Whether a ko or superko forbids any move of the other side, anywhere in the proof.
    pub(super) uses_ban: bool,
    /// Where stones may be captured.
    pub(super) captured: PointSet<W>,
    /// Where the proving side may play.
    pub(super) played: PointSet<W>,
    /// Moves that it looks ahead.
    pub(super) height: u16,
}

impl<const W: usize> LeadProof<W> {
    /// A proof that needs no further moves.
    pub(super) const fn leaf(by: Color, lead: i16) -> Self {
        Self {
            by,
            lead,
            relies_on: NOTHING,
            uses_ban: false,
            captured: PointSet::EMPTY,
            played: PointSet::EMPTY,
            height: 0,
        }
    }

    /// Whether Black's lead is proven to be at least, or to be less than, `target`.
    pub(super) const fn decides(&self, target: i32) -> bool {
        match self.by {
            Color::Black => self.lead as i32 >= target,
            Color::White => (self.lead as i32) < target,
        }
    }

    /// Adds the proof for one more reply of the other side: the bound is that of the best reply.
    pub(super) fn add(&mut self, other: &Self) {
        self.lead = match self.by {
            Color::Black => self.lead.min(other.lead),
            Color::White => self.lead.max(other.lead),
        };
        self.relies_on = self.relies_on.min(other.relies_on);
        self.uses_ban |= other.uses_ban;
        self.captured |= other.captured;
        self.played |= other.played;
        self.height = self.height.max(other.height);
    }

    /// The same proof about the position that a symmetry makes of this one.
    pub(super) fn mapped(&self, map: &PointMap<W>) -> Self {
        Self {
            captured: map.set(self.captured),
            played: map.set(self.played),
            ..*self
        }
    }
}
