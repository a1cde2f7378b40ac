//! A position on the way down the tree.

use super::Request;
use super::node::Step;
use crate::board::hash::key;
use crate::board::{Board, Color, Move, Point};
use crate::candidates::{LineState, LineTables};

/// Where a walk down the tree has come to.
#[derive(Clone, Debug)]
pub(super) struct Descent<const W: usize> {
    pub(super) board: Board<W>,
    /// Who is to move.
    pub(super) color: Color,
    /// The last move, if it was a stone.
    pub(super) last: Option<Point<W>>,
    /// The move before that, if it was a stone.
    pub(super) second_last: Option<Point<W>>,
    pub(super) lines: LineState<W>,
    /// Passes in a row; two end the game.
    pub(super) passes: usize,
    /// Hash of the stones.
    pub(super) hash: u64,
}

impl<const W: usize> Descent<W> {
    /// The position at the root.
    pub(super) fn new(request: &Request<'_>, near: &LineTables<W>) -> Self {
        let mut board: Board<W> = request.board.convert();
        // Whoever took the ko may connect there, should it be their turn again.
        if board
            .ko()
            .is_some_and(|ko| board.is_legal(request.to_move, ko))
        {
            board.pass();
        }
        Self {
            color: request.to_move,
            last: request.last.and_then(Move::coord).map(Point::new),
            second_last: request.second_last.and_then(Move::coord).map(Point::new),
            lines: LineState::new(near, &board, request.move_number),
            passes: usize::from(request.last == Some(Move::Pass)),
            hash: board.hash(),
            board,
        }
    }

    /// Makes a move, which is legal. Says whether it captured stones.
    pub(super) fn step(&mut self, near: &LineTables<W>, step: Step<W>) -> bool {
        let enemies = self.board.stones(!self.color);
        self.second_last = self.last;
        match step {
            Step::Play(point) => {
                self.board.play_legal(self.color, point);
                self.hash ^= key(self.color, point);
                self.lines.play(near, point);
                self.last = Some(point);
                self.passes = 0;
            }
            Step::Pass => {
                self.board.pass();
                self.lines.pass();
                self.last = None;
                self.passes += 1;
            }
        }
        let has_captured = self.board.stones(!self.color) != enemies;
        if has_captured {
            self.hash = self.board.hash();
        }
        self.color = !self.color;
        has_captured
    }

    /// Whether the move can be the last one.
    pub(super) fn follows(&self, step: Step<W>) -> bool {
        match step {
            Step::Play(point) => self.last == Some(point),
            Step::Pass => self.passes > 0,
        }
    }

    /// Whether both are at the same position, come to by the same last two moves.
    pub(super) fn is_at(&self, other: &Self) -> bool {
        let key = |walk: &Self| (walk.color, walk.last, walk.second_last, walk.passes);
        self.board == other.board && key(self) == key(other)
    }
}
