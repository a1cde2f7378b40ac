//! The parts of the engine, for programs that need more than [`Engine`](crate::Engine) offers. **Nothing here is promised**: names
//! and results may change in any version, and functions trust their arguments. Where a caller does not keep what a function asks
//! for, it may panic or return anything, though memory stays safe.
//!
//! Unless a function says otherwise: points are on the board, numbers are finite, parameters are in the ranges that
//! [`Params::set`](search::Params::set) checks, and a network is for boards of the size that it is asked about.
//!
//! A move is found in this order, except for the last row:
//!
//! | module | content |
//! |---|---|
//! | [`book`] | the opening book: positions with values by minimax, its answers, and the reading of its file |
//! | [`mod@solve`] | exact results near the end of a game and on small boards |
//! | [`search`] | UCT: select, expand, evaluate, back up; all its parameters, [`search::Params`] |
//! | [`net`] | evaluates a position from 5x5 to 9x9 with a neural network in integer arithmetic |
//! | [`playout`] | one simulated game, and the rules that choose its moves |
//! | [`candidates`] | rules that suggest moves: lines and distances, symmetry, tactics, and a learned model of likely moves |
//! | [`pattern`] | 3x3 shapes, compiled from the text in `data/shapes3x3.txt` |
//! | [`mod@bench`] | rates of playouts and of the network |
//!
//! [`Engine::think`](crate::Engine::think) answers a [`Question`] about a game with a [`Thought`].

pub mod bench;
pub mod book;
pub mod candidates;
pub mod net;
pub mod pattern;
pub mod playout;
pub mod search;
pub mod solve;

pub use crate::engine::{
    EngineSettings, OtherSearch, Purpose, Question, RawEvaluation, Thought, judges_moves, settle,
    solve, warning,
};
