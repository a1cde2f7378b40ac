//! One simulated game: from a position to two passes, by a [`Policy`].
//!
//! [`run`] is the loop; [`Uniform`], [`Ordered`] and [`Tactical`] are the policies. Every move
//! carries the rule that made it, its [`Origin`].

#[cfg(test)]
mod endings;
mod harmless;
mod ordered;
mod origin;
mod rng;
mod stats;
mod tactical;
mod uniform;

pub use ordered::{Ordered, Switch};
pub use origin::{Origin, OriginCounts};
pub use rng::PlayoutRng;
pub use stats::{FirstMoves, PlayoutStats};
pub use tactical::Tactical;
pub use uniform::Uniform;

use crate::board::cpu::{Cpu, CpuTask, dispatch};
use crate::board::{Board, Color, Point};
use crate::candidates::{LineState, LineTables};

/// Moves after which a playout is stopped and counted as it stands, as a multiple of the board's points.
///
/// Three is what Fuego and michi use; a triple ko never ends on its own.
pub const MAX_LENGTH_AREAS: usize = 3;

/// How a playout chooses its moves.
pub trait Policy<const W: usize> {
    /// The policy in a word.
    const NAME: &'static str;

    /// Whether each colour gets its own copy of the playout's loop body, with the colour as a constant: 6 % fewer
    /// instructions for a small policy, twice the code for a large one.
    const COLORS_APART: bool;

    /// The next move of the side to move and the rule behind it; `None` is a pass.
    ///
    /// The point must be legal. Must be `#[inline(always)]`, like all on the way of a playout.
    fn choose<C: Cpu>(
        &self,
        turn: &Turn<'_, W>,
        rng: &mut PlayoutRng,
    ) -> Option<(Point<W>, Origin)>;

    /// Black's lead on a board where both sides have passed.
    fn lead(&self, board: &Board<W>) -> i32;
}

/// What a policy sees when it chooses.
#[derive(Clone, Debug)]
pub struct Turn<'a, const W: usize> {
    /// The position.
    pub board: &'a Board<W>,
    /// Who is to move.
    pub color: Color,
    /// Where the last stone was put; `None` after a pass and at the start.
    pub last: Option<Point<W>>,
    /// Where the side to move put its own last stone; `None` after a pass of its and where that is not known.
    pub second_last: Option<Point<W>>,
    /// The candidate points, by the rules of `near`.
    pub lines: LineState<W>,
    /// The tables behind `lines`.
    pub near: &'a LineTables<W>,
}

/// Where a playout begins.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a, const W: usize> {
    /// Who is to move.
    pub color: Color,
    /// The last stone before the playout.
    pub last: Option<Point<W>>,
    /// The stone before that.
    pub second_last: Option<Point<W>>,
    /// Whether the last move was a pass, so that another one ends the game.
    pub passed: bool,
    /// The candidate points so far.
    pub lines: LineState<W>,
    /// The tables behind `lines`.
    pub near: &'a LineTables<W>,
}

impl<'a, const W: usize> Start<'a, W> {
    /// The start of a playout in which nothing is known of the game before: `color` is to move.
    #[must_use]
    pub fn fresh(board: &Board<W>, color: Color, near: &'a LineTables<W>) -> Self {
        let moves = board.size() * board.size() - board.empty().len();
        Self {
            color,
            last: None,
            second_last: None,
            passed: false,
            lines: LineState::new(near, board, moves),
            near,
        }
    }
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Black's area minus White's, before komi.
    pub lead: i32,
    /// Moves made, passes included.
    pub moves: usize,
}

/// Plays `board` out, in the build that fits the processor. The board is left in its final position, and the stats has
/// the first moves of this playout.
#[inline]
pub fn run<const W: usize, P: Policy<W>>(
    board: &mut Board<W>,
    policy: &P,
    start: Start<'_, W>,
    rng: &mut PlayoutRng,
    stats: &mut PlayoutStats<W>,
) -> Outcome {
    stats.first_moves = FirstMoves::default();
    dispatch(Playout {
        board,
        policy,
        start,
        rng,
        stats,
    })
}

/// Many playouts of one position.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutBatch<'a, const W: usize, P> {
    /// The position.
    pub board: &'a Board<W>,
    /// Who moves, and what is known of the game so far.
    pub start: Start<'a, W>,
    /// Chooses the moves.
    pub policy: &'a P,
    /// Number of playouts.
    pub count: u64,
}

