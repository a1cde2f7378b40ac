//! Rules that suggest moves, for the tree and for playouts. In symmetric positions only one of several equal points is suggested.

pub mod atari;
mod lines;
pub mod moves;
pub mod tactics;

pub use lines::{LineRules, LineState, LineTables};

use tao_rules::raw::{Board, Point, PointSet, Symmetry};

/// Keeps one point of each set that the symmetries of the position map onto each other. Cheap without symmetry.
pub fn dedup_symmetric<const W: usize>(board: &Board<W>, points: PointSet<W>) -> PointSet<W> {
    let [_, symmetries @ ..] = Symmetry::all();
    let mut different = points;
    let symmetries = symmetries.into_iter();
    for symmetry in symmetries.filter(|&symmetry| board.is_unchanged_by(symmetry)) {
        for point in &points {
            let image = Point::new(symmetry.apply(point.coord(), board.size()));
            // Keeps the lowest point of every orbit.
            if image.number() < point.number() && points.contains(image) {
                different.remove(point);
            }
        }
    }
    different
}

#[cfg(test)]
mod tests {
    use tao_rules::board::Color;

    use super::*;

    fn distinct_count(stones: &str) -> usize {
        let stones = stones
            .split_whitespace()
            .enumerate()
            .map(|(i, vertex)| (Color::BOTH[i % 2], vertex.parse().unwrap()));
        let board: Board<2> = Board::set_up(9, stones).unwrap();
        dedup_symmetric(&board, board.empty()).len()
    }

    #[test]
    fn the_empty_board_has_six_first_moves_on_the_high_lines() {
        let board: Board<2> = Board::new(9);
        let line_tables = LineTables::new(
            9,
            LineRules::Thesis {
                first_line_after: 10,
                second_line_after: 5,
            },
        );
        let points = LineState::new(&line_tables, &board, 0).candidates(&line_tables);
        assert_eq!(dedup_symmetric(&board, points).len(), 6);
    }

    #[test]
    fn points_are_dropped_as_far_as_the_position_is_symmetric() {
        assert_eq!(distinct_count(""), 15); // the triangle of a 9x9 board
        assert_eq!(distinct_count("E5"), 14);
        assert_eq!(distinct_count("C3"), 44); // one diagonal: (81 - 9) / 2 + 9 less the stone
        assert_eq!(distinct_count("E5 E4"), 43); // one middle line: 72 / 2 + 9 less two stones
        assert_eq!(distinct_count("E5 D3"), 79); // no symmetry
        assert_eq!(distinct_count("D5 F5"), 43); // the colors differ: the middle row only, 81 points less 2 over it
    }
}
