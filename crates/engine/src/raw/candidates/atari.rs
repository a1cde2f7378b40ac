//! Chains with one or two liberties: captures, rescues, attacks and defenses.

use super::tactics::chain_after;
use tao_rules::raw::{Board, Chain, Color, Point, PointSet};

const SAFE_LIBERTIES: usize = 3;

/// Moves that rescue own chains at `own` from atari, by capture or extension to two liberties, or capture `enemies`.
#[inline(always)]
pub fn answers<const W: usize>(
    board: &Board<W>,
    color: Color,
    own: PointSet<W>,
    enemies: PointSet<W>,
) -> PointSet<W> {
    let mut moves = captures_of(board, color, enemies & board.in_atari());
    for chain in board.chains(own & board.in_atari()) {
        moves |= captures_beside(board, color, chain);
        for liberty in &chain.liberties {
            if chain_after(board, color, liberty).liberties.len() >= 2 {
                moves.insert(liberty);
            }
        }
    }
    moves
}

/// The legal moves of `color` that capture a chain of these enemy stones, all of which must be in atari.
#[inline(always)]
pub fn captures_of<const W: usize>(
    board: &Board<W>,
    color: Color,
    victims: PointSet<W>,
) -> PointSet<W> {
    let mut moves = PointSet::EMPTY;
    for chain in board.chains(victims) {
        moves |= chain.liberties;
    }
    if let Some(ko) = board.ko()
        && !board.is_legal(color, ko)
    {
        moves.remove(ko);
    }
    moves
}

#[inline(always)]
fn captures_beside<const W: usize>(
    board: &Board<W>,
    color: Color,
    chain: &Chain<W>,
) -> PointSet<W> {
    let in_atari = chain.stones.neighbors() & board.stones(!color) & board.in_atari();
    captures_of(board, color, in_atari)
}

/// Moves, other than self-ataris, that put enemy chains at `stones` with two liberties in atari. If some of them leave the
/// chain no escape, only those are returned. Skips chains that can capture a neighbor, and ataris after which the chain can
/// extend to three liberties.
#[inline(always)]
pub fn ataris<const W: usize>(board: &Board<W>, color: Color, stones: PointSet<W>) -> PointSet<W> {
    let mut decisive = PointSet::EMPTY;
    let mut others = PointSet::EMPTY;
    let own_in_atari = board.stones(color) & board.in_atari();
    for chain in board.chains(stones & board.stones(!color) & !board.in_atari()) {
        let has_capture = || chain.stones.neighbors().intersects(&own_in_atari);
        if chain.liberties.len() != 2 || has_capture() {
            continue;
        }
        for point in &chain.liberties {
            if is_safe(board, color, point) {
                match liberties_after_atari(board, !color, chain, point) {
                    0 | 1 => decisive.insert(point),
                    2 => others.insert(point),
                    _ => {}
                }
            }
        }
    }
    if decisive.is_empty() {
        others
    } else {
        decisive
    }
}

/// Moves that defend own chains at `stones` with two liberties that could not extend to three after an atari: extensions to at
/// least three liberties, and captures of a neighbor.
#[inline(always)]
pub fn defenses<const W: usize>(
    board: &Board<W>,
    color: Color,
    stones: PointSet<W>,
) -> PointSet<W> {
    let mut moves = PointSet::EMPTY;
    for chain in board.chains(stones & board.stones(color) & !board.in_atari()) {
        let is_threatened = chain.liberties.len() == 2
            && chain.liberties.iter().any(|point| {
                liberties_after_atari(board, color, chain, point) < SAFE_LIBERTIES
                    && is_safe(board, !color, point)
            });
        if !is_threatened {
            continue;
        }
        moves |= captures_beside(board, color, chain);
        for point in &chain.liberties {
            if !board.is_eye(color, point)
                && chain_after(board, color, point).liberties.len() >= SAFE_LIBERTIES
            {
                moves.insert(point);
            }
        }
    }
    moves
}

