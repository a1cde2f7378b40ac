//! Tests of whole games.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::*;
use crate::raw::{AnyBoard, Color, Coord, Move};

mod frame;
mod record;
mod superko;
mod territory;
mod undo;

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

fn coord(vertex: &str) -> Coord {
    vertex.parse().unwrap()
}

fn mv(vertex: &str) -> Move {
    vertex.parse().unwrap()
}

/// Plays moves of alternating colors.
fn play(game: &mut Game, first: Color, vertices: &str) {
    let mut color = first;
    for vertex in vertices.split_whitespace() {
        game.play_as(color, mv(vertex)).unwrap();
        color = !color;
    }
}

/// Creates a game from a diagram, Black to move.
fn game(rules: Rules, diagram: &str) -> Game {
    let board: AnyBoard = diagram.parse().unwrap();
    let mut game = Game::new(board.size()).unwrap();
    game.set_rules(rules);
    game.set_up(board.all_stones(), BLACK).unwrap();
    game
}

/// Chinese rules with another superko.
fn with(superko: Superko) -> Rules {
    Rules {
        superko,
        ..Rules::CHINESE
    }
}

/// A random move, sometimes a pass or one of the wrong color.
fn random_move(game: &Game, rng: &mut Xoshiro256PlusPlus) -> (Color, Move) {
    let mut below = |n: usize| (rng.next_u32() as usize) % n;
    let color = if below(8) == 0 {
        !game.to_move()
    } else {
        game.to_move()
    };
    let legal: Vec<Move> = Coord::all(game.size())
        .map(Move::Play)
        .filter(|&mv| game.is_legal(color, mv))
        .collect();
    if legal.is_empty() || below(20) == 0 {
        (color, Move::Pass)
    } else {
        (color, legal[below(legal.len())])
    }
}
