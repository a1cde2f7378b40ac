//! What depends on the machine: memory and threads.

use serde::{Deserialize, Serialize};

use super::{EvaluationKind, Params};
use crate::search::MEBIBYTE;
use crate::search::biases::BIAS_BYTES;

/// Memory and threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineParams {
    /// Mebibytes for a program with one search, in [1, [`MAX_MEMORY`](Params::MAX_MEMORY)]: 13 for itself, 1 for every
    /// 8 threads above 16, and the rest, but at least 1, for the tree, the exact result and, with a network, its
    /// evaluations and their mean errors. A full tree grows no more. Default: 512.
    pub memory: usize,
    /// Threads that search, in [1, [`MAX_THREADS`](Params::MAX_THREADS)]. Only one thread is deterministic. Default: 1.
    pub threads: usize,
}

impl MachineParams {
    /// One thread, and memory that every machine has.
    pub const DEFAULT: Self = Self {
        memory: 512,
        threads: 1,
    };
}

/// Mebibytes of [`MachineParams::memory`] that the program has resident beside its searches, on x86-64 Linux, with up to
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
    /// Largest number of [`threads`](MachineParams::threads).
    pub const MAX_THREADS: usize = 1024;

    /// Largest [`memory`](MachineParams::memory): a tree cannot have enough nodes to use more.
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
