//! The outputs of the network for a position.

use super::fixed;
use super::layout::POINTS;

/// Units of a lead in one point, here and in a search.
pub const LEAD_UNIT: i32 = 64;

/// The outputs of the network for one position, from the view of the side to move. Points are in the order `row * 9 + column`
/// from the bottom left of the position as it was given. This also holds for a smaller board, where the points beyond the board
/// have no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// How good each move is: logits in units of 1/256 for the points, legal or not, and last the pass.
    pub policy: [i32; POINTS + 1],
    /// Who owns each point in the end: logits in units of 1/256, positive for the side to move.
    pub owner: [i32; POINTS],
    /// The result: a logit in units of 1/1024.
    pub value: i32,
    /// Expected points ahead, komi included, in units of 1/[`LEAD_UNIT`].
    pub lead: i32,
}

impl Output {
    /// The output before the first evaluation.
    pub(super) const EMPTY: Self = Self {
        policy: [0; POINTS + 1],
        owner: [0; POINTS],
        value: 0,
        lead: 0,
    };

    /// Expected result in units of 1/65536: 65536 for a sure win, half of it for a draw.
    #[must_use]
    pub fn result(&self) -> u32 {
        fixed::sigmoid(self.value)
    }

    /// Expected owner of each point, from 127 for the side to move to -127 for the other.
    #[must_use]
    pub fn owners(&self) -> [i8; POINTS] {
        self.owner.map(|logit| {
            let share = fixed::sigmoid(logit.saturating_mul(4)) as i32;
            (((share * 254 + (1 << 15)) >> 16) - 127) as i8
        })
    }
}
