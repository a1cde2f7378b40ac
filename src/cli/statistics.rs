//! Whether simulated games are looked at as a whole.

use clap::Args;

use crate::engine::Engine;
use crate::playout::Switch;
use crate::search::{Report, Summary};

/// Whether what simulated games are like is counted.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct StatisticsArgs {
    /// Count what the simulated games are like: length, scores, owners of points, depth, time by phase
    #[arg(long)]
    stats: bool,
}

impl StatisticsArgs {
    /// Has the engine count, if that is asked for.
    pub(super) fn apply_to(self, engine: &mut Engine) {
        if self.stats {
            engine.keep_statistics(Switch::On);
        }
    }

    /// The figures of a search, if they are asked for.
    pub(super) fn of(self, report: Option<&Report>) -> Option<Summary> {
        report.filter(|_| self.stats).map(Summary::new)
    }
}
