//! Random openings that a search finds balanced.

use std::collections::HashSet;
use std::io;
use std::ops::RangeInclusive;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use tao_engine::engine::{Engine, Purpose, Question};
use tao_rules::board::{Color, Coord, Move, Symmetry};
use tao_rules::game::Game;

/// Number of moves of an opening.
const LENGTHS: RangeInclusive<usize> = 2..=6;

/// Lowest line for the stones of an opening; the edge is line 1.
const MIN_LINE: usize = 3;

/// Win rates of the player to move in a balanced position.
const BALANCED: RangeInclusive<f64> = 0.45..=0.55;

/// Passes `count` openings to `on_opening`, each with the win rate of the player to move: random moves on the third
/// line and above, which `engine` gives 45 to 55 %. No two are equal by symmetry.
///
/// # Errors
///
/// Returns the error of `on_opening`.
pub fn generate_openings(
    count: usize,
    start: &Game,
    engine: &mut Engine,
    mut on_opening: impl FnMut(&Game, f64) -> io::Result<()>,
) -> io::Result<()> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(engine.seed());
    let mut seen = HashSet::new();
    let mut generated = 0;
    while generated < count {
        let game = random_opening(start, &mut rng);
        if !seen.insert(canonical_stones(&game)) {
            continue;
        }
        let question = Question::new(game.to_move(), Purpose::Suggest, None);
        let suggestion = engine.think(&game, question);
        let win_rate = suggestion.report.map_or(0.0, |report| report.win_rate);
        if BALANCED.contains(&win_rate) {
            on_opening(&game, win_rate)?;
            generated += 1;
        }
    }
    Ok(())
}

fn random_opening(start: &Game, rng: &mut Xoshiro256PlusPlus) -> Game {
    let size = start.size();
    let inner: Vec<Coord> = Coord::all(size)
        .filter(|coord| coord.line(size) >= MIN_LINE)
        .collect();
    let mut game = start.clone();
    let length = rng.random_range(LENGTHS);
    for &coord in inner.sample(rng, length) {
        // Hardly ever illegal with so few stones; the opening is then shorter.
        let _ = game.play(game.to_move(), Move::Play(coord));
    }
    game
}

/// Returns the sorted stones under the symmetry for which the list is smallest, so that equivalent positions are equal.
fn canonical_stones(game: &Game) -> Vec<(bool, Coord)> {
    let images = Symmetry::all().map(|symmetry| {
        let stones = game.board().all_stones();
        let mut image: Vec<_> = stones
            .map(|(color, coord)| (color == Color::White, symmetry.apply(coord, game.size())))
            .collect();
        image.sort_unstable();
        image
    });
    images.into_iter().min().unwrap_or_default()
}
