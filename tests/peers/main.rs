//! The program and its game records against programs of others: GNU Go, CGoban, sgfmill, Sabaki, `KaTrain`. What needs one is ignored.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed"
)]

#[path = "../support/binary.rs"]
mod binary;
#[cfg(unix)]
mod connection;
mod contest;
mod gnugo;
#[path = "../support/installed.rs"]
mod installed;
mod katrain;
#[cfg(unix)]
mod modem;
#[path = "../support/oracle.rs"]
mod oracle;
#[path = "../support/peer.rs"]
mod peer;
#[path = "../support/python.rs"]
mod python;
mod random_game;
mod records;
mod sabaki;
mod sgfmill;