/// Number of liberties that a chain of `owner` with two liberties has after an enemy stone on one of them, `attack`, and an own
/// stone on the other.
#[inline(always)]
pub fn liberties_after_atari<const W: usize>(
    board: &Board<W>,
    owner: Color,
    chain: &Chain<W>,
    attack: Point<W>,
) -> usize {
    let mut extension = chain.liberties;
    extension.remove(attack);
    let mut liberties = extension.first().map_or(PointSet::EMPTY, |point| {
        chain_after(board, owner, point).liberties
    });
    liberties.remove(attack);
    liberties.len()
}

#[inline(always)]
fn is_safe<const W: usize>(board: &Board<W>, color: Color, point: Point<W>) -> bool {
    board.is_legal(color, point) && chain_after(board, color, point).liberties.len() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves that `rule` finds for Black on this 5x5 board.
    fn found(
        text: &str,
        rule: impl Fn(&Board<2>, Color, PointSet<2>) -> PointSet<2>,
    ) -> Vec<String> {
        let board = text.parse().unwrap();
        let moves = rule(&board, Color::Black, PointSet::full(5));
        moves
            .iter()
            .map(|point| point.coord().to_string())
            .collect()
    }

    fn all_answers(board: &Board<2>, color: Color, all: PointSet<2>) -> PointSet<2> {
        answers(
            board,
            color,
            all & board.stones(color),
            all & board.stones(!color),
        )
    }

    #[test]
    fn an_atari_is_answered_by_extension_and_by_capture() {
        let board = "
            . . . . .
            X O . . .
            O X . . .
            . O . . .
            . . . . .";
        // C3 extends, and A2 captures A3.
        assert_eq!(found(board, all_answers), ["A2", "C3"]);
    }

    #[test]
    fn an_extension_into_another_atari_is_no_answer() {
        let board = "
            . . . . .
            . . . . .
            . O . . .
            O X O . .
            . . O . .";
        assert_eq!(found(board, all_answers), [""; 0]);
    }

    #[test]
    fn a_capture_that_retakes_the_ko_is_no_answer() {
        let text = "
            . . . . .
            . O X . .
            O . O X .
            . O X . .
            . . . . .";
        let mut board: Board<2> = text.parse().unwrap();
        let point = |vertex: &str| Point::new(vertex.parse().unwrap());
        board.play(Color::Black, point("B3")).unwrap(); // takes C3
        let victims = PointSet::only(point("B3"));
        assert_eq!(board.ko(), Some(point("C3")));
        assert!(captures_of(&board, Color::White, victims).is_empty());
        board.pass();
        assert_eq!(
            captures_of(&board, Color::White, victims),
            PointSet::only(point("C3"))
        );
    }

    #[test]
    fn an_atari_comes_from_the_side_that_leaves_no_way_out() {
        // White's C1 can run to B1 or D1. From D1 it is stopped: B1 has no more room.
        let board = "
            . . . . .
            . . . . .
            . . X . .
            X X X . .
            . . O . .";
        assert_eq!(found(board, ataris), ["D1"]);
    }

    #[test]
    fn an_atari_that_lets_the_chain_escape_is_not_played() {
        let board = "
            . . . . .
            . X . . .
            X O . . .
            . . . . .
            . . . . .";
        assert_eq!(found(board, ataris), [""; 0]);
    }

    #[test]
    fn a_chain_with_two_liberties_is_defended_when_an_atari_would_catch_it() {
        // White threatens D1.
        let board = "
            . . . . .
            . . . . .
            . . O O .
            O O O . .
            . . X . .";
        assert_eq!(found(board, defenses), ["D1"]);
        let free = "
            . . . . .
            . O . . .
            O X . . .
            . . . . .
            . . . . .";
        assert_eq!(found(free, defenses), [""; 0]);
    }
}
