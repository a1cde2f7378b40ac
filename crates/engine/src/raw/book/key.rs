//! Keys of a book's positions. They depend on stones, side to move and ko, but not on the orientation.

use std::sync::LazyLock;

use super::SIDE;
use tao_rules::cpu::split_mix;
use tao_rules::raw::hash::key;
use tao_rules::raw::{Board, ByColor, Color, Coord, Point, Symmetry};

/// Seeds of the hashes of ko and side to move.
const KO: u64 = 1;
const WHITE: u64 = 2;

/// The hashes of the stones of a position, by the index of the symmetry that is applied to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hashes([u64; 8]);

impl Hashes {
    /// The hashes of the stones on a board.
    pub(super) fn of<const W: usize>(board: &Board<W>) -> Self {
        let stones = board.all_stones();
        stones.fold(Self([0; 8]), |hashes, (color, coord)| {
            hashes.with(color, coord)
        })
    }

    /// The hashes with another stone.
    pub(super) fn with(mut self, color: Color, coord: Coord) -> Self {
        /// The eight hashes of a single stone, by its color and the index of its point.
        static STONES: LazyLock<ByColor<Vec<[u64; 8]>>> = LazyLock::new(|| {
            ByColor::from_fn(|color| {
                let images = |coord: Coord| Symmetry::all().map(|turn| turn.apply(coord, SIDE));
                let hash = |image| key(color, Point::<2>::new(image));
                Coord::all(SIDE)
                    .map(|coord| images(coord).map(hash))
                    .collect()
            })
        });
        let stone = &STONES[color][coord.index(SIDE)];
        for (hash, stone) in self.0.iter_mut().zip(stone) {
            *hash ^= stone;
        }
        self
    }

    /// The identity of the position with these stones.
    pub(super) fn identity(mut self, ko: Option<Coord>, to_move: Color) -> Identity {
        for (symmetry, hash) in Symmetry::all().into_iter().zip(&mut self.0) {
            if to_move == Color::White {
                *hash ^= split_mix(WHITE, 0);
            }
            if let Some(ko) = ko {
                *hash ^= split_mix(KO, symmetry.apply(ko, SIDE).index(SIDE) as u64);
            }
        }
        let smallest = self.0.into_iter().fold(u64::MAX, u64::min);
        let views = (0..8).filter(|&index| self.0[index] == smallest);
        Identity {
            key: smallest,
            views: views.map(|index| 1 << index).sum(),
        }
    }
}

/// A position in the orientation with the smallest of its eight hashes.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// The smallest hash.
    pub key: u64,
    /// By the index of a symmetry, whether it turns the position into that orientation.
    views: u8,
}

impl Identity {
    /// The identity of a position on a board of [`SIDE`].
    pub fn of<const W: usize>(board: &Board<W>, to_move: Color) -> Self {
        Hashes::of(board).identity(board.ko().map(Point::coord), to_move)
    }

    /// The symmetries that turn the position into the orientation of the key: more than one if the position is symmetric.
    pub(super) fn views(self) -> impl Iterator<Item = Symmetry> + Clone {
        let all = Symmetry::all().into_iter();
        all.filter(move |symmetry| self.views >> symmetry.index() & 1 == 1)
    }

    /// The first of the views, the same for the same position.
    pub(super) const fn view(self) -> Symmetry {
        Symmetry::all()[self.views.trailing_zeros() as usize & 7]
    }
}

/// Turns points of one orientation of a position into those of another.
#[derive(Clone, Copy, Debug)]
pub struct Reorientation {
    /// The view of the orientation to turn from.
    pub(super) from: Symmetry,
    /// The view of the orientation to turn to.
    pub(super) to: Symmetry,
}

impl Reorientation {
    /// Turns points back.
    pub const fn inverse(self) -> Self {
        Self {
            from: self.to,
            to: self.from,
        }
    }

    /// The same point in the other orientation.
    pub fn apply(self, coord: Coord) -> Coord {
        let canonical = self.from.apply(coord, SIDE);
        self.to.inverse().apply(canonical, SIDE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White takes a ko at the end.
    const KO_TAKEN: &str = "D4 F5 E3 F3 E5 G4 F4 E4";

    fn after(moves: &str, symmetry: Symmetry) -> Board<2> {
        let mut board = Board::new(9);
        let colors = Color::BOTH.into_iter().cycle();
        for (color, vertex) in colors.zip(moves.split(' ')) {
            let coord = symmetry.apply(vertex.parse().unwrap(), 9);
            board.play(color, Point::new(coord)).unwrap();
        }
        board
    }

    #[test]
    fn eight_orientations_have_one_key() {
        let known = Identity::of(&after(KO_TAKEN, Symmetry::all()[0]), Color::Black);
        assert_eq!(known.views().count(), 1);
        for symmetry in Symmetry::all() {
            let turned = Identity::of(&after(KO_TAKEN, symmetry), Color::Black);
            assert_eq!(turned.key, known.key);
            let turn = Reorientation {
                from: known.view(),
                to: turned.view(),
            };
            let coord = "B7".parse().unwrap();
            assert_eq!(turn.apply(coord), symmetry.apply(coord, 9));
        }
    }

    #[test]
    fn side_to_move_and_ko_are_in_the_key() {
        let empty: Board<2> = Board::new(9);
        let [black, white] = Color::BOTH.map(|color| Identity::of(&empty, color));
        assert_ne!(black.key, white.key);
        assert_eq!(black.views().count(), 8);
        let ko = after(KO_TAKEN, Symmetry::all()[0]);
        let mut settled = ko.clone();
        settled.pass();
        let [ko, settled] = [ko, settled].map(|board| Identity::of(&board, Color::Black));
        assert_ne!(ko.key, settled.key);
    }
}
