//! Reading and writing.

mod annotate;
mod errors;
mod huge;
mod old;
mod read;
mod trees;
mod variations;
mod write;

use tao_rules::board::Color;
use tao_rules::game::Game;

/// The stones of a game, sorted: `B E5 W C7`.
fn stones(game: &Game) -> String {
    let mut stones: Vec<String> = game
        .board()
        .all_stones()
        .map(|(color, coord)| format!("{} {coord}", if color == Color::Black { 'B' } else { 'W' }))
        .collect();
    stones.sort();
    stones.join(" ")
}
