//! Strategies for colors, points and moves.

use proptest::prelude::*;
use tao_rules::board::{Color, Coord, Move};

pub(crate) fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

/// A point in the square of `reach` by `reach` points at A1.
pub(crate) fn coord(reach: usize) -> impl Strategy<Value = Coord> {
    (0..reach, 0..reach).prop_map(|(column, row)| Coord::new(column, row).unwrap())
}

/// A play in that square, or sometimes a pass.
pub(crate) fn mv(reach: usize) -> impl Strategy<Value = Move> {
    prop_oneof![
        12 => coord(reach).prop_map(Move::Play),
        1 => Just(Move::Pass),
    ]
}

/// Up to `max` items with colors.
pub(crate) fn colored<T: std::fmt::Debug>(
    what: impl Strategy<Value = T>,
    max: usize,
) -> impl Strategy<Value = Vec<(Color, T)>> {
    prop::collection::vec((color(), what), 0..=max)
}
