//! The log of a match: a line of JSON for every finished game, with all that a report needs.

use std::fs::{File, OpenOptions};
use std::io;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::entry::{Entry, Settings, difference};

/// Why a log cannot be read or gone on with.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The system refuses.
    #[error(transparent)]
    File(#[from] io::Error),
    /// A line is no game.
    #[error("line {line}: {reason}")]
    Line {
        /// Which one, counted from one.
        line: usize,
        /// What is wrong.
        reason: serde_json::Error,
    },
    /// The games there are of another match.
    #[error("line {line}: the log is of a match with other settings: {there}, not {here}")]
    OtherMatch {
        /// Where the game stands.
        line: usize,
        /// The first setting that differs, as it is there.
        there: String,
        /// The same as it should be.
        here: String,
    },
}

/// A log under construction.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    /// Bytes of the games that are in it.
    end: u64,
}

impl Log {
    /// Opens a log to go on with, with the games already there; one that does not exist begins empty. A last line that
    /// was cut off is removed.
    ///
    /// # Errors
    ///
    /// When the file cannot be read and written, or holds something else than games of a match with these settings.
    pub fn open(path: &Path, settings: &Settings) -> Result<(Self, Vec<Entry>), LogError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let entries = parse(&text)?;
        for (line, entry) in (1..).zip(&entries) {
            if let Some([there, here]) = difference(&entry.settings, settings) {
                return Err(LogError::OtherMatch { line, there, here });
            }
        }
        let end = complete(&text).len() as u64;
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        let path = path.to_owned();
        Ok((Self { path, file, end }, entries))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a game. The line is in the file when the function returns, or nothing of it is.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn add(&mut self, entry: &Entry) -> io::Result<()> {
        let mut line = serde_json::to_string(entry)?;
        line.push('\n');
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // If this fails as well, what went wrong first is what there is to tell.
            let _ = self.file.set_len(self.end);
            let _ = self.file.seek(SeekFrom::Start(self.end));
            return Err(error);
        }
        self.end += line.len() as u64;
        Ok(())
    }
}

/// The games in a log, but for a last line that was cut off.
///
/// # Errors
///
/// When the file cannot be read or a line is no game.
pub fn read_log(path: &Path) -> Result<Vec<Entry>, LogError> {
    parse(&std::fs::read(path)?)
}

fn parse(text: &[u8]) -> Result<Vec<Entry>, LogError> {
    (1..)
        .zip(complete(text).split_inclusive(|&byte| byte == b'\n'))
        .map(|(line, text)| {
            let entry = serde_json::from_slice(text.trim_ascii_end());
            entry.map_err(|reason| LogError::Line { line, reason })
        })
        .collect()
}

/// The lines of a text that have an end. The last one may be cut off anywhere, in the middle of a letter too.
fn complete(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&byte| byte == b'\n');
    &text[..end.map_or(0, |end| end + 1)]
}
