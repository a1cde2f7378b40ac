//! Play and its rules, without any protocol: the board, playouts, game records, the solver and whole games of the engine.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod brute_force;
mod counts;
mod ending;
mod exact;
#[path = "../../../../tests/support/oracle.rs"]
mod oracle;
mod playouts;
mod random_games;
mod random_records;
mod solver;
mod soundness;
mod tactic;
mod tactics;
mod thesis;
