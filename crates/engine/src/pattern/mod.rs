//! 3x3 shapes of good local moves: `data/shapes3x3.txt` compiled to one bit for each side to move and
//! [neighborhood](Neighborhood).

mod compile;

pub use compile::{ParseShapesError, ParseShapesErrorKind};

use std::sync::LazyLock;

use tao_rules::board::{ByColor, Color, Neighborhood};

/// Text of the shapes in the program.
pub const EMBEDDED: &str = include_str!("../../data/shapes3x3.txt");

/// A set of 3x3 shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shapes {
    /// By side to move: one bit for each neighborhood, 64 to a word.
    bits: ByColor<Box<[u64; 1024]>>,
}

impl Shapes {
    /// The shapes of `data/shapes3x3.txt` as they were when the program was built.
    pub fn embedded() -> &'static Self {
        static SHAPES: LazyLock<Shapes> = LazyLock::new(|| {
            // A test proves that the embedded text is well-formed.
            EMBEDDED.parse().unwrap_or_else(|_| Shapes::none())
        });
        &SHAPES
    }

    pub fn none() -> Self {
        Self {
            bits: ByColor::from_fn(|_| Box::new([0; 1024])),
        }
    }

    /// Whether a move of `color` onto a point with this neighborhood matches a shape.
    #[inline(always)]
    pub fn matches(&self, neighborhood: Neighborhood, color: Color) -> bool {
        let bits = neighborhood.bits();
        self.bits[color][usize::from(bits) / 64] >> (bits % 64) & 1 != 0
    }

    fn insert(&mut self, neighborhood: Neighborhood, color: Color) {
        let bits = neighborhood.bits();
        self.bits[color][usize::from(bits) / 64] |= 1 << (bits % 64);
    }
}
