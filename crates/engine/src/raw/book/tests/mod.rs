//! Tests of whole books.

mod answers;
mod minimax;

use std::collections::BTreeSet;

use super::*;
use crate::book::position::color_at;
use tao_rules::raw::{Board, Coord, Point};

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

#[test]
fn the_book_in_the_program_can_be_read() {
    assert!(!Book::parse(BUILT_IN).unwrap().is_empty());
    assert!(BUILT_IN.len() <= 512 << 10);
}

#[test]
fn a_game_reads_the_trees_for_its_komi_alone() {
    let whole = Book::parse(BUILT_IN).unwrap();
    assert!(whole.trees().len() > 1);
    for points in [7.0, 6.0, 7.5, 3.0] {
        let read = BookSource::BuiltIn.book_for(points).unwrap();
        assert!(Arc::ptr_eq(
            &read,
            &BookSource::Automatic.book_for(points).unwrap()
        ));
        assert!(
            read.trees()
                .iter()
                .all(|tree| tree.komi().has_results_of(points))
        );
        let [tree, same] = [&whole, &*read].map(|book| book.tree_for(points));
        assert_eq!(tree.map(BookTree::len), same.map(BookTree::len), "{points}");
        assert_eq!(
            tree.and_then(BookTree::value),
            same.and_then(BookTree::value)
        );
    }
}

/// With captures, kos and several ways to the same positions.
#[test]
fn a_tree_that_is_read_is_as_one_that_grew() {
    let book = Book::parse(BUILT_IN).unwrap();
    let read = book.tree(komi(6.5)).unwrap();
    let mut grown = BookTree::new(komi(6.5));
    for position in read.positions() {
        let searched = position.searched.clone();
        grown.add(position.origin, searched).unwrap();
    }
    for (index, (read, grown)) in read.positions().iter().zip(grown.positions()).enumerate() {
        let parents = |position: &BookPosition| BTreeSet::from_iter(position.parents.clone());
        let edges = |position: &BookPosition| {
            let edges = position.edges.iter();
            edges
                .map(|edge| (edge.mv, edge.key, edge.child))
                .collect::<Vec<_>>()
        };
        assert_eq!(read.value.to_bits(), grown.value.to_bits(), "{index}");
        assert_eq!(edges(read), edges(grown), "{index}");
        assert_eq!(parents(read), parents(grown), "{index}");
    }
    // The keys of the edges do not come from the boards after them.
    for (index, position) in read.positions().iter().enumerate() {
        for edge in &position.edges {
            let mut board = read.board(index);
            board.play_legal(position.to_move(), Point::new(edge.mv.coord));
            assert_eq!(edge.key, Identity::of(&board, !position.to_move()).key);
        }
    }
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
