//! Colors, and what a point can hold.

use std::fmt;
use std::ops::{Index, IndexMut, Neg, Not};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the two players, and the color of that player's stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Color {
    /// Moves first in an even game.
    Black = 0,
    /// Receives komi.
    White = 1,
}

impl Color {
    /// Both colors, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The name with a capital letter, as at the beginning of a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }

    /// Turns a number from Black's view into this color's view, or back: negates it for White.
    #[inline(always)]
    pub fn signed<T: Neg<Output = T>>(self, number: T) -> T {
        match self {
            Self::Black => number,
            Self::White => -number,
        }
    }

    /// Turns a win rate or another share in [0, 1] from Black's view into this color's view, or back.
    pub fn share(self, share: f64) -> f64 {
        match self {
            Self::Black => share,
            Self::White => 1.0 - share,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// Error for an invalid color.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid color `{0}`")]
pub struct ParseColorError(pub String);

impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Self::Black),
            "w" | "white" => Ok(Self::White),
            _ => Err(ParseColorError(text.to_owned())),
        }
    }
}

/// One value for each color: Black's, then White's. An array, because the playout's loops index it by a color that is not known
/// at compile time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> ByColor<T> {
    /// Black's value and White's.
    #[inline(always)]
    pub const fn new(black: T, white: T) -> Self {
        Self([black, white])
    }

    /// The values that a function returns for each color.
    #[inline(always)]
    pub fn from_fn(value: impl FnMut(Color) -> T) -> Self {
        Self(Color::BOTH.map(value))
    }

    /// References to both values.
    pub fn each_ref(&self) -> ByColor<&T> {
        ByColor(self.0.each_ref())
    }

    /// Applies a function to both values, Black's first.
    #[inline(always)]
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor(self.0.map(f))
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline(always)]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}
