//! Hashes by which clients recognize positions.

use tao_rules::board::{ByColor, Color, Coord, Symmetry};
use tao_rules::cpu::split_mix;
use tao_rules::game::Game;

/// The seeds of the two independent halves of a hash.
const SEEDS: [u64; 2] = [0x7a0, 0x60a1];

/// Hash of stones, side to move and the point that simple ko forbids; 32 hexadecimal digits.
pub(super) fn this(game: &Game, to_move: Color) -> String {
    let [identity, ..] = Symmetry::all();
    format!("{:032X}", seen_through(identity, game, to_move))
}

/// The same hash for all positions that are mirror images or rotations of each other.
pub(super) fn symmetric(game: &Game, to_move: Color) -> String {
    let images = Symmetry::all().map(|symmetry| seen_through(symmetry, game, to_move));
    format!("{:032X}", images.into_iter().min().unwrap_or_default())
}

fn seen_through(symmetry: Symmetry, game: &Game, to_move: Color) -> u128 {
    /// The first number of each kind of hashed thing; each kind has a number for every point.
    const STONES: ByColor<u64> = ByColor::new(1 << 10, 2 << 10);
    const KO: u64 = 3 << 10;
    let (board, size) = (game.board(), game.size());
    let index = |coord: Coord| symmetry.apply(coord, size).index(size) as u64;
    let stones = board
        .all_stones()
        .map(|(color, coord)| STONES[color] + index(coord));
    let ko = board.ko().map(|point| KO + index(point.coord()));
    let parts: Vec<u64> = stones.chain(ko).collect();
    let whole = [to_move as u64, size as u64];
    let half = |seed| {
        let start = whole.into_iter().fold(seed, split_mix);
        let parts = parts.iter().map(|&part| split_mix(seed, part));
        parts.fold(start, |sum, part| sum ^ part)
    };
    let [high, low] = SEEDS.map(half);
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(9).unwrap();
        for mv in moves {
            game.play(game.to_move(), mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn mirror_images_share_one_hash_and_not_the_other() {
        let one = game(&["C4", "E5"]);
        let other = game(&["G6", "E5"]);
        let black = Color::Black;
        assert_eq!(symmetric(&one, black), symmetric(&other, black));
        assert_ne!(this(&one, black), this(&other, black));
        assert_ne!(this(&one, black), this(&one, Color::White));
        assert_eq!(this(&one, black), this(&game(&["C4", "E5"]), black));
        assert_eq!(this(&one, black).len(), 32);
    }

    #[test]
    fn the_ko_is_a_part_of_the_position() {
        // Black takes at F5, and White may not take back.
        let ko = game(&["D5", "E5", "E6", "F6", "E4", "F4", "A1", "G5", "F5"]);
        assert!(ko.board().ko().is_some());
        let mut passed = ko.clone();
        passed
            .play(ko.to_move(), tao_rules::board::Move::Pass)
            .unwrap();
        assert_eq!(ko.board().hash(), passed.board().hash());
        assert_ne!(this(&ko, Color::White), this(&passed, Color::White));
    }
}
