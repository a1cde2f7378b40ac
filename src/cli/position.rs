//! Positions from the command line: a list of moves, or a record in SGF.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::board::{Color, Move, ParseVertexError};
use crate::game::{Game, IllegalMove};
use crate::sgf;
use crate::sgf::{Options, Record};

use super::error::Error;
use super::settings::GameArgs;

/// A word in a list of moves that cannot be played.
#[derive(Debug, thiserror::Error)]
#[error("move {number} `{word}`: {reason}")]
struct BadMove {
    /// Which move it is, counted from one.
    number: usize,
    /// What stands there.
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

/// An option that names a move which a game of so many moves does not have.
pub(super) fn no_such_move(option: &str, number: usize, count: usize) -> Error {
    let moves = moves_in_words(count);
    Error::Usage(format!("--{option} {number}: the game has {moves}"))
}

/// A number of moves.
pub(super) fn moves_in_words(moves: usize) -> String {
    match moves {
        1 => "1 move".to_owned(),
        _ => format!("{moves} moves"),
    }
}

/// Plays moves such as `B E5 W C3 B pass` in `game`. Where no color stands before a move, the
/// player in turn makes it.
///
/// # Errors
///
/// Returns the first move that cannot be played; the game then stands before it.
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

/// The same as far as `options` say, and with what else the file says.
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
