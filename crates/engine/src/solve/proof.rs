//! What is proven of a position, and what the proof relies on.

use super::keys::PointMap;
use tao_rules::board::{Color, PointSet};

/// The value of [`LeadProof::relies_on`] for a proof that relies on no position of the path.
pub(super) const NOTHING: u16 = u16::MAX;

/// A proof that one side gets at least a certain score, with what is needed to know on which other paths it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeadProof<const W: usize> {
    /// The side that the proof is for: Black leads by at least `lead`, or, for White, Black leads by at most `lead`.
    pub(super) by: Color,
    /// Black's lead, without komi.
    pub(super) lead: i16,
    /// The proof leaves out moves of the other side that would repeat a position of the path. This is the number of moves from
    /// the root to the earliest such position, or [`NOTHING`] if there is none after the root.
    pub(super) relies_on: u16,
    /// Whether a ko or superko forbids any move of the other side, anywhere in the proof.
    pub(super) uses_ban: bool,
    /// The points where stones may be captured in the proof.
    pub(super) captured: PointSet<W>,
    /// The points where the proving side may play in the proof.
    pub(super) played: PointSet<W>,
    /// Number of moves that the proof looks ahead.
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

    /// The same proof for the image of the position under a symmetry.
    pub(super) fn mapped(&self, map: &PointMap<W>) -> Self {
        Self {
            captured: map.set(self.captured),
            played: map.set(self.played),
            ..*self
        }
    }
}
