//! Play and its rules, without any protocol: the board, playouts, game records, the solver and whole games of the engine.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[path = "../support/binary.rs"]
mod binary;
mod counts;
mod exact;
#[path = "../support/oracle.rs"]
mod oracle;
mod playouts;
mod properties;
mod random_games;
mod random_records;
mod reading;
mod signature;
mod solver;
mod soundness;
