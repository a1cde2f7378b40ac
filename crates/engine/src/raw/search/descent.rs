//! A position on the way down the tree, and what superko forbids there: no move may repeat a position of the game or of the path.
//! A move is checked at its first visit, and later if it captures: only for another game can it repeat a position then.

use super::request::Request;
use super::searcher::Worker;
use crate::candidates::moves::MoveContext;
use crate::candidates::{LineState, LineTables};
use crate::net::{RECENT_MOVES, Situation};
use tao_rules::game::Superko;
use tao_rules::raw::hash::key;
use tao_rules::raw::{Board, Color, Move, Point, PointMove};

/// A position on the way down the tree.
#[derive(Clone, Debug)]
pub struct Descent<const W: usize> {
    pub board: Board<W>,
    pub color: Color,
    /// The last moves, the latest first; `None` for passes.
    pub recent_moves: [Option<Point<W>>; RECENT_MOVES],
    pub line_state: LineState<W>,
    /// Passes in a row; two end the game.
    pub passes: usize,
    pub hash: u64,
    /// Black's lead in area minus the lead that counts.
    pub extra_stones: i32,
    /// What each further stone of Black adds to `extra_stones`, and each further stone of White takes off.
    stone_cost: i32,
    /// Whether a move may be a suicide.
    allows_suicide: bool,
}

impl<const W: usize> Descent<W> {
    pub fn new(request: &Request, line_tables: &LineTables<W>) -> Self {
        let mut board: Board<W> = request.board.convert();
        // The side that took the ko may fill it, if it is to move again.
        if board
            .ko()
            .is_some_and(|ko| board.is_legal(request.to_move, ko))
        {
            board.pass();
        }
        Self {
            color: request.to_move,
            recent_moves: request
                .recent_moves
                .map(|mv| mv.and_then(Move::coord).map(Point::new)),
            line_state: LineState::new(line_tables, &board, request.move_number),
            passes: usize::from(request.recent_moves[0] == Some(Move::Pass)),
            hash: board.hash(),
            extra_stones: request.extra_stones,
            stone_cost: request.counts_stones.into(),
            allows_suicide: request.allows_suicide && !request.restrictions.is_empty(),
            board,
        }
    }

    /// Whether the rules allow a move on an empty point.
    pub fn is_legal(&self, point: Point<W>) -> bool {
        self.board.is_legal(self.color, point)
            || self.allows_suicide && self.board.is_suicide(self.color, point)
    }

    /// Plays a legal move. Returns whether it removed stones.
    pub fn play(&mut self, line_tables: &LineTables<W>, mv: PointMove<W>) -> bool {
        let (enemies, mut has_captured) = (self.board.stones(!self.color), false);
        self.recent_moves.rotate_right(1);
        match mv {
            PointMove::Play(point) => {
                if self.allows_suicide && self.board.is_suicide(self.color, point) {
                    self.board.play_suicide(self.color, point);
                    has_captured = true;
                } else {
                    self.board.play_legal(self.color, point);
                }
                self.hash ^= key(self.color, point);
                self.line_state.play(line_tables, point);
                self.recent_moves[0] = Some(point);
                self.passes = 0;
                self.extra_stones += self.color.signed(self.stone_cost);
            }
            PointMove::Pass => {
                self.board.pass();
                self.line_state.pass();
                self.recent_moves[0] = None;
                self.passes += 1;
            }
        }
        has_captured |= self.board.stones(!self.color) != enemies;
        if has_captured {
            self.hash = self.board.hash();
        }
        self.color = !self.color;
        has_captured
    }

    /// Whether this can be the position right after a move.
    pub fn can_follow(&self, mv: PointMove<W>) -> bool {
        match mv {
            PointMove::Play(point) => self.recent_moves[0] == Some(point),
            PointMove::Pass => self.passes > 0,
        }
    }

    /// Whether both are the same position, reached by the same last moves.
    pub fn is_at(&self, other: &Self) -> bool {
        let key = |at: &Self| (at.color, at.recent_moves, at.passes, at.extra_stones);
        self.board == other.board && key(self) == key(other)
    }

    /// The position as a network sees it, with the komi of the game.
    pub fn situation(&self, komi: f64) -> Situation<'_, W> {
        Situation {
            board: &self.board,
            to_move: self.color,
            recent_moves: self.recent_moves,
            last_was_pass: self.passes > 0,
            komi: komi + f64::from(self.extra_stones),
            territory: self.stone_cost != 0,
        }
    }

    pub const fn context(&self) -> MoveContext<'_, W> {
        MoveContext {
            board: &self.board,
            color: self.color,
            last: self.recent_moves[0],
            second_last: self.recent_moves[1],
        }
    }
}

impl<const W: usize> Worker<'_, W> {
    pub fn push_path_hash(&mut self) {
        self.path_hashes.push(self.superko_hash());
    }

    /// Whether superko forbids the current position.
    pub fn is_repetition(&self) -> bool {
        let past = &self.search.request.superko;
        let hash = self.superko_hash();
        past.rule != Superko::Simple
            && (self.path_hashes.contains(&hash) || past.keys.contains(&hash))
    }

    fn superko_hash(&self) -> u64 {
        let rule = self.search.request.superko.rule;
        rule.key(self.descent.hash, self.descent.color)
    }
}
