//! What holds for anything at all: conversations against a naive model of the game, records and settings there and back.
//!
//! A failure is cut down to the shortest input that still fails. The input is the same in every run; `PROPTEST_CASES` makes
//! longer tests of these, and `PROPTEST_RNG_SEED` others.

mod any;
mod conversations;
mod model;
mod records;
mod settings;

use std::env;

use proptest::test_runner::{Config, RngSeed};

/// So many inputs, unless the environment has another number.
fn inputs(cases: u32) -> Config {
    let number = |name: &str| env::var(name).ok()?.parse::<u64>().ok();
    Config {
        cases: number("PROPTEST_CASES").map_or(cases, |cases| cases as u32),
        rng_seed: RngSeed::Fixed(number("PROPTEST_RNG_SEED").unwrap_or(1)),
        failure_persistence: None,
        ..Config::default()
    }
}
