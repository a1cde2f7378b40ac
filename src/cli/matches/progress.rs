//! A line that tells how a match stands, on a terminal.

use indicatif::ProgressBar;

use crate::cli::progress::ProgressBars;
use crate::matches::{Estimate, SPRT_BOUND, Sprt, Tally};

/// The progress of a match; nothing where nobody would see it.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn new(games: u64, bars: ProgressBars) -> Self {
        Self(bars.bar(games, "{bar:24} {pos}/{len} games, {eta} left  {msg}"))
    }

    pub(super) fn show(&self, tally: &Tally, sprt: Option<&Sprt>) {
        let [wins, draws, losses] = tally.results();
        let elo = tally.pairs().estimate().map(Estimate::elo);
        let elo = elo.map_or(String::new(), |elo| {
            let Estimate { low, middle, high } = elo;
            format!("  {middle:+.0} Elo ({low:+.0} to {high:+.0})")
        });
        let ratio = sprt.map_or(String::new(), |sprt| {
            let ratio = sprt.log_likelihood_ratio(tally.pairs());
            format!("  LLR {ratio:.2} of {SPRT_BOUND:.2}")
        });
        let message = format!("+{wins} ={draws} -{losses}{elo}{ratio}");
        self.0.set_message(message);
        self.0.set_position(tally.games());
    }

    pub(super) fn clear(&self) {
        self.0.finish_and_clear();
    }
}
