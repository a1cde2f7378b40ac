//! Tests of whole books.

mod answers;
mod broken_files;
mod growth;
mod merging;
mod minimax;
mod results;
mod text;

use super::*;
use crate::book::position::color_at;
use tao_rules::board::{Board, Coord, Point};
use tao_rules::cpu::split_mix;

fn coord(vertex: &str) -> Coord {
    vertex.parse().unwrap()
}

fn komi(points: f64) -> Komi {
    Komi::new(points).unwrap()
}

/// What a search found: moves with visits and win rate.
fn searched(moves: &[(&str, u32, f64)]) -> SearchedPosition {
    let moves = moves
        .iter()
        .map(|&(vertex, visits, win_rate)| SearchedMove {
            coord: coord(vertex),
            visits,
            win_rate: Share::new(win_rate),
        });
    let moves: Vec<SearchedMove> = moves.collect();
    SearchedPosition {
        network: 7,
        visits: moves.iter().map(|mv| mv.visits).sum(),
        win_rate: moves[0].win_rate,
        tenths_ahead: -3,
        moves,
    }
}

/// Adds the position after moves such as `C3 E5`.
fn add(tree: &mut BookTree, line: &str, moves: &[(&str, u32, f64)]) {
    let line: Vec<Coord> = line.split_whitespace().map(coord).collect();
    let origin = tree.origin_of(&line).unwrap();
    tree.add(origin, searched(moves)).unwrap();
}

/// Stands in for a search: at most four moves, with win rates and visits that depend on the line alone.
fn pretended_search(line: &[Coord]) -> SearchedPosition {
    let mut board: Board<2> = Board::new(SIDE);
    let mut seed = 1;
    for (depth, &coord) in line.iter().enumerate() {
        board.play(color_at(depth), Point::new(coord)).unwrap();
        seed = split_mix(seed, coord.index(SIDE) as u64);
    }
    let to_move = color_at(line.len());
    let legal = Coord::all(SIDE).filter(|&coord| board.is_legal(to_move, Point::new(coord)));
    let legal: Vec<Coord> = legal.collect();
    let mut moves: Vec<SearchedMove> = Vec::new();
    for n in 0..4 {
        let number = split_mix(seed, n);
        // Few points, so that lines meet.
        let coord = legal[(number % 6) as usize];
        if moves.iter().all(|mv| mv.coord != coord) {
            moves.push(SearchedMove {
                coord,
                visits: 10 + (number >> 8) as u32 % 90,
                win_rate: Share::new(0.4 + (number >> 16 & 0xff) as f64 / 1275.0),
            });
        }
    }
    SearchedPosition {
        network: 7,
        visits: 400,
        win_rate: moves[0].win_rate,
        tenths_ahead: 0,
        moves,
    }
}

/// Adds positions where the tree wants them.
fn grow(tree: &mut BookTree, positions: usize) {
    while tree.len() < positions {
        let leaf = tree.next_leaf().unwrap();
        tree.add(leaf.origin, pretended_search(&leaf.line)).unwrap();
    }
}

/// A book with two trees of this many positions each.
fn grown(positions: usize) -> Book {
    let mut book = Book::default();
    for points in [7.0, -5.5] {
        grow(book.tree_mut(komi(points)), positions);
    }
    book
}

#[test]
fn a_file_has_the_whole_book() {
    let book = grown(100);
    let bytes = book.to_bytes();
    let read = Book::parse(&bytes).unwrap();
    assert_eq!(read.to_bytes(), bytes);
    assert_eq!(read.len(), 200);
    for (tree, read) in book.trees().iter().zip(read.trees()) {
        assert_eq!(tree.komi(), read.komi());
        assert_eq!(tree.len(), read.len());
        for (grown, read) in tree.positions.iter().zip(&read.positions) {
            assert_eq!(grown.origin, read.origin);
            assert_eq!(grown.searched, read.searched);
            assert_eq!(grown.value.to_bits(), read.value.to_bits());
        }
    }
    // A position takes less than 40 bytes.
    assert!(bytes.len() < 200 * 40, "{}", bytes.len());
}

#[test]
fn the_book_in_the_program_can_be_read() {
    let book = BookSource::BuiltIn.book().unwrap();
    assert!(book.to_bytes().len() <= 512 << 10);
}

#[test]
fn komis_between_two_odd_numbers_are_one() {
    for (points, alike, others) in [
        (6.5, &[5.5, 6.0, 5.001][..], &[5.0, 7.0, 7.5, -6.5][..]),
        (7.0, &[7.0], &[6.5, 7.5, 5.0, 9.0]),
        (7.5, &[8.0, 8.5], &[7.0, 9.0]),
        (-0.5, &[0.0, 0.5], &[1.0, -1.0]),
    ] {
        let known = komi(points);
        assert!(alike.iter().all(|&other| known.has_results_of(other)));
        assert!(!others.iter().any(|&other| known.has_results_of(other)));
    }
    for impossible in [7.25, 83.0, f64::NAN, f64::INFINITY] {
        assert_eq!(Komi::new(impossible), None);
    }
}