impl<const W: usize, P: Policy<W>> PlayoutBatch<'_, W, P> {
    /// Plays them and shows `each` final position and outcome. Returns the rules that made the moves.
    pub fn run(
        self,
        rng: &mut PlayoutRng,
        mut each: impl FnMut(&Board<W>, Outcome),
    ) -> OriginCounts {
        let mut stats = PlayoutStats::default();
        let mut board = self.board.clone();
        for _ in 0..self.count {
            board.clone_from(self.board);
            let outcome = run(&mut board, self.policy, self.start, rng, &mut stats);
            each(&board, outcome);
        }
        stats.origin_counts
    }
}

struct Playout<'a, 'n, const W: usize, P> {
    board: &'a mut Board<W>,
    policy: &'a P,
    start: Start<'n, W>,
    rng: &'a mut PlayoutRng,
    stats: &'a mut PlayoutStats<W>,
}

impl<const W: usize, P: Policy<W>> CpuTask for Playout<'_, '_, W, P> {
    type Output = Outcome;

    #[inline(always)]
    fn run<C: Cpu>(self) -> Outcome {
        let limit = MAX_LENGTH_AREAS * self.board.size() * self.board.size();
        let mut game = self;
        let (moves, over) = if P::COLORS_APART {
            game.play_by_pairs::<C>(limit)
        } else {
            game.play_by_turns::<C>(limit)
        };
        let lead = if over {
            game.policy.lead(game.board)
        } else {
            game.board.area().lead()
        };
        Outcome { lead, moves }
    }
}

impl<const W: usize, P: Policy<W>> Playout<'_, '_, W, P> {
    /// Plays on to two passes or to the limit. Returns the number of moves, and whether there were two passes.
    #[inline(always)]
    fn play_by_turns<C: Cpu>(&mut self, limit: usize) -> (usize, bool) {
        let mut color = self.start.color;
        for moves in 1..=limit {
            if self.step::<C>(color) {
                return (moves, true);
            }
            color = !color;
        }
        (limit, false)
    }

    /// The same with each colour as a constant.
    #[inline(always)]
    fn play_by_pairs<C: Cpu>(&mut self, limit: usize) -> (usize, bool) {
        let mut moves = 0;
        if self.start.color == Color::White {
            moves += 1;
            if self.step::<C>(Color::White) {
                return (moves, true);
            }
        }
        while moves + 2 <= limit {
            if self.step::<C>(Color::Black) {
                return (moves + 1, true);
            }
            if self.step::<C>(Color::White) {
                return (moves + 2, true);
            }
            moves += 2;
        }
        (moves, false)
    }

    /// Makes one move; true when it was the second pass in a row.
    #[inline(always)]
    fn step<C: Cpu>(&mut self, color: Color) -> bool {
        let Start {
            last,
            second_last,
            passed,
            ref mut lines,
            near,
            ..
        } = self.start;
        let turn = Turn {
            board: self.board,
            color,
            last,
            second_last,
            lines: *lines,
            near,
        };
        let chosen = self.policy.choose::<C>(&turn, self.rng);
        self.start.second_last = last;
        if let Some((point, origin)) = chosen {
            self.board.play_legal(color, point);
            lines.play(near, point);
            self.stats.origin_counts.note(origin);
            self.stats.first_moves.append(color, point);
            self.start.last = Some(point);
            self.start.passed = false;
            false
        } else {
            self.board.pass();
            lines.pass();
            self.stats.origin_counts.note(Origin::Pass);
            self.start.last = None;
            self.start.passed = true;
            passed
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::cpu::Portable;
    use crate::candidates::LineRules;

    fn plays_the_same_in_every_build<const W: usize>(size: usize, policy: &impl Policy<W>) {
        let board = Board::<W>::new(size);
        let near = LineTables::new(size, LineRules::Off);
        for seed in 0..20 {
            let play = |portable: bool| {
                let mut board = board.clone();
                let mut rng = PlayoutRng::new(seed);
                let mut stats = PlayoutStats::default();
                let playout = Playout {
                    board: &mut board,
                    policy,
                    start: Start::fresh(&Board::new(size), Color::White, &near),
                    rng: &mut rng,
                    stats: &mut stats,
                };
                let outcome = if portable {
                    playout.run::<Portable>()
                } else {
                    dispatch(playout)
                };
                (outcome, board, stats)
            };
            assert_eq!(play(true), play(false));
        }
    }

    #[test]
    fn playouts_are_the_same_in_every_build() {
        plays_the_same_in_every_build::<2>(9, &Uniform);
        plays_the_same_in_every_build::<4>(13, &Uniform);
        plays_the_same_in_every_build::<2>(9, &Ordered::THESIS);
        plays_the_same_in_every_build::<6>(19, &Ordered::THESIS);
        plays_the_same_in_every_build::<2>(9, &Tactical::DEFAULT);
    }
}
