//! Numbers of legal positions and of sequences of moves, against numbers from elsewhere.

use tao_rules::board::{Color, Coord};
use tao_rules::raw::{Board, Point};

#[test]
fn small_boards_have_as_many_legal_positions_as_published() {
    assert_eq!(legal_positions::<2>(2), 57);
    assert_eq!(legal_positions::<2>(3), 12_675);
    assert_eq!(legal_positions::<4>(3), 12_675);
    assert_eq!(legal_positions::<6>(3), 12_675);
}

/// Source: Tromp and Farnebäck, "Combinatorics of Go".
#[test]
#[ignore = "tries 43 million colorings: for release builds"]
fn a_4x4_board_has_24_318_165_legal_positions() {
    assert_eq!(legal_positions::<2>(4), 24_318_165);
}

/// The numbers are from an independent flood-fill program.
#[test]
fn sequences_of_moves_are_as_many_as_a_naive_program_counts() {
    for (size, counts) in [
        (2, &[5, 21, 73, 193, 493, 1_149, 2_697, 6_457][..]),
        (3, &[10, 91, 748, 5_453, 35_446, 199_207]),
        (4, &[17, 273, 4_129, 58_513]),
        (5, &[26, 651, 15_676]),
        (9, &[82, 6_643]),
    ] {
        assert_sequences::<2>(size, counts);
        assert_sequences::<4>(size, counts);
        assert_sequences::<6>(size, counts);
    }
    assert_sequences::<6>(19, &[362, 130_683]);
}

#[test]
#[ignore = "millions of moves: for release builds"]
fn long_sequences_of_moves_are_as_many_as_a_naive_program_counts() {
    assert_eq!(sequences(&Board::<2>::new(3), Color::Black, 7), 996_192);
    assert_eq!(sequences(&Board::<2>::new(4), Color::Black, 5), 775_857);
    assert_eq!(sequences(&Board::<2>::new(5), Color::Black, 4), 362_317);
    assert_eq!(sequences(&Board::<2>::new(9), Color::Black, 3), 531_604);
}

/// Number of legal positions.
fn legal_positions<const W: usize>(size: usize) -> usize {
    fn complete<const W: usize>(
        size: usize,
        stones: &mut Vec<(Color, Coord)>,
        open: &[Coord],
    ) -> usize {
        let Some((&coord, open)) = open.split_first() else {
            return usize::from(Board::<W>::set_up(size, stones.iter().copied()).is_some());
        };
        let mut count = complete::<W>(size, stones, open);
        for color in Color::BOTH {
            stones.push((color, coord));
            count += complete::<W>(size, stones, open);
            stones.pop();
        }
        count
    }
    complete::<W>(size, &mut Vec::new(), &Coord::all(size).collect::<Vec<_>>())
}

/// Compares the numbers of sequences of one, two and more moves.
fn assert_sequences<const W: usize>(size: usize, counts: &[usize]) {
    for (length, &count) in (1..).zip(counts) {
        assert_eq!(
            sequences(&Board::<W>::new(size), Color::Black, length),
            count,
            "{length} moves, size {size}"
        );
    }
}

/// Number of sequences of exactly `length` moves and passes, where passes never end the game.
fn sequences<const W: usize>(board: &Board<W>, to_move: Color, length: usize) -> usize {
    if length == 0 {
        return 1;
    }
    let mut passed = board.clone();
    passed.pass();
    let mut count = sequences(&passed, !to_move, length - 1);
    for coord in Coord::all(board.size()) {
        let mut next = board.clone();
        if next.play(to_move, Point::new(coord)).is_ok() {
            count += sequences(&next, !to_move, length - 1);
        }
    }
    count
}
