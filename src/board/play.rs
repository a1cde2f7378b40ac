//! Making a move: the hot function of the program.
//!
//! A move asks the same things of its four neighbours: whose stone, which chain, how many liberties are
//! left. So they are handled side by side, in the four lanes of a `u64` ([`lanes`](super::lanes)), and a
//! branch is left only where something happens: a merge, a capture, an atari.

use std::hint::select_unpredictable;

use super::lanes::{first_lane, lane, lanes_below, repeat};
use super::{Board, Chain, Color, Point, PointSet};

impl<const W: usize> Board<W> {
    /// Lets a turn go by: the ko may be retaken.
    #[inline(always)]
    pub fn pass(&mut self) {
        self.ko = None;
    }

    /// Plays a move already known to be legal. This is the playout fast path.
    ///
    /// An illegal move leaves the board in an unspecified but memory-safe state; debug builds panic instead.
    #[inline(always)]
    pub fn play_legal(&mut self, color: Color, point: Point<W>) {
        debug_assert!(
            self.is_legal(color, point),
            "illegal move {color} {}",
            point.coord()
        );
        self.ko = None; // every move lifts the old ban
        let code = self.neighborhood(point);
        let own = code.neighbor_lanes(color);
        let enemy = code.neighbor_lanes(!color);
        let names = self.names.around(point);

        self.neighborhoods.toggle(point, color);
        self.empty.remove(point);
        self.stones[color as usize].insert(point);
        let counts = self.take_liberty(point, names);
        let name = self.join(point, names, own);
        let weak = lanes_below(2, counts) & enemy;
        if weak != 0 {
            let captured = self.press(names, counts, weak);
            if !captured.is_empty() {
                self.capture(!color, captured);
                let is_ko =
                    own == 0 && captured.len() == 1 && self.named(name).liberties.len() == 1;
                self.ko = if is_ko { captured.first() } else { None };
            }
        }
        let chain = self.named(name);
        if chain.liberties.len() == 1 {
            self.atari |= chain.stones;
        } else if lanes_below(1, counts) & own != 0 {
            // This was a friend's last liberty, so the friend was in atari.
            self.atari &= !chain.stones;
        }
    }

    /// Takes `point` out of the liberties of its four neighbours. Returns how many each has left, in
    /// lanes; empty and border cells have slots of their own, so nothing depends on what a neighbour is.
    #[inline(always)]
    fn take_liberty(&mut self, point: Point<W>, names: u64) -> u64 {
        let mut counts = 0;
        for i in 0..4 {
            let liberties = &mut self.named_mut(lane(names, i)).liberties;
            liberties.remove(point);
            counts |= (liberties.len() as u64) << (16 * i);
        }
        counts
    }

    /// Makes the stone on `point` part of its own neighbours' chains, or a new one. Returns the chain's name.
    #[inline(always)]
    fn join(&mut self, point: Point<W>, names: u64, own: u64) -> u16 {
        let friend = lane(names, first_lane(own) & 3);
        let name = select_unpredictable(own == 0, point.number() as u16, friend);
        let liberties = PointSet::around(point) & self.empty;
        let chain = self.named_mut(name); // of a new name: empty
        chain.liberties |= liberties;
        chain.stones.insert(point);
        self.names.set(point, name);

        let mut others = (names ^ repeat(name)) & own;
        while others != 0 {
            let i = first_lane(others);
            self.merge(lane(names, i), name);
            others &= !(0xffff << (16 * i));
        }
        name
    }

    /// Adds one chain to another. The same chain may come twice.
    #[inline(always)]
    fn merge(&mut self, from: u16, into: u16) {
        let absorbed = std::mem::replace(self.named_mut(from), Chain::NONE);
        let chain = self.named_mut(into);
        chain.liberties |= absorbed.liberties;
        chain.stones |= absorbed.stones;
        self.names.rename(from, into);
    }

    /// Notes which of the `weak` enemy neighbours are in atari now; returns the stones of those without a liberty.
    #[inline(always)]
    fn press(&mut self, names: u64, counts: u64, mut weak: u64) -> PointSet<W> {
        let mut captured = PointSet::EMPTY;
        while weak != 0 {
            let i = first_lane(weak);
            let chain = self.named_mut(lane(names, i));
            if lane(counts, i) == 0 {
                captured |= chain.stones;
                *chain = Chain::NONE;
            } else {
                self.atari |= self.named(lane(names, i)).stones;
            }
            weak &= weak - 1;
        }
        captured
    }

    /// Takes stones of `color` off the board: whole chains, whose records are gone already.
    #[inline(always)]
    pub(super) fn capture(&mut self, color: Color, captured: PointSet<W>) {
        self.empty |= captured;
        self.stones[color as usize] ^= captured;
        self.atari &= !captured;
        for point in &captured {
            let captors = self.neighborhood(point).neighbor_lanes(!color);
            let names = self.names.around(point);
            for i in 0..4 {
                let is_captor = u64::from(lane(captors, i) & 1);
                self.named_mut(lane(names, i))
                    .liberties
                    .insert_bit(point, is_captor);
            }
            self.neighborhoods.toggle(point, color);
            self.names.set(point, point.number() as u16);
        }
        // Whoever was in atari next to the captured stones has one liberty more now; the chain that captured
        // is looked at again by `play_legal`.
        let mut freed = captured.neighbors() & self.atari;
        while let Some(point) = freed.first() {
            let stones = self.chain_at(point).stones;
            self.atari &= !stones;
            freed &= !stones;
        }
    }
}
