//! UCT: a tree that grows where simulated games go well.
//!
//! [`search`] answers a [`Request`] with a [`Report`]. One simulation walks
//! down by `select`, lets `expand` grow the leaf, plays the game out and counts the result on
//! the way back. Everything that can be tuned is in [`Params`].

mod arena;
mod backup;
mod expand;
mod keys;
mod node;
mod ownership;
mod params;
mod prior;
mod report;
mod request;
mod select;
mod simulate;
mod tally;
mod tree;
mod walk;
mod worker;

pub use keys::SetParamError;
pub use ownership::{Ownership, ownership};
pub use params::{Choice, FirstPlay, Params, PlayoutPolicy, Selection};
pub use prior::Priors;
pub use report::{RankedMove, Report};
pub use request::{Limit, Request};

use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::board::PointSet;
use crate::candidates::Near;
use tree::Tree;
use walk::Walk;
use worker::Worker;

/// Playouts between two looks at the clock and at the stop sign: a fraction of a millisecond on 9x9, a few on 19x19.
const PLAYOUTS_PER_LOOK: u64 = 16;

/// Bytes in the unit of [`Params::memory`].
const MEBIBYTE: usize = 1 << 20;

/// Looks for the best move of a position.
#[must_use]
pub fn search(params: &Params, request: &Request<'_>) -> Report {
    match request.board.size() {
        0..=9 => Search::<2>::new(params, request).run(),
        10..=13 => Search::<4>::new(params, request).run(),
        _ => Search::<6>::new(params, request).run(),
    }
}

/// One search: the position at its root and the tree above it, with all that its threads share.
#[derive(Debug)]
struct Search<'a, const W: usize> {
    params: &'a Params,
    request: &'a Request<'a>,
    root: Walk<W>,
    near: Near<W>,
    /// The first three lines.
    low_lines: [PointSet<W>; 3],
    tree: Tree,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(params: &'a Params, request: &'a Request<'a>) -> Self {
        let near = Near::new(request.board.size(), params.lines);
        Self {
            params,
            request,
            root: Walk::new(request, &near),
            near,
            low_lines: prior::low_lines(request.board.size()),
            tree: Tree::new(params.memory.saturating_mul(MEBIBYTE)),
        }
    }

    fn run(self) -> Report {
        let start = Instant::now();
        let Limit { playouts, time } = self.request.limit;
        // A node counts its visits in 32 bits, and its wins in halves.
        let most = playouts.unwrap_or(if time.is_none() {
            self.params.playouts
        } else {
            u64::MAX
        });
        let most = most.clamp(1, u64::from(u32::MAX / 2));
        let mut worker = Worker::new(&self);
        worker.expand(self.tree.root());
        let mut done = 0;
        while done < most {
            worker.iterate();
            done += 1;
            if done.is_multiple_of(PLAYOUTS_PER_LOOK)
                && (self.is_stopped() || time.is_some_and(|time| start.elapsed() >= time))
            {
                break;
            }
        }
        let origins = worker.trace.origins;
        self.report(done, start.elapsed(), origins)
    }

    fn is_stopped(&self) -> bool {
        // The sign guards no data: when it is seen is all that matters.
        let stop = self.request.stop;
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests;
