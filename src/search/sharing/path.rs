//! Where a node is: the moves from the root, in one number.

#[cfg(test)]
use crate::board::Coord;
use crate::board::{MAX_SIZE, Move};

/// Bits of a step: enough for every point of the largest board, a pass and none.
const STEP_BITS: u32 = 9;

const STEP_MASK: u64 = (1 << STEP_BITS) - 1;

/// A move as a number: one more than the point's index on the largest board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step(u16);

impl Step {
    const PASS: Self = Self((MAX_SIZE * MAX_SIZE) as u16 + 1);

    /// One more than the largest number.
    pub(super) const COUNT: usize = Self::PASS.0 as usize + 1;

    pub(super) fn of(mv: Move) -> Self {
        match mv {
            Move::Play(coord) => Self(1 + coord.index(MAX_SIZE) as u16),
            Move::Pass => Self::PASS,
        }
    }

    pub(super) const fn number(self) -> u16 {
        self.0
    }

    /// The step with this number; `None` if none has it.
    pub(super) fn from_number(number: u64) -> Option<Self> {
        let number = u16::try_from(number).ok()?;
        (1..=Self::PASS.0).contains(&number).then_some(Self(number))
    }

    #[cfg(test)]
    pub(super) fn to_move(self) -> Move {
        if self == Self::PASS {
            return Move::Pass;
        }
        let index = usize::from(self.0) - 1;
        Move::Play(Coord::new(index % MAX_SIZE, index / MAX_SIZE).unwrap())
    }
}

/// The moves from the root to a node, the first in the highest bits. So a node comes before its descendants in the order of
/// paths, and no two nodes have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Path(u128);

const _: () =
    assert!(Step::COUNT as u64 <= STEP_MASK && Path::MAX_MOVES as u32 * STEP_BITS <= u128::BITS);

impl Path {
    /// The root.
    pub(super) const ROOT: Self = Self(0);

    /// Most moves of a path.
    pub(super) const MAX_MOVES: usize = 14;

    pub(super) const fn bits(self) -> u128 {
        self.0
    }

    /// The path with these bits; `None` if none has them.
    pub(super) fn from_bits(bits: u128) -> Option<Self> {
        let path = Self(bits);
        let mut steps = path.steps();
        let again = steps.try_fold(Self::ROOT, Self::then);
        again.filter(|again| *again == path)
    }

    /// The path of a child; `None` after [`MAX_MOVES`](Self::MAX_MOVES).
    pub(super) fn then(self, step: Step) -> Option<Self> {
        let place = Self::shift(self.len())?;
        Some(Self(self.0 | u128::from(step.number()) << place))
    }

    /// Number of moves.
    pub(super) fn len(self) -> usize {
        (0..Self::MAX_MOVES)
            .take_while(|&i| self.number(i) != 0)
            .count()
    }

    /// The moves, the first one first.
    pub(super) fn steps(self) -> impl Iterator<Item = Step> {
        (0..Self::MAX_MOVES).map_while(move |i| Step::from_number(self.number(i)))
    }

    /// The path of the parent and the move to this node; `None` for the root.
    #[cfg(test)]
    pub(super) fn split_last(self) -> Option<(Self, Step)> {
        let last = self.len().checked_sub(1)?;
        let number = self.number(last);
        let above = Self(self.0 ^ u128::from(number) << Self::shift(last)?);
        Some((above, Step::from_number(number)?))
    }

    /// The path from the node that these moves lead to; `None` if it does not begin with them.
    pub(super) fn below(self, moves: &[Step]) -> Option<Self> {
        let begins = self.len() >= moves.len() && self.steps().zip(moves).all(|(a, b)| a == *b);
        begins.then(|| Self(self.0 << (STEP_BITS * moves.len() as u32) & Self::USED))
    }

    /// The bits that a path can have.
    const USED: u128 = (1 << (STEP_BITS * Self::MAX_MOVES as u32)) - 1;

    fn number(self, index: usize) -> u64 {
        Self::shift(index).map_or(0, |shift| (self.0 >> shift) as u64 & STEP_MASK)
    }

    /// Place of a move's lowest bit.
    fn shift(index: usize) -> Option<u32> {
        let behind = (Self::MAX_MOVES - 1).checked_sub(index)?;
        Some(STEP_BITS * behind as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Path {
        let moves = text.split_whitespace().map(|mv| mv.parse().unwrap());
        moves.fold(Path::ROOT, |path, mv| path.then(Step::of(mv)).unwrap())
    }

    fn text(path: Path) -> String {
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
            assert_eq!(Path::from_bits(path(moves).bits()), Some(path(moves)));
        }
        assert_eq!(path(&longest).then(Step::PASS), None);
    }

    #[test]
    fn a_path_without_its_last_move_leads_to_the_parent() {
        for (all, above, last) in [("E5", "", "E5"), ("A1 pass B2", "A1 pass", "B2")] {
            let step = Step::of(last.parse().unwrap());
            assert_eq!(path(all).split_last(), Some((path(above), step)));
        }
        assert_eq!(Path::ROOT.split_last(), None);
    }

    #[test]
    fn bits_that_no_path_has_are_refused() {
        let no_first = 1;
        let second = Path::shift(1).unwrap();
        let too_large = path("E5").bits() | u128::from(STEP_MASK) << second;
        for bits in [no_first, too_large, 1 << 127] {
            assert_eq!(Path::from_bits(bits), None, "{bits:x}");
        }
    }

    #[test]
    fn a_node_comes_before_its_descendants() {
        let order = ["", "A1", "A1 B1", "A1 B1 C1", "A1 C1", "B1", "pass"];
        assert!(order.map(path).is_sorted());
    }

    #[test]
    fn a_path_goes_on_below_its_first_moves() {
        let moves = |text: &str| -> Vec<Step> { path(text).steps().collect() };
        assert_eq!(
            path("E5 pass C3").below(&moves("E5 pass")),
            Some(path("C3"))
        );
        assert_eq!(path("E5 pass").below(&moves("E5 pass")), Some(Path::ROOT));
        assert_eq!(path("E5").below(&[]), Some(path("E5")));
        assert_eq!(path("E5 C3").below(&moves("E5 D3")), None);
        assert_eq!(path("E5").below(&moves("E5 D3")), None);
    }
}
