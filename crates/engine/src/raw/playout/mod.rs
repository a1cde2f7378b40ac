//! One simulated game: from a position to two passes, by a [`Policy`]. Every move has an [`Origin`], the rule behind it.

mod ordered;
mod rules;
mod tactical;
mod uniform;

pub use ordered::{Ordered, Place, RuleOrder};
pub use rules::Protected;
pub use tactical::Tactical;
pub use uniform::Uniform;

use std::ops::AddAssign;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use tao_rules::cpu::{Cpu, CpuTask, dispatch};
use tao_rules::raw::{Board, ByColor, Color, Point, PointSet};

use crate::candidates::{LineState, LineTables};
use crate::pattern::Shapes;

/// A playout stops after this many moves per point of the board: a triple ko never ends. Fuego and michi use 3 too.
pub const MAX_LENGTH_AREAS: usize = 3;

/// How a playout chooses its moves. Both methods and all they call must be `#[inline(always)]`: see [`CpuTask`].
pub trait Policy<const W: usize> {
    /// Short name of the policy, for reports.
    const NAME: &'static str;

    /// Whether the playout's loop body is compiled once per color, with the color as a constant: 6 % fewer
    /// instructions for a small policy, twice the code for a large one.
    const HAS_LOOP_PER_COLOR: bool;

    /// A legal move of the side to move and the rule behind it; `None` is a pass.
    fn choose<C: Cpu>(
        &self,
        board: &Board<W>,
        context: &PlayoutContext<'_, W>,
        rng: &mut PlayoutRng,
    ) -> Option<(Point<W>, Origin)>;

    /// Returns Black's lead on a board where both sides have passed.
    #[inline(always)]
    fn lead(&self, board: &Board<W>) -> i32 {
        board.area().lead()
    }
}

/// What a playout knows of the game besides the board.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutContext<'a, const W: usize> {
    pub to_move: Color,
    /// The point of the last move; `None` after a pass or if unknown.
    pub last: Option<Point<W>>,
    /// The point of the move before the last; `None` for a pass or if unknown.
    pub second_last: Option<Point<W>>,
    /// Whether the last move was a pass, so that another one ends the game.
    pub last_was_pass: bool,
    /// The candidate points by line and distance.
    pub line_state: LineState<W>,
    /// The tables for `line_state`.
    pub line_tables: &'a LineTables<W>,
    /// The shapes that policies play.
    pub shapes: &'a Shapes,
}

impl<'a, const W: usize> PlayoutContext<'a, W> {
    /// The context of a position whose earlier moves are unknown, with the embedded shapes.
    pub fn new(board: &Board<W>, to_move: Color, line_tables: &'a LineTables<W>) -> Self {
        let move_count = board.size() * board.size() - board.empty().len();
        Self {
            to_move,
            last: None,
            second_last: None,
            last_was_pass: false,
            line_state: LineState::new(line_tables, board, move_count),
            line_tables,
            shapes: Shapes::embedded(),
        }
    }
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutOutcome {
    /// Black's area minus White's, before komi.
    pub lead: i32,
    /// Number of moves, passes included.
    pub moves: usize,
}

/// Plays `board` to the end. Adds to the origin counts of `stats` and replaces its first moves.
#[inline]
pub fn run<const W: usize, P: Policy<W>>(
    board: &mut Board<W>,
    policy: &P,
    context: PlayoutContext<'_, W>,
    rng: &mut PlayoutRng,
    stats: &mut PlayoutStats<W>,
) -> PlayoutOutcome {
    stats.first_moves = FirstMoves::default();
    dispatch(Playout {
        board,
        policy,
        context,
        rng,
        stats,
    })
}

/// Runs `count` playouts of a position and calls `on_end` with each final position and outcome.
pub fn run_many<const W: usize, P: Policy<W>>(
    start: &Board<W>,
    policy: &P,
    context: PlayoutContext<'_, W>,
    count: u64,
    rng: &mut PlayoutRng,
    mut on_end: impl FnMut(&Board<W>, PlayoutOutcome),
) -> OriginCounts {
    let mut stats = PlayoutStats::default();
    let mut board = start.clone();
    for _ in 0..count {
        board.clone_from(start);
        let outcome = run(&mut board, policy, context, rng, &mut stats);
        on_end(&board, outcome);
    }
    stats.origin_counts
}

struct Playout<'a, 'n, const W: usize, P> {
    board: &'a mut Board<W>,
    policy: &'a P,
    context: PlayoutContext<'n, W>,
    rng: &'a mut PlayoutRng,
    stats: &'a mut PlayoutStats<W>,
}

impl<const W: usize, P: Policy<W>> CpuTask for Playout<'_, '_, W, P> {
    type Output = PlayoutOutcome;

