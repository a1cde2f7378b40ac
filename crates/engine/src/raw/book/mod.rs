//! The opening book: searched positions of the 9x9 board, with values by minimax over all of them.
//!
//! A [`Book`] has a [`BookTree`] for each komi. A position is the same in all its orientations. [`Book::parse`] reads the file of
//! a book, and [`BookTree::add`] adds a position.

mod answer;
mod key;
mod position;
mod read;
#[cfg(test)]
mod tests;
mod tree;

pub use answer::{Answer, BookMove};
pub use key::{Identity, Reorientation};
pub use position::{BookPosition, Edge, SearchedMove, SearchedPosition, Share, color_at};
pub use read::{BookError, BookProblem, Checksum, Loaded, MAX_FILE_BYTES, format};
pub use tree::{AddPositionError, BookTree};

use std::sync::{Arc, LazyLock};

use tao_rules::raw::{AnyBoard, Color};

/// Side of the boards in a book.
pub const SIDE: usize = 9;

/// Trees of positions, one for each komi.
#[derive(Clone, Debug, Default)]
pub struct Book {
    trees: Vec<BookTree>,
}

impl Book {
    /// The trees, in the order in which they were begun.
    pub fn trees(&self) -> &[BookTree] {
        &self.trees
    }

    /// The tree of exactly this komi.
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

    /// The number of positions of all trees.
    pub fn len(&self) -> usize {
        self.trees.iter().map(BookTree::len).sum()
    }

    /// Whether no tree has a position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tree for games with this komi: the exact one, or one with the [same results](Komi::has_results_of).
    pub fn tree_for(&self, komi: f64) -> Option<&BookTree> {
        let mut trees = self.trees.iter();
        let exact = Komi::new(komi).and_then(|komi| self.tree(komi));
        exact.or_else(|| trees.find(|tree| tree.komi().has_results_of(komi)))
    }

    /// What the book says about a position of a game with this komi; `None` where it does not have it. The seed picks the
    /// orientation of the answer for a symmetric position.
    ///
    /// If there is no tree of this komi, a tree of another komi with the [same results](Komi::has_results_of) answers.
    pub fn answer(&self, board: &AnyBoard, to_move: Color, komi: f64, seed: u64) -> Option<Answer> {
        let tree = self.tree_for(komi)?;
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
    pub fn new(points: f64) -> Option<Self> {
        let half_points = 2.0 * points;
        // The cast turns a number that is out of range into the nearest `i16`, which is too large for a komi as well.
        let is_whole = half_points.fract() == 0.0;
        Self::from_half_points(half_points as i16).filter(|_| is_whole)
    }

    /// The komi with this number of half points: `None` if it is too large.
    pub fn from_half_points(half_points: i16) -> Option<Self> {
        let is_possible = half_points.unsigned_abs() <= Self::MAX_HALF_POINTS;
        is_possible.then_some(Self { half_points })
    }

    /// In half points.
    pub const fn half_points(self) -> i16 {
        self.half_points
    }

    /// In points.
    pub fn points(self) -> f64 {
        f64::from(self.half_points) / 2.0
    }

    /// Whether every game has the same winner with the other komi, or is drawn with both, as long as each of the 81 points has
    /// an owner at the end: then the difference of the areas is odd, so that 5.5, 6 and 6.5 give the same results, and only 7
    /// allows draws.
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

/// The file that is built into the program.
const EMBEDDED: &[u8] = include_bytes!("../../../data/9x9.taobook");

/// The book of an engine.
#[derive(Clone, Debug, Default)]
pub enum BookSource {
    #[default]
    None,
    /// The book in the program, for searches with a network only.
    Automatic,
    /// The book in the program, which is read on first use.
    BuiltIn,
    Loaded(Arc<Book>),
}

impl BookSource {
    /// The book, if there is one.
    pub fn book(&self) -> Option<Arc<Book>> {
        match self {
            Self::None => None,
            Self::Automatic | Self::BuiltIn => {
                static BOOK: LazyLock<Option<Arc<Book>>> = LazyLock::new(|| {
                    Book::parse(EMBEDDED)
                        .inspect_err(|error| {
                            log::error!("the opening book in the program: {error}");
                        })
                        .map(Arc::new)
                        .ok()
                });
                BOOK.clone()
            }
            Self::Loaded(book) => Some(Arc::clone(book)),
        }
    }
}
