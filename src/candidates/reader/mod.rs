//! Reads forced sequences to their end: which chains with one or two liberties can be captured, by ladders, nets and throw-ins,
//! and which moves save them. The simple ko is kept, so a capture that needs a ko threat first does not work. The answer is
//! right in 99 of 100 cases: few moves are tried, and a chain with three liberties counts as safe.

mod position;
mod read;
#[cfg(test)]
mod tests;

use crate::board::hash::{hash_of, split_mix};
use crate::board::{Board, ByColor, Color, Point, PointSet};
use position::Position;
use read::{ESCAPED, OutOfNodes, Reading, attacks, beside};

/// Slots of the cache: 192 KiB on 9x9.
const SLOTS: usize = 1 << 12;

/// What reading says of a position's moves, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict<const W: usize> {
    /// Moves that capture a chain which could escape, or save one which would be captured.
    pub work: PointSet<W>,
    /// Moves that try this for a chain and fail, and work for no other.
    pub fail: PointSet<W>,
}

/// How much was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadingCounts {
    /// Chains.
    pub chains: u64,
    /// Chains whose answer was known already.
    pub known: u64,
    /// Chains given up after too many positions.
    pub given_up: u64,
    /// Positions.
    pub nodes: u64,
}

impl std::ops::AddAssign for ReadingCounts {
    fn add_assign(&mut self, other: Self) {
        self.chains += other.chains;
        self.known += other.known;
        self.given_up += other.given_up;
        self.nodes += other.nodes;
    }
}

/// Reads chains, and keeps what it read by position and chain.
#[derive(Clone, Debug)]
pub struct Reader<const W: usize> {
    node_limit: u32,
    /// By hash; a later answer replaces an earlier one.
    cache: Vec<Option<(u64, Verdict<W>)>>,
    counts: ReadingCounts,
}

impl<const W: usize> Reader<W> {
    /// A reader that gives a chain up after so many positions.
    #[must_use]
    pub fn new(node_limit: u32) -> Self {
        Self {
            node_limit,
            cache: vec![None; SLOTS],
            counts: ReadingCounts::default(),
        }
    }

    /// What was read so far.
    #[must_use]
    pub const fn counts(&self) -> ReadingCounts {
        self.counts
    }

    /// Reads all chains that one or two liberties are left to, of at least so many stones, for the side to move.
    pub fn read(&mut self, board: &Board<W>, to_move: Color, min_stones: usize) -> Verdict<W> {
        let position = Position::new(board);
        let mut verdict = Verdict::default();
        for owner in Color::BOTH {
            for chain in board.chains(board.stones(owner)) {
                if chain.liberties.len() < ESCAPED && chain.stones.len() >= min_stones {
                    let of_chain = self.read_chain(&position, to_move, owner, chain.stones);
                    verdict.work |= of_chain.work;
                    verdict.fail |= of_chain.fail;
                }
            }
        }
        verdict.fail &= !verdict.work;
        verdict
    }

    fn read_chain(
        &mut self,
        position: &Position<W>,
        to_move: Color,
        owner: Color,
        chain: PointSet<W>,
    ) -> Verdict<W> {
        let Some(stone) = chain.first() else {
            return Verdict::default();
        };
        self.counts.chains += 1;
        let key = position.key(to_move, stone);
        let slot = key as usize % SLOTS;
        if let Some((known, verdict)) = self.cache[slot]
            && known == key
        {
            self.counts.known += 1;
            return verdict;
        }
        let mut reading = Reading::new(stone, owner, self.node_limit);
        let verdict = if owner == to_move {
            reading.judge_defences(position)
        } else {
            reading.judge_attacks(position)
        };
        self.counts.nodes += u64::from(self.node_limit - reading.nodes_left);
        let verdict = verdict.unwrap_or_else(|OutOfNodes| {
            self.counts.given_up += 1;
            Verdict::default()
        });
        self.cache[slot] = Some((key, verdict));
        verdict
    }
}

impl<const W: usize> Position<W> {
    /// Hash of the position, the side to move and a stone.
    fn key(&self, to_move: Color, stone: Point<W>) -> u64 {
        let stones = ByColor::from_fn(|color| self.stones(color));
        let ko = self.ko().map_or(0, |ko| 1 + ko.number() as u64);
        let rest = (ko << 16 | stone.number() as u64) << 1 | to_move as u64;
        split_mix(hash_of(&stones), rest)
    }
}

impl<const W: usize> Reading<W> {
    /// The attacker's moves against the chain, if its owner could save it.
    fn judge_attacks(&mut self, position: &Position<W>) -> Result<Verdict<W>, OutOfNodes> {
        let mut verdict = Verdict::default();
        let liberties = position.liberties(position.chain(self.owner, self.stone));
        if self.is_lost(position)? {
            return Ok(verdict);
        }
        let nets = if liberties.len() > 1 {
            beside(position, liberties)
        } else {
            PointSet::EMPTY
        };
        for point in attacks(position, liberties).chain(nets.iter()) {
            if self.captures_by(position, point)? {
                verdict.work.insert(point);
            } else if liberties.contains(point) && position.after(!self.owner, point).is_some() {
                verdict.fail.insert(point);
            }
        }
        Ok(verdict)
    }

    /// The owner's moves for the chain, if the attacker could capture it.
    fn judge_defences(&mut self, position: &Position<W>) -> Result<Verdict<W>, OutOfNodes> {
        let mut verdict = Verdict::default();
        if !self.is_captured(position)? {
            return Ok(verdict);
        }
        let liberties = position.liberties(position.chain(self.owner, self.stone));
        for point in &self.defences(position) {
            if self.is_saved_by(position, point)? {
                verdict.work.insert(point);
            } else if liberties.contains(point) && position.after(self.owner, point).is_some() {
                verdict.fail.insert(point);
            }
        }
        Ok(verdict)
    }
}

/// Positions that a playout reads of a ladder: one across a 9x9 board has some 20 moves.
const LADDER_NODES: u32 = 100;

/// The liberties of chains of `color` in atari, at `stones` and of at least so many stones, where an extension is captured all
/// the same. The extension must capture nothing.
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
        if reading.is_saved_by(&Position::new(board), liberty) == Ok(false) {
            lost.insert(liberty);
        }
    }
    lost
}

/// Whether the chain of a stone with at most two liberties is captured, with this side to move; `None` where that takes more
/// positions than this.
#[must_use]
pub fn is_captured<const W: usize>(
    board: &Board<W>,
    stone: Point<W>,
    to_move: Color,
    node_limit: u32,
) -> Option<bool> {
    let position = Position::new(board);
    let Some(owner) = position.color(stone) else {
        return Some(false);
    };
    let mut reading = Reading::new(stone, owner, node_limit);
    let is_captured = if owner == to_move {
        reading.is_lost(&position)
    } else {
        reading.is_captured(&position)
    };
    is_captured.ok()
}
