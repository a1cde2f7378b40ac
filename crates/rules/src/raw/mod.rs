//! Fast boards, for programs that try millions of moves. **Nothing here is promised**: names and results may change in any version,
//! and functions trust their arguments. Where a caller does not keep what a function asks for, it may panic or return anything,
//! though memory stays safe. [`Game`](crate::game::Game) checks everything.
//!
//! Unless a function says otherwise: a size is one that the board class holds, a point is on the board, sets of points have no
//! others, and what two boards are used for together has one size.
//!
//! The board is a mailbox: stones, chains, liberties, captures and simple ko; the history is in `game`. Every point has a
//! [`Neighborhood`] and a chain id, every chain its stones and exact liberties as sets of points. [`Board::play_legal`], the hot
//! function, updates them in place. A border makes every neighbor a valid index.

mod area;
pub mod hash;
mod life;
mod neighborhood;
mod play;
mod point;
mod set;
mod set_up;

pub use crate::board::{ByColor, Color, Coord, IllegalPlay, MAX_SIZE, MIN_SIZE, Move, Symmetry};
pub use crate::with_class;
pub use area::Area;
pub use life::Life;
pub use neighborhood::Neighborhood;
pub use point::{Point, PointMove, stride};
pub use set::{PointSet, Points};

use neighborhood::{ChainId, ChainIds, Neighborhoods};

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

/// The board class that holds every size from 2x2 to 19x19.
pub type AnyBoard = Board<6>;

/// Evaluates an expression with a constant for the smallest board class that holds this size. The search and the solver are
/// compiled for each class.
#[macro_export]
macro_rules! with_class {
    ($size:expr, $class:ident => $value:expr) => {
        match $size {
            0..=$crate::raw::Board::<2>::MAX_SIZE => {
                const $class: usize = 2;
                $value
            }
            0..=$crate::raw::Board::<4>::MAX_SIZE => {
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

impl<const W: usize> Board<W> {
    /// Largest size of this board class.
    pub const MAX_SIZE: usize = stride::<W>() - 1;

    /// An empty board of `size` by `size` points.
    ///
    /// # Panics
    /// If `size` is less than [`MIN_SIZE`] or more than [`Self::MAX_SIZE`].
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
    pub const fn size(&self) -> usize {
        self.size
    }

    /// What stands on `point`.
    #[inline]
    pub fn stone(&self, point: Point<W>) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|&color| self.stones(color).contains(point))
    }

    /// The points without a stone.
    #[inline(always)]
    pub const fn empty(&self) -> PointSet<W> {
        self.empty
    }

    /// The stones of one color.
    #[inline(always)]
    pub fn stones(&self, color: Color) -> PointSet<W> {
        self.stones[color]
    }

    /// The stones of both colors.
    #[inline(always)]
    pub const fn stones_by_color(&self) -> ByColor<PointSet<W>> {
        self.stones
    }

    /// All stones, of both colors, whose chain has exactly one liberty.
    #[inline(always)]
    pub const fn in_atari(&self) -> PointSet<W> {
        self.atari
    }

    /// The eight neighbors of a point.
    #[inline(always)]
    pub fn neighborhood(&self, point: Point<W>) -> Neighborhood {
        self.neighborhoods.at(point)
    }

    /// The chain that stands on `point`, if a stone does.
    #[inline(always)]
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

/// Solidly connected stones of one color, and the empty points next to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain<const W: usize> {
    /// The stones of the chain.
    pub stones: PointSet<W>,
    /// The empty points next to a stone of the chain.
    pub liberties: PointSet<W>,
}

impl<const W: usize> Chain<W> {
    const EMPTY: Self = Self {
        stones: PointSet::EMPTY,
        liberties: PointSet::EMPTY,
    };
}

impl<const W: usize> Board<W> {
    /// Each chain that has one of these `stones`, once. All of them must be stones, of either color; else the iterator may not end,
    /// which debug builds prevent by a panic.
    #[inline(always)]
    pub fn chains(&self, stones: PointSet<W>) -> impl Iterator<Item = &Chain<W>> {
        debug_assert!((stones & !(self.stones.0[0] | self.stones.0[1])).is_empty());
        let mut remaining = stones;
        std::iter::from_fn(move || {
            let chain = self.chain_at(remaining.first()?);
            remaining &= !chain.stones;
            Some(chain)
        })
    }

    /// Checks the incremental state against one computed from scratch. Slow: for tests and assertions.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        let full = PointSet::full(self.size);
        let ByColor([black, white]) = self.stones;
        if black.intersects(&white) || self.empty != full & !(black | white) {
            return Err("every point is empty, black or white");
        }
        let mut neighborhoods = Neighborhoods::empty_board(self.size);
        let mut atari = PointSet::EMPTY;
        for color in Color::BOTH {
            for point in &self.stones(color) {
                neighborhoods.toggle(point, color);
                let stones = PointSet::only(point).flood(&self.stones(color));
                let liberties = stones.neighbors() & self.empty;
                let chain = self.chain_at(point);
                if chain.stones != stones {
                    return Err("a chain's stones are connected and complete");
                }
                if chain.liberties != liberties || liberties.is_empty() {
                    return Err(
                        "a chain's liberties are the empty points next to it, at least one",
                    );
                }
                if liberties.len() == 1 {
                    atari.insert(point);
                }
            }
        }
        if self.edge != PointSet::edge(self.size) {
            return Err("the edge is the first line");
        }
        let mut points = full.iter();
        if points.any(|point| neighborhoods.at(point) != self.neighborhood(point)) {
            return Err("a neighborhood shows the eight neighbors");
        }
        if self.atari != atari {
            return Err("the stones in atari are those with one liberty");
        }
        self.check_empty_points()
    }

    fn check_empty_points(&self) -> Result<(), &'static str> {
        for point in &self.empty {
            if usize::from(self.chain_ids.at(point)) != point.number() {
                return Err("the chain id of an empty point is its number");
            }
            if *self.chain_at(point) != Chain::EMPTY {
                return Err("the record of an id without a chain is empty");
            }
        }
        if self.ko.is_some_and(|ko| !self.is_ko(ko)) {
            return Err(
                "the ko point is empty, among stones of one color, next to a lone stone in atari",
            );
        }
        Ok(())
    }

    /// Whether a lone stone may have captured a single stone on this point and could be retaken.
    fn is_ko(&self, point: Point<W>) -> bool {
        let around = PointSet::around(point);
        let lone_captor = |color| {
            let captors = around & self.stones(color) & self.atari;
            captors
                .iter()
                .any(|captor| self.chain_at(captor).stones.len() == 1)
        };
        let only = |color: Color| !around.intersects(&(self.empty | self.stones(!color)));
        self.empty.contains(point)
            && Color::BOTH
                .into_iter()
                .any(|color| only(color) && lone_captor(color))
    }
}
