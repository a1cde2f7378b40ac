//! Moves that put own stones in atari for nothing.

use super::tactics::{chain_after, is_nakade_shape};
use tao_rules::board::{Board, Chain, Color, Point, PointSet};

/// Whether a legal move captures nothing, leaves its chain with one liberty, and is no sacrifice that can work:
/// * one or two stones that put enemy stones in atari, or one stone diagonal to an own one (throw-ins);
/// * three or more stones in a [nakade shape](is_nakade_shape).
#[inline(always)]
#[must_use]
pub fn is_bad_self_atari<const W: usize>(board: &Board<W>, color: Color, point: Point<W>) -> bool {
    let around = PointSet::around(point);
    if (around & board.empty()).len() >= 2
        || around.intersects(&(board.stones(!color) & board.in_atari()))
    {
        return false;
    }
    let Chain { stones, liberties } = chain_after(board, color, point);
    if liberties.len() >= 2 {
        return false;
    }
    let puts_in_atari = || {
        let mut enemies = board.chains(stones.neighbors() & board.stones(!color));
        enemies.any(|enemy| enemy.liberties.len() == 2 && enemy.liberties.contains(point))
    };
    match stones.len() {
        1 => {
            let is_beside_own = PointSet::diagonal(point).intersects(&board.stones(color));
            !is_beside_own && !puts_in_atari()
        }
        2 => !puts_in_atari(),
        _ => !is_nakade_shape(&stones),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tao_rules::board::Diagram;

    /// Whether Black's move on the point marked `a` is bad.
    fn is_bad(text: &str) -> bool {
        let diagram: Diagram<2> = text.parse().unwrap();
        let point = diagram.labeled('a').unwrap();
        assert!(diagram.board.is_legal(Color::Black, point));
        is_bad_self_atari(&diagram.board, Color::Black, point)
    }

    #[test]
    fn stones_given_away_are_bad() {
        assert!(is_bad(
            "
            . a O . .
            O O . . .
            . . . . .
            . . . . .
            . . . . ."
        ));
        assert!(is_bad(
            "
            . . . . .
            . . . . .
            O O O O O
            X X X X O
            . a O O O"
        ));
    }

    #[test]
    fn a_capture_is_not_bad() {
        assert!(!is_bad(
            "
            . . . . .
            X . . . .
            O X . . .
            a O . . .
            . O . . ."
        ));
    }

    #[test]
    fn a_throw_in_that_gives_atari_is_not_bad() {
        assert!(!is_bad(
            "
            . . . . .
            X X X X .
            O O O X .
            a . O X .
            O O O X ."
        ));
    }

    #[test]
    fn a_nakade_is_not_bad() {
        assert!(!is_bad(
            "
            O O O O .
            O X a O .
            O X . O .
            O O O O .
            . . . . ."
        ));
    }
}
