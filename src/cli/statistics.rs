//! The flag `--stats`.

use clap::Args;

use crate::analysis::SearchSummary;
use crate::engine::Engine;
use crate::search::Report;

#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct StatisticsArgs {
    /// Print statistics of the simulated games: length, scores, owners of points, depth, time by phase
    #[arg(long)]
    stats: bool,
}

impl StatisticsArgs {
    /// Whether the flag is given.
    pub(super) const fn are_asked(self) -> bool {
        self.stats
    }

    /// Has the engine keep statistics, if the flag is given.
    pub(super) fn apply_to(self, engine: &mut Engine) {
        if self.stats {
            engine.keep_statistics(true);
        }
    }

    /// The statistics of a search, if the flag is given.
    pub(super) fn of(self, report: Option<&Report>) -> Option<SearchSummary<'_>> {
        report.filter(|_| self.stats).map(SearchSummary)
    }
}
