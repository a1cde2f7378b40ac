//! Effects of a move on liberties, moves that put own stones in atari for nothing, and vital points of eyes.

use tao_rules::raw::{Board, Chain, Color, Point, PointSet};

/// The chain that a stone of `color` on `point` would belong to; meaningless for an illegal move.
#[inline(always)]
pub fn chain_after<const W: usize>(board: &Board<W>, color: Color, point: Point<W>) -> Chain<W> {
    let around = PointSet::around(point);
    let mut stones = PointSet::only(point);
    let mut liberties = around & board.empty();
    for chain in board.chains(around & board.stones(color)) {
        stones |= chain.stones;
        liberties |= chain.liberties;
    }
    let captured = captures(board, color, point);
    if !captured.is_empty() {
        liberties |= captured & stones.neighbors();
    }
    liberties.remove(point);
    Chain { stones, liberties }
}

/// The enemy stones that a move of `color` on `point` would capture.
#[inline(always)]
pub fn captures<const W: usize>(board: &Board<W>, color: Color, point: Point<W>) -> PointSet<W> {
    let in_atari = PointSet::around(point) & board.stones(!color) & board.in_atari();
    let mut captured = PointSet::EMPTY;
    for victim in board.chains(in_atari) {
        captured |= victim.stones;
    }
    captured
}

/// Legal moves for chains of `color` at `region` with fewer than `below` liberties: extensions that gain a liberty and
/// fill no true eye, and captures of a neighbor.
#[inline(always)]
pub fn escapes<const W: usize>(
    board: &Board<W>,
    color: Color,
    region: PointSet<W>,
    below: usize,
) -> PointSet<W> {
    let mut moves = PointSet::EMPTY;
    for chain in board.chains(region & board.stones(color)) {
        if chain.liberties.len() >= below {
            continue;
        }
        let in_atari = chain.stones.neighbors() & board.stones(!color) & board.in_atari();
        for victim in board.chains(in_atari) {
            moves |= victim.liberties;
        }
        for liberty in &chain.liberties {
            let gains = chain_after(board, color, liberty).liberties.len() > chain.liberties.len();
            if gains && !board.is_eye(color, liberty) {
                moves.insert(liberty);
            }
        }
    }
    legal(board, color, moves)
}

/// Legal moves onto a liberty of enemy chains at `region` with fewer than `below` liberties: captures, and moves that
/// are no self-atari.
#[inline(always)]
pub fn attacks<const W: usize>(
    board: &Board<W>,
    color: Color,
    region: PointSet<W>,
    below: usize,
) -> PointSet<W> {
    let mut moves = PointSet::EMPTY;
    for chain in board.chains(region & board.stones(!color)) {
        let liberties = chain.liberties.len();
        if liberties >= below {
            continue;
        }
        for liberty in &chain.liberties {
            if liberties == 1 || chain_after(board, color, liberty).liberties.len() > 1 {
                moves.insert(liberty);
            }
        }
    }
    legal(board, color, moves)
}

#[inline(always)]
fn legal<const W: usize>(board: &Board<W>, color: Color, mut moves: PointSet<W>) -> PointSet<W> {
    for point in &moves.clone() {
        if !board.is_legal(color, point) {
            moves.remove(point);
        }
    }
    moves
}

/// Whether the space of these stones, once captured, is too small for two eyes if their owner plays in its middle.
/// The usual nakade: up to three stones, T and square of four, bulky and crossed five, rabbity six.
pub fn is_nakade_shape<const W: usize>(stones: &PointSet<W>) -> bool {
    let count = stones.len();
    let max_neighbors = || {
        stones
            .iter()
            .map(|stone| (PointSet::around(stone) & *stones).len())
            .max()
    };
    match count {
        0..=3 => true,
        4 => max_neighbors() == Some(3) || stones.square_count() == 1,
        5 => max_neighbors() == Some(4) || stones.square_count() == 1,
        6 => max_neighbors() == Some(4) && stones.square_count() == 1,
        _ => false,
    }
}

