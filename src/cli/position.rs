//! Positions from a list of moves or an SGF file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::board::{Color, Move, ParseVertexError};
use crate::game::{Game, IllegalMove};
use crate::sgf;
use crate::sgf::{Options, Record};

use super::error::Error;
use super::settings::GameArgs;

/// The error for a move in a list that cannot be played.
#[derive(Debug, thiserror::Error)]
#[error("move {number} `{word}`: {reason}")]
struct BadMove {
    /// Counted from one.
    number: usize,
    word: String,
    reason: BadMoveReason,
}

#[derive(Debug, thiserror::Error)]
enum BadMoveReason {
    #[error("a move should follow the color")]
    NoVertex,
    #[error(transparent)]
    Vertex(#[from] ParseVertexError),
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// A new game after the moves of `--moves`.
///
/// # Errors
///
/// Returns [`Error::Usage`] for settings that fit no game, and for moves that cannot be played.
pub(super) fn begin_with(settings: &GameArgs, moves: Option<&str>) -> Result<Game, Error> {
    let mut game = settings.begin()?;
    play_moves(&mut game, moves.unwrap_or_default())
        .map_err(|error| Error::Usage(format!("--moves: {error}")))?;
    Ok(game)
}

/// The error for a move number beyond the end of the game.
pub(super) fn no_such_move(option: &str, number: usize, count: usize) -> Error {
    let moves = moves_in_words(count);
    Error::Usage(format!("--{option} {number}: the game has {moves}"))
}

/// `1 move`, `2 moves`.
pub(super) fn moves_in_words(moves: usize) -> String {
    match moves {
        1 => "1 move".to_owned(),
        _ => format!("{moves} moves"),
    }
}

/// Plays moves such as `B E5 W C3 B pass` in `game`. A move without a color is for the side to move.
///
/// # Errors
///
/// Returns the first move that cannot be played; the moves before it have been.
fn play_moves(game: &mut Game, text: &str) -> Result<(), BadMove> {
    let mut words = text
        .split([' ', '\t', '\n', '\r', ',', ';'])
        .filter(|word| !word.is_empty());
    let mut number = 0;
    while let Some(first) = words.next() {
        number += 1;
        let color: Option<Color> = first.parse().ok();
        let vertex = if color.is_some() {
            words.next()
        } else {
            Some(first)
        };
        let played = vertex.ok_or(BadMoveReason::NoVertex).and_then(|vertex| {
            let mv: Move = vertex.parse()?;
            Ok(game.play(color.unwrap_or_else(|| game.to_move()), mv)?)
        });
        let word = vertex.unwrap_or(first);
        played.map_err(|reason| BadMove {
            number,
            word: word.to_owned(),
            reason,
        })?;
    }
    Ok(())
}

/// The game in the file at `path`, or in `input` where the path is `-`.
///
/// # Errors
///
/// Returns [`Error::File`] where there is no such file, or no game in it.
pub(super) fn read_record(path: &Path, input: impl Read) -> Result<Game, Error> {
    Ok(load_record(path, input, &Options::default())?.game)
}

/// Like [`read_record`], with options and the header of the record.
///
/// # Errors
///
/// Returns [`Error::File`] where there is no such file, or no game in it.
pub(super) fn load_record(
    path: &Path,
    input: impl Read,
    options: &Options,
) -> Result<Record, Error> {
    let text = if path == Path::new("-") {
        sgf::read_bytes(input)
    } else {
        File::open(path).and_then(sgf::read_bytes)
    };
    let text = text.map_err(|error| Error::file(path, &error))?;
    sgf::read_record(&text, options).map_err(|error| Error::file(path, &error))
}
