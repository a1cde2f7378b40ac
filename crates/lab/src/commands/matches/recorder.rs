//! Records the games of a match: score, log and SGF files.

use std::fmt::Write;
use std::fs;

use indicatif::ProgressBar;

use crate::matches::{
    Log, LogError, MatchPlan, MatchScore, MatchedGame, SPRT_BOUND, Side, SprtDecision, StartError,
    StopSignal, play_match,
};
use tao_go::cli::output_file;
use tao_go::cli::printable::shown;
use tao_go::cli::progress::ProgressBars;
use tao_go::cli::{Error, FileResult};
use tao_rules::board::ByColor;
use tao_rules::game::Game;
use tao_sgf as sgf;
use tao_sgf::Metadata;

use super::args::MatchArgs;

/// A match with the games that are recorded so far.
pub(super) struct MatchRecorder<'a> {
    args: &'a MatchArgs,
    plan: &'a MatchPlan,
    /// The score of all games so far.
    pub(super) score: MatchScore,
    log: Option<Log>,
}

impl<'a> MatchRecorder<'a> {
    /// Starts with the games in the log, if there is one.
    ///
    /// # Errors
    /// Returns [`Error::Usage`] for a log of a match with other settings, [`Error::File`] for files that cannot be read.
    pub(super) fn open(args: &'a MatchArgs, plan: &'a MatchPlan) -> Result<Self, Error> {
        if let Some(folder) = &args.sgf_dir {
            fs::create_dir_all(folder).at(folder)?;
        }
        let mut recorder = Self {
            args,
            plan,
            score: MatchScore::default(),
            log: None,
        };
        let Some(path) = &args.log else {
            return Ok(recorder);
        };
        let opened = Log::open(path, &plan.settings);
        let (log, entries) = opened.map_err(|error| match error {
            LogError::OtherMatch { .. } => Error::Usage(format!("--log {}: {error}", shown(path))),
            _ => Error::file(path, &error),
        })?;
        recorder.log = Some(log);
        for entry in entries {
            // A file of openings may have changed since.
            if entry.opening != plan.openings.of_pair(entry.pair).text() {
                let reason = format!("game {} started from a different opening", entry.game);
                return Err(Error::file(path, &reason));
            }
            recorder.score.add(&entry).at(path)?;
        }
        Ok(recorder)
    }

    /// Plays the games that are not in the log, unless the test is already decided.
    ///
    /// # Errors
    /// [`Error::Usage`] for a player that does not start, [`Error::File`] for a log or a record
    /// that cannot be written.
    pub(super) fn play_missing(
        &mut self,
        stop: &StopSignal,
        bars: ProgressBars,
    ) -> Result<(), Error> {
        if self.is_decided() {
            return Ok(());
        }
        let games = self.args.games();
        let seed = self.plan.settings.seed;
        let missing = (0..games).filter(|&number| !self.score.has(seed, number));
        let missing: Vec<u64> = missing.collect();
        let bar = bars.bar(games, "{bar:24} {pos}/{len} games, {eta} left  {msg}");
        self.show_progress(&bar);
        let played = play_match(self.plan, &missing, stop, |played| {
            self.add(&played)?;
            self.show_progress(&bar);
            Ok(!self.is_decided())
        });
        bar.finish_and_clear();
        played
    }

    fn show_progress(&self, bar: &ProgressBar) {
        let [wins, draws, losses] = self.score.results();
        let mut message = format!("+{wins} ={draws} -{losses}");
        if let Some(share) = self.score.pairs.share() {
            let elo = share.elo();
            let (observed, low, high) = (elo.observed, elo.low, elo.high);
            let _ = write!(message, "  {observed:+.0} Elo ({low:+.0} to {high:+.0})");
        }
        if let Some(sprt) = self.args.sprt {
            let ratio = sprt.log_likelihood_ratio(&self.score.pairs);
            let _ = write!(message, "  LLR {ratio:.2} of {SPRT_BOUND:.2}");
        }
        bar.set_message(message);
        bar.set_position(self.score.games());
    }

    fn is_decided(&self) -> bool {
        let sprt = self.args.sprt;
        sprt.is_some_and(|sprt| sprt.decision(&self.score.pairs) != SprtDecision::Undecided)
    }

    fn add(&mut self, played: &MatchedGame) -> Result<(), Error> {
        let entry = &played.entry;
        if let Some(detail) = &entry.detail {
            log::warn!("game {}, {}: {detail}", entry.game, entry.result);
        }
        // A game in the log is never played again, so its SGF file must be written first.
        if let Some(folder) = &self.args.sgf_dir {
            let path = folder.join(format!("game-{:05}.sgf", entry.game));
            let bad_moves = || Error::Failed(format!("game {}: bad moves", entry.game));
            let game = entry.game(&self.plan.start).ok_or_else(bad_moves)?;
            output_file::write(&path, &sgf_text(played, &game))?;
        }
        if let Some((log, path)) = self.log.as_mut().zip(self.args.log.as_ref()) {
            log.add(entry).at(path)?;
        }
        let added = self.score.add(entry);
        added.map_err(|error| Error::Failed(error.to_string()))?;
        let [wins, draws, losses] = self.score.results();
        log::info!(
            "game {}: A as {} {}, {}, {} moves; so far +{wins} ={draws} -{losses}",
            entry.game,
            entry.color(Side::A),
            match entry.winner {
                Some(Side::A) => "wins",
                Some(Side::B) => "loses",
                None => "draws",
            },
            entry.result,
            entry.moves
        );
        Ok(())
    }
}

impl From<StartError> for Error {
    fn from(error: StartError) -> Self {
        Self::Usage(error.to_string())
    }
}

/// The game as SGF, with the players and everything that is needed to find it in the log.
fn sgf_text(played: &MatchedGame, game: &Game) -> String {
    let entry = &played.entry;
    let ByColor([black, white]) = ByColor::from_fn(|color| {
        let side = ["A", "B"][entry.side(color) as usize];
        format!("{side}: {}", played.names[color])
    });
    let detail = entry.detail.as_ref();
    let fault = detail.map_or(String::new(), |detail| format!(", {detail}"));
    let comment = format!(
        "game {}, A: {}, B: {}, seed {}{fault}",
        entry.game, entry.settings.a, entry.settings.b, entry.seed
    );
    let metadata = Metadata {
        black: Some(&black),
        white: Some(&white),
        result: Some(&entry.result),
        comment: Some(&comment),
        ..Metadata::default()
    };
    sgf::write(game, &metadata)
}
