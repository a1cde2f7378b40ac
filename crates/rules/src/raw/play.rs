//! Legal moves, and making one: the hot function of the program. It handles the four neighbors of a point side by side in the
//! 16-bit lanes of a `u64`, north, east, south, west from the low end, with branches only for merges, captures and ataris.

use std::hint::select_unpredictable;

use super::neighborhood::ChainId;
use super::{Board, ByColor, Chain, Color, IllegalPlay, Point, PointSet};

impl<const W: usize> Board<W> {
    /// Passes, which lifts the ko ban.
    #[inline(always)]
    pub fn pass(&mut self) {
        self.ko = None;
    }

    /// Plays a move that must be legal: debug builds panic otherwise, and the board is unspecified but memory-safe.
    #[inline(always)]
    pub fn play_legal(&mut self, color: Color, point: Point<W>) {
        debug_assert!(
            self.is_legal(color, point),
            "illegal move {color} {}",
            point.coord()
        );
        self.ko = None;
        let neighborhood = self.neighborhood(point);
        let own = neighborhood.neighbor_lanes(color);
        let enemy = neighborhood.neighbor_lanes(!color);
        let ids = self.chain_ids.around(point);

        self.neighborhoods.toggle(point, color);
        self.empty.remove(point);
        self.stones[color].insert(point);
        let liberty_counts = self.remove_liberty(point, ids);
        let id = self.join(point, ids, own);
        let weak = lanes_below(2, liberty_counts) & enemy;
        if weak != 0 {
            let captured = self.update_weak_neighbors(ids, liberty_counts, weak);
            if !captured.is_empty() {
                self.capture(!color, captured);
                let is_ko =
                    own == 0 && captured.len() == 1 && self.chain_by_id(id).liberties.len() == 1;
                self.ko = if is_ko { captured.first() } else { None };
            }
        }
        let chain = self.chain_by_id(id);
        if chain.liberties.len() == 1 {
            self.atari |= chain.stones;
        } else if lanes_below(1, liberty_counts) & own != 0 {
            // The point was the last liberty of an own chain, which is no longer in atari.
            self.atari &= !chain.stones;
        }
    }

    /// Removes `point` from the liberties of its four neighbors. Returns how many each has left, in lanes. Empty and
    /// border cells have chain records of their own, so nothing depends on what a neighbor is.
    #[inline(always)]
    fn remove_liberty(&mut self, point: Point<W>, ids: u64) -> u64 {
        let mut counts = 0;
        for i in 0..4 {
            let liberties = &mut self.chain_by_id_mut(lane(ids, i)).liberties;
            liberties.remove(point);
            counts |= (liberties.len() as u64) << (16 * i);
        }
        counts
    }

    /// Joins the stone on `point` with the own chains next to it, or makes it a new chain. Returns the chain's id.
    #[inline(always)]
    fn join(&mut self, point: Point<W>, ids: u64, own: u64) -> ChainId {
        let own_id = lane(ids, first_lane(own) & 3);
        let id = select_unpredictable(own == 0, point.number() as ChainId, own_id);
        let liberties = PointSet::around(point) & self.empty;
        let chain = self.chain_by_id_mut(id); // empty if the id is new
        chain.liberties |= liberties;
        chain.stones.insert(point);
        self.chain_ids.set(point, id);

        let mut others = (ids ^ splat(id)) & own;
        while others != 0 {
            let i = first_lane(others);
            self.merge(lane(ids, i), id);
            others &= !(0xffff << (16 * i));
        }
        id
    }

    /// Adds one chain to another. Merging the same chain twice is harmless.
    #[inline(always)]
    fn merge(&mut self, from: ChainId, into: ChainId) {
        let merged = self.take_chain(from);
        let chain = self.chain_by_id_mut(into);
        chain.liberties |= merged.liberties;
        chain.stones |= merged.stones;
        self.chain_ids.replace(from, into);
    }

    #[inline(always)]
    pub(super) fn take_chain(&mut self, id: ChainId) -> Chain<W> {
        std::mem::replace(self.chain_by_id_mut(id), Chain::EMPTY)
    }

    /// Updates the enemy neighbors in the lanes `weak`, which have less than two liberties: marks those with one liberty as in
    /// atari, and clears the chain records of those with none. Returns the stones of the latter, which are captured.
    #[inline(always)]
    fn update_weak_neighbors(
        &mut self,
        ids: u64,
        liberty_counts: u64,
        mut weak: u64,
    ) -> PointSet<W> {
        let mut captured = PointSet::EMPTY;
        while weak != 0 {
            let i = first_lane(weak);
            let id = lane(ids, i);
            let chain = self.chain_by_id_mut(id);
            if lane(liberty_counts, i) == 0 {
                captured |= chain.stones;
                *chain = Chain::EMPTY;
            } else {
                self.atari |= self.chain_by_id(id).stones;
            }
            weak &= weak - 1;
        }
        captured
    }

