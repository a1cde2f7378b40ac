//! Reads ladders and nets to their end.

use super::scene::{Set, set};
use tao_rules::raw::{AnyBoard, Color, Point};

/// Maximum number of positions that are read for a chain. A ladder across 9x9 takes about 30.
const MAX_POSITIONS: u32 = 400;

/// From so many answers of the hunted chain on, a row of ataris is a ladder.
const LADDER: u32 = 3;

/// How a move catches a chain for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hunt {
    /// By one atari after the other.
    Ladder,
    /// By a stone that touches no other.
    Net,
    /// In another way.
    Short,
}

/// How the opponent catches the chain of a stone by a move; `None` if the chain gets away, or if it cannot be read.
pub(super) fn hunt(board: &AnyBoard, stone: Point<6>, mv: Point<6>) -> Option<Hunt> {
    let mut reading = Reading {
        stone,
        owner: board.stone(stone)?,
        left: MAX_POSITIONS,
    };
    let is_liberty = board.chain_at(stone).liberties.contains(mv);
    let is_alone = !Set::around(mv).intersects(&board.stones(!reading.owner));
    match reading.attacked(board, mv)? {
        LADDER.. if is_liberty => Some(Hunt::Ladder),
        _ if is_liberty || !reading.escapes(board) => Some(Hunt::Short),
        _ if is_alone => Some(Hunt::Net),
        _ => Some(Hunt::Short),
    }
}

/// The reading of one chain.
struct Reading {
    /// A stone of the chain.
    stone: Point<6>,
    owner: Color,
    /// Positions that may still be read.
    left: u32,
}

impl Reading {
    /// The number of answers before the chain is captured, if the opponent plays here; `None` if it is not.
    fn attacked(&mut self, board: &AnyBoard, mv: Point<6>) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        if !board.is_legal(!self.owner, mv) {
            return None;
        }
        let mut next = board.clone();
        next.play_legal(!self.owner, mv);
        if next.stone(self.stone).is_none() {
            return Some(0);
        }
        let mut longest = 0;
        for answer in &self.answers(&next)? {
            longest = longest.max(1 + self.answered(&next, answer)?);
        }
        Some(longest)
    }

    /// Whether the chain gets away if its owner moves.
    fn escapes(&mut self, board: &AnyBoard) -> bool {
        let answers = self.answers(board);
        answers.is_none_or(|moves| moves.iter().any(|mv| self.answered(board, mv).is_none()))
    }

    /// The moves by which the chain may get away: on its liberties, and captures next to it. `None` if it has too many liberties.
    fn answers(&self, board: &AnyBoard) -> Option<Set> {
        let chain = board.chain_at(self.stone);
        if chain.liberties.len() > 2 {
            return None;
        }
        let weak = chain.stones.neighbors() & board.stones(!self.owner) & board.in_atari();
        let captures = board.chains(weak).map(|chain| chain.liberties);
        let moves = captures.fold(chain.liberties, |all, liberty| all | liberty);
        let legal = moves.iter().filter(|mv| board.is_legal(self.owner, *mv));
        Some(set(legal))
    }

    /// The number of further answers before the chain is captured after this one.
    fn answered(&mut self, board: &AnyBoard, answer: Point<6>) -> Option<u32> {
        let mut next = board.clone();
        next.play_legal(self.owner, answer);
        let liberties = next.chain_at(self.stone).liberties;
        if liberties.len() > 2 {
            return None;
        }
        let attacks = liberties.iter();
        attacks
            .filter_map(|liberty| self.attacked(&next, liberty))
            .min()
    }
}
