//! UCT: a tree that grows where simulated games go well.
//!
//! [`search`] answers a [`Request`] with a [`Report`]. One simulation walks
//! down by `select`, lets `expand` grow the leaf, plays the game out and counts the result on
//! the way back. Everything that can be tuned is in [`Params`].

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

pub use keys::SetParamError;
pub use ownership::{Ownership, ownership};
pub use params::{Choice, FirstPlay, Params, PlayoutPolicy, Selection};
pub use prior::Priors;
pub use report::{RankedMove, Report};
pub use request::{Limit, Request};

use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::board::{Board, Color, Coord, Move, Point, PointSet};
use crate::candidates::{Lines, Near};
use crate::playout::{Random, Trace};
use expand::Leaf;
use node::{NodeId, Step, Tree};
use prior::Scene;

/// Playouts between two looks at the clock and at the stop sign: a fraction of a millisecond on 9x9, a few on 19x19.
const PLAYOUTS_PER_LOOK: u64 = 16;

/// Looks for the best move of a position.
#[must_use]
pub fn search(params: &Params, request: &Request<'_>) -> Report {
    match request.board.size() {
        0..=9 => Search::<2>::new(params, request).run(),
        10..=13 => Search::<4>::new(params, request).run(),
        _ => Search::<6>::new(params, request).run(),
    }
}

/// One search: the position at its root and the tree above it.
#[derive(Debug)]
struct Search<'a, const W: usize> {
    params: &'a Params,
    request: &'a Request<'a>,
    root: Board<W>,
    root_lines: Lines<W>,
    near: Near<W>,
    /// The first three lines.
    low_lines: [PointSet<W>; 3],
    tree: Tree<W>,
    rng: Random,
    trace: Trace<W>,
    // Of the simulation under way.
    board: Board<W>,
    path: Vec<NodeId>,
}

/// Where the walk down the tree has come to.
#[derive(Clone, Copy, Debug)]
struct Walk<const W: usize> {
    node: NodeId,
    color: Color,
    last: Option<Point<W>>,
    lines: Lines<W>,
    /// Passes in a row; two end the game.
    passes: usize,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(params: &'a Params, request: &'a Request<'a>) -> Self {
        let mut root: Board<W> = request.board.convert();
        // Whoever took the ko may connect there, should it be their turn again.
        if root
            .ko()
            .is_some_and(|ko| root.is_legal(request.to_move, ko))
        {
            root.pass();
        }
        let near = Near::new(root.size(), params.lines);
        Self {
            params,
            request,
            root_lines: Lines::new(&near, &root, request.move_number),
            near,
            low_lines: prior::low_lines(root.size()),
            tree: Tree::new(),
            rng: Random::new(request.seed),
            trace: Trace::default(),
            board: root.clone(),
            path: Vec::new(),
            root,
        }
    }

    fn run(mut self) -> Report {
        let start = Instant::now();
        let Limit { playouts, time } = self.request.limit;
        // A node counts its visits in 32 bits, and its wins in halves.
        let most = playouts.unwrap_or(if time.is_none() {
            self.params.playouts
        } else {
            u64::MAX
        });
        let most = most.clamp(1, u64::from(u32::MAX / 2));
        self.expand(&self.root_walk());
        let mut done = 0;
        while done < most {
            self.iterate();
            done += 1;
            if done.is_multiple_of(PLAYOUTS_PER_LOOK)
                && (self.is_stopped() || time.is_some_and(|time| start.elapsed() >= time))
            {
                break;
            }
        }
        self.report(done, start.elapsed())
    }

    fn is_stopped(&self) -> bool {
        // The sign guards no data: when it is seen is all that matters.
        let stop = self.request.stop;
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// One simulation.
    fn iterate(&mut self) {
        let end = self.descend();
        let lead = self.simulate(&end);
        self.backup(lead);
    }

    fn root_walk(&self) -> Walk<W> {
        let last = self.request.last;
        Walk {
            node: Tree::<W>::ROOT,
            color: self.request.to_move,
            last: last.and_then(Move::coord).map(Point::new),
            lines: self.root_lines,
            passes: usize::from(last == Some(Move::Pass)),
        }
    }

    /// Walks from the root to a leaf, on the way playing its moves on the board. A leaf that has been
    /// visited often enough is expanded and the walk goes on to a child.
    fn descend(&mut self) -> Walk<W> {
        self.board.clone_from(&self.root);
        self.path.clear();
        let mut walk = self.root_walk();
        loop {
            self.path.push(walk.node);
            if walk.passes == 2 {
                return walk;
            }
            let node = self.tree.node(walk.node);
            if !node.has_children()
                && node.visits >= self.params.expand_after
                && !self.tree.is_full()
            {
                self.expand(&walk);
            }
            let Some(child) = select::select(&self.tree, walk.node, self.params) else {
                return walk;
            };
            walk.node = child;
            self.follow(&mut walk);
        }
    }

    /// Plays the move that leads to the walk's node.
    fn follow(&mut self, walk: &mut Walk<W>) {
        match self.tree.node(walk.node).step {
            Step::Play(point) => {
                self.board.play_legal(walk.color, point);
                walk.lines.play(&self.near, point);
                walk.last = Some(point);
                walk.passes = 0;
            }
            Step::Pass => {
                self.board.pass();
                walk.lines.pass();
                walk.last = None;
                walk.passes += 1;
            }
        }
        walk.color = !walk.color;
    }

    /// Gives the walk's node its children.
    fn expand(&mut self, walk: &Walk<W>) {
        let leaf = Leaf {
            scene: Scene {
                board: &self.board,
                color: walk.color,
                last: walk.last,
                lines: &self.low_lines,
            },
            lines: walk.lines,
        };
        let at_root = walk.node == Tree::<W>::ROOT;
        let banned: &[Coord] = if at_root { self.request.banned } else { &[] };
        let steps = leaf.steps(self.params, &self.near, banned, &mut self.rng);
        self.tree.expand(walk.node, &steps);
    }
}

#[cfg(test)]
mod tests;
