//! Sets of points as bits, in words of 64.

use std::hint::select_unpredictable;

use super::{Coord, Point, stride};
use crate::cpu::Cpu;

/// A set of points of a board of class `W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointSet<const W: usize>([u64; W]);

impl<const W: usize> Default for PointSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> PointSet<W> {
    /// No point.
    pub const EMPTY: Self = Self([0; W]);

    /// All points of a board of this size.
    pub fn full(size: usize) -> Self {
        Coord::all(size).map(Point::new).collect()
    }

    /// The points on the first line of a board of this size.
    pub fn edge(size: usize) -> Self {
        let points = Coord::all(size).filter(|coord| coord.line(size) == 1);
        points.map(Point::new).collect()
    }

    /// The points of a rectangle with these corners, which must be on a board of this class.
    pub fn rectangle(one: Coord, other: Coord) -> Self {
        let between = |a: usize, b: usize| a.min(b)..=a.max(b);
        let (columns, rows) = (
            between(one.column(), other.column()),
            between(one.row(), other.row()),
        );
        let lowest = columns.map(|column| Point::new(Coord::at(column, *rows.start())));
        let lowest: Self = lowest.collect();
        rows.skip(1)
            .fold(lowest, |points, _| points.up(stride::<W>()) | lowest)
    }

    /// A set of this point alone.
    #[inline(always)]
    pub fn only(point: Point<W>) -> Self {
        let mut set = Self::EMPTY;
        set.insert(point);
        set
    }

    #[inline(always)]
    fn word_and_bit(point: Point<W>) -> (usize, u64) {
        (point.number() / 64, 1 << (point.number() % 64))
    }

    /// Adds a point.
    #[inline(always)]
    pub fn insert(&mut self, point: Point<W>) {
        let (word, bit) = Self::word_and_bit(point);
        self.0[word] |= bit;
    }

    /// Adds a point if `bit` is 1 and nothing if it is 0, without a branch.
    #[inline(always)]
    pub(super) fn insert_bit(&mut self, point: Point<W>, bit: u64) {
        self.0[point.number() / 64] |= bit << (point.number() % 64);
    }

    /// Removes a point if it is in the set.
    #[inline(always)]
    pub fn remove(&mut self, point: Point<W>) {
        let (word, bit) = Self::word_and_bit(point);
        self.0[word] &= !bit;
    }

    /// Whether the point is in the set.
    #[inline(always)]
    pub fn contains(&self, point: Point<W>) -> bool {
        let (word, bit) = Self::word_and_bit(point);
        self.0[word] & bit != 0
    }

