//! Points and moves as protocols write them, independent of any board.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// Largest board side that the engine plays.
pub const MAX_SIZE: usize = 19;

/// Smallest board side that the engine plays.
pub const MIN_SIZE: usize = 2;

/// Column letters: there is no `I`.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A point by column and row, from zero at the lower left: `E5` is column 4, row 4. It may be off a given board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Coord {
    column: u8,
    row: u8,
}

impl Coord {
    /// Returns `None` beyond a 25x25 board, the largest in GTP.
    pub fn new(column: usize, row: usize) -> Option<Self> {
        (column < LETTERS.len() && row < LETTERS.len()).then_some(Self::at(column, row))
    }

    /// The point at this column and row, both less than 25.
    pub(crate) const fn at(column: usize, row: usize) -> Self {
        Self {
            column: column as u8,
            row: row as u8,
        }
    }

    /// Column from the left, counted from zero.
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// Row from the bottom, counted from zero.
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Index in a list of all points of a board of this size, row by row from the bottom left. Must be on the board.
    pub const fn index(self, size: usize) -> usize {
        self.row() * size + self.column()
    }

    /// Whether a board of this size has the point.
    pub const fn is_on(self, size: usize) -> bool {
        self.column() < size && self.row() < size
    }

    /// Line number from the nearest edge: 1 on the edge itself, 0 off the board.
    pub fn line(self, size: usize) -> usize {
        let [column, row] =
            [self.column(), self.row()].map(|at| (at + 1).min(size.saturating_sub(at)));
        column.min(row)
    }

    /// Whether the point is a star point on boards of this size.
    pub fn is_star(self, size: usize) -> bool {
        if size < 7 {
            return false;
        }
        let edge = if size < 13 { 2 } else { 3 };
        let lines = [self.column(), self.row()];
        let is_corner = lines.map(|line| line == edge || line + edge + 1 == size);
        let is_middle = lines.map(|line| 2 * line + 1 == size);
        match (is_corner, is_middle) {
            ([true, true], _) | (_, [true, true]) => true,
            ([true, _], [_, true]) | ([_, true], [true, _]) => size > 13,
            _ => false,
        }
    }

    /// All points of a board of this size, up to 25, row by row from the bottom left.
    pub fn all(size: usize) -> impl Iterator<Item = Self> {
        let size = size.min(LETTERS.len());
        (0..size * size).map(move |i| Self::at(i % size, i / size))
    }

    /// The rows of a board of this size, up to 25, from the top, each from the left.
    pub fn rows(size: usize) -> impl Iterator<Item = impl Iterator<Item = Self>> {
        let size = size.min(LETTERS.len());
        let row = move |row| (0..size).map(move |column| Self::at(column, row));
        (0..size).rev().map(row)
    }
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!(
            "{}{}",
            char::from(LETTERS[self.column()]),
            self.row() + 1
        ))
    }
}

/// Error for an invalid vertex.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid vertex `{0}`")]
pub struct ParseVertexError(pub String);

impl FromStr for Coord {
    type Err = ParseVertexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse_vertex(text).ok_or_else(|| ParseVertexError(text.to_owned()))
    }
}

impl From<Coord> for String {
    fn from(coord: Coord) -> Self {
        coord.to_string()
    }
}

impl TryFrom<String> for Coord {
    type Error = ParseVertexError;

    fn try_from(text: String) -> Result<Self, ParseVertexError> {
        text.parse()
    }
}

fn parse_vertex(text: &str) -> Option<Coord> {
    let mut chars = text.chars();
    let letter = u8::try_from(chars.next()?.to_ascii_uppercase()).ok()?;
    let column = LETTERS.iter().position(|&l| l == letter)?;
    let digits = chars.as_str();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None; // `parse` alone would accept "+5"
    }
    let row: usize = digits.parse().ok()?;
    Coord::new(column, row.checked_sub(1)?)
}

/// A move: a stone or a pass. Resigning is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Move {
    /// A stone on this point.
    Play(Coord),
    /// No stone.
    Pass,
}

impl Move {
    /// The point played, unless the move is a pass.
    pub const fn coord(self) -> Option<Coord> {
        match self {
            Self::Play(coord) => Some(coord),
            Self::Pass => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(coord) => coord.fmt(f),
            Self::Pass => f.pad("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseVertexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case("pass") {
            Ok(Self::Pass)
        } else {
            text.parse().map(Self::Play)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_read_and_print_the_same() {
        for (text, column, row) in [
            ("A1", 0, 0),
            ("H8", 7, 7),
            ("J9", 8, 8),
            ("T19", 18, 18),
            ("Z25", 24, 24),
        ] {
            let coord = Coord::new(column, row).unwrap();
            assert_eq!(text.parse(), Ok(coord));
            assert_eq!(text.to_lowercase().parse(), Ok(coord));
            assert_eq!(coord.to_string(), text);
        }
        assert_eq!("PaSs".parse(), Ok(Move::Pass));
    }

    #[test]
    fn all_points_start_at_the_bottom_and_rows_at_the_top() {
        let names = |points: Vec<Coord>| points.into_iter().map(|coord| coord.to_string());
        let all: Vec<String> = names(Coord::all(2).collect()).collect();
        assert_eq!(all, ["A1", "B1", "A2", "B2"]);
        let rows: Vec<String> = names(Coord::rows(2).flatten().collect()).collect();
        assert_eq!(rows, ["A2", "B2", "A1", "B1"]);
    }

    #[test]
    fn invalid_vertices_are_refused() {
        for text in [
            "",
            "I9",
            "A0",
            "A26",
            "Q",
            "16",
            "ＡＡ",
            "A-1",
            "A+5",
            "5E",
            "E5.0",
            "EE5",
            "A99999999999999999999",
        ] {
            let error = text.parse::<Coord>().unwrap_err();
            assert_eq!(error.to_string(), format!("invalid vertex `{text}`"));
        }
    }
}
