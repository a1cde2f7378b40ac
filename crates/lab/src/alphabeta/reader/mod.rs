//! Reads forced sequences to their end: which chains with one or two liberties can be captured, by ladders, nets and throw-ins,
//! and which moves save them. The simple ko is kept, so a capture that needs a ko threat first does not work. The answer is
//! right in 99 of 100 cases: few moves are tried, and a chain with three liberties counts as safe.

use tao_rules::raw::{Board, Chain, Color, Point, PointSet};

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

    /// Whether the chain is captured, with this side to move.
    fn is_captured_with(&mut self, board: &Board<W>, to_move: Color) -> Result<bool, OutOfNodes> {
        if to_move == self.owner {
            Ok(!self.is_saved(board, LOOSE_MOVES)?)
        } else {
            self.is_captured(board, LOOSE_MOVES)
        }
    }

    /// The moves of `to_move` that save its own chain, if it would be captured, or capture the enemy's, if it could be saved.
    fn judge(&mut self, board: &Board<W>, to_move: Color) -> Result<Verdict<W>, OutOfNodes> {
        let mut verdict = Verdict::default();
        let is_own = to_move == self.owner;
        if self.is_captured_with(board, !to_move)? != is_own {
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

/// A chain with this many liberties on the attacker's turn has escaped.
const ESCAPED: usize = 3;

/// Most moves of the attacker in one line that leave the chain two liberties, as a net does. Each multiplies the work.
const LOOSE_MOVES: usize = 1;

/// Most turns of the attacker in one line: a ladder across a 19x19 board has some 35, and a triple ko never ends.
const MOST_TURNS: usize = 100;

/// The node limit is used up, or a line has more than `MOST_TURNS` turns of the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OutOfNodes;

/// The reading of one chain. `loose_moves` is how many moves the attacker may still make that leave the chain two liberties.
#[derive(Debug)]
struct Reading<const W: usize> {
    /// A stone of the chain.
    stone: Point<W>,
    owner: Color,
    /// Positions that may still be looked at.
    nodes_left: u32,
    /// Turns of the attacker in the line that is looked at.
    turns: usize,
}

impl<const W: usize> Reading<W> {
    /// Moves with which the owner may save the chain: captures beside it, extensions and, where it is not in atari, ataris
    /// beside it and moves beside its liberties.
    fn defenses(&self, board: &Board<W>) -> PointSet<W> {
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
    fn attacks(
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
    fn is_captured(&mut self, board: &Board<W>, loose_moves: usize) -> Result<bool, OutOfNodes> {
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
    fn is_captured_by(
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
    fn is_saved(&mut self, board: &Board<W>, loose_moves: usize) -> Result<bool, OutOfNodes> {
        for point in &self.defenses(board) {
            if self.is_saved_by(board, point, loose_moves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the owner saves the chain by a move on `point`; false if the move is illegal.
    fn is_saved_by(
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

#[cfg(test)]
mod tests;
