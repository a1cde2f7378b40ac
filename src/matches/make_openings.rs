//! Balanced openings, made by our own search.

use std::collections::HashSet;
use std::io;
use std::ops::RangeInclusive;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::board::{Color, Coord, Move, Symmetry};
use crate::engine::Engine;
use crate::game::Game;

/// Moves of an opening.
const LENGTHS: RangeInclusive<usize> = 2..=6;

/// No stone of an opening is nearer to the edge.
const LOWEST_LINE: usize = 3;

/// When a position is balanced.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balance {
    /// Lowest win rate of the player to move.
    pub low: f64,
    /// Highest win rate.
    pub high: f64,
}

impl Balance {
    /// Neither side is more than a twentieth ahead.
    pub const EVEN: Self = Self {
        low: 0.45,
        high: 0.55,
    };
}

/// Hands `count` openings to `on_opening`, each with the win rate of the player to move: random moves on the third line
/// and above, which `engine` finds balanced. No two are the same position turned or mirrored.
///
/// # Errors
///
/// With the error of `on_opening`.
pub fn make_openings(
    count: usize,
    start: &Game,
    engine: &mut Engine,
    balance: Balance,
    mut on_opening: impl FnMut(&Game, f64) -> io::Result<()>,
) -> io::Result<()> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(engine.seed());
    let mut seen = HashSet::new();
    let mut made = 0;
    while made < count {
        let game = random_opening(start, &mut rng);
        if !seen.insert(canonical(&game)) {
            continue;
        }
        let suggestion = engine.suggest(&game, game.to_move(), None);
        let win_rate = suggestion.report.map_or(0.0, |report| report.win_rate);
        if (balance.low..=balance.high).contains(&win_rate) {
            on_opening(&game, win_rate)?;
            made += 1;
        }
    }
    Ok(())
}

fn random_opening(start: &Game, rng: &mut Xoshiro256PlusPlus) -> Game {
    let size = start.size();
    let inner: Vec<Coord> = Coord::all(size)
        .filter(|coord| coord.line(size) >= LOWEST_LINE)
        .collect();
    let mut game = start.clone();
    let length = rng.random_range(LENGTHS);
    for &coord in inner.sample(rng, length) {
        // Few stones leave each other liberties; where they do not, the opening is shorter.
        let _ = game.play(game.to_move(), Move::Play(coord));
    }
    game
}

/// The stones of a position in an order of their own, the same for all eight ways to look at the board.
fn canonical(game: &Game) -> Vec<(bool, Coord)> {
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
