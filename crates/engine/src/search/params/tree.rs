//! How the tree grows, and what it keeps.

use serde::{Deserialize, Serialize};

use crate::candidates::LineRules;

/// How the tree grows, and what it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeParams {
    /// Visits of a leaf before it gets children, at least 1. They double with each full quarter of the tree. Default: 1; 2 in
    /// the presets of the thesis, which leaves it open.
    pub expand_after: u32,
    /// Visits that a child gets once it has one, before the formula compares it with others, in [1, 1 000 000]. Default: 1. A
    /// program for dots and boxes has this minimum; its maximum, the visits after which a node gets children, is `expand_after`
    /// here.
    pub simulations_min: u32,
    /// The points to look at, in the tree and by random moves of ordered playouts. Default: all.
    pub lines: LineRules,
    /// Whether a [`Searcher`](crate::search::Searcher) keeps the tree below the new position. Default: yes. The thesis begins
    /// each move anew.
    pub reuse: bool,
    /// Whether exact results after two passes prove moves above them. A proven root ends the search. Default: yes.
    pub solver: bool,
    /// Open points, which neither side owns unconditionally, below which the player looks for the exact result before it
    /// searches, in [0, 362]; 0 for never. Default: 15.
    pub solve_below: usize,
}
