//! Games between two engines.

use std::fmt;

use super::{Decision, Engine};
use crate::search::Limit;
use tao_rules::board::{ByColor, Color};
use tao_rules::game::{Game, Score};

/// How a game between two engines ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MatchResult {
    /// This side resigned.
    Resigned(Color),
    /// The game was counted without its dead stones.
    Counted(Score),
}

impl MatchResult {
    /// The winner; `None` is a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Resigned(loser) => Some(!loser),
            Self::Counted(score) => score.winner(),
        }
    }
}

impl fmt::Display for MatchResult {
    /// Writes the result: `B+R`, `W+3.5`, `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resigned(Color::Black) => f.pad("W+R"),
            Self::Resigned(Color::White) => f.pad("B+R"),
            Self::Counted(score) => score.fmt(f),
        }
    }
}

/// Lets two engines play a game to its end, each within its limits for a move. It ends by two passes or a resignation, or after three
/// moves for each point of the board, and Black's engine counts it.
///
/// ```
/// use tao_engine::{Engine, Limit, play_match};
/// use tao_rules::board::ByColor;
/// use tao_rules::game::Game;
///
/// let engine = |seed| Engine::builder().memory_mib(32).seed(seed).build();
/// let (mut black, mut white) = (engine(1)?, engine(2)?);
/// let limits = ByColor::new(Limit::visits(20), Limit::visits(5));
/// let (game, result) = play_match(&mut black, &mut white, Game::new(5)?, limits);
/// let text = format!("{result} after {} moves", game.moves().len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_match(
    black: &mut Engine,
    white: &mut Engine,
    mut game: Game,
    limits: ByColor<Limit>,
) -> (Game, MatchResult) {
    black.new_game();
    white.new_game();
    while !game.is_over() && !game.is_long() {
        let color = game.to_move();
        let engine = match color {
            Color::Black => &mut *black,
            Color::White => &mut *white,
        };
        match engine.choose(&game, limits[color]) {
            // The move of an engine is legal.
            Decision::Play(mv) => drop(game.play(mv)),
            Decision::Resign => return (game, MatchResult::Resigned(color)),
        }
    }
    let score = black.score(&game).score;
    (game, MatchResult::Counted(score))
}
