//! A position of a game, and how superko compares positions.

use super::{IllegalMove, Suicide, Superko};
use crate::board::hash::hash_of;
use crate::board::{AnyBoard, Color, IllegalPlay, Move, Point, PointSet};

#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) board: AnyBoard,
    /// Enemy stones captured, by color, including suicides.
    pub(super) captures: [usize; 2],
    pub(super) to_move: Color,
}

impl Position {
    pub(super) const fn new(board: AnyBoard, to_move: Color) -> Self {
        Self {
            board,
            captures: [0; 2],
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
        let stones = Color::BOTH.map(|color| self.board.stones(color).len());
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
                let [own, enemy] = [color, !color].map(|color| (color, stones[color as usize]));
                self.captures[color as usize] += enemy.1 - self.board.stones(enemy.0).len();
                self.captures[!color as usize] += own.1 + 1 - self.board.stones(own.0).len();
            }
        }
        self.to_move = !color;
        Ok(())
    }

    pub(super) const fn snapshot(&self) -> Situation {
        Situation {
            stones: [
                self.board.stones(Color::Black),
                self.board.stones(Color::White),
            ],
            to_move: self.to_move,
        }
    }
}

/// What superko compares: the stones themselves, so that a hash collision cannot forbid a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Situation {
    pub(super) stones: [PointSet<6>; 2],
    pub(super) to_move: Color,
}

impl Situation {
    /// Returns the hash by which the search compares it.
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
