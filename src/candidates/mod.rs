//! Moves worth a look: the same rules for the tree and for playouts.
//!
//! * [`LineState`]: points that the distance from the edge and from the nearest stones makes interesting.
//! * [`dedup_symmetric`]: one of each set of points that the symmetry of the position makes equal.
//! * [`tactics`]: escapes, attacks and the moves that only look harmless.
//! * [`atari`]: captures, and what to do about chains with one or two liberties.
//! * [`self_atari`]: which sacrifices make sense.
//! * [`nakade`]: the vital points of small eyes.
//! * [`moves`]: how likely a strong player is to make a move.

pub mod atari;
mod lines;
pub mod moves;
pub mod nakade;
pub mod self_atari;
mod symmetry;
pub mod tactics;

pub use lines::{LineRules, LineState, LineTables};
pub use symmetry::dedup_symmetric;
