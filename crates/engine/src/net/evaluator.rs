//! Evaluations one after the other, without allocation.

use std::sync::Arc;

use super::buffers::Buffers;
use super::evaluate::{Forward, WritePlanes};
use super::network::Network;
use super::output::Output;
use super::planes::Situation;
use tao_rules::board::Symmetry;
use tao_rules::cpu::Build;

/// Evaluates positions with a network. Every thread needs its own: it owns the memory for one evaluation.
#[derive(Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    build: Build,
    buffers: Buffers,
    output: Output,
}

impl Evaluator {
    /// An evaluator in the fastest build for this processor.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        Self::with_build(network, Build::best())
    }

    /// An evaluator in one of the [available](Build::available) builds, or in the portable one.
    #[must_use]
    pub fn with_build(network: Arc<Network>, build: Build) -> Self {
        let buffers = Buffers::new(network.shape);
        Self {
            network,
            build,
            buffers,
            output: Output::EMPTY,
        }
    }

    /// The network.
    #[must_use]
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The build that evaluates.
    #[must_use]
    pub const fn build(&self) -> Build {
        self.build
    }

    /// Evaluates a situation, seen through a symmetry. A network that does not know territory scoring evaluates it as under
    /// area scoring.
    ///
    /// # Panics
    /// If the board is smaller than 5x5 or larger than 9x9.
    pub fn evaluate<const W: usize>(
        &mut self,
        situation: &Situation<'_, W>,
        symmetry: Symmetry,
    ) -> &Output {
        let situation = &Situation {
            territory: situation.territory && self.network.scope.territory,
            ..*situation
        };
        self.write_planes(situation, symmetry);
        self.build.run(Forward {
            network: &self.network,
            symmetry,
            buffers: &mut self.buffers,
            output: &mut self.output,
        });
        &self.output
    }

    /// Does the first part of an evaluation: the input of the network.
    ///
    /// # Panics
    /// If the board is smaller than 5x5 or larger than 9x9.
    pub fn write_planes<const W: usize>(
        &mut self,
        situation: &Situation<'_, W>,
        symmetry: Symmetry,
    ) {
        self.build.run(WritePlanes {
            situation,
            symmetry,
            buffers: &mut self.buffers,
        });
    }

    /// The memory of the last evaluation.
    #[cfg(test)]
    pub(super) const fn buffers(&self) -> &Buffers {
        &self.buffers
    }
}
