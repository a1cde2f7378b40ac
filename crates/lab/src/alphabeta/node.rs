//! A position of the search.

use tao_engine::candidates::{LineState, LineTables};
use tao_rules::board::hash::key;
use tao_rules::board::{Board, Color, PointMove, Superko};
use tao_rules::cpu::split_mix;

/// Seed of the random numbers for the parts of a key besides the stones.
const SEED: u64 = 0x0061_6c70_6861;

#[derive(Clone, Debug)]
pub(super) struct Node<const W: usize> {
    pub(super) board: Board<W>,
    /// The points that are near a stone.
    pub(super) near: LineState<W>,
    /// The hash of the stones.
    pub(super) hash: u64,
    pub(super) to_move: Color,
    /// Passes in a row before the position.
    pub(super) passes: u8,
    /// Black's stones minus White's that were played since the root, if stones count; else 0.
    pub(super) chill: i32,
    /// What a played stone adds to `chill`: 1 if stones count, else 0.
    pub(super) stone_chill: i32,
}

impl<const W: usize> Node<W> {
    /// The position after a legal move.
    #[expect(
        clippy::unnecessary_box_returns,
        reason = "a position is too large for the stack of each depth"
    )]
    pub(super) fn after(&self, mv: PointMove<W>, tables: &LineTables<W>) -> Box<Self> {
        let mut next = Box::new(self.clone());
        next.to_move = !self.to_move;
        let Some(point) = mv.point() else {
            next.board.pass();
            next.passes += 1;
            return next;
        };
        next.passes = 0;
        next.chill += self.to_move.signed(self.stone_chill);
        next.board.play_legal(self.to_move, point);
        next.near.play(tables, point);
        for side in Color::BOTH {
            for changed in &(self.board.stones(side) ^ next.board.stones(side)) {
                next.hash ^= key(side, changed);
            }
        }
        next
    }

    /// Whether two passes have ended the game.
    pub(super) const fn is_over(&self) -> bool {
        self.passes > 1
    }

    /// The key by which superko compares positions.
    pub(super) const fn superko_key(&self, superko: Superko) -> u64 {
        superko.key(self.hash, self.to_move)
    }

    /// The key of the position in the table: the stones, the side to move, the ko, whether a pass would end the game, and
    /// `chill`.
    pub(super) fn key(&self) -> u64 {
        let ko = self.board.ko().map_or(0, |ko| 1 + ko.number());
        let rest = (ko * 4 + 2 * usize::from(self.passes > 0)) + self.to_move as usize;
        let chill = u64::from(self.chill.cast_unsigned()) << u32::BITS;
        self.hash ^ split_mix(SEED, (rest as u64 + 1).wrapping_add(chill))
    }
}
