//! Diagrams with labels, for the tests of all modules.

use std::str::FromStr;

use tao_rules::board::ParseDiagramError;
use tao_rules::raw::{Board, Coord, Point};

/// A board and the points of its diagram that are labeled with lower-case letters.
#[derive(Debug)]
pub struct Diagram<const W: usize> {
    /// The board.
    pub board: Board<W>,
    labels: Vec<(char, Coord)>,
}

impl<const W: usize> Diagram<W> {
    /// The point with this label, if any.
    pub fn labeled(&self, label: char) -> Option<Point<W>> {
        let (_, coord) = self.labels.iter().find(|(found, _)| *found == label)?;
        Some(Point::new(*coord))
    }
}

impl<const W: usize> FromStr for Diagram<W> {
    type Err = ParseDiagramError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let board: Board<W> = text.parse()?;
        let is_mark = |mark: &char| ['X', 'O', '.'].contains(mark) || mark.is_ascii_lowercase();
        let marks = text.chars().filter(is_mark);
        let labels = marks.zip(Coord::rows(board.size()).flatten()).collect();
        Ok(Self { board, labels })
    }
}
