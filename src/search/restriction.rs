//! Moves that a search is told to leave out, or to look at alone, in the first moves from its root.

use crate::board::{Board, Color, Coord, Move, Point, PointSet};

/// Which moves of one side are looked at near the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The side whose moves these are.
    pub color: Color,
    /// What is to become of `moves`.
    pub kind: RestrictionKind,
    /// The moves. Those that are illegal, or no move at all for the search, mean nothing.
    pub moves: Vec<Move>,
    /// How many moves from the root on it lasts, those of both sides counted: 1 is for the moves at the root alone.
    pub depth: usize,
}

/// What a restriction does with its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestrictionKind {
    /// They are left out.
    Avoid,
    /// All others are left out. A rule of lines and distances has no say about them.
    Allow,
}

/// The moves that are closed to one side in one position. A side without any move may pass all the same.
#[derive(Clone, Debug, Default)]
pub(super) struct ExcludedMoves<const W: usize> {
    pub(super) points: PointSet<W>,
    pub(super) pass: bool,
    /// Points that are to be looked at even if no rule of the search's own would.
    pub(super) asked_for: PointSet<W>,
}

impl<const W: usize> ExcludedMoves<W> {
    /// What superko forbids.
    pub(super) fn by_rule(banned: &[Coord]) -> Self {
        Self {
            points: banned.iter().map(|&coord| Point::new(coord)).collect(),
            ..Self::default()
        }
    }

    /// Closes what the restrictions leave out of the moves of `color` on `board`, which are the `number`th from the root
    /// on, counted from 1.
    pub(super) fn restrict(
        &mut self,
        restrictions: &[Restriction],
        board: &Board<W>,
        color: Color,
        number: usize,
    ) {
        let in_force =
            |restriction: &&Restriction| restriction.color == color && number <= restriction.depth;
        for restriction in restrictions.iter().filter(in_force) {
            let names_pass = restriction.moves.contains(&Move::Pass);
            let coords = restriction.moves.iter().filter_map(|mv| mv.coord());
            let named: PointSet<W> = coords
                .filter(|coord| coord.is_on(board.size()))
                .map(Point::new)
                .collect();
            match restriction.kind {
                RestrictionKind::Avoid => {
                    self.points |= named;
                    self.pass |= names_pass;
                }
                RestrictionKind::Allow => {
                    self.points |= board.empty() & !named;
                    self.pass |= !names_pass;
                    self.asked_for |= named;
                }
            }
        }
    }
}
