//! The progress bar of a match.

use indicatif::ProgressBar;

use crate::cli::progress::ProgressBars;
use crate::matches::{ConfidenceInterval, MatchScore, SPRT_BOUND, Sprt};

/// A progress bar with the score; hidden unless the error stream is a terminal.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn new(games: u64, bars: ProgressBars) -> Self {
        Self(bars.bar(games, "{bar:24} {pos}/{len} games, {eta} left  {msg}"))
    }

    pub(super) fn show(&self, score: &MatchScore, sprt: Option<&Sprt>) {
        let [wins, draws, losses] = score.results();
        let elo = score.pairs().share().map(ConfidenceInterval::elo);
        let elo = elo.map_or(String::new(), |elo| {
            let ConfidenceInterval {
                low,
                observed,
                high,
            } = elo;
            format!("  {observed:+.0} Elo ({low:+.0} to {high:+.0})")
        });
        let ratio = sprt.map_or(String::new(), |sprt| {
            let ratio = sprt.log_likelihood_ratio(score.pairs());
            format!("  LLR {ratio:.2} of {SPRT_BOUND:.2}")
        });
        let message = format!("+{wins} ={draws} -{losses}{elo}{ratio}");
        self.0.set_message(message);
        self.0.set_position(score.games());
    }

    pub(super) fn clear(&self) {
        self.0.finish_and_clear();
    }
}
