//! Reads forced sequences to their end: which chains with one or two liberties can be captured, by ladders, nets and throw-ins,
//! and which moves save them. The simple ko is kept, so a capture that needs a ko threat first does not work. The answer is
//! right in 99 of 100 cases: few moves are tried, and a chain with three liberties counts as safe.

mod read;
#[cfg(test)]
mod tests;

use read::{ESCAPED, LOOSE_MOVES, OutOfNodes, Reading};
use tao_rules::board::{Board, Color, Point, PointSet};

/// The result of reading: which moves of the side to move work and which fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict<const W: usize> {
    /// Moves that capture a chain which could escape, or save one which would be captured.
    pub work: PointSet<W>,
    /// Moves that try to capture or save a chain and fail, and that work for no other chain.
    pub fail: PointSet<W>,
}

/// Reads each chain with one or two liberties for the side to move. Yields the chain's stones and the verdict for this chain
/// alone, which is empty if reading the chain takes more than `node_limit` positions.
pub fn read_chains<const W: usize>(
    board: &Board<W>,
    to_move: Color,
    node_limit: u32,
) -> impl Iterator<Item = (PointSet<W>, Verdict<W>)> {
    let all = board.chains(board.stones(Color::Black) | board.stones(Color::White));
    all.filter(|chain| chain.liberties.len() < ESCAPED)
        .filter_map(move |chain| {
            let stone = chain.stones.first()?;
            let mut reading = Reading::new(stone, board.stone(stone)?, node_limit);
            let verdict = reading.judge(board, to_move).unwrap_or_default();
            Some((chain.stones, verdict))
        })
}

impl<const W: usize> FromIterator<Self> for Verdict<W> {
    /// The combined verdict for several chains.
    fn from_iter<I: IntoIterator<Item = Self>>(verdicts: I) -> Self {
        let mut all = Self::default();
        for Self { work, fail } in verdicts {
            all.work |= work;
            all.fail |= fail;
        }
        all.fail &= !all.work;
        all
    }
}

impl<const W: usize> Reading<W> {
    const fn new(stone: Point<W>, owner: Color, nodes_left: u32) -> Self {
        Self {
            stone,
            owner,
            nodes_left,
            turns: 0,
        }
    }

    /// The moves of `to_move` that save its own chain, if it would be captured, or capture the enemy's, if it could be saved.
    fn judge(&mut self, board: &Board<W>, to_move: Color) -> Result<Verdict<W>, OutOfNodes> {
        let mut verdict = Verdict::default();
        let is_own = to_move == self.owner;
        let is_captured = if is_own {
            self.is_captured(board, LOOSE_MOVES)?
        } else {
            !self.is_saved(board, LOOSE_MOVES)?
        };
        if is_captured != is_own {
            return Ok(verdict);
        }
        let liberties = board.chain_at(self.stone).liberties;
        let moves: Vec<Point<W>> = if is_own {
            self.defenses(board).iter().collect()
        } else {
            self.attacks(board, true).collect()
        };
        for point in moves {
            let works = if is_own {
                self.is_saved_by(board, point, LOOSE_MOVES)?
            } else {
                self.is_captured_by(board, point, LOOSE_MOVES)?
            };
            if works {
                verdict.work.insert(point);
            } else if liberties.contains(point) && board.is_legal(to_move, point) {
                verdict.fail.insert(point);
            }
        }
        Ok(verdict)
    }
}

/// Most positions that a playout reads of a ladder. A ladder across a 9x9 board has some 20 moves.
const LADDER_NODES: u32 = 100;

/// The liberties of chains of `color` in atari, at `stones` and with at least `min_stones` stones, where an extension does not
/// save the chain. Extensions that capture something are left out.
#[must_use]
pub fn lost_extensions<const W: usize>(
    board: &Board<W>,
    color: Color,
    stones: PointSet<W>,
    min_stones: usize,
) -> PointSet<W> {
    let mut lost = PointSet::EMPTY;
    for chain in board.chains(stones & board.stones(color) & board.in_atari()) {
        let Some((stone, liberty)) = chain.stones.first().zip(chain.liberties.first()) else {
            continue;
        };
        let captures = PointSet::around(liberty) & board.stones(!color) & board.in_atari();
        if chain.stones.len() < min_stones || !captures.is_empty() {
            continue;
        }
        let mut reading = Reading::new(stone, color, LADDER_NODES);
        if reading.is_saved_by(board, liberty, LOOSE_MOVES) == Ok(false) {
            lost.insert(liberty);
        }
    }
    lost
}

/// Whether the chain of a stone with at most two liberties is captured, with this side to move; `None` if the answer takes more
/// than `node_limit` positions.
#[must_use]
pub fn is_captured<const W: usize>(
    board: &Board<W>,
    stone: Point<W>,
    to_move: Color,
    node_limit: u32,
) -> Option<bool> {
    let Some(owner) = board.stone(stone) else {
        return Some(false);
    };
    let mut reading = Reading::new(stone, owner, node_limit);
    let is_captured = if owner == to_move {
        let is_saved = reading.is_saved(board, LOOSE_MOVES);
        is_saved.map(|is_saved| !is_saved)
    } else {
        reading.is_captured(board, LOOSE_MOVES)
    };
    is_captured.ok()
}