    #[inline(always)]
    fn run<C: Cpu>(self) -> PlayoutOutcome {
        let mut playout = self; // a local copy, which needs fewer instructions than `mut self`
        let max_moves = MAX_LENGTH_AREAS * playout.board.size() * playout.board.size();
        let (moves, is_over) = if P::HAS_LOOP_PER_COLOR {
            playout.play_by_color::<C>(max_moves)
        } else {
            playout.play::<C>(max_moves)
        };
        let lead = if is_over {
            playout.policy.lead(playout.board)
        } else {
            playout.board.area().lead()
        };
        PlayoutOutcome { lead, moves }
    }
}

impl<const W: usize, P: Policy<W>> Playout<'_, '_, W, P> {
    /// Plays until two passes or `max_moves`. Returns the number of moves, and whether there were two passes.
    #[inline(always)]
    fn play<C: Cpu>(&mut self, max_moves: usize) -> (usize, bool) {
        let mut color = self.context.to_move;
        for moves in 1..=max_moves {
            if self.step::<C>(color) {
                return (moves, true);
            }
            color = !color;
        }
        (max_moves, false)
    }

    #[inline(always)]
    fn play_by_color<C: Cpu>(&mut self, max_moves: usize) -> (usize, bool) {
        let mut moves = 0;
        if self.context.to_move == Color::White {
            moves += 1;
            if self.step::<C>(Color::White) {
                return (moves, true);
            }
        }
        while moves + 2 <= max_moves {
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

    /// Makes one move. Returns true when it was the second pass in a row.
    #[inline(always)]
    fn step<C: Cpu>(&mut self, color: Color) -> bool {
        let context = PlayoutContext {
            to_move: color,
            ..self.context
        };
        let chosen = self.policy.choose::<C>(self.board, &context, self.rng);
        self.context.second_last = context.last;
        if let Some((point, origin)) = chosen {
            self.board.play_legal(color, point);
            self.context.line_state.play(context.line_tables, point);
            self.stats.origin_counts.add(origin);
            self.stats.first_moves.append(color, point);
            self.context.last = Some(point);
            self.context.last_was_pass = false;
            false
        } else {
            self.board.pass();
            self.context.line_state.pass();
            self.stats.origin_counts.add(Origin::Pass);
            self.context.last = None;
            self.context.last_was_pass = true;
            context.last_was_pass
        }
    }
}

/// A seeded generator. The same seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct PlayoutRng(Xoshiro256PlusPlus);

impl PlayoutRng {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number less than `n`; the probabilities differ by at most 1/2^32.
    #[inline(always)]
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.0.next_u32()) * n as u64) >> 32) as usize
    }

    #[inline(always)]
    fn pick<C: Cpu, const W: usize>(&mut self, points: &PointSet<W>) -> Option<Point<W>> {
        let count = points.len();
        (count > 0).then(|| points.nth::<C>(self.below(count)))
    }
}

/// By color: the points where it was the first to play, which "all moves as first" statistics credit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstMoves<const W: usize>(ByColor<PointSet<W>>);

impl<const W: usize> FirstMoves<W> {
    /// The points where this color played first.
    #[inline(always)]
    pub fn of(&self, color: Color) -> PointSet<W> {
        self.0[color]
    }

    /// Adds a move after the others.
    #[inline(always)]
    pub fn append(&mut self, color: Color, point: Point<W>) {
        let ByColor([black, white]) = self.0;
        self.0[color] |= PointSet::only(point) & !(black | white);
    }

    /// Adds a move before the others.
    #[inline(always)]
    pub fn prepend(&mut self, color: Color, point: Point<W>) {
        self.0[!color].remove(point);
        self.0[color].insert(point);
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayoutStats<const W: usize> {
    /// Number of moves by the rule that made them, over all playouts.
    pub origin_counts: OriginCounts,
    /// First moves of the last playout.
    pub first_moves: FirstMoves<W>,
}

/// The rule that made a playout's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An own chain gained liberties or was rescued from atari.
    Escape,
    /// An own chain with two liberties got more.
    Defense,
    /// A 3x3 shape matched.
    Pattern,
    /// An enemy chain lost a liberty.
    Attack,
    /// A capture anywhere.
    Capture,
    /// A random legal point.
    Random,
    /// An empty diagonal of an own false eye, played because the random pick was the eye itself.
    EyeShape,
    /// No move was left.
    Pass,
}

impl Origin {
    /// All rules, in the order of [`OriginCounts`], with short names for reports.
    pub const NAMED: [(Self, &'static str); Self::Pass as usize + 1] = [
        (Self::Escape, "escape"),
        (Self::Defense, "defense"),
        (Self::Pattern, "pattern"),
        (Self::Attack, "attack"),
        (Self::Capture, "capture"),
        (Self::Random, "random"),
        (Self::EyeShape, "eye shape"),
        (Self::Pass, "pass"),
    ];
}

/// Number of moves by rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OriginCounts([u64; Origin::NAMED.len()]);

impl OriginCounts {
    #[inline(always)]
    pub fn add(&mut self, origin: Origin) {
        self.0[origin as usize] += 1;
    }

    /// Number of moves by this rule.
    pub fn of(&self, origin: Origin) -> u64 {
        self.0[origin as usize]
    }

    /// Number of all moves, passes included.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

impl AddAssign for OriginCounts {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

#[cfg(test)]
mod tests;
