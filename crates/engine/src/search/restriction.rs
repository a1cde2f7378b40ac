//! Moves that a search must leave out, or to which it is limited, near its root.

use serde::{Deserialize, Serialize};

use tao_rules::board::{Board, Color, Coord, Move, Point, PointSet};

/// Restricts the moves of one side near the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restriction {
    /// The side whose moves these are.
    pub color: Color,
    /// What it does with `moves`.
    pub kind: RestrictionKind,
    /// The moves. Illegal ones are ignored.
    pub moves: Vec<Move>,
    /// Number of moves from the root, of both sides, for which the restriction holds: 1 restricts only the moves at the root.
    pub depth: usize,
}

impl Restriction {
    /// Whether `color` may make this move at the root.
    #[must_use]
    pub fn permits(&self, color: Color, mv: Move) -> bool {
        color != self.color || self.moves.contains(&mv) == (self.kind == RestrictionKind::Allow)
    }
}

/// What a restriction does with its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RestrictionKind {
    /// Leaves these moves out.
    Avoid,
    /// Leaves all other moves out. Line rules do not exclude these moves.
    Allow,
}

/// The moves that are excluded in a position. A side without any other move may still pass.
#[derive(Clone, Debug, Default)]
pub(super) struct ExcludedMoves<const W: usize> {
    pub(super) points: PointSet<W>,
    pub(super) pass: bool,
    /// Points to look at whatever the line rules say.
    pub(super) asked_for: PointSet<W>,
}

impl<const W: usize> ExcludedMoves<W> {
    pub(super) fn banned(banned: &[Coord]) -> Self {
        Self {
            points: banned.iter().map(|&coord| Point::new(coord)).collect(),
            ..Self::default()
        }
    }

    /// Excludes the moves of `color` that the restrictions leave out at this depth, which is 1 for the moves at the root.
    pub(super) fn restrict(
        &mut self,
        restrictions: &[Restriction],
        board: &Board<W>,
        color: Color,
        depth: usize,
    ) {
        let in_force =
            |restriction: &&Restriction| restriction.color == color && depth <= restriction.depth;
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
