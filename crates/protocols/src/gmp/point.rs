//! The numbers of moves: points count from one at the lower left corner, row by row; a pass is 0.

use tao_rules::board::{Coord, Move};

/// A number that is not a point on any board. GNU Go uses it for a special move; here it is a resignation, which the protocol
/// lacks.
pub(super) const RESIGNATION: u16 = 0x1ff;

pub(super) fn encode(mv: Move, size: usize) -> u16 {
    mv.coord()
        .map_or(0, |coord| (1 + coord.column() + size * coord.row()) as u16)
}

/// Returns the move with this number; `None` beyond the last point of a board of this size.
pub(super) fn decode(number: u16, size: usize) -> Option<Move> {
    let Some(index) = usize::from(number).checked_sub(1) else {
        return Some(Move::Pass);
    };
    let (row, column) = (index / size, index % size);
    (row < size).then(|| Coord::new(column, row).map(Move::Play))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use tao_rules::board::{MAX_SIZE, MIN_SIZE};

    #[test]
    fn numbers_are_those_of_cgoban_and_gnu_go() {
        for (size, vertex, expected) in [
            (9, "pass", 0),
            (9, "A1", 1),
            (9, "J1", 9),
            (9, "A2", 10),
            (9, "C3", 21),
            (9, "E5", 41),
            (9, "A9", 73),
            (9, "J9", 81),
            (19, "T1", 19),
            (19, "K10", 181),
            (19, "T19", 361),
        ] {
            assert_eq!(encode(vertex.parse().unwrap(), size), expected);
        }
    }

    #[test]
    fn every_point_has_one_number() {
        for size in MIN_SIZE..=MAX_SIZE {
            let points = Coord::all(size).map(Move::Play);
            for (expected, point) in (1..).zip(points) {
                assert_eq!(encode(point, size), expected);
                assert_eq!(decode(expected, size), Some(point));
            }
            let beyond = (size * size + 1) as u16;
            for off in [beyond, beyond + 1, RESIGNATION] {
                assert_eq!(decode(off, size), None);
            }
        }
    }
}
