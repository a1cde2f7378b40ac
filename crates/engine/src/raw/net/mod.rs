//! The neural network: features of a position from 5x5 to 9x9, the network file, and the evaluation in integers.
//!
//! One position at a time, on one thread. All [builds](tao_rules::cpu::Build) compute the same numbers to the last bit, so a search
//! with a network is as repeatable as one without.
//!
//! ```
//! use std::sync::Arc;
//! use tao_rules::board::{Color, Symmetry};
//! use tao_rules::raw::Board;
//! use tao_engine::raw::net::{Evaluator, Network, Shape, Situation};
//!
//! let network = Arc::new(Network::random(Shape::DEFAULT, 1));
//! let board = Board::<2>::new(9);
//! let [identity, ..] = Symmetry::all();
//! let mut evaluator = Evaluator::new(network);
//! let output = evaluator.evaluate(
//!     &Situation {
//!         board: &board,
//!         to_move: Color::Black,
//!         recent_moves: [None; 5],
//!         last_was_pass: false,
//!         komi: 7.5,
//!         territory: false,
//!     },
//!     identity,
//! );
//! assert!(output.result() <= 65536);
//! ```

mod evaluate;
mod fixed;
mod format;
mod kernel;
mod layer;
mod network;
mod planes;
#[cfg(test)]
mod tests;

pub use evaluate::Evaluator;
pub use fixed::softmax;
pub use format::{MAX_FILE_BYTES, NetworkError, Scope};
pub use layer::{MIN_SIDE, POINTS, SIDE, Shape};
pub use network::{Network, embedded};
pub use planes::{LEAD_UNIT, Output, RECENT_MOVES, Situation};
