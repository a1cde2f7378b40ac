mod problems;

use super::*;

const NODES: u32 = 1_000;

fn board(text: &str) -> Board<2> {
    text.parse().unwrap()
}

fn point(vertex: &str) -> Point<2> {
    Point::new(vertex.parse().unwrap())
}

fn verdict(board: &Board<2>, to_move: Color, node_limit: u32) -> Verdict<2> {
    let chains = read_chains(board, to_move, node_limit);
    chains.map(|(_, verdict)| verdict).collect()
}

/// Whether the chain of a stone with at most two liberties is captured, with this side to move; `None` if the answer takes more
/// than `NODES` positions.
fn is_captured(board: &Board<2>, stone: Point<2>, to_move: Color) -> Option<bool> {
    let mut reading = Reading::new(stone, board.stone(stone)?, NODES);
    reading.is_captured_with(board, to_move).ok()
}

/// The reader's verdict on Black's moves.
fn read(text: &str) -> Verdict<2> {
    verdict(&board(text), Color::Black, NODES)
}

/// White's two stones can run along the diagonal, and each extension gains a liberty.
const LADDER: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . X O . . . .
    . X O X . . .
    . . X . . . .
    . . . . . . .";

#[test]
fn a_ladder_works_to_the_edge() {
    let Verdict { work, fail } = read(LADDER);
    assert!(work.contains(point("C5")));
    // From D4 White runs up, to three liberties.
    assert!(fail.contains(point("D4")));
}

#[test]
fn a_stone_on_its_way_breaks_a_ladder() {
    let broken = "
        . . . . . . .
        . . . . O . .
        . . . . O . .
        . X O . . . .
        . X O X . . .
        . . X . . . .
        . . . . . . .";
    let Verdict { work, fail } = read(broken);
    assert!(!work.contains(point("C5")));
    assert!(fail.contains(point("C5")) && fail.contains(point("D4")));
}

#[test]
fn a_chain_in_atari_that_could_run_is_captured() {
    let Verdict { work, fail } = read(
        "
        . . . . .
        . X . . .
        X O . . .
        . X . . .
        . . . . .",
    );
    assert_eq!((work, fail), (PointSet::only(point("C3")), PointSet::EMPTY));
}

#[test]
fn the_extensions_of_a_dead_chain_fail() {
    let Verdict { work, fail } = read(
        "
        . . . . .
        . . . . .
        O O O . .
        X X O . .
        . . O . .",
    );
    let extensions = ["A1", "B1"].map(point).into_iter().collect();
    assert_eq!((work, fail), (PointSet::EMPTY, extensions));
}

#[test]
fn the_ko_may_not_be_retaken() {
    let mut board = board(
        "
        . . . . .
        . O X . .
        O . O X .
        . O X . .
        . . . . .",
    );
    board.play(Color::Black, point("B3")).unwrap();
    let white_captures = |board: &_| is_captured(board, point("B3"), Color::White);
    assert_eq!(white_captures(&board), Some(false));
    board.pass();
    assert_eq!(white_captures(&board), Some(true));
}

#[test]
fn a_chain_that_takes_too_long_is_given_up() {
    let ladder = board(LADDER);
    let found = verdict(&ladder, Color::Black, NODES);
    // The verdict for White to move differs.
    assert_ne!(verdict(&ladder, Color::White, NODES), found);
    let hasty = verdict(&ladder, Color::Black, 3);
    assert_eq!(hasty, Verdict::default());
}
