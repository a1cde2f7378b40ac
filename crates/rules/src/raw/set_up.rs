//! Positions that are not reached by ordinary moves: from text, set-up stones, removed stones, other board classes, suicide.

use std::{fmt, str::FromStr};

use super::{
    Board, ByColor, Color, Coord, MAX_SIZE, MIN_SIZE, Point, PointSet, Symmetry, play::lane,
};
use crate::board::ParseDiagramError;

impl<const W: usize> Board<W> {
    /// A board of this size, which the class must have, with these stones; `None` if a stone is off the board, a point is given
    /// twice, or a chain has no liberty.
    pub fn set_up(size: usize, stones: impl IntoIterator<Item = (Color, Coord)>) -> Option<Self> {
        let mut board = Self::new(size);
        // A chain that is not complete yet has a liberty where its next stones will stand, so a capture or a suicide means that
        // a complete chain has no liberty.
        for (count, (color, coord)) in stones.into_iter().enumerate() {
            if !coord.is_on(size) {
                return None;
            }
            board.ko = None;
            board.play(color, Point::new(coord)).ok()?;
            if size * size - board.empty.len() != count + 1 {
                return None;
            }
        }
        board.ko = None;
        Some(board)
    }

    /// The position with this ko point, which simple ko forbids to retake and which must be on the board.
    pub fn with_ko(self, ko: Option<Coord>) -> Self {
        Self {
            ko: ko.map(Point::new),
            ..self
        }
    }

    /// Every stone with its color.
    pub fn all_stones(&self) -> impl Iterator<Item = (Color, Coord)> {
        let stones = self.stones;
        Color::BOTH.into_iter().flat_map(move |color| {
            stones[color]
                .iter()
                .map(move |point| (color, point.coord()))
        })
    }

    /// The position without these stones and without a ko.
    pub fn without(&self, gone: PointSet<W>) -> Self {
        let mut board = Self::new(self.size);
        for color in Color::BOTH {
            // A chain that stays keeps its liberties, so nothing is captured.
            for point in &(self.stones[color] & !gone) {
                board.play_legal(color, point);
            }
        }
        board.ko = None;
        board
    }

    /// The same position in another board class, which must have this size.
    pub fn convert<const V: usize>(&self) -> Board<V> {
        let mut board = Board::new(self.size);
        for (color, coord) in self.all_stones() {
            board.play_legal(color, Point::new(coord));
        }
        board.ko = self.ko.map(|point| Point::new(point.coord()));
        board
    }

    /// Plays a suicide, for rules that allow it: removes the stone and the chains of its color next to it.
    pub fn play_suicide(&mut self, color: Color, point: Point<W>) {
        self.ko = None;
        let own = self.neighborhood(point).neighbor_lanes(color);
        let ids = self.chain_ids.around(point);
        let mut stones = PointSet::EMPTY;
        for i in 0..4 {
            if lane(own, i) != 0 {
                stones |= self.take_chain(lane(ids, i)).stones;
            }
        }
        self.capture(color, stones);
    }
}

impl<const W: usize> Board<W> {
    /// Whether the symmetry leaves stones and ko where they are.
    pub fn is_unchanged_by(&self, symmetry: Symmetry) -> bool {
        let image = |point: Point<W>| Point::new(symmetry.apply(point.coord(), self.size));
        self.ko.is_none_or(|ko| image(ko) == ko)
            && Color::BOTH.into_iter().all(|color| {
                self.stones(color)
                    .iter()
                    .all(|point| self.stones(color).contains(image(point)))
            })
    }
}

impl<const W: usize> fmt::Display for Board<W> {
    /// The board with coordinates on all sides: `X` black, `O` white, `.` empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first_row = Coord::all(self.size).take(self.size);
        let letters: Vec<String> = first_row
            .map(|coord| coord.to_string().replace('1', ""))
            .collect();
        let columns = letters.join(" ");
        writeln!(f, "   {columns}")?;
        for (number, row) in (1..=self.size).rev().zip(self.stones.rows(self.size)) {
            write!(f, "{number:2}")?;
            for letter in row.chars() {
                write!(f, " {letter}")?;
            }
            writeln!(f, " {number:2}")?;
        }
        write!(f, "   {columns}")
    }
}

impl<const W: usize> ByColor<PointSet<W>> {
    /// The rows of a board from the top: `X` for Black's points, `O` for White's, `.` for others.
    pub fn rows(self, size: usize) -> Vec<String> {
        let letter = |coord| match self.map(|points| points.contains(Point::new(coord))).0 {
            [true, _] => 'X',
            [_, true] => 'O',
            _ => '.',
        };
        let rows = Coord::rows(size);
        rows.map(|row| row.map(letter).collect()).collect()
    }
}

