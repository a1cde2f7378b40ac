//! Exact results of positions near the end of a game, and of small boards: [`solve`] proves by how much Black leads
//! after best play, or says that it does not know. A game ends with two passes.
//!
//! **Scoring.** By area every stone that stands at the end counts. By territory each stone that is played from here on costs its
//! player a point, stones that the other side's living chains enclose are [lost] at the end, and eyes in seki do not count: a
//! stone on the board is a point of area, and a captured one a prisoner. Leads are those from the position on, so one proof serves
//! all ways to reach it.
//!
//! The search is alpha-beta with a null window and iterative deepening: it asks whether Black leads by at least a target. The
//! answer is a proof for one of the sides, or none. A line that is cut off at the depth limit proves nothing, so a proof holds
//! at any depth.
//!
//! **One side at a time.** Beyond the first depths the search looks for a proof for one side at a time. At a node where the
//! other side is to move, the first move without a proof against it then ends the search of the node, as a refutation does in
//! alpha-beta. A search for both proofs at once would have to try all moves of each position that is still open, and most
//! positions are. A proof for the other side that turns up on the way counts as well.
//!
//! **History.** Superko makes the value of a position depend on the positions before it. A proof is kept in the table only if
//! it needs no position of its path: one that relies on a move that the path forbids to the other side holds for this path
//! alone and is forgotten. A kept proof is used on another path only if none of the proving side's moves can repeat a position
//! of that path. To repeat one, the proof would have to capture every stone that only the current position has, and the proving
//! side would have to play on a point where it had a stone in the earlier position. The positions up to the root are part of
//! every path and need no such check. The other side may have fewer moves on another path, which does not weaken the proof, as
//! it may always pass.
//!
//! **Unconditional life** ends lines early. Moves in such territory, of either side, change nothing but whose turn it is and
//! what superko compares. So they are searched only where the proof without them relies on a ko or superko that forbids a move;
//! elsewhere a pass is as good. (A side that fills its own last eyes is taken to gain nothing by it.)
//!
//! **Simple ko.** Without superko a game may repeat a cycle forever. Such a line proves nothing for either side. Where neither
//! side can avoid the cycle and keep its result, there is no proof, and the answer stays open however large the budget is. With
//! suicide as well, any game can go on forever, and nothing is searched.

mod path;
mod solver;
mod transposition;
mod visit;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use solver::Solver;
use tao_rules::game::{Score, Scoring, Suicide, Superko, SuperkoPosition, counted_points};
use tao_rules::raw::{AnyBoard, Board, ByColor, Color, Life, Move, PointSet, with_class};
use web_time::Instant;

/// Looks for the exact result of a position.
pub fn solve(problem: &Problem<'_>, budget: &Budget<'_>) -> Solution {
    let board = problem.board;
    with_class!(board.size(), W => Solver::new(problem, board.convert::<W>(), budget).solve())
}

/// A position to solve, as plain data.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    pub board: &'a AnyBoard,
    pub to_move: Color,
    /// Passes in a row before the position. After one, another pass ends the game; with two or more the game is over.
    pub passes: usize,
    /// White's compensation in points. The solver looks for the winner first, then for the exact lead.
    pub komi: f64,
    /// What counts at the end.
    pub scoring: Scoring,
    /// Which repetitions are forbidden.
    pub superko: Superko,
    /// Whether suicide is legal.
    pub suicide: Suicide,
    /// The positions of the game before this one.
    pub earlier: &'a [SuperkoPosition],
}

impl<'a> Problem<'a> {
    /// A position without history, by area, under positional superko, without suicide and komi.
    pub const fn new(board: &'a AnyBoard, to_move: Color) -> Self {
        Self {
            board,
            to_move,
            passes: 0,
            komi: 0.0,
            scoring: Scoring::Area,
            superko: Superko::Positional,
            suicide: Suicide::Forbidden,
            earlier: &[],
        }
    }
}

/// When the solver gives up: at whichever limit comes first.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// Most positions to search; where they prove a result, its line may take 1 000 more.
    pub nodes: u64,
    pub deadline: Option<Instant>,
    /// Ends the search when another thread sets it.
    pub stop: Option<&'a AtomicBool>,
    /// Most bytes of the transposition table; 0 for none.
    pub table_bytes: usize,
}

impl Budget<'_> {
    /// A budget of this many positions, with a table of at most 64 MiB.
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes,
            deadline: None,
            stop: None,
            table_bytes: 64 << 20,
        }
    }
}

/// What the solver found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Least lead of Black after best play, in points, komi not counted.
    pub at_least: i32,
    /// Greatest lead of Black after best play.
    pub at_most: i32,
    /// White's compensation, as in the problem.
    pub komi: f64,
    /// The line of best play, as far as it was searched. Its first move proves what is known. Empty where nothing is known.
    pub line: Vec<Move>,
    /// Positions searched.
    pub nodes: u64,
    pub time: Duration,
}

impl Solution {
    /// Black's exact lead after best play, komi not counted; `None` if it is open.
    pub const fn lead(&self) -> Option<i32> {
        if self.at_least == self.at_most {
            Some(self.at_least)
        } else {
            None
        }
    }

    /// The exact score, komi counted; `None` if it is open.
    pub fn score(&self) -> Option<Score> {
        self.lead().map(|lead| self.score_of(lead))
    }

    /// The outcome with komi; `None` if it is open.
    pub fn outcome(&self) -> Option<Outcome> {
        let [least, most] = [self.at_least, self.at_most].map(|lead| self.score_of(lead).winner());
        (least == most).then(|| least.map_or(Outcome::Draw, Outcome::Win))
    }

    fn score_of(&self, lead: i32) -> Score {
        Score {
            lead: f64::from(lead) - self.komi,
        }
    }
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Win(Color),
    Draw,
}

/// The stones in regions that the other side's living chains enclose and in which at most one point is not next to these chains:
/// they can have one eye at most. Unlike in unconditional territory, that point may have a stone, which takes a move more to capture.
pub fn lost<const W: usize>(board: &Board<W>) -> PointSet<W> {
    let [dead_whites, dead_blacks] = Color::BOTH.map(|color| {
        let living = Life::of(board, color).stones;
        let (near, others) = (living.neighbors(), board.stones(color) & !living);
        let regions = (board.empty() | board.stones(!color)).regions();
        let lost = regions.filter(|region| {
            !region.neighbors().intersects(&others) && (*region & !near).len() <= 1
        });
        lost.fold(PointSet::EMPTY, |all, region| all | region) & board.stones(!color)
    });
    dead_whites | dead_blacks
}

/// By how much Black leads on a finished board, without komi and the cost of stones.
pub fn final_lead<const W: usize>(board: &Board<W>, scoring: Scoring) -> i32 {
    match scoring {
        Scoring::Area => board.area().lead(),
        Scoring::Territory => {
            let lost = lost(board);
            let counted = if lost.is_empty() {
                counted_points(board, scoring)
            } else {
                counted_points(&board.without(lost), scoring)
            };
            let [black, white] = counted.0.map(|points| points.len() as i32);
            black - white
        }
    }
}

/// By color: the points that it owns unconditionally, stones included.
pub fn owned<const W: usize>(board: &Board<W>) -> ByColor<PointSet<W>> {
    ByColor::from_fn(|color| Life::of(board, color).points())
}

/// The number of points that neither side owns unconditionally.
pub fn open_points<const W: usize>(board: &Board<W>) -> usize {
    let ByColor([black, white]) = owned(board);
    board.size() * board.size() - black.len() - white.len()
}

#[cfg(test)]
mod tests;