    /// Number of points in the set.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no point is in the set.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the two sets share a point.
    #[inline(always)]
    pub fn intersects(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// The point with the lowest number.
    #[inline(always)]
    pub fn first(&self) -> Option<Point<W>> {
        if self.is_empty() {
            return None;
        }
        // From the last word to the first: two words need no branch.
        let mut number = 0;
        for (i, word) in self.0.iter().enumerate().rev() {
            let here = 64 * i + word.trailing_zeros() as usize;
            number = select_unpredictable(*word == 0, number, here);
        }
        Some(Point::from_number(number))
    }

    /// The point that has exactly `n` points of the set before it; `n` must be less than [`len`](Self::len).
    #[inline(always)]
    pub fn nth<C: Cpu>(&self, n: usize) -> Point<W> {
        let n = n as u32;
        let mut index = 0;
        let mut before = 0;
        let mut total = 0;
        for word in &self.0[..W - 1] {
            total += word.count_ones();
            let beyond = total <= n;
            index += usize::from(beyond);
            before = select_unpredictable(beyond, total, before);
        }
        Point::from_number(64 * index + C::nth_bit(self.0[index], n - before) as usize)
    }

    /// The points of the set, lowest number first.
    #[inline(always)]
    pub const fn iter(&self) -> Points<W> {
        Points(*self)
    }

    /// The set moved up by `distance` numbers (less than 64).
    #[inline(always)]
    fn up(&self, distance: usize) -> Self {
        let mut carry = 0;
        Self(self.0.map(|word| {
            let moved = word << distance | carry;
            carry = word >> (64 - distance);
            moved
        }))
    }

    #[inline(always)]
    fn down(&self, distance: usize) -> Self {
        let mut words = self.0;
        let mut carry = 0;
        for word in words.iter_mut().rev() {
            let moved = *word >> distance | carry;
            carry = *word << (64 - distance);
            *word = moved;
        }
        Self(words)
    }

    /// The points next to `point`, border numbers included.
    #[inline(always)]
    pub fn around(point: Point<W>) -> Self {
        const { &Self::neighbor_table() }.as_flattened()[point.number()]
    }

    const fn neighbor_table() -> [[Self; 64]; W] {
        let mut table = [[Self::EMPTY; 64]; W];
        let row = stride::<W>();
        let mut number = 0;
        while number < 64 * W {
            // A number below zero wraps to one that is too large for the table.
            let neighbors = [
                number + 1,
                number.wrapping_sub(1),
                number + row,
                number.wrapping_sub(row),
            ];
            let mut i = 0;
            while i < 4 {
                let neighbor = neighbors[i];
                if neighbor < 64 * W {
                    table[number / 64][number % 64].0[neighbor / 64] |= 1 << (neighbor % 64);
                }
                i += 1;
            }
            number += 1;
        }
        table
    }

    /// The points next to a point of the set, border numbers included: intersect with points on the board.
    #[inline(always)]
    pub fn neighbors(&self) -> Self {
        let row = stride::<W>();
        self.up(1) | self.down(1) | self.up(row) | self.down(row)
    }

    /// Number of two-by-two squares whose four points are all in the set.
    pub fn square_count(&self) -> usize {
        let row = stride::<W>();
        (*self & self.down(1) & self.down(row) & self.down(row + 1)).len()
    }

    /// The eight points around `point`, border numbers included.
    #[inline(always)]
    pub fn window(point: Point<W>) -> Self {
        let mut window = Self::only(point).grown();
        window.remove(point);
        window
    }

    /// The set with the eight neighbors of each of its points, border numbers included.
    #[inline(always)]
    pub fn grown(&self) -> Self {
        let columns = *self | self.up(stride::<W>()) | self.down(stride::<W>());
        columns | columns.up(1) | columns.down(1)
    }

    /// The points of `area` that are connected to the set, whose points must be in `area`.
    pub fn flood(&self, area: &Self) -> Self {
        let mut reached = *self;
        loop {
            let next = (reached | reached.neighbors()) & *area;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The connected parts of the set.
    pub fn regions(self) -> impl Iterator<Item = Self> {
        let mut left = self;
        std::iter::from_fn(move || {
            let region = Self::only(left.first()?).flood(&self);
            left &= !region;
            Some(region)
        })
    }

    /// The four points diagonal to `point`, border numbers included.
    #[inline(always)]
    pub fn diagonal(point: Point<W>) -> Self {
        let [a, b, c, d] = Self::only(point).diagonals();
        a | b | c | d
    }

    /// The set moved by one row and one column, in the four directions.
    #[inline(always)]
    pub(super) fn diagonals(&self) -> [Self; 4] {
        let row = stride::<W>();
        [
            self.up(row + 1),
            self.up(row - 1),
            self.down(row + 1),
            self.down(row - 1),
        ]
    }
}

/// Iterator over the points of a [`PointSet`].
#[derive(Clone, Debug)]
pub struct Points<const W: usize>(PointSet<W>);

impl<const W: usize> Iterator for Points<W> {
    type Item = Point<W>;

    #[inline(always)]
    fn next(&mut self) -> Option<Point<W>> {
        let first = self.0.first()?;
        self.0.remove(first);
        Some(first)
    }
}

impl<const W: usize> IntoIterator for &PointSet<W> {
    type Item = Point<W>;
    type IntoIter = Points<W>;

    #[inline(always)]
    fn into_iter(self) -> Points<W> {
        self.iter()
    }
}

impl<const W: usize> FromIterator<Point<W>> for PointSet<W> {
    fn from_iter<I: IntoIterator<Item = Point<W>>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

macro_rules! impl_operator {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident, $symbol:tt) => {
        impl<const W: usize> std::ops::$assign for PointSet<W> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    *word $symbol other;
                }
            }
        }

        impl<const W: usize> std::ops::$operator for PointSet<W> {
            type Output = Self;

            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                std::ops::$assign::$assign_method(&mut self, other);
                self
            }
        }
    };
}

impl_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &=);
impl_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |=);
impl_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^=);

impl<const W: usize> std::ops::Not for PointSet<W> {
    type Output = Self;

    /// The points that are not in the set, border numbers included.
    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}
