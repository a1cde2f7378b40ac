//! The log of a match: a line of JSON for every finished game, with everything that a report needs.

use std::fs::File;
use std::io;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::log_entry::{LogEntry, MatchSettings};
use tao_protocols::files::NewFile;

/// Why a log cannot be read or continued. Lines are counted from one.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// A line does not describe a game.
    #[error("line {line}: {reason}")]
    Line {
        /// Number of the line.
        line: usize,
        /// The parse error.
        reason: serde_json::Error,
    },
    /// A game belongs to a match with other settings.
    #[error("line {line}: the log belongs to a match with other settings: {difference}")]
    OtherMatch {
        /// Number of the line.
        line: usize,
        /// A setting that differs.
        difference: String,
    },
}

/// A log that is being written.
#[derive(Debug)]
pub struct Log {
    file: File,
    /// Bytes of the complete lines.
    length: u64,
    /// The file, if it is new and has no game yet.
    new: Option<NewFile>,
}

impl Log {
    /// Opens or creates a log to continue it, and returns its games. An incomplete last line is removed. A new file is removed
    /// again if no game is added to it.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or written, or contains something else than games of a match with these settings.
    pub fn open(path: &Path, settings: &MatchSettings) -> Result<(Self, Vec<LogEntry>), LogError> {
        let (mut file, new) = match NewFile::create(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let mut options = File::options();
                options.read(true).write(true).create(true).truncate(false);
                (options.open(path)?, None)
            }
            created => created.map(|(file, new)| (file, Some(new)))?,
        };
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let entries = parse(&text)?;
        for (line, entry) in (1..).zip(&entries) {
            if let Some(difference) = entry.settings.difference(settings) {
                return Err(LogError::OtherMatch { line, difference });
            }
        }
        let length = complete_lines(&text).len() as u64;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok((Self { file, length, new }, entries))
    }

    /// Appends a game: the whole line is in the file when the function returns, or nothing of it is.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn add(&mut self, entry: &LogEntry) -> io::Result<()> {
        let mut line = serde_json::to_string(entry)?;
        line.push('\n');
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // If this fails too, the first error is the one to report.
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::Start(self.length));
            return Err(error);
        }
        self.length += line.len() as u64;
        if let Some(mut new) = self.new.take() {
            new.keep();
        }
        Ok(())
    }
}

/// Reads the games in a log, without an incomplete last line.
///
/// # Errors
///
/// When the file cannot be read or a line does not describe a game.
pub fn read_log(path: &Path) -> Result<Vec<LogEntry>, LogError> {
    parse(&std::fs::read(path)?)
}

fn parse(text: &[u8]) -> Result<Vec<LogEntry>, LogError> {
    (1..)
        .zip(complete_lines(text).split_inclusive(|&byte| byte == b'\n'))
        .map(|(line, text)| {
            let entry = serde_json::from_slice(text.trim_ascii_end());
            entry.map_err(|reason| LogError::Line { line, reason })
        })
        .collect()
}

/// Returns the lines that end with a newline. The rest may be cut off anywhere, inside a UTF-8 character too.
fn complete_lines(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&byte| byte == b'\n');
    &text[..end.map_or(0, |end| end + 1)]
}
