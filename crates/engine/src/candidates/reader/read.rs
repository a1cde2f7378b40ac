//! Whether a chain with one or two liberties can be captured, by trying the moves that matter.

use tao_rules::board::{Board, Chain, Color, Point, PointSet};

/// A chain with this many liberties on the attacker's turn has escaped.
pub(super) const ESCAPED: usize = 3;

/// Most moves of the attacker in one line that leave the chain two liberties, as a net does. Each multiplies the work.
pub(super) const LOOSE_MOVES: usize = 1;

/// Most turns of the attacker in one line: a ladder across a 19x19 board has some 35, and a triple ko never ends.
const MOST_TURNS: usize = 100;

/// The node limit is used up, or a line has more than `MOST_TURNS` turns of the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutOfNodes;

/// The reading of one chain. `loose_moves` is how many moves the attacker may still make that leave the chain two liberties.
#[derive(Debug)]
pub(super) struct Reading<const W: usize> {
    /// A stone of the chain.
    pub(super) stone: Point<W>,
    /// Its color.
    pub(super) owner: Color,
    /// Positions that may still be looked at.
    pub(super) nodes_left: u32,
    /// Turns of the attacker in the line that is looked at.
    pub(super) turns: usize,
}

impl<const W: usize> Reading<W> {
    /// Moves with which the owner may save the chain: captures beside it, extensions and, where it is not in atari, ataris
    /// beside it and moves beside its liberties.
    pub(super) fn defenses(&self, board: &Board<W>) -> PointSet<W> {
        let Chain { stones, liberties } = *board.chain_at(self.stone);
        let mut moves = liberties;
        for attacker in board.chains(stones.neighbors() & board.stones(!self.owner)) {
            if attacker.liberties.len() <= liberties.len() {
                moves |= attacker.liberties;
            }
        }
        if liberties.len() > 1 {
            moves |= beside(board, liberties);
        }
        moves
    }

    /// The attacker's moves against the chain: onto its liberties, first the one with the most empty points around it, and then
    /// beside its two liberties, if nets are tried.
    pub(super) fn attacks(
        &self,
        board: &Board<W>,
        tries_nets: bool,
    ) -> impl Iterator<Item = Point<W>> + use<W> {
        let liberties = board.chain_at(self.stone).liberties;
        let room = |point| (PointSet::around(point) & board.empty() & !liberties).len();
        let roomiest = liberties.iter().max_by_key(|&point| room(point));
        let first = roomiest.map_or(PointSet::EMPTY, PointSet::only);
        let nets = if tries_nets && liberties.len() > 1 {
            beside(board, liberties)
        } else {
            PointSet::EMPTY
        };
        let moves = [first, liberties & !first, nets];
        moves.into_iter().flat_map(|points| points.iter())
    }

    /// Whether the attacker, to move, captures the chain.
    pub(super) fn is_captured(
        &mut self,
        board: &Board<W>,
        loose_moves: usize,
    ) -> Result<bool, OutOfNodes> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(OutOfNodes)?;
        if self.turns == MOST_TURNS {
            return Err(OutOfNodes);
        }
        self.turns += 1;
        let liberties = board.chain_at(self.stone).liberties;
        let mut is_captured = false;
        if liberties.len() < ESCAPED {
            for point in self.attacks(board, loose_moves > 0) {
                let loose_moves = loose_moves - usize::from(!liberties.contains(point));
                is_captured = self.is_captured_by(board, point, loose_moves)?;
                if is_captured {
                    break;
                }
            }
        }
        self.turns -= 1;
        Ok(is_captured)
    }

    /// Whether the attacker captures the chain by a move on `point`; false if the move is illegal.
    pub(super) fn is_captured_by(
        &mut self,
        board: &Board<W>,
        point: Point<W>,
        loose_moves: usize,
    ) -> Result<bool, OutOfNodes> {
        let Some(after) = after(board, !self.owner, point) else {
            return Ok(false);
        };
        let is_off_the_board = !after.stones(self.owner).contains(self.stone);
        Ok(is_off_the_board || !self.is_saved(&after, loose_moves)?)
    }

    /// Whether the owner, to move, saves the chain.
    pub(super) fn is_saved(
        &mut self,
        board: &Board<W>,
        loose_moves: usize,
    ) -> Result<bool, OutOfNodes> {
        for point in &self.defenses(board) {
            if self.is_saved_by(board, point, loose_moves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the owner saves the chain by a move on `point`; false if the move is illegal.
    pub(super) fn is_saved_by(
        &mut self,
        board: &Board<W>,
        point: Point<W>,
        loose_moves: usize,
    ) -> Result<bool, OutOfNodes> {
        match after(board, self.owner, point) {
            Some(after) => Ok(!self.is_captured(&after, loose_moves)?),
            None => Ok(false),
        }
    }
}

/// The position after a move, if it is legal: on the heap, as lines can be long.
#[inline(never)]
fn after<const W: usize>(board: &Board<W>, color: Color, point: Point<W>) -> Option<Box<Board<W>>> {
    let mut next = board
        .is_legal(color, point)
        .then(|| Box::new(board.clone()))?;
    next.play_legal(color, point);
    Some(next)
}

/// The points beside liberties: from there an attacker spreads a net, or an owner connects.
fn beside<const W: usize>(board: &Board<W>, liberties: PointSet<W>) -> PointSet<W> {
    liberties.neighbors() & board.empty() & !liberties
}