/// Whether a legal move captures nothing, leaves its chain with one liberty, and is no sacrifice that can work:
/// * one or two stones that put enemy stones in atari, or one stone diagonal to an own one (throw-ins);
/// * three or more stones in a [nakade shape](is_nakade_shape).
#[inline(always)]
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

const EYE_SIZES: std::ops::RangeInclusive<usize> = 3..=6;

/// The vital points of eyes beside `last`, whoever owns them.
#[inline(always)]
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
    use crate::tests::Diagram;
    use tao_rules::raw::Point;

    use super::*;

    fn read(text: &str) -> Board<2> {
        text.parse().unwrap()
    }

    fn vertices(points: PointSet<2>) -> Vec<String> {
        points
            .iter()
            .map(|point| point.coord().to_string())
            .collect()
    }

    #[test]
    fn liberties_after_a_move_count_friends_and_captures() {
        let board = read(
            "
            . . . . .
            . X O . .
            X O a . .
            . X O . .
            . . . . .",
        );
        let point = Point::new("C3".parse().unwrap());
        let Chain { stones, liberties } = chain_after(&board, Color::Black, point);
        assert_eq!(vertices(captures(&board, Color::Black, point)), ["B3"]);
        assert_eq!(vertices(stones), ["C3"]);
        assert_eq!(vertices(liberties), ["B3", "D3"]);
        let friend = Point::new("B4".parse().unwrap());
        assert_eq!(
            board.chain(friend).map(|chain| chain.liberties.len()),
            Some(2)
        );
    }

    #[test]
    fn a_chain_in_atari_escapes_by_extension_or_by_capture() {
        let board = read(
            "
            . . . . .
            O X . . .
            X O . . .
            . X . . .
            . . . . .",
        );
        // C3 extends, A2 captures A3.
        let region = PointSet::only(Point::new("B3".parse().unwrap()));
        assert_eq!(
            vertices(escapes(&board, Color::White, region, 2)),
            ["A2", "C3"]
        );
        assert_eq!(vertices(escapes(&board, Color::White, region, 0)), [""; 0]);
    }

    #[test]
    fn an_escape_fills_no_true_eye() {
        // The corner chain has two liberties; A1 would join it to the larger chain, but A1 is an eye.
        let board = read(
            "
            . . . . .
            . . . . .
            O O . . .
            X X X . .
            . X . X .",
        );
        let corner = PointSet::full(5);
        assert!(board.is_eye(Color::Black, Point::new("A1".parse().unwrap())));
        assert!(
            !escapes(&board, Color::Black, corner, 9).contains(Point::new("A1".parse().unwrap()))
        );
    }

    #[test]
    fn an_attack_captures_or_keeps_the_attacker_out_of_atari() {
        let board = read(
            "
            . . . . .
            . X . . .
            X O . . .
            . X . . .
            . . . . .",
        );
        assert_eq!(
            vertices(attacks(&board, Color::Black, PointSet::full(5), 2)),
            ["C3"]
        );
    }

    #[test]
    fn nakade_shapes_are_the_ones_that_leave_one_eye() {
        for (vertices, expected) in [
            ("B2 C2 D2", true),
            ("B2 C2 C3", true),
            ("B2 C2 D2 E2", false), // four in a row lives
            ("B2 C2 D2 C3", true),
            ("B2 C2 B3 C3", true),
            ("B2 C2 C3 D3", false), // a bent four lives
            ("B2 C2 B3 C3 D3", true),
            ("C2 B3 C3 D3 C4", true),
            ("B2 C2 D2 E2 C3", false),
            ("C2 B3 C3 D3 C4 D4", true),
            ("B2 C2 D2 B3 C3 D3", false), // a rectangle of six lives
            ("A1 B1 C1 D1 E1 F1 G1", false),
        ] {
            let stones: PointSet<2> = vertices
                .split(' ')
                .map(|vertex| Point::new(vertex.parse().unwrap()))
                .collect();
            assert_eq!(is_nakade_shape(&stones), expected, "{vertices}");
        }
    }

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
