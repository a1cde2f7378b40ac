//! Exact results of positions near the end of a game, and of small boards: [`solve`] proves by how much Black leads
//! after best play, or says that it does not know. A game ends with two passes, and every stone that then stands counts.
//!
//! The search is alpha-beta with a null window and iterative deepening: it asks whether Black leads by at least a target.
//! The answer is a proof by one side or none; a line that the depth cuts off is no proof, so what is proven holds at any
//! depth.
//!
//! **One side at a time.** Beyond the first depths each side's proof is searched on its own. Where the other side is to
//! move, its first move without a proof against it then ends the search of the node, as a refutation does in alpha-beta.
//! To search both proofs at once would need all moves of each position that is still open, and most are. A proof for the
//! other side that turns up on the way counts as well.
//!
//! **History.** Superko makes the value of a position depend on the positions before it. A proof is kept in the table
//! only if it needs no position of its path: one that relies on a move that the path forbids to the other side holds for
//! this path alone and is forgotten. A kept proof is used on another path only if none of the proving side's moves
//! can repeat a position of that path: its stones could come back only by captures in the proof where the two positions
//! differ, and by its moves. The positions up to the first one are part of every path, and need no such care. The other
//! side may have fewer moves on another path, which takes nothing from the proof, as it may always pass.
//!
//! **Unconditional life** ends lines early. Moves in such territory, of either side, change nothing but whose turn it is
//! and what superko compares. So they are looked at only where the proof without them says that a ko or superko forbids
//! a move; elsewhere a pass is as good. (A side that fills its own last eyes is taken to gain nothing by it.)
//!
//! **Simple ko.** Without superko a game may repeat a cycle forever. Such a line proves nothing for either side: where
//! neither can avoid the cycle and keep its result, there is none, and the answer is open however large the budget.
//! With suicide as well, any game can go on forever, and nothing is searched.

mod keys;
mod life;
mod moves;
mod node;
mod path;
mod problem;
mod proof;
mod solver;
#[cfg(test)]
mod tests;
mod transposition;
mod visit;

pub(crate) use life::Life;
pub use life::open_points;
pub use problem::{Budget, Outcome, Problem, Solution};

use crate::board::with_class;
use solver::Solver;

/// Looks for the exact result of a position.
#[must_use]
pub fn solve(problem: &Problem<'_>, budget: &Budget<'_>) -> Solution {
    let board = problem.board;
    with_class!(board.size(), W => Solver::new(problem, board.convert::<W>(), budget).solve())
}
