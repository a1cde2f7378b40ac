//! Positions from a list of moves or an SGF file.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::board::ParseVertexError;
use crate::game::Game;
use crate::sgf;
use crate::sgf::{ReadOptions, Record};

use super::error::Error;
use super::settings::{GameArgs, Sources};

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

/// The game of a record, which ranks over all settings but flags, or else a new one after the moves of `--moves`.
///
/// # Errors
///
/// Those of [`load_record`] and [`begin_with`].
pub(super) fn read_game(
    record: Option<&Path>,
    moves: Option<&str>,
    sources: &Sources,
    input: impl Read,
) -> Result<Game, Error> {
    match record {
        Some(path) => {
            let record = load_record(path, input, &ReadOptions::default())?;
            sources.flags.game.apply_to(record.game)
        }
        None => begin_with(&sources.effective.game, moves),
    }
}

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
/// Describes the first move that cannot be played; the moves before it have been.
pub(super) fn play_moves(game: &mut Game, text: &str) -> Result<(), String> {
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
        let vertex = vertex.ok_or_else(|| at_move(first, &"a move should follow the color"))?;
        let mv = vertex
            .parse()
            .map_err(|error: ParseVertexError| at_move(vertex, &error))?;
        game.play(color, mv)
            .map_err(|error| at_move(vertex, &error))?;
    }
    Ok(())
}

/// The record in the file at `path`, or in `input` where the path is `-`.
///
/// # Errors
///
/// Returns [`Error::File`] where there is no such file, or no game in it.
pub(super) fn load_record(
    path: &Path,
    input: impl Read,
    options: &ReadOptions,
) -> Result<Record, Error> {
    let text = if path == Path::new("-") {
        sgf::read_bytes(input)
    } else {
        File::open(path).and_then(sgf::read_bytes)
    };
    let text = text.map_err(|error| Error::file(path, &error))?;
    sgf::read_record(&text, options).map_err(|error| Error::file(path, &error))
}
