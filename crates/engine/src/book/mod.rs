//! The opening book: searched positions of the 9x9 board, with values by minimax over all of them.
//!
//! A [`Book`] has a [`BookTree`] for each komi. A tree grows by one position at a time, which [`BookTree::next_leaf`] chooses.
//! A position is the same in all its orientations. A [`Writer`] writes the file of a book block by block, and [`Book::parse`]
//! reads it; [`Book::parse_text`] reads a book in the form for people.
//!
//! Source of the growth: T. R. Lincke, "Strategies for the Automatic Construction of Opening Books", Computers and Games 2000.

mod answer;
mod error;
mod format;
mod growth;
mod key;
mod merge;
mod position;
mod read;
mod results;
mod source;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod values;
mod write;

pub use answer::{Answer, BookMove};
pub use error::{BookError, BookProblem};
pub use format::MAX_FILE_BYTES;
pub use growth::Leaf;
pub use position::{BookPosition, SearchedMove, SearchedPosition, Share};
pub use read::Loaded;
pub use results::{CountedResults, FinishedGame};
pub use source::BookSource;
pub use text::{MAX_TEXT_BYTES, TextError, TextProblem};
pub use tree::{AddPositionError, BookTree};
pub use write::Writer;

use tao_rules::board::{AnyBoard, Color};

/// Side of the boards in a book.
pub const SIDE: usize = 9;

/// Trees of positions, one for each komi.
#[derive(Clone, Debug, Default)]
pub struct Book {
    trees: Vec<BookTree>,
}

impl Book {
    /// The trees, in the order in which they were begun.
    #[must_use]
    pub fn trees(&self) -> &[BookTree] {
        &self.trees
    }

    /// The tree of exactly this komi.
    #[must_use]
    pub fn tree(&self, komi: Komi) -> Option<&BookTree> {
        self.trees.iter().find(|tree| tree.komi() == komi)
    }

    /// The tree of exactly this komi, which is created if there is none.
    pub fn tree_mut(&mut self, komi: Komi) -> &mut BookTree {
        let known = self.trees.iter().position(|tree| tree.komi() == komi);
        let index = known.unwrap_or_else(|| {
            self.trees.push(BookTree::new(komi));
            self.trees.len() - 1
        });
        &mut self.trees[index]
    }

    /// Whether the book has a tree for games with this komi: the exact one, or one with the [same results](Komi::has_results_of).
    #[must_use]
    pub fn is_for(&self, komi: f64) -> bool {
        self.index_for(komi).is_some()
    }

    fn index_for(&self, komi: f64) -> Option<usize> {
        let exact = |tree: &BookTree| Some(tree.komi()) == Komi::new(komi);
        let alike = |tree: &BookTree| tree.komi().has_results_of(komi);
        let trees = self.trees.iter();
        let exact = trees.clone().position(exact);
        exact.or_else(|| trees.clone().position(alike))
    }

    /// What the book says about a position of a game with this komi; `None` where it does not have it. The seed picks the
    /// orientation of the answer for a symmetric position.
    ///
    /// If there is no tree of this komi, a tree of another komi with the [same results](Komi::has_results_of) answers.
    #[must_use]
    pub fn answer(&self, board: &AnyBoard, to_move: Color, komi: f64, seed: u64) -> Option<Answer> {
        let tree = &self.trees[self.index_for(komi)?];
        let mut answer = tree.answer(board, to_move, seed)?;
        let black_gains = tree.komi().points() - komi;
        answer.points_ahead += to_move.signed(black_gains);
        Some(answer)
    }
}

/// The komi of a tree: a number of half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Komi {
    half_points: i16,
}

impl Komi {
    /// A larger komi makes no difference on 81 points.
    const MAX_HALF_POINTS: u16 = 2 * 82;

    /// The komi with this number of points: `None` if it is no multiple of a half, or too large.
    #[must_use]
    pub fn new(points: f64) -> Option<Self> {
        let half_points = 2.0 * points;
        // The cast turns a number that is out of range into the nearest `i16`, which is too large for a komi as well.
        let is_whole = half_points.fract() == 0.0;
        Self::from_half_points(half_points as i16).filter(|_| is_whole)
    }

    fn from_half_points(half_points: i16) -> Option<Self> {
        let is_possible = half_points.unsigned_abs() <= Self::MAX_HALF_POINTS;
        is_possible.then_some(Self { half_points })
    }

    /// In points.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.half_points) / 2.0
    }

    /// Whether every game has the same winner with the other komi, or is drawn with both, as long as each of the 81 points has
    /// an owner at the end: then the difference of the areas is odd, so that 5.5, 6 and 6.5 give the same results, and only 7
    /// allows draws.
    #[must_use]
    pub fn has_results_of(self, komi: f64) -> bool {
        let class = |komi: f64| {
            let odd = (komi - 1.0) / 2.0;
            (odd.floor(), odd.fract() == 0.0)
        };
        class(self.points()) == class(komi)
    }
}

impl std::fmt::Display for Komi {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.points().fmt(f)
    }
}
