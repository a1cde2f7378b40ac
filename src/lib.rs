//! Tao Go: a Go engine for the 9x9 board. Tree search over simulated games, GTP, a terminal game,
//! one-shot moves.
//!
//! The layers, lowest first; each uses only those before it, and a test checks that:
//!
//! | module | is |
//! |---|---|
//! | [`board`] | the rules of one position: stones, chains, liberties, capture, simple ko, eyes, area |
//! | [`pattern`] | 3x3 shapes, compiled from the text in `patterns/` |
//! | [`candidates`] | moves worth a look: lines and distances, symmetry, escape, attack |
//! | [`playout`] | one simulated game, and the rules that choose its moves |

pub mod board;
pub mod candidates;
pub mod pattern;
pub mod playout;
