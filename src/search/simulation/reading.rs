//! What reading says of the moves of a node: captures and escapes that work get a prior, those that fail lose it.

use super::prior::MAX_PROBABILITY;
use super::{Prior, Worker};
use crate::candidates::reader::{Reader, Verdict};
use crate::playout::Switch;
use crate::search::report::Phase;
use crate::search::tree::{Node, NodeMove};

/// A move that fails keeps at most one part in so many of the share of one that works.
const FAILED_PART: u16 = 10;

/// When chains are read before the search goes on, and what that is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Whether they are read, at the root and at nodes with [`after`](Self::after) visits.
    pub switch: Switch,
    /// Visits of a node below the root before it is read.
    pub after: u32,
    /// Stones of the smallest chain that is read.
    pub stones: usize,
    /// Positions after which a chain is given up.
    pub nodes: u32,
    /// Won visits that a move starts with at least where it works.
    pub wins: u16,
    /// Prior probability that such a move has at least, in [0, 1].
    pub share: f64,
}

impl Reading {
    /// No reading; the figures hold where it is switched on.
    pub const OFF: Self = Self {
        switch: Switch::Off,
        after: 64,
        stones: 2,
        nodes: 500,
        wins: 40,
        share: 0.2,
    };

    /// The prior of a move that works.
    fn working(self, prior: Prior) -> Prior {
        Prior {
            probability: prior.probability.max(self.probability()),
            wins: prior.wins.max(self.wins),
        }
    }

    /// The prior of a move that fails.
    fn failing(self, prior: Prior) -> Prior {
        Prior {
            probability: prior.probability.min(self.probability() / FAILED_PART),
            wins: 0,
        }
    }

    #[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
    fn probability(self) -> u16 {
        (f64::from(MAX_PROBABILITY) * self.share).round() as u16
    }
}

impl<const W: usize> Worker<'_, W> {
    /// A reader, if the parameters ask for one.
    pub(super) fn reader(reading: Reading) -> Option<Reader<W>> {
        (reading.switch == Switch::On).then(|| Reader::new(reading.nodes))
    }

    /// Reads the current position, that of a node below the root, if it was visited often enough by now. Threads that meet
    /// here may miss it.
    pub(super) fn read_if_due(&mut self, node: &Node) {
        if self.reader.is_some()
            && node.visits() == self.search.params.reading.after
            && self.path.len() > 1
        {
            self.read(node);
        }
    }

    /// Changes the priors of a node's children by what reading says of the current position.
    pub(super) fn read(&mut self, node: &Node) {
        let reading = self.search.params.reading;
        let Some(reader) = &mut self.reader else {
            return;
        };
        let phase = self.stopwatch.enter(Phase::Read);
        let (board, color) = (&self.descent.board, self.descent.color);
        let Verdict { work, fail } = reader.read(board, color, reading.stones);
        for child in self.search.tree.children(node) {
            if let NodeMove::Play(point) = child.mv() {
                if work.contains(point) {
                    child.set_prior(reading.working(child.prior()));
                } else if fail.contains(point) {
                    child.set_prior(reading.failing(child.prior()));
                }
            }
        }
        self.stopwatch.enter(phase);
    }
}
