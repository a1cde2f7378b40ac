//! Exact results of positions near the end of a game, and of small boards: [`solve`] proves by how much Black leads
//! after best play, or says that it does not know. A game ends with two passes, and every stone that then stands counts.
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

use solver::Solver;
use tao_rules::board::with_class;

/// Looks for the exact result of a position.
#[must_use]
pub fn solve(problem: &Problem<'_>, budget: &Budget<'_>) -> Solution {
    let board = problem.board;
    with_class!(board.size(), W => Solver::new(problem, board.convert::<W>(), budget).solve())
}