    /// Removes whole chains of `color`, whose chain records are already cleared, from the board.
    #[inline(always)]
    pub(super) fn capture(&mut self, color: Color, captured: PointSet<W>) {
        self.empty |= captured;
        self.stones[color] ^= captured;
        self.atari &= !captured;
        for point in &captured {
            let captors = self.neighborhood(point).neighbor_lanes(!color);
            let ids = self.chain_ids.around(point);
            for i in 0..4 {
                let is_captor = u64::from(lane(captors, i) & 1);
                self.chain_by_id_mut(lane(ids, i))
                    .liberties
                    .insert_bit(point, is_captor);
            }
            self.neighborhoods.toggle(point, color);
            self.chain_ids.set(point, point.number() as ChainId);
        }
        // Chains in atari next to the captured stones have gained a liberty; `play_legal` updates the capturing chain.
        let mut freed = captured.neighbors() & self.atari;
        while let Some(point) = freed.first() {
            let stones = self.chain_at(point).stones;
            self.atari &= !stones;
            freed &= !stones;
        }
    }
}

impl<const W: usize> Board<W> {
    /// Whether `color` may play on `point`: it is empty, no ko retake and no suicide.
    #[inline(always)]
    pub fn is_legal(&self, color: Color, point: Point<W>) -> bool {
        self.legality(color, point).is_ok()
    }

    /// Checks whether `color` may play on `point`. Superko is not checked.
    ///
    /// # Errors
    /// The first of occupied, ko and suicide that applies.
    #[inline(always)]
    pub fn legality(&self, color: Color, point: Point<W>) -> Result<(), IllegalPlay> {
        if !self.empty.contains(point) {
            Err(IllegalPlay::Occupied(point.coord()))
        } else if self.is_ko_retake(color, point) {
            Err(IllegalPlay::Ko(point.coord()))
        } else if self.is_suicide(color, point) {
            Err(IllegalPlay::Suicide(point.coord()))
        } else {
            Ok(())
        }
    }

    /// The points that keep a stone of `color` beside them from being suicide: empty points, own stones not in atari and enemy
    /// stones in atari.
    #[inline(always)]
    pub(super) fn liberty_sources(&self, color: Color) -> PointSet<W> {
        self.empty | (self.stones(color) ^ self.atari)
    }

    /// Whether a stone of `color` on an empty point, with the chains that it joins, would have no liberty.
    #[inline(always)]
    pub fn is_suicide(&self, color: Color, point: Point<W>) -> bool {
        !PointSet::around(point).intersects(&self.liberty_sources(color))
    }

    /// The legal moves of `color`.
    #[inline(always)]
    pub fn legal(&self, color: Color) -> PointSet<W> {
        let mut points = self.empty & self.liberty_sources(color).neighbors();
        if let Some(ko) = self.ko_retake(color) {
            points.remove(ko);
        }
        points
    }

    /// The point where only the simple ko forbids `color` to play, if any.
    #[inline(always)]
    pub fn ko_retake(&self, color: Color) -> Option<Point<W>> {
        self.ko.filter(|&ko| self.is_ko_retake(color, ko))
    }

    /// Whether a move of `color` on `point` would retake the ko. The owner of the stones around the ko point may fill it.
    #[inline(always)]
    fn is_ko_retake(&self, color: Color, point: Point<W>) -> bool {
        self.ko == Some(point) && self.neighborhood(point).neighbor_lanes(color) == 0
    }

    /// The stones by color after a stone of `color` on an empty point, which may be suicide.
    pub(crate) fn stones_after(&self, color: Color, point: Point<W>) -> ByColor<PointSet<W>> {
        debug_assert!(self.empty.contains(point), "{} is taken", point.coord());
        let around = PointSet::around(point);
        let dead = |color| {
            let chains = self.chains(around & self.stones(color));
            chains
                .filter(|chain| chain.liberties == PointSet::only(point))
                .fold(PointSet::EMPTY, |dead, chain| dead | chain.stones)
        };
        let mut stones = self.stones_by_color();
        if self.is_suicide(color, point) {
            stones[color] &= !dead(color);
        } else {
            stones[color].insert(point);
            stones[!color] &= !dead(!color);
        }
        stones
    }

    /// Plays a stone of `color`, whoever is to move.
    ///
    /// # Errors
    /// See [`legality`](Self::legality). The board is unchanged.
    ///
    /// ```
    /// use tao_rules::board::{Color, IllegalPlay};
    /// use tao_rules::raw::{Board, Point};
    ///
    /// let mut board: Board<2> = Board::new(9);
    /// let center = Point::new("E5".parse()?);
    /// assert_eq!(board.play(Color::Black, center), Ok(()));
    /// assert_eq!(board.play(Color::White, center), Err(IllegalPlay::Occupied("E5".parse()?)));
    /// # Ok::<(), tao_rules::board::ParseVertexError>(())
    /// ```
    pub fn play(&mut self, color: Color, point: Point<W>) -> Result<(), IllegalPlay> {
        self.legality(color, point)?;
        self.play_legal(color, point);
        Ok(())
    }
}

#[inline(always)]
pub(super) const fn lane(lanes: u64, i: usize) -> u16 {
    (lanes >> (16 * i)) as u16
}

/// Index of the lowest lane that is not zero; at least one must be.
#[inline(always)]
pub(super) const fn first_lane(lanes: u64) -> usize {
    (lanes.trailing_zeros() / 16) as usize
}

#[inline(always)]
pub(super) const fn splat(number: u16) -> u64 {
    number as u64 * 0x0001_0001_0001_0001
}

/// The top bit of each lane that holds less than `bound`. All lanes must be less than 2^15.
#[inline(always)]
pub(super) const fn lanes_below(bound: u16, lanes: u64) -> u64 {
    const TOP: u64 = splat(0x8000);
    !((lanes | TOP) - splat(bound)) & TOP
}
