//! The program and its game records against programs of others: GNU Go, CGoban, sgfmill, Sabaki, `KaTrain`. Tests that need one of
//! these are ignored by default.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed"
)]

#[cfg(unix)]
mod connection;
mod contest;
mod gnugo;
mod katrain;
#[cfg(unix)]
mod modem;
mod python;
mod random_game;
mod records;
mod sabaki;
mod sgfmill;
#[path = "../support/mod.rs"]
mod support;
