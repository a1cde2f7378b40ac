//! Files of many games.

use super::guard::MAX_BYTES;
use super::{SgfError, read};
use crate::game::Game;

/// A game of a collection that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {number}: {reason}")]
pub struct CollectionError {
    /// Which game it is, counted from one.
    pub number: usize,
    /// What is wrong with it. Lines are those of the game, not of the file.
    pub reason: SgfError,
}

/// The main lines of all games in a file, at least one.
///
/// # Errors
///
/// When there is no game, or one that [`read()`] refuses.
pub fn read_all(file: &[u8]) -> Result<Vec<Game>, CollectionError> {
    let fail = |number, reason| CollectionError { number, reason };
    if file.len() > MAX_BYTES {
        return Err(fail(1, SgfError::TooLarge));
    }
    let games: Vec<Game> = (1..)
        .zip(split(file))
        .map(|(number, game)| read(game).map_err(|reason| fail(number, reason)))
        .collect::<Result<_, _>>()?;
    if games.is_empty() {
        return Err(fail(1, SgfError::NoGame));
    }
    Ok(games)
}

/// The game trees of a file, each from its first parenthesis on; what stands between them is left out.
fn split(file: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = file;
    std::iter::from_fn(move || {
        let start = (0..rest.len()).find(|&at| begins_game(&rest[at..]))?;
        let game = &rest[start..];
        let (game, after) = game.split_at(length(game));
        rest = after;
        Some(game)
    })
}

fn begins_game(text: &[u8]) -> bool {
    text.strip_prefix(b"(")
        .is_some_and(|text| text.trim_ascii_start().starts_with(b";"))
}

/// How long the game tree is with which the text begins; all of the text if it has no end.
fn length(text: &[u8]) -> usize {
    let (mut depth, mut is_value, mut is_escaped) = (0_usize, false, false);
    let end = text.iter().position(|&byte| {
        match (byte, is_value) {
            _ if is_escaped => {
                is_escaped = false;
                return false;
            }
            (b'\\', true) => is_escaped = true,
            (b'[', false) => is_value = true,
            (b']', true) => is_value = false,
            (b'(', false) => depth += 1,
            (b')', false) => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.map_or(text.len(), |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_is_read_whatever_stands_between() {
        let file =
            b"two games (see below)\n(;SZ[9]C[:-) \\] (;];B[ee](;W[cc])(;W[dd]))\n; (;SZ[5];B[cc])";
        let games = read_all(file).unwrap();
        let sizes: Vec<_> = games
            .iter()
            .map(|game| (game.size(), game.moves().len()))
            .collect();
        assert_eq!(sizes, [(9, 2), (5, 1)]);
    }

    #[test]
    fn a_bad_game_is_named() {
        assert_eq!(read_all(b"(;SZ[9];B[ee])(;SZ[99])").unwrap_err().number, 2);
        assert_eq!(
            read_all(b"").unwrap_err().to_string(),
            "game 1: no game found"
        );
    }
}
