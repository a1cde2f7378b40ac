//! What is kept of the games of a match while it is played.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use crate::board::Color;
use crate::cli::error::Error;
use crate::cli::output_file;
use crate::cli::progress::ProgressBars;
use crate::matches::{
    Brake, Entry, Log, LogError, MatchError, Openings, Played, Settings, Side, Tally, Verdict,
    play_match,
};
use crate::sgf;
use crate::sgf::Metadata;

use super::args::{MatchArgs, Planned};
use super::progress::Progress;

/// The count, the log and the folder of SGF files.
pub(super) struct Record<'a> {
    args: &'a MatchArgs,
    settings: Settings,
    tally: Tally,
    log: Option<Log>,
    /// The games that the log had already.
    numbers: HashSet<u64>,
}

impl<'a> Record<'a> {
    /// A record that begins with the games that the log has.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] for a log of a match with other settings, [`Error::File`] for what cannot be read.
    pub(super) fn open(args: &'a MatchArgs, planned: &Planned) -> Result<Self, Error> {
        let mut record = Self {
            args,
            settings: planned.settings.clone(),
            tally: Tally::default(),
            log: None,
            numbers: HashSet::new(),
        };
        if let Some(path) = &args.log {
            record.resume(path, &planned.plan.openings)?;
        }
        if let Some(folder) = &args.sgf_dir {
            fs::create_dir_all(folder).map_err(|error| Error::file(folder, &error))?;
        }
        Ok(record)
    }

    /// Takes the games that are there; a file of openings may have changed since.
    fn resume(&mut self, path: &Path, openings: &Openings) -> Result<(), Error> {
        let opened = Log::open(path, &self.settings);
        let (log, entries) = opened.map_err(|error| bad_log(path, &error))?;
        for entry in entries {
            if entry.opening != openings.of_pair(entry.pair).text() {
                let reason = format!("game {} began from another opening", entry.game);
                return Err(Error::file(path, &reason));
            }
            let added = self.tally.add(&entry);
            added.map_err(|error| Error::file(path, &error))?;
            self.numbers.insert(entry.game);
        }
        self.log = Some(log);
        Ok(())
    }

    /// All games so far.
    pub(super) const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Plays the games that are missing, unless the test is settled already.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] for a player that cannot be started, [`Error::Failed`] when the referee fails,
    /// [`Error::File`] for a game that cannot be written.
    pub(super) fn play(
        &mut self,
        planned: &Planned,
        brake: &Brake,
        bars: ProgressBars,
    ) -> Result<(), Error> {
        if self.is_settled() {
            return Ok(());
        }
        let missing: Vec<u64> = (0..planned.games)
            .filter(|number| !self.numbers.contains(number))
            .collect();
        let progress = Progress::new(planned.games, bars);
        progress.show(&self.tally, self.args.sprt.as_ref());
        let played = play_match(&planned.plan, &missing, brake, |played| {
            self.add(&played)?;
            progress.show(&self.tally, self.args.sprt.as_ref());
            Ok(if self.is_settled() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        });
        progress.clear();
        played.map_err(|error| match error {
            MatchError::Start(error) => Error::Usage(error.to_string()),
            MatchError::Referee(error) => Error::Failed(error.to_string()),
            // It comes from above.
            MatchError::Record(error) => error.downcast().unwrap_or_else(Error::Stream),
        })
    }

    fn is_settled(&self) -> bool {
        self.args
            .sprt
            .is_some_and(|sprt| sprt.verdict(self.tally.pairs()) != Verdict::Undecided)
    }

    fn add(&mut self, played: &Played) -> io::Result<()> {
        let entry = Entry::new(played, &self.settings);
        if let Some(detail) = &entry.detail {
            log::warn!("game {}, {}: {detail}", entry.game, entry.result);
        }
        // What is in the log is never played again, so the record comes first.
        if let Some(folder) = &self.args.sgf_dir {
            let path = folder.join(format!("game-{:05}.sgf", entry.game));
            output_file::write(&path, &sgf_text(played, &entry)).map_err(io::Error::other)?;
        }
        if let Some(log) = &mut self.log {
            let added = log.add(&entry);
            added.map_err(|error| io::Error::other(Error::file(log.path(), &error)))?;
        }
        self.tally.add(&entry).map_err(io::Error::other)
    }
}

/// The game as a file, with who played it and all that is needed to find it in the log.
fn sgf_text(played: &Played, entry: &Entry) -> String {
    let [black, white] = Color::BOTH.map(|color| {
        let side = match played.side(color) {
            Side::A => "A",
            Side::B => "B",
        };
        format!("{side}: {}", played.bout.names[color as usize])
    });
    let Settings { a, b, .. } = &entry.settings;
    let fault = entry.detail.as_ref();
    let fault = fault.map_or(String::new(), |detail| format!(", {detail}"));
    let comment = format!(
        "game {}, A: {a}, B: {b}, seed {}{fault}",
        entry.game, entry.seed
    );
    let metadata = Metadata {
        black: Some(&black),
        white: Some(&white),
        result: Some(&entry.result),
        comment: Some(&comment),
        ..Metadata::default()
    };
    sgf::write(&played.bout.game, &metadata)
}

fn bad_log(path: &Path, error: &LogError) -> Error {
    match error {
        LogError::OtherMatch { .. } => Error::Usage(format!("--log {}: {error}", path.display())),
        LogError::File(_) | LogError::Line { .. } => Error::file(path, error),
    }
}
