//! Boards as text: the house diagram of tests, documentation and `showboard`.

use std::fmt;
use std::str::FromStr;

use super::{Board, Cell, Color, Coord, MAX_SIZE, MIN_SIZE, Point};

impl<const W: usize> fmt::Display for Board<W> {
    /// The board with coordinates on all sides: `X` black, `O` white, `.` empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<String> = (0..self.size)
            .filter_map(|column| Coord::new(column, 0))
            .map(|coord| coord.to_string().replace('1', ""))
            .collect();
        let columns = letters.join(" ");
        writeln!(f, "   {columns}")?;
        for row in (0..self.size).rev() {
            write!(f, "{:2}", row + 1)?;
            for coord in (0..self.size).filter_map(|column| Coord::new(column, row)) {
                let mark = match self.cell(Point::new(coord)) {
                    Cell::Empty => '.',
                    Cell::Stone(Color::Black) => 'X',
                    Cell::Stone(Color::White) => 'O',
                };
                write!(f, " {mark}")?;
            }
            writeln!(f, " {:2}", row + 1)?;
        }
        write!(f, "   {columns}")
    }
}

/// A diagram read from text: the stones, and the points that it labels with lower-case letters.
#[derive(Clone, Debug)]
pub struct Diagram<const W: usize> {
    /// The position.
    pub board: Board<W>,
    labels: Vec<(char, Coord)>,
}

impl<const W: usize> Diagram<W> {
    /// The point with this label, if the diagram has it.
    #[must_use]
    pub fn labelled(&self, label: char) -> Option<Point<W>> {
        let (_, coord) = self.labels.iter().find(|(found, _)| *found == label)?;
        Some(Point::new(*coord))
    }
}

/// Why a text is no diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDiagramError {
    /// A row has another number of points than there are rows.
    #[error("row {row} has {points} points where the diagram has {rows} rows")]
    NotSquare {
        /// Row from the top, counted from one.
        row: usize,
        /// Points in that row.
        points: usize,
        /// Rows in the diagram.
        rows: usize,
    },
    /// The board class has no board of this size.
    #[error("no board of size {0} in this class")]
    Size(usize),
    /// A mark that is none of `X`, `O`, `.` and a lower-case letter.
    #[error("unknown mark `{0}`")]
    Mark(char),
    /// A chain has no liberty.
    #[error("a chain has no liberty")]
    NoLiberty,
}

/// Whether a line names the columns: `A B C`, from the left.
fn is_column_header(line: &str) -> bool {
    line.split_whitespace().enumerate().all(|(column, word)| {
        Coord::new(column, 0).is_some_and(|coord| coord.to_string() == format!("{word}1"))
    })
}

impl<const W: usize> FromStr for Diagram<W> {
    type Err = ParseDiagramError;

    /// Reads rows of `X`, `O`, `.` and lower-case labels (empty points), top row first. Blanks do not
    /// count, and neither do row numbers and lines of column letters.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rows: Vec<Vec<char>> = text
            .lines()
            .filter(|line| !is_column_header(line))
            .map(|line| {
                line.chars()
                    .filter(|mark| !mark.is_whitespace() && !mark.is_ascii_digit())
                    .collect()
            })
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        let size = rows.len();
        if !(MIN_SIZE..=MAX_SIZE.min(Board::<W>::MAX_SIZE)).contains(&size) {
            return Err(ParseDiagramError::Size(size));
        }
        let mut stones = Vec::new();
        let mut labels = Vec::new();
        for (top, marks) in rows.iter().enumerate() {
            if marks.len() != size {
                return Err(ParseDiagramError::NotSquare {
                    row: top + 1,
                    points: marks.len(),
                    rows: size,
                });
            }
            for (column, &mark) in marks.iter().enumerate() {
                let Some(coord) = Coord::new(column, size - 1 - top) else {
                    return Err(ParseDiagramError::Size(size));
                };
                match mark {
                    'X' => stones.push((Color::Black, coord)),
                    'O' => stones.push((Color::White, coord)),
                    '.' => {}
                    label if label.is_ascii_lowercase() => labels.push((label, coord)),
                    other => return Err(ParseDiagramError::Mark(other)),
                }
            }
        }
        let board = Board::set_up(size, stones).ok_or(ParseDiagramError::NoLiberty)?;
        Ok(Self { board, labels })
    }
}

impl<const W: usize> FromStr for Board<W> {
    type Err = ParseDiagramError;

    /// Reads a diagram and forgets its labels.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse::<Diagram<W>>().map(|diagram| diagram.board)
    }
}
