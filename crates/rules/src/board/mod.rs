//! The rules of Go on a mailbox board: stones, chains, liberties, captures and simple ko; the history is in `game`.
//! Every point has a [`Neighborhood`] and a chain id, every chain its stones and exact liberties as sets of points.
//! [`Board::play_legal`], the hot function, updates them in place. A border makes every neighbor a valid index.

mod area;
mod chain;
mod chain_ids;
mod check;
mod color;
mod coord;
mod diagram;
mod eye;
pub mod hash;
mod lanes;
mod legal;
mod neighborhood;
mod play;
mod point;
mod point_move;
mod set;
mod set_up;
mod superko;
mod symmetry;

pub use area::Area;
pub use chain::{Chain, Chains};
pub use color::{ByColor, Color, ParseColorError};
pub use coord::{Coord, MAX_SIZE, MIN_SIZE, Move, ParseVertexError};
pub use diagram::{Diagram, ParseDiagramError};
pub use legal::IllegalPlay;
pub use neighborhood::Neighborhood;
pub use point::{Point, stride};
pub use point_move::PointMove;
pub use set::{PointSet, Points};
pub use superko::Superko;
pub use symmetry::Symmetry;

use chain_ids::{ChainId, ChainIds};
use neighborhood::Neighborhoods;

/// One position: the stones and the ko point, but not the side to move. For the board class `W` see [`Point`].
#[derive(Clone, Debug)]
pub struct Board<const W: usize> {
    size: usize,
    stones: ByColor<PointSet<W>>,
    ko: Option<Point<W>>,

    // Derived from the fields above and updated by every move; `check` compares them with recomputed ones.
    edge: PointSet<W>,
    empty: PointSet<W>,
    atari: PointSet<W>,
    neighborhoods: Neighborhoods<W>,
    chain_ids: ChainIds<W>,
    /// The chains by id; an empty chain for ids that no chain has.
    chains: [[Chain<W>; 64]; W],
}

/// The board class that holds every size from [`MIN_SIZE`] to [`MAX_SIZE`].
pub type AnyBoard = Board<6>;

/// Evaluates an expression with a constant for the smallest board class that holds this size. The search and the solver are
/// compiled for each class.
#[macro_export]
macro_rules! with_class {
    ($size:expr, $class:ident => $value:expr) => {
        match $size {
            0..=$crate::board::Board::<2>::MAX_SIZE => {
                const $class: usize = 2;
                $value
            }
            0..=$crate::board::Board::<4>::MAX_SIZE => {
                const $class: usize = 4;
                $value
            }
            _ => {
                const $class: usize = 6;
                $value
            }
        }
    };
}
pub use crate::with_class;

impl<const W: usize> Board<W> {
    /// Largest size of this board class.
    pub const MAX_SIZE: usize = stride::<W>() - 1;

    /// An empty board of `size` by `size` points.
    ///
    /// # Panics
    /// If `size` is less than [`MIN_SIZE`] or more than [`Self::MAX_SIZE`].
    #[must_use]
    pub fn new(size: usize) -> Self {
        assert!(
            (MIN_SIZE..=Self::MAX_SIZE).contains(&size),
            "no board of size {size} in this class"
        );
        Self {
            size,
            stones: ByColor::default(),
            ko: None,
            edge: PointSet::edge(size),
            empty: PointSet::full(size),
            atari: PointSet::EMPTY,
            neighborhoods: Neighborhoods::empty_board(size),
            chain_ids: ChainIds::empty_board(size),
            chains: [[Chain::EMPTY; 64]; W],
        }
    }

    /// Points along one side.
    #[inline(always)]
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// What stands on `point`.
    #[inline]
    #[must_use]
    pub fn stone(&self, point: Point<W>) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|&color| self.stones(color).contains(point))
    }

    /// The points without a stone.
    #[inline(always)]
    #[must_use]
    pub const fn empty(&self) -> PointSet<W> {
        self.empty
    }

    /// The stones of one color.
    #[inline(always)]
    #[must_use]
    pub fn stones(&self, color: Color) -> PointSet<W> {
        self.stones[color]
    }

    /// The stones of both colors.
    #[inline(always)]
    #[must_use]
    pub const fn stones_by_color(&self) -> ByColor<PointSet<W>> {
        self.stones
    }

    /// All stones, of both colors, whose chain has exactly one liberty.
    #[inline(always)]
    #[must_use]
    pub const fn in_atari(&self) -> PointSet<W> {
        self.atari
    }

    /// The eight neighbors of a point.
    #[inline(always)]
    #[must_use]
    pub fn neighborhood(&self, point: Point<W>) -> Neighborhood {
        self.neighborhoods.at(point)
    }

    /// The chain that stands on `point`, if a stone does.
    #[inline(always)]
    #[must_use]
    pub fn chain(&self, point: Point<W>) -> Option<&Chain<W>> {
        (!self.empty.contains(point)).then(|| self.chain_at(point))
    }

    /// The chain of a stone; on an empty point an empty chain.
    #[inline(always)]
    pub fn chain_at(&self, point: Point<W>) -> &Chain<W> {
        self.chain_by_id(self.chain_ids.at(point))
    }

    /// The point that simple ko forbids to retake, if any.
    #[inline(always)]
    #[must_use]
    pub const fn ko(&self) -> Option<Point<W>> {
        self.ko
    }

    #[inline(always)]
    fn chain_by_id(&self, id: ChainId) -> &Chain<W> {
        &self.chains.as_flattened()[Point::<W>::from_number(id as usize).number()]
    }

    #[inline(always)]
    fn chain_by_id_mut(&mut self, id: ChainId) -> &mut Chain<W> {
        &mut self.chains.as_flattened_mut()[Point::<W>::from_number(id as usize).number()]
    }
}

impl<const W: usize> PartialEq for Board<W> {
    fn eq(&self, other: &Self) -> bool {
        (self.size, self.stones, self.ko) == (other.size, other.stones, other.ko)
    }
}

impl<const W: usize> Eq for Board<W> {}