fn is_column_header(line: &str) -> bool {
    line.split_whitespace().enumerate().all(|(column, word)| {
        Coord::new(column, 0).is_some_and(|coord| coord.to_string() == format!("{word}1"))
    })
}

/// The marks of each row from the top, without blanks, frame, row numbers and column letters.
fn marks(text: &str) -> Vec<Vec<char>> {
    let rows = text.lines().map(row_marks);
    rows.filter(|row| !row.is_empty()).collect()
}

fn row_marks(line: &str) -> Vec<char> {
    let is_mark = |mark: &char| !mark.is_whitespace() && *mark != '|';
    if let Some(row) = line.trim_start().strip_prefix(SENSEI) {
        // Its digits are moves, and in lines that are no rows some word is longer than a mark.
        let mut words = row.split([' ', '|']);
        let is_row = row.starts_with([' ', '|']) && words.all(|word| word.chars().count() <= 1);
        return row.chars().filter(|mark| is_row && is_mark(mark)).collect();
    }
    let is_row = !is_column_header(line) && !line.contains('-');
    let marks = line.chars().filter(is_mark);
    marks
        .filter(|mark| is_row && !mark.is_ascii_digit())
        .collect()
}

/// What the lines of diagrams in Sensei's Library begin with, directly followed by the color of the move 1.
const SENSEI: &str = "$$";

/// The stone of a mark.
fn stone(mark: char) -> Result<Option<Color>, ParseDiagramError> {
    match mark {
        'X' | 'x' | '#' | '●' | 'B' | 'Y' | 'Z' => Ok(Some(Color::Black)),
        'O' | 'o' | '@' | '○' | 'W' | 'Q' | 'P' => Ok(Some(Color::White)),
        '.' | ',' | '+' | '·' | 'a'..='z' | 'C' | 'S' | 'T' | 'M' => Ok(None),
        other => Err(ParseDiagramError(format!("unknown mark `{other}`"))),
    }
}

impl<const W: usize> Board<W> {
    /// Reads what [`Game::from_diagram`](crate::game::Game::from_diagram) reads: a position, and the numbered moves after it.
    pub(crate) fn read_diagram(
        text: &str,
    ) -> Result<(Self, Vec<(Color, Coord)>), ParseDiagramError> {
        let rows = marks(text);
        let size = rows.len();
        if !(MIN_SIZE..=MAX_SIZE.min(Self::MAX_SIZE)).contains(&size) {
            let reason = format!("no board of size {size} in this class");
            return Err(ParseDiagramError(reason));
        }
        let is_whites = |line: &str| line.trim_start().starts_with("$$W");
        let first = if text.lines().any(is_whites) {
            Color::White
        } else {
            Color::Black
        };
        let (mut stones, mut moves) = (Vec::new(), Vec::new());
        for (row, (marks, coords)) in (1..).zip(rows.iter().zip(Coord::rows(size))) {
            if marks.len() != size {
                let points = marks.len();
                let reason = format!("row {row} has {points} points, the diagram {size} rows");
                return Err(ParseDiagramError(reason));
            }
            for (&mark, coord) in marks.iter().zip(coords) {
                match mark.to_digit(10) {
                    // `0` is the move 10.
                    Some(0) => moves.push((10, coord)),
                    Some(number) => moves.push((number, coord)),
                    None => stones.extend(stone(mark)?.map(|color| (color, coord))),
                }
            }
        }
        moves.sort_by_key(|&(number, _)| number);
        let by_color = moves.into_iter().map(|(number, coord)| {
            let is_first = number % 2 == 1;
            (if is_first { first } else { !first }, coord)
        });
        let board = Self::set_up(size, stones);
        let board = board.ok_or_else(|| ParseDiagramError("a chain has no liberty".to_owned()))?;
        Ok((board, by_color.collect()))
    }
}

impl<const W: usize> FromStr for Board<W> {
    type Err = ParseDiagramError;

    /// Reads what [`Game::from_diagram`](crate::game::Game::from_diagram) reads.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (mut board, moves) = Self::read_diagram(text)?;
        for (color, coord) in moves {
            let played = board.play(color, Point::new(coord));
            played.map_err(|refusal| ParseDiagramError(refusal.to_string()))?;
        }
        Ok(board)
    }
}
