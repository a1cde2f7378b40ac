//! Tests of whole books.

mod broken_files;
mod growth;
mod merging;

use super::*;
use tao_engine::raw::book::{
    Book, BookError, BookPosition, BookProblem, BookTree, Komi, Loaded, MAX_FILE_BYTES, SIDE,
    SearchedMove, SearchedPosition, Share, color_at,
};
use tao_rules::board::{Color, Coord};
use tao_rules::cpu::split_mix;
use tao_rules::raw::{AnyBoard, Board, Point};

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
        let leaf = next_leaf(tree, &[]).unwrap();
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
    let bytes = to_bytes(&book);
    let read = Book::parse(&bytes).unwrap();
    assert_eq!(to_bytes(&read), bytes);
    assert_eq!(read.len(), 200);
    for (tree, read) in book.trees().iter().zip(read.trees()) {
        assert_eq!(tree.komi(), read.komi());
        assert_eq!(tree.len(), read.len());
        // The file has the positions in the order of a walk.
        for (index, grown) in tree.positions().iter().enumerate() {
            let same = read.find(&tree.board(index), grown.to_move()).unwrap();
            assert_eq!(tree.line(index), read.line(same));
            let read = &read.positions()[same];
            assert_eq!(grown.searched, read.searched);
            assert_eq!(grown.value.to_bits(), read.value.to_bits());
        }
    }
    // A position takes less than 40 bytes.
    assert!(bytes.len() < 200 * 40, "{}", bytes.len());
}

#[test]
fn twins_become_one_move() {
    let mut position = searched(&[
        ("C3", 40, 0.5),
        ("G7", 20, 0.44),
        ("D4", 2, 0.4),
        ("C7", 1, 0.1),
    ]);
    let moves = std::mem::take(&mut position.moves);
    position.visits = 200;
    position.moves = moves_to_keep(&AnyBoard::new(SIDE), Color::Black, position.visits, moves);
    let kept: Vec<(Coord, u32)> = position
        .moves
        .iter()
        .map(|mv| (mv.coord, mv.visits))
        .collect();
    assert_eq!(kept, [(coord("C3"), 61), (coord("D4"), 2)]);
    let mean = (40.0 * 0.5 + 20.0 * 0.44 + 0.1) / 61.0;
    assert!((position.moves[0].win_rate.number() - mean).abs() < 1e-4);
}
