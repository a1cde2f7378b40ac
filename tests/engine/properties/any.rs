//! Anything that may stand for a colour, a point or a move.

use proptest::prelude::*;
use tao_go::board::{Color, Coord, Move};

pub(crate) fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

/// A point near the corner A1: on boards of `reach` points and more, always on the board.
pub(crate) fn coord(reach: usize) -> impl Strategy<Value = Coord> {
    (0..reach, 0..reach).prop_map(|(column, row)| Coord::new(column, row).unwrap())
}

/// A point as above, or now and then a pass.
pub(crate) fn mv(reach: usize) -> impl Strategy<Value = Move> {
    prop_oneof![
        12 => coord(reach).prop_map(Move::Play),
        1 => Just(Move::Pass),
    ]
}

/// Points or moves with their colours.
pub(crate) fn colored<T: std::fmt::Debug>(
    what: impl Strategy<Value = T>,
    most: usize,
) -> impl Strategy<Value = Vec<(Color, T)>> {
    prop::collection::vec((color(), what), 0..=most)
}
