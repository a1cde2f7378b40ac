//! Whether a chain with one or two liberties can be captured, by trying the moves that matter.

use super::stone_sets::StoneSets;
use crate::board::{Color, Point, PointSet};

/// A chain with so many liberties on the attacker's turn has escaped.
pub(super) const ESCAPED: usize = 3;

/// Most moves of the attacker in one line that leave the chain two liberties, as a net does. Each multiplies the work.
const LOOSE_MOVES: usize = 1;

/// Most turns of the attacker in one line: a ladder across a 19x19 board has some 35, and a triple ko never ends.
const MOST_TURNS: usize = 100;

/// More positions to look at than are left, or a line without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutOfNodes;

/// The reading of one chain.
#[derive(Debug)]
pub(super) struct Reading<const W: usize> {
    /// A stone of the chain.
    pub(super) stone: Point<W>,
    /// Its color.
    pub(super) owner: Color,
    /// Positions that may still be looked at.
    pub(super) nodes_left: u32,
    /// Turns of the attacker in the line that is looked at.
    turns: usize,
}

impl<const W: usize> Reading<W> {
    pub(super) const fn new(stone: Point<W>, owner: Color, node_limit: u32) -> Self {
        Self {
            stone,
            owner,
            nodes_left: node_limit,
            turns: 0,
        }
    }

    /// Whether the attacker, to move, captures the chain.
    pub(super) fn is_captured(&mut self, position: &StoneSets<W>) -> Result<bool, OutOfNodes> {
        self.attack(position, LOOSE_MOVES)
    }

    /// Whether the attacker, to move, captures the chain after a legal move of his on `point`, the owner to move.
    pub(super) fn captures_by(
        &mut self,
        position: &StoneSets<W>,
        point: Point<W>,
    ) -> Result<bool, OutOfNodes> {
        self.is_captured_after(position, point, LOOSE_MOVES)
    }

    /// Whether the chain is safe after a legal move of its owner on `point`, the attacker to move.
    pub(super) fn is_saved_by(
        &mut self,
        position: &StoneSets<W>,
        point: Point<W>,
    ) -> Result<bool, OutOfNodes> {
        match position.after(self.owner, point) {
            Some(after) => Ok(!self.attack(&after, LOOSE_MOVES)?),
            None => Ok(false),
        }
    }

    /// Whether the owner, to move, cannot save the chain.
    pub(super) fn is_lost(&mut self, position: &StoneSets<W>) -> Result<bool, OutOfNodes> {
        Ok(!self.is_saved(position, LOOSE_MOVES)?)
    }

    /// Moves with which the owner may save the chain: captures beside it, extensions and, where it is not in atari, ataris
    /// beside it and moves beside its liberties.
    pub(super) fn defenses(&self, position: &StoneSets<W>) -> PointSet<W> {
        let chain = position.chain(self.owner, self.stone);
        let liberties = position.liberties(chain);
        let attackers = position.liberties_beside(!self.owner, chain, liberties.len());
        if liberties.len() > 1 {
            liberties | attackers | beside(position, liberties)
        } else {
            liberties | attackers
        }
    }

    fn attack(&mut self, position: &StoneSets<W>, loose_moves: usize) -> Result<bool, OutOfNodes> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(OutOfNodes)?;
        if self.turns == MOST_TURNS {
            return Err(OutOfNodes);
        }
        self.turns += 1;
        let is_captured = self.attack_in_turn(position, loose_moves)?;
        self.turns -= 1;
        Ok(is_captured)
    }

    fn attack_in_turn(
        &mut self,
        position: &StoneSets<W>,
        loose_moves: usize,
    ) -> Result<bool, OutOfNodes> {
        let chain = position.chain(self.owner, self.stone);
        let liberties = position.liberties(chain);
        match liberties.len() {
            ESCAPED.. => return Ok(false),
            1 => {
                let point = liberties.first();
                // Only the ko rule forbids the capture.
                return Ok(point.is_some_and(|point| position.after(!self.owner, point).is_some()));
            }
            _ => {}
        }
        let nets = if loose_moves > 0 {
            beside(position, liberties)
        } else {
            PointSet::EMPTY
        };
        for point in attacks(position, liberties).chain(nets.iter()) {
            let loose_moves = loose_moves - usize::from(!liberties.contains(point));
            if self.is_captured_after(position, point, loose_moves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_captured_after(
        &mut self,
        position: &StoneSets<W>,
        point: Point<W>,
        loose_moves: usize,
    ) -> Result<bool, OutOfNodes> {
        let Some(after) = position.after(!self.owner, point) else {
            return Ok(false);
        };
        if !after.stones(self.owner).contains(self.stone) {
            return Ok(true);
        }
        Ok(!self.is_saved(&after, loose_moves)?)
    }

    /// Whether the owner, to move, saves the chain.
    fn is_saved(
        &mut self,
        position: &StoneSets<W>,
        loose_moves: usize,
    ) -> Result<bool, OutOfNodes> {
        for point in &self.defenses(position) {
            if let Some(after) = position.after(self.owner, point)
                && !self.attack(&after, loose_moves)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The liberties of a chain as moves of the attacker, the one first that leaves it less room.
pub(super) fn attacks<const W: usize>(
    position: &StoneSets<W>,
    liberties: PointSet<W>,
) -> impl Iterator<Item = Point<W>> + use<W> {
    let room = |point| (PointSet::around(point) & position.empty() & !liberties).len();
    let roomiest = liberties.iter().max_by_key(|&point| room(point));
    let first = roomiest.map_or(PointSet::EMPTY, PointSet::only);
    let rest = liberties & !first;
    first.iter().chain(rest.iter())
}

/// The points beside liberties: from there an attacker spreads a net, or an owner connects.
pub(super) fn beside<const W: usize>(
    position: &StoneSets<W>,
    liberties: PointSet<W>,
) -> PointSet<W> {
    liberties.neighbors() & position.empty() & !liberties
}
