//! Rules that suggest moves, for the tree and for playouts.
//!
//! * [`LineState`]: points by their distance from the edge and the nearest stones.
//! * [`dedup_symmetric`]: one point of each set that a symmetry of the position makes equal.
//! * [`tactics`]: liberties after a move, escapes, attacks.
//! * [`atari`]: captures, rescues, attacks and defences of chains with one or two liberties.
//! * [`self_atari`]: moves that put own stones in atari for nothing.
//! * [`nakade`]: the vital points of small eyes.
//! * [`moves`]: a learned model of likely moves.

pub mod atari;
mod lines;
pub mod moves;
pub mod nakade;
pub mod self_atari;
mod symmetry;
pub mod tactics;

pub use lines::{LineRules, LineState, LineTables};
pub use symmetry::dedup_symmetric;
