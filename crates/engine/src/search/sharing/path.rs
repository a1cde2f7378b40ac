//! Where a node is: the moves from the root.

use serde::{Deserialize, Serialize};

use crate::search::SharingParams;
use tao_rules::board::{MAX_SIZE, Move};

/// A move as a number: one more than the point's index on the largest board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "u16", try_from = "u16")]
pub(super) struct PathStep(u16);

impl PathStep {
    const PASS: Self = Self((MAX_SIZE * MAX_SIZE) as u16 + 1);

    /// One more than the largest number.
    pub(super) const COUNT: usize = Self::PASS.0 as usize + 1;

    pub(super) fn of(mv: Move) -> Self {
        match mv {
            Move::Play(coord) => Self(1 + coord.index(MAX_SIZE) as u16),
            Move::Pass => Self::PASS,
        }
    }

    pub(super) const fn number(self) -> usize {
        self.0 as usize
    }

    /// The step with this number; `None` if none has it.
    pub(super) fn from_number(number: u16) -> Option<Self> {
        (1..=Self::PASS.0).contains(&number).then_some(Self(number))
    }
}

impl From<PathStep> for u16 {
    fn from(step: PathStep) -> Self {
        step.0
    }
}

impl TryFrom<u16> for PathStep {
    type Error = &'static str;

    fn try_from(number: u16) -> Result<Self, Self::Error> {
        Self::from_number(number).ok_or("no move has this number")
    }
}

/// The numbers of the moves from the root to a node, padded with zeros, so that a node comes before its descendants in the
/// order of paths.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(into = "Vec<PathStep>", try_from = "Vec<PathStep>")]
pub(super) struct NodePath([u16; NodePath::MAX_MOVES]);

impl NodePath {
    /// The root.
    pub(super) const ROOT: Self = Self([0; Self::MAX_MOVES]);

    /// Most moves of a path.
    pub(super) const MAX_MOVES: usize = SharingParams::MAX_DEPTH;

    /// The path of a child; `None` after [`MAX_MOVES`](Self::MAX_MOVES).
    pub(super) fn then(mut self, step: PathStep) -> Option<Self> {
        let len = self.len();
        *self.0.get_mut(len)? = step.0;
        Some(self)
    }

    /// Number of moves.
    pub(super) fn len(self) -> usize {
        self.steps().count()
    }

    /// The moves, the first one first.
    pub(super) fn steps(self) -> impl Iterator<Item = PathStep> {
        self.0.into_iter().map_while(PathStep::from_number)
    }

    /// The path from the node that these moves lead to; `None` if it does not begin with them.
    pub(super) fn below(self, moves: &[PathStep]) -> Option<Self> {
        let mut steps = self.steps();
        let begins = moves.iter().all(|&mv| steps.next() == Some(mv));
        begins.then(|| steps.try_fold(Self::ROOT, Self::then))?
    }
}

impl From<NodePath> for Vec<PathStep> {
    fn from(path: NodePath) -> Self {
        path.steps().collect()
    }
}

impl TryFrom<Vec<PathStep>> for NodePath {
    type Error = &'static str;

    fn try_from(steps: Vec<PathStep>) -> Result<Self, Self::Error> {
        let mut steps = steps.into_iter();
        let path = steps.try_fold(Self::ROOT, Self::then);
        path.ok_or("a path with too many moves")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tao_rules::board::Coord;

    impl PathStep {
        pub fn to_move(self) -> Move {
            if self == Self::PASS {
                return Move::Pass;
            }
            let index = self.number() - 1;
            Move::Play(Coord::new(index % MAX_SIZE, index / MAX_SIZE).unwrap())
        }
    }

    impl NodePath {
        /// The path of the parent and the move to this node; `None` for the root.
        pub fn split_last(mut self) -> Option<(Self, PathStep)> {
            let last = self.len().checked_sub(1)?;
            let step = PathStep::from_number(std::mem::take(&mut self.0[last]))?;
            Some((self, step))
        }
    }

    fn path(text: &str) -> NodePath {
        let moves = text.split_whitespace().map(|mv| mv.parse().unwrap());
        moves.fold(NodePath::ROOT, |path, mv| {
            path.then(PathStep::of(mv)).unwrap()
        })
    }

    fn text(path: NodePath) -> String {
        let moves: Vec<String> = path
            .steps()
            .map(|step| step.to_move().to_string())
            .collect();
        moves.join(" ")
    }

    #[test]
    fn a_path_is_its_moves() {
        let longest = "E5 D4 E3 pass A1 B1 T1 ".repeat(2);
        for moves in ["", "A1", "T19 pass pass A1", longest.trim_end()] {
            assert_eq!(text(path(moves)), moves);
            assert_eq!(path(moves).len(), moves.split_whitespace().count());
            let steps: Vec<PathStep> = path(moves).into();
            assert_eq!(NodePath::try_from(steps), Ok(path(moves)));
        }
        assert_eq!(path(&longest).then(PathStep::PASS), None);
    }

    #[test]
    fn a_path_without_its_last_move_leads_to_the_parent() {
        for (all, above, last) in [("E5", "", "E5"), ("A1 pass B2", "A1 pass", "B2")] {
            let step = PathStep::of(last.parse().unwrap());
            assert_eq!(path(all).split_last(), Some((path(above), step)));
        }
        assert_eq!(NodePath::ROOT.split_last(), None);
    }

    #[test]
    fn numbers_that_no_path_has_are_refused() {
        let step = PathStep::of("E5".parse().unwrap());
        assert!(NodePath::try_from(vec![step; NodePath::MAX_MOVES + 1]).is_err());
        assert!(
            [0, PathStep::COUNT as u16]
                .map(PathStep::try_from)
                .iter()
                .all(Result::is_err)
        );
    }

    #[test]
    fn a_node_comes_before_its_descendants() {
        let order = ["", "A1", "A1 B1", "A1 B1 C1", "A1 C1", "B1", "pass"];
        assert!(order.map(path).is_sorted());
    }

    #[test]
    fn a_path_goes_on_below_its_first_moves() {
        let moves = |text: &str| -> Vec<PathStep> { path(text).steps().collect() };
        assert_eq!(
            path("E5 pass C3").below(&moves("E5 pass")),
            Some(path("C3"))
        );
        assert_eq!(
            path("E5 pass").below(&moves("E5 pass")),
            Some(NodePath::ROOT)
        );
        assert_eq!(path("E5").below(&[]), Some(path("E5")));
        assert_eq!(path("E5 C3").below(&moves("E5 D3")), None);
        assert_eq!(path("E5").below(&moves("E5 D3")), None);
    }
}
