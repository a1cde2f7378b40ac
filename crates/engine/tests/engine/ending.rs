//! Endings of random games.

use std::error::Error;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use tao_engine::raw::solve::open_points;
use tao_rules::board::Move;
use tao_rules::game::Game;

/// The first position of a random game in which at most `most_open` points are open. Moves fill no own eye.
///
/// # Errors
///
/// If no board has this size.
pub(crate) fn ending(size: usize, seed: u64, most_open: usize) -> Result<Game, Box<dyn Error>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let mut game = Game::new(size)?;
        while !game.is_over() && game.moves().len() < 300 {
            let (board, color) = (game.board(), game.to_move());
            if game.passes() == 0 && open_points(board) <= most_open {
                return Ok(game);
            }
            let points = board.legal(color) & !board.eyes(color);
            let moves = points.iter().map(|point| Move::Play(point.coord()));
            let mut moves: Vec<Move> = moves.collect();
            moves.shuffle(&mut rng);
            let legal = moves.into_iter().find(|&mv| game.is_legal(color, mv));
            game.play_as(color, legal.unwrap_or(Move::Pass))?;
        }
    }
}
