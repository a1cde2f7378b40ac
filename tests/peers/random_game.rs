//! Random games for tests of SGF.

use std::ops::RangeInclusive;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::{Game, Rules};

/// Returns a random game on a board of one of the sizes: with handicap or set-up, passes, captures, any komi, and sometimes two
/// moves of Black in a row.
pub(crate) fn random_game(seed: u64, rules: Rules, sizes: RangeInclusive<usize>) -> Game {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let size = rng.random_range(sizes);
    let mut game = Game::new(size).unwrap();
    game.set_rules(rules);
    game.set_komi(f64::from(rng.random_range(-20..20)) / 2.0)
        .unwrap();
    match seed % 4 {
        0 => drop(game.place_free_handicap(rng.random_range(2..4))),
        1 => {
            let stones = [(Color::White, "A1"), (Color::Black, "B2")];
            let stones = stones.map(|(color, name)| (color, name.parse().unwrap()));
            game.set_up(stones, Color::White).unwrap();
        }
        _ => {}
    }
    for _ in 0..rng.random_range(0..3 * size * size) {
        let color = if rng.random_ratio(1, 8) {
            Color::Black
        } else {
            game.to_move()
        };
        let legal = Coord::all(size)
            .map(Move::Play)
            .filter(|&mv| game.is_legal(color, mv));
        let mv = legal.choose(&mut rng).filter(|_| rng.random_ratio(15, 16));
        game.play_as(color, mv.unwrap_or(Move::Pass)).unwrap();
    }
    game
}
