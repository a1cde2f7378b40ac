//! Vital points: the middle of a small eye, which decides whether it becomes two.

use super::tactics::is_nakade_shape;
use tao_rules::board::{Board, Color, Point, PointSet};

const EYE_SIZES: std::ops::RangeInclusive<usize> = 3..=6;

/// The vital points of eyes beside `last`, whoever owns them.
#[inline(always)]
#[must_use]
pub fn vital_points<const W: usize>(board: &Board<W>, last: Point<W>) -> PointSet<W> {
    let mut moves = PointSet::EMPTY;
    let mut remaining = PointSet::around(last) & board.empty();
    while let Some(start) = remaining.first() {
        remaining.remove(start);
        if let Some(eye) = eye_around(board, start) {
            remaining &= !eye;
            if EYE_SIZES.contains(&eye.len()) && is_nakade_shape(&eye) {
                moves |= middle(&eye);
            }
        }
    }
    moves
}

/// The empty points connected to `start`, if they are few and surrounded by stones of one color.
#[inline(always)]
fn eye_around<const W: usize>(board: &Board<W>, start: Point<W>) -> Option<PointSet<W>> {
    let mut eye = PointSet::only(start);
    loop {
        let border = eye.neighbors();
        let is_shared = border.intersects(&board.stones(Color::Black))
            && border.intersects(&board.stones(Color::White));
        let grown = eye | (border & board.empty());
        if is_shared || grown.len() > *EYE_SIZES.end() {
            return None;
        }
        if grown == eye {
            return Some(eye);
        }
        eye = grown;
    }
}

#[inline(always)]
fn middle<const W: usize>(eye: &PointSet<W>) -> PointSet<W> {
    let mut most = 0;
    let mut middle = PointSet::EMPTY;
    for point in eye {
        let neighbors = (PointSet::around(point) & *eye).len();
        if neighbors > most {
            most = neighbors;
            middle = PointSet::EMPTY;
        }
        if neighbors == most {
            middle.insert(point);
        }
    }
    middle
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vital points beside the stone on `last`.
    fn vital(text: &str, last: &str) -> Vec<String> {
        let board: Board<2> = text.parse().unwrap();
        let points = vital_points(&board, Point::new(last.parse().unwrap()));
        points
            .iter()
            .map(|point| point.coord().to_string())
            .collect()
    }

    const EYES: &str = "
        . . . X . . .
        X X X X . . .
        O O O X X X X
        . . O O O O O
        . . O . . . .
        O O O . O O .
        X . . . O . .";

    #[test]
    fn the_middle_of_three_in_a_row_is_vital() {
        assert_eq!(vital(EYES, "D7"), ["B7"]);
    }

    #[test]
    fn every_point_of_a_square_is_vital() {
        assert_eq!(vital(EYES, "C4"), ["A3", "B3", "A4", "B4"]);
    }

    #[test]
    fn large_and_shared_spaces_have_no_vital_point() {
        assert_eq!(vital(EYES, "E4"), [""; 0]); // the corner of eleven points
        assert_eq!(vital(EYES, "A1"), [""; 0]);
        assert_eq!(vital(EYES, "D6"), [""; 0]);
    }
}
