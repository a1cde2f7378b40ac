//! Any bytes as the beginning of a network file. All builds evaluate a position alike with a network that can be read.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use tao_engine::raw::net::{Evaluator, Network, NetworkError, Situation};
use tao_rules::cpu::Build;
use tao_rules::raw::{Board, Color, Symmetry};

/// Length of a file before its end is cut off: enough for small networks.
const LENGTH: usize = 1 << 16;

/// The byte that fills the file. It is valid as a step and as a weight, and four of them are valid as a bias.
const FILLER: u8 = 9;

fuzz_target!(|input: &[u8]| {
    if let Err(error) = Network::parse(input) {
        assert!(!error.to_string().contains('\n'));
    }
    let mut bytes = input.to_vec();
    bytes.resize(LENGTH, FILLER);
    if let Err(NetworkError::Trailing(end)) = Network::parse(&bytes) {
        bytes.truncate(end);
    }
    if let Err(NetworkError::Checksum { found, .. }) = Network::parse(&bytes) {
        let end = bytes.len() - 4;
        bytes[end..].copy_from_slice(&found.to_le_bytes());
    }
    let Ok(network) = Network::parse(&bytes) else {
        return;
    };
    let network = Arc::new(network);
    let situation = Situation {
        board: &Board::<2>::new(network.scope.smallest),
        to_move: Color::White,
        recent_moves: [None; 5],
        last_was_pass: true,
        komi: 6.5,
        territory: network.scope.territory,
    };
    let [identity, ..] = Symmetry::all();
    let evaluations = Build::available().map(|build| {
        let mut evaluator = Evaluator::with_build(Arc::clone(&network), build);
        evaluator.evaluate(&situation, identity).clone()
    });
    let evaluations: Vec<_> = evaluations.collect();
    assert!(evaluations.iter().all(|found| *found == evaluations[0]));
});
