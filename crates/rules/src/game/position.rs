//! A position of a game, and how superko compares positions.

use super::{IllegalMove, Suicide, Superko};
use crate::board::hash::hash_of;
use crate::board::{AnyBoard, ByColor, Color, IllegalPlay, Move, Point, PointSet};

#[derive(Clone, Debug)]
pub(super) struct Position {
    /// Boxed because a board takes 38 KiB, and games are moved in memory.
    pub(super) board: Box<AnyBoard>,
    /// Number of enemy stones captured, by color, including the enemy's suicides.
    pub(super) captures: ByColor<usize>,
    pub(super) to_move: Color,
}

impl Position {
    pub(super) fn new(board: AnyBoard, to_move: Color) -> Self {
        Self {
            board: Box::new(board),
            captures: ByColor::new(0, 0),
            to_move,
        }
    }

    /// Makes a move without checking superko. An illegal move changes nothing.
    pub(super) fn play(
        &mut self,
        color: Color,
        mv: Move,
        suicide: Suicide,
    ) -> Result<(), IllegalMove> {
        let before = self.board.stones_by_color().map(|stones| stones.len());
        match mv {
            Move::Pass => self.board.pass(),
            Move::Play(coord) if !coord.is_on(self.board.size()) => {
                return Err(IllegalMove::OffBoard(coord));
            }
            Move::Play(coord) => {
                let point = Point::new(coord);
                match self.board.play(color, point) {
                    Err(IllegalPlay::Suicide(_)) if suicide == Suicide::Allowed => {
                        self.board.play_suicide(color, point);
                    }
                    result => result?,
                }
                let after = self.board.stones_by_color().map(|stones| stones.len());
                self.captures[color] += before[!color] - after[!color];
                self.captures[!color] += before[color] + 1 - after[color];
            }
        }
        self.to_move = !color;
        Ok(())
    }

    pub(super) const fn snapshot(&self) -> SuperkoPosition {
        SuperkoPosition {
            stones: self.board.stones_by_color(),
            to_move: self.to_move,
        }
    }
}

/// A position as superko compares it: the stones themselves, so that a hash collision cannot forbid a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuperkoPosition {
    /// The stones by color.
    pub stones: ByColor<PointSet<6>>,
    /// The side to move.
    pub to_move: Color,
}

impl SuperkoPosition {
    /// Returns the hash by which the search compares this position.
    pub(super) fn superko_key(&self, superko: Superko) -> u64 {
        superko.key(hash_of(&self.stones), self.to_move)
    }

    /// Whether this position repeats `earlier` under the rule.
    pub(super) fn repeats(&self, earlier: &Self, superko: Superko) -> bool {
        match superko {
            Superko::Simple => false,
            Superko::Positional => self.stones == earlier.stones,
            Superko::Situational => self == earlier,
        }
    }
}
