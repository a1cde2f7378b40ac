//! How the memory is divided.

use super::{EvaluationKind, Params};
use crate::search::MEBIBYTE;
use crate::search::biases::BIAS_BYTES;

/// Mebibytes of [`memory`](super::MachineParams::memory) that the program has resident beside its searches, on x86-64 Linux, with up to
/// `FREE_THREADS` threads.
const PROGRAM_MEBIBYTES: usize = 13;

/// Threads whose memory is part of `PROGRAM_MEBIBYTES`.
const FREE_THREADS: usize = 16;

/// Bytes for each further thread: with a network, 16 threads had up to 164 KiB each, and 256 threads had 100 KiB each.
const THREAD_BYTES: usize = 128 << 10;

/// 1/8 of the memory for a search with a network is for its evaluations.
const CACHE_DIVISOR: usize = 8;

/// 1/16 of the memory for a search is for its exact result, but no more than `MAX_SOLVE_BYTES`.
const SOLVE_DIVISOR: usize = 16;

/// Enough for what the player lets the solver look at.
const MAX_SOLVE_BYTES: usize = 2 * MEBIBYTE;

impl Params {
    /// Largest number of [`threads`](super::MachineParams::threads).
    pub const MAX_THREADS: usize = 1024;

    /// Largest [`memory`](super::MachineParams::memory): a tree cannot have enough nodes to use more.
    pub const MAX_MEMORY: usize = 128 * 1024;

    /// Bytes of the memory that the program and its threads leave for a search.
    #[must_use]
    pub fn search_bytes(&self) -> usize {
        let threads = self.machine.threads.saturating_sub(FREE_THREADS) * THREAD_BYTES;
        let mebibytes = self.machine.memory.saturating_sub(PROGRAM_MEBIBYTES);
        let bytes = mebibytes.saturating_mul(MEBIBYTE);
        bytes.saturating_sub(threads).max(MEBIBYTE)
    }

    /// Bytes for the tree.
    pub fn tree_bytes(&self) -> usize {
        let biases = if self.corrects_values() {
            BIAS_BYTES
        } else {
            0
        };
        self.search_bytes() - self.cache_bytes() - self.solve_bytes() - biases
    }

    /// Bytes for evaluations by a network.
    pub fn cache_bytes(&self) -> usize {
        match self.evaluation.kind {
            EvaluationKind::Playout => 0,
            EvaluationKind::Network => self.search_bytes() / CACHE_DIVISOR,
        }
    }

    /// Bytes for the table of the solver that looks for the exact result.
    #[must_use]
    pub fn solve_bytes(&self) -> usize {
        if self.tree.solve_below == 0 {
            return 0;
        }
        (self.search_bytes() / SOLVE_DIVISOR).min(MAX_SOLVE_BYTES)
    }
}
