//! Positions from a list of moves or an SGF file.

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::Args;

use tao_protocols::files;
use tao_rules::board::ParseVertexError;
use tao_rules::game::Game;
use tao_sgf as sgf;
use tao_sgf::{ReadOptions, Record};

use super::settings::GameArgs;
use super::{Context, Endpoint, Error, FileResult};

/// The name of the standard input as a file.
pub const STANDARD_INPUT: &str = "-";

/// Time after which a command tells that it waits for the standard input.
const PATIENCE: Duration = Duration::from_secs(2);

/// The arguments that say which position a command is about.
#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    /// Record of the game in SGF, `-` for the standard input [default: the standard input, where it is neither a
    /// terminal nor empty]
    #[arg(value_name = "SGF", conflicts_with = "moves")]
    pub record: Option<PathBuf>,
    /// Moves that lead to the position, as in `B E5 W C3`; the colors may be left out, and with `''` the board is empty
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

impl PositionArgs {
    /// Returns the record, if one was given or comes from the standard input.
    ///
    /// # Errors
    ///
    /// Returns [`Error::File`] for a file that cannot be read or has no game.
    pub fn record(
        &self,
        context: &mut Context,
        options: &ReadOptions,
    ) -> Result<Option<Record>, Error> {
        let path = match &self.record {
            Some(path) => path,
            None if self.moves.is_some() || context.source == Endpoint::Terminal => {
                return Ok(None);
            }
            None => Path::new(STANDARD_INPUT),
        };
        let text = record_text(path, &mut context.input)?;
        if self.record.is_none() && text.iter().all(u8::is_ascii_whitespace) {
            return Ok(None);
        }
        sgf::read_record(&text, options).at(path).map(Some)
    }
}

/// A new game after the moves of `--moves`.
///
/// # Errors
///
/// Returns [`Error::Usage`] for settings that fit no game, and for moves that cannot be played.
pub fn begin_with(settings: &GameArgs, moves: Option<&str>) -> Result<Game, Error> {
    let mut game = settings.begin()?;
    play_moves(&mut game, moves.unwrap_or_default())
        .map_err(|error| Error::Usage(format!("--moves: {error}")))?;
    Ok(game)
}

/// Returns the game of a record, whose settings override all but flags, or else a new game after the moves of `--moves`.
///
/// # Errors
///
/// Those of [`PositionArgs::record`] and [`begin_with`].
pub fn read_game(args: &PositionArgs, context: &mut Context) -> Result<Game, Error> {
    let options = context.sources.read_options();
    match args.record(context, &options)? {
        Some(record) => context.sources.flags.game.apply_to(record.game),
        None => begin_with(&context.sources.effective.game, args.moves.as_deref()),
    }
}

pub fn no_such_move(option: &str, number: usize, count: usize) -> Error {
    let moves = moves_in_words(count);
    Error::Usage(format!("--{option} {number}: the game has {moves}"))
}

/// `1 move`, `2 moves`.
pub fn moves_in_words(moves: usize) -> String {
    match moves {
        1 => "1 move".to_owned(),
        _ => format!("{moves} moves"),
    }
}

/// Plays moves such as `B E5 W C3 B pass` in `game`. A move without a color is for the side to move.
///
/// # Errors
///
/// Describes the first move that cannot be played. The moves before it have been played.
pub fn play_moves(game: &mut Game, text: &str) -> Result<(), String> {
    let mut words = text
        .split([' ', '\t', '\n', '\r', ',', ';'])
        .filter(|word| !word.is_empty());
    let mut number = 0;
    while let Some(first) = words.next() {
        number += 1;
        let at_move =
            |word: &str, reason: &dyn fmt::Display| format!("move {number} `{word}`: {reason}");
        let (color, vertex) = match first.parse() {
            Ok(color) => (color, words.next()),
            Err(_) => (game.to_move(), Some(first)),
        };
        let vertex = vertex.ok_or_else(|| at_move(first, &"a move must follow the color"))?;
        let mv = vertex
            .parse()
            .map_err(|error: ParseVertexError| at_move(vertex, &error))?;
        game.play_as(color, mv)
            .map_err(|error| at_move(vertex, &error))?;
    }
    Ok(())
}

/// The file at `path`, or `input` where the path is `-`.
///
/// # Errors
///
/// Returns [`Error::File`] where it cannot be read.
pub fn record_text(path: &Path, input: impl Read) -> Result<Vec<u8>, Error> {
    let text = if path == Path::new(STANDARD_INPUT) {
        read_patiently(input)
    } else {
        files::read(path, sgf::MAX_BYTES)
    };
    text.at(path)
}

/// Reads the standard input to its end. Logs a warning after a while, because a script may have inherited a pipe that stays open.
fn read_patiently(input: impl Read) -> io::Result<Vec<u8>> {
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                log::warn!("waiting for a record on the standard input");
            }
        });
        let read = files::read_all(input, sgf::MAX_BYTES);
        drop(done);
        read
    })
}
