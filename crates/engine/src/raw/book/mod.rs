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

use std::sync::Arc;

use parking_lot::Mutex;
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
        have_same_results(self.points(), komi)
    }
}

/// Whether two komis give the same results, as [`Komi::has_results_of`] says.
fn have_same_results(one: f64, other: f64) -> bool {
    let class = |komi: f64| {
        let odd = (komi - 1.0) / 2.0;
        (odd.floor(), odd.fract() == 0.0)
    };
    class(one) == class(other)
}

impl std::fmt::Display for Komi {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.points().fmt(f)
    }
}

/// The file of the book in the program.
pub const BUILT_IN: &[u8] = include_bytes!("../../../data/9x9.taobook");

/// The book of an engine.
#[derive(Clone, Debug, Default)]
pub enum BookSource {
    #[default]
    None,
    /// The book in the program, for searches with a network only.
    Automatic,
    /// The book in the program.
    BuiltIn,
    Loaded(Arc<Book>),
}

impl BookSource {
    /// The book for games with this komi, if there is one. Of the book in the program, only the trees that such games need are
    /// read, when the first of them asks.
    pub fn book_for(&self, komi: f64) -> Option<Arc<Book>> {
        /// For each komi that games had, the trees for it.
        static READ: Mutex<Vec<(f64, Option<Arc<Book>>)>> = Mutex::new(Vec::new());
        match self {
            Self::None => None,
            Self::Automatic | Self::BuiltIn => {
                let mut read = READ.lock();
                if let Some((_, book)) = read.iter().find(|(of, _)| have_same_results(*of, komi)) {
                    return book.clone();
                }
                let book = Book::parse_for(komi, BUILT_IN)
                    .inspect_err(|error| log::error!("the opening book in the program: {error}"));
                let book = book.map(Arc::new).ok();
                read.push((komi, book.clone()));
                book
            }
            Self::Loaded(book) => Some(Arc::clone(book)),
        }
    }
}
