//! Effects of a move on liberties.

use tao_rules::board::{Board, Chain, Color, Point, PointSet};

/// The liberties of [`chain_after`] a move.
#[inline(always)]
#[must_use]
pub fn liberties_after<const W: usize>(
    board: &Board<W>,
    color: Color,
    point: Point<W>,
) -> PointSet<W> {
    chain_after(board, color, point).liberties
}

/// The chain that a stone of `color` on `point` would belong to; meaningless for an illegal move.
#[inline(always)]
#[must_use]
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
#[must_use]
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
#[must_use]
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
            let gains = liberties_after(board, color, liberty).len() > chain.liberties.len();
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
#[must_use]
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
            if liberties == 1 || liberties_after(board, color, liberty).len() > 1 {
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
#[must_use]
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

#[cfg(test)]
mod tests {
    use super::*;
    use tao_rules::board::Point;

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
}
