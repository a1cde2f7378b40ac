//! The log of a match: a line of JSON for every finished game, with everything that a report needs.

use std::fs::File;
use std::io;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use tao_protocols::files::NewFile;
use tao_rules::board::{Color, Move};
use tao_rules::game::Game;
use tao_sgf::color_letter;

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

/// The lines that end with a newline. The rest may be cut off anywhere, inside a UTF-8 character too.
fn complete_lines(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&byte| byte == b'\n');
    &text[..end.map_or(0, |end| end + 1)]
}

/// One of the two sides of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side whose score is reported.
    A,
    B,
}

impl Side {
    /// Both, A first.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    pub(super) const fn opponent(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    pub(super) const fn black_in(game: u64) -> Self {
        Self::BOTH[(game % 2) as usize]
    }

    /// The side that plays `color` where `black` is Black.
    pub(super) const fn of_player(color: Color, black: Self) -> Self {
        match color {
            Color::Black => black,
            Color::White => black.opponent(),
        }
    }
}

/// The settings of a match; a log is continued only with the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchSettings {
    /// Name and limits of A.
    pub a: String,
    /// Name and limits of B.
    pub b: String,
    /// Side of the board.
    pub size: usize,
    pub komi: f64,
    pub rules: String,
    /// Source of the openings.
    pub openings: String,
    /// Seconds of each side.
    pub main_time: Option<f64>,
    /// Seconds added by each move.
    #[serde(default)]
    pub increment: f64,
    /// Maximum seconds of an answer.
    pub stall: f64,
    /// Seed of game 0; game N adds N.
    pub seed: u64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogEntry {
    /// Number of the game, from 0.
    pub game: u64,
    /// Number of its pair, from 0.
    pub pair: u64,
    pub seed: u64,
    /// A in the first game of each pair.
    pub black: Side,
    /// Null: a draw.
    pub winner: Option<Side>,
    /// As in SGF.
    pub result: String,
    pub reason: EndReason,
    /// The fault that ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// With those of the opening.
    pub moves: usize,
    pub a: Usage,
    pub b: Usage,
    pub opening: String,
    pub record: String,
    pub settings: MatchSettings,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Two passes; the game was counted.
    Passes,
    /// Too many moves; the game was counted.
    Length,
    Resignation,
    /// The loser's program ended.
    Crash,
    /// The loser made an illegal move.
    IllegalMove,
    /// The loser's program answered with a failure or with nonsense.
    BadAnswer,
    /// The loser's program did not answer in time.
    Stall,
    /// The loser's clock ran out.
    Time,
}

/// Moves and time of one side in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// With a resignation.
    pub moves: u64,
    pub seconds: f64,
    /// Processor time of the game, where known.
    pub cpu_seconds: Option<f64>,
    /// Seconds of the slowest move.
    pub slowest: f64,
}

impl LogEntry {
    /// The side that played `color`.
    pub const fn side(&self, color: Color) -> Side {
        Side::of_player(color, self.black)
    }

    /// The game, played on a board like `start`; `None` if the record has anything but moves that are legal there.
    pub fn game(&self, start: &Game) -> Option<Game> {
        let mut game = start.clone();
        let mut words = self.record.split_whitespace();
        while let Some(letter) = words.next() {
            let mut colors = Color::BOTH.into_iter();
            let color = colors.find(|&color| color_letter(color) == letter)?;
            game.play_as(color, words.next()?.parse().ok()?).ok()?;
        }
        Some(game)
    }

    /// The color that a side has in this game.
    pub fn color(&self, side: Side) -> Color {
        if side == self.black {
            Color::Black
        } else {
            Color::White
        }
    }

    pub(super) const fn usage(&self, side: Side) -> Usage {
        match side {
            Side::A => self.a,
            Side::B => self.b,
        }
    }
}

impl MatchSettings {
    /// Says how the first setting that differs, in the order of the fields, differs from that of `other`: `komi` is 7.0, not 5.5.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        let [own, other] = [self, other].map(|settings| serde_json::to_value(settings).ok());
        let (own, other) = (own?, other?);
        let mut settings = own.as_object()?.iter();
        let (name, value) = settings.find(|&(name, value)| other[name] != *value)?;
        Some(format!("`{name}` is {value}, not {}", other[name]))
    }
}

/// Returns moves as text, `B E5 W C3`.
pub(super) fn moves_text(moves: &[(Color, Move)]) -> String {
    let words = moves
        .iter()
        .map(|&(color, mv)| format!("{} {mv}", color_letter(color)));
    words.collect::<Vec<_>>().join(" ")
}
