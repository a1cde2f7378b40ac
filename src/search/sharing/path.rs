//! Where a node is: the moves from the root, in one number.

use crate::board::{Coord, MAX_SIZE, Move};

/// Bits of a move: enough for every point of the largest board, a pass and none.
const MOVE_BITS: u32 = 9;

const MOVE_MASK: u64 = (1 << MOVE_BITS) - 1;

/// The number of a pass. That of a point is one more than its index on the largest board, and 0 is no move.
const PASS: u64 = (MAX_SIZE * MAX_SIZE) as u64 + 1;

/// The moves from the root to a node, the first in the highest bits. So a node comes before its descendants in the order of
/// paths, and no two nodes have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Path(u64);

const _: () = assert!(PASS <= MOVE_MASK && Path::MAX_MOVES as u32 * MOVE_BITS <= u64::BITS);

impl Path {
    /// The root.
    pub(super) const ROOT: Self = Self(0);

    /// Most moves of a path.
    pub(super) const MAX_MOVES: usize = 7;

    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The path with these bits; `None` if none has them.
    pub(super) fn from_bits(bits: u64) -> Option<Self> {
        let path = Self(bits);
        let moves: Vec<Move> = path.moves().collect();
        let again = moves.iter().try_fold(Self::ROOT, |path, &mv| path.then(mv));
        again.filter(|again| *again == path)
    }

    /// The path of a child; `None` after [`MAX_MOVES`](Self::MAX_MOVES).
    pub(super) fn then(self, mv: Move) -> Option<Self> {
        let number = match mv {
            Move::Play(coord) => 1 + coord.index(MAX_SIZE) as u64,
            Move::Pass => PASS,
        };
        let place = Self::shift(self.len())?;
        Some(Self(self.0 | number << place))
    }

    /// Number of moves.
    pub(super) fn len(self) -> usize {
        (0..Self::MAX_MOVES)
            .take_while(|&i| self.number(i) != 0)
            .count()
    }

    /// The moves, the first one first.
    pub(super) fn moves(self) -> impl Iterator<Item = Move> {
        (0..Self::MAX_MOVES).map_while(move |i| match self.number(i) {
            0 => None,
            PASS => Some(Move::Pass),
            number => {
                let index = number as usize - 1;
                let coord = Coord::new(index % MAX_SIZE, index / MAX_SIZE)?;
                Some(Move::Play(coord))
            }
        })
    }

    /// The path from the node that these moves lead to; `None` if it does not begin with them.
    pub(super) fn below(self, moves: &[Move]) -> Option<Self> {
        let begins = self.len() >= moves.len() && self.moves().zip(moves).all(|(a, b)| a == *b);
        begins.then(|| Self(self.0 << (MOVE_BITS * moves.len() as u32) & Self::USED))
    }

    /// The bits that a path can have.
    const USED: u64 = (1 << (MOVE_BITS * Self::MAX_MOVES as u32)) - 1;

    fn number(self, index: usize) -> u64 {
        Self::shift(index).map_or(0, |shift| self.0 >> shift & MOVE_MASK)
    }

    /// Place of a move's lowest bit.
    fn shift(index: usize) -> Option<u32> {
        let behind = (Self::MAX_MOVES - 1).checked_sub(index)?;
        Some(MOVE_BITS * behind as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Path {
        let moves = text.split_whitespace().map(|mv| mv.parse().unwrap());
        moves.fold(Path::ROOT, |path, mv| path.then(mv).unwrap())
    }

    fn text(path: Path) -> String {
        let moves: Vec<String> = path.moves().map(|mv| mv.to_string()).collect();
        moves.join(" ")
    }

    #[test]
    fn a_path_is_its_moves() {
        for moves in ["", "A1", "T19 pass pass A1", "E5 D4 E3 pass A1 B1 T1"] {
            assert_eq!(text(path(moves)), moves);
            assert_eq!(path(moves).len(), moves.split_whitespace().count());
            assert_eq!(Path::from_bits(path(moves).bits()), Some(path(moves)));
        }
        assert_eq!(path("A1 A1 A1 A1 A1 A1 A1").then(Move::Pass), None);
    }

    #[test]
    fn bits_that_no_path_has_are_refused() {
        let no_first = 1;
        let too_large = path("E5").bits() | MOVE_MASK << 45;
        for bits in [no_first, too_large, 1 << 63] {
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
        let moves = |text: &str| -> Vec<Move> { path(text).moves().collect() };
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
