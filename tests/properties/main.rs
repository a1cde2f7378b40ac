//! Property tests: GTP sessions against a naive model of the game, and records and settings that are written and read again.
//!
//! The inputs are the same in every run. `PROPTEST_CASES` changes their number, `PROPTEST_RNG_SEED` the inputs.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod any;
mod conversations;
mod model;
mod records;
mod settings;
#[path = "../support/mod.rs"]
mod support;

use std::env;

use proptest::test_runner::{Config, RngSeed};

/// The configuration of a test with a default number of inputs.
fn config(default_cases: u32) -> Config {
    let number = |name: &str| env::var(name).ok()?.parse::<u64>().ok();
    Config {
        cases: number("PROPTEST_CASES").map_or(default_cases, |cases| cases as u32),
        rng_seed: RngSeed::Fixed(number("PROPTEST_RNG_SEED").unwrap_or(1)),
        failure_persistence: None,
        ..Config::default()
    }
}
