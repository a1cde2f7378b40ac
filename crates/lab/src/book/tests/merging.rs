//! Merging of two books.

use super::*;
use tao_rules::board::Symmetry;

#[test]
fn all_positions_of_both_books_are_there() {
    let mut one = grown(40);
    let mut other = Book::default();
    grow(other.tree_mut(komi(7.0)), 60);
    grow(other.tree_mut(komi(6.5)), 10);
    merge(&mut one, &other);
    // Of the two trees of komi 7, the smaller one is the beginning of the larger one.
    let sizes: Vec<usize> = one.trees().iter().map(BookTree::len).collect();
    assert_eq!(sizes, [60, 40, 10]);
    assert_eq!(Book::parse(&to_bytes(&one)).unwrap().len(), 110);
    let before = to_bytes(&one);
    merge(&mut one, &other);
    assert_eq!(to_bytes(&one), before);
}

#[test]
fn the_larger_search_stays_in_any_orientation() {
    for symmetry in Symmetry::all() {
        let turned = |vertex: &str| symmetry.apply(coord(vertex), SIDE).to_string();
        let mut small = Book::default();
        let tree = small.tree_mut(komi(7.0));
        add(tree, "", &[("C4", 40, 0.5), ("E5", 30, 0.45)]);
        add(tree, "C4", &[("F5", 40, 0.5)]);
        add(tree, "C4 F5", &[("G3", 9, 0.5)]);
        let mut large = Book::default();
        let tree = large.tree_mut(komi(7.0));
        add(tree, "", &[(&turned("C4"), 10, 0.4)]);
        add(
            tree,
            &turned("C4"),
            &[(&turned("F5"), 400, 0.6), (&turned("D7"), 100, 0.7)],
        );
        for [first, second] in [[&small, &large], [&large, &small]] {
            let mut merged = first.clone();
            merge(&mut merged, second);
            let tree = merged.tree(komi(7.0)).unwrap();
            let visits: Vec<u32> = tree
                .positions()
                .iter()
                .map(|position| position.searched.visits)
                .collect();
            assert_eq!(visits, [70, 500, 9]);
            assert!(
                (tree.value().unwrap() - 0.45).abs() < 1e-4,
                "{:?}",
                tree.value()
            );
        }
    }
}
