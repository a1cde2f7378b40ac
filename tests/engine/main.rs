//! Play and its rules, without any protocol: the board, playouts, game records, the solver and whole games of the engine.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod counts;
mod exact;
mod playouts;
mod properties;
mod random_games;
mod random_records;
mod reading;
mod signature;
mod solver;
mod soundness;
#[path = "../support/mod.rs"]
mod support;
mod tactics;
