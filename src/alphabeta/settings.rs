//! The settings of the player.

use serde::{Deserialize, Serialize};

/// How the player searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlphaBeta {
    /// Most moves to look ahead, in [1, [`MAX_DEPTH`](Self::MAX_DEPTH)].
    pub depth: u16,
    /// Most moves of a position to look at, a pass aside, in [1, 361]. The Connect6 program has 10 to 30.
    pub width: usize,
    /// Most rows and columns from a move to a stone, in [1, 18]; 2 in the Connect6 program.
    pub distance: usize,
    /// How many percent more danger to stones weighs, to the own ones in a good position and to the enemy's in a bad one, in
    /// [0, 1000]; with 0 there is one set of weights. The Connect6 program won about 60 % with two sets.
    pub emphasis: u16,
    /// Whether a table keeps what was found in a position, for when the search reaches it again.
    pub table: bool,
}

impl AlphaBeta {
    /// Largest [`depth`](Self::depth).
    pub const MAX_DEPTH: u16 = 64;

    /// The Connect6 program's distance, smallest width and two sets of weights, and a depth that the time usually cuts short.
    pub const DEFAULT: Self = Self {
        depth: 20,
        width: 10,
        distance: 2,
        emphasis: 30,
        table: true,
    };
}
