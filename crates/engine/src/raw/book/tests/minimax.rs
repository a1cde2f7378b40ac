//! Values by minimax.

use super::*;

fn assert_value(tree: &BookTree, line: &str, expected: f64) {
    let mut board: Board<2> = Board::new(SIDE);
    let mut depth = 0;
    for vertex in line.split_whitespace() {
        board
            .play(color_at(depth), Point::new(coord(vertex)))
            .unwrap();
        depth += 1;
    }
    let index = tree.find(&board, color_at(depth)).unwrap();
    let value = tree.positions[index].value;
    assert!(
        (value - expected).abs() < 1e-4,
        "`{line}`: {value}, not {expected}"
    );
}

/// Computed by hand. C3 E5 D4 and D4 E5 C3 lead to one position.
#[test]
fn a_value_is_that_of_the_best_move_by_every_way() {
    let mut tree = BookTree::new(komi(7.0));
    add(
        &mut tree,
        "",
        &[("C3", 60, 0.5), ("D4", 40, 0.47), ("G3", 5, 0.9)],
    );
    // Five visits are too few.
    assert_value(&tree, "", 0.5);
    add(&mut tree, "C3", &[("E5", 70, 0.52), ("G7", 30, 0.4)]);
    assert_value(&tree, "", 0.48);
    add(&mut tree, "D4", &[("E5", 100, 0.6)]);
    assert_value(&tree, "", 0.48);
    add(&mut tree, "C3 E5", &[("D4", 80, 0.55), ("F7", 20, 0.5)]);
    assert_value(&tree, "C3", 0.45);
    assert_value(&tree, "", 0.55);
    add(&mut tree, "D4 E5", &[("C3", 90, 0.53)]);
    assert_value(&tree, "D4", 0.47);
    add(&mut tree, "C3 E5 D4", &[("H8", 50, 0.7)]);
    // D4 is no longer the best move after C3 E5. After D4 E5, C3, which leads to the same position, is the only move.
    assert_value(&tree, "C3 E5", 0.5);
    assert_value(&tree, "D4 E5", 0.3);
    assert_value(&tree, "D4", 0.7);
    assert_value(&tree, "C3", 0.5);
    assert_value(&tree, "", 0.5);
}
