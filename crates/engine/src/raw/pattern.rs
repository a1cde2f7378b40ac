//! 3x3 shapes of good local moves: `data/shapes3x3.txt` compiled to one bit for each side to move and
//! [neighborhood](Neighborhood).

use std::str::FromStr;
use std::sync::LazyLock;

use tao_rules::raw::{ByColor, Color, Neighborhood};

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

/// Where and why a text is not a valid set of shapes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct ParseShapesError {
    /// Line of the text, counted from one.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

/// The 2-bit states that a mark allows, as a set of four bits (bit 0 empty, 1 black, 2 white, 3 edge), with `A` black.
fn states(mark: char) -> Option<u8> {
    Some(match mark {
        '.' => 0b0001,
        'A' => 0b0010,
        'B' => 0b0100,
        'a' => 0b1101,
        'b' => 0b1011,
        '*' => 0b1111,
        '=' => 0b1000,
        _ => return None,
    })
}

/// The place of each neighbor in the diagram, whose places are counted row by row from the top, in the order of a
/// [`Neighborhood`].
const NEIGHBORS: [usize; 8] = [1, 5, 7, 3, 0, 2, 8, 6];

/// The neighborhoods with `A` black that match the states of nine places, row by row.
fn neighborhoods(places: [u8; 9]) -> Vec<u16> {
    let mut all = vec![0];
    for (neighbor, place) in NEIGHBORS.into_iter().enumerate() {
        let states = (0..4).filter(|state| places[place] >> state & 1 != 0);
        let longer = |bits: &u16| {
            let bits = *bits;
            states
                .clone()
                .map(move |state| bits | state << (2 * neighbor))
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

impl FromStr for Shapes {
    type Err = ParseShapesError;

    /// The format is explained in `data/shapes3x3.txt`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut shapes = Self::none();
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with(';'));
        while let Some((line, header)) = lines.next() {
            let at = |line, problem| ParseShapesError { line, problem };
            let name = header
                .strip_prefix("shape ")
                .ok_or_else(|| at(line, format!("expected `shape NAME`, found `{header}`")))?;
            let mut places = [0; 9];
            for (i, places) in places.chunks_mut(3).enumerate() {
                let (line, row) = lines
                    .next()
                    .ok_or_else(|| at(line, "a shape has three rows".to_owned()))?;
                let row = parse_row(i, row).map_err(|problem| at(line, problem))?;
                places.copy_from_slice(&row);
            }
            let is_for_mover = name.ends_with(" for A");
            for bits in neighborhoods(places) {
                for image in Neighborhood::from_bits(bits).images() {
                    for color in Color::BOTH {
                        shapes.insert(image.seen_by(color), color);
                        if !is_for_mover {
                            shapes.insert(image.seen_by(color), !color);
                        }
                    }
                }
            }
        }
        Ok(shapes)
    }
}

/// The states that the three places of row `number`, counted from zero, allow. The middle of the diagram must have the move.
fn parse_row(number: usize, row: &str) -> Result<[u8; 3], String> {
    let found: Vec<char> = row.chars().filter(|mark| !mark.is_whitespace()).collect();
    let marks: [char; 3] = found
        .try_into()
        .map_err(|_| format!("expected three marks, found `{row}`"))?;
    let mut places = [0; 3];
    for (i, (place, mark)) in places.iter_mut().zip(marks).enumerate() {
        if (mark == '+') != ((number, i) == (1, 1)) {
            return Err("`+` belongs in the middle and only there".to_owned());
        }
        if mark != '+' {
            *place = states(mark).ok_or_else(|| format!("unknown mark `{mark}`"))?;
        }
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::Diagram;
    use tao_rules::raw::{Board, Symmetry};

    fn matches(diagram: &str, color: Color) -> [bool; 8] {
        let diagram: Diagram<2> = diagram.parse().unwrap();
        let size = diagram.board.size();
        Symmetry::all().map(|symmetry| {
            let turned = diagram
                .board
                .all_stones()
                .map(|(color, coord)| (color, symmetry.apply(coord, size)));
            let board: Board<2> = Board::set_up(size, turned).unwrap();
            let point = symmetry.apply(diagram.labeled('m').unwrap().coord(), size);
            Shapes::embedded().matches(board.neighborhood(tao_rules::raw::Point::new(point)), color)
        })
    }

    #[test]
    fn the_embedded_shapes_are_well_formed() {
        assert!(EMBEDDED.parse::<Shapes>().is_ok());
    }

    #[test]
    fn a_hane_matches_for_both_sides_in_all_orientations() {
        let hane = "
            . . . . .
            . X O X .
            . . m . .
            . . . . .
            . . . . .";
        for color in Color::BOTH {
            assert_eq!(matches(hane, color), [true; 8]);
            assert_eq!(
                matches(
                    &hane.replace('X', "x").replace('O', "X").replace('x', "O"),
                    color
                ),
                [true; 8]
            );
        }
    }

    #[test]
    fn a_thin_hane_is_for_the_side_that_plays_it() {
        let thin = "
            . . . . .
            . X O O .
            . . m . .
            . . . . .
            . . . . .";
        assert_eq!(matches(thin, Color::Black), [true; 8]);
        assert_eq!(matches(thin, Color::White), [false; 8]);
    }

    #[test]
    fn edge_shapes_match_on_the_edge_only() {
        let block = "
            . . . . .
            . . . . .
            . . . . .
            . . X . .
            . . m O .";
        assert_eq!(matches(block, Color::Black), [true; 8]);
        let center = "
            . . . . .
            . . X . .
            . . m O .
            . . . . .
            . . . . .";
        assert_eq!(matches(center, Color::Black), [false; 8]);
    }

    #[test]
    fn no_shape_fills_an_eye() {
        for enemies in [".", "O"] {
            let eye = format!(
                "
                . . . . .
                . . X {enemies} .
                . X m X .
                . . X . .
                . . . . ."
            );
            assert_eq!(matches(&eye, Color::Black), [false; 8]);
        }
    }

    #[test]
    fn an_open_point_matches_nothing() {
        let open = "
            . . .
            . m .
            . . .";
        for color in Color::BOTH {
            assert_eq!(matches(open, color), [false; 8]);
        }
    }

    #[test]
    fn errors_name_the_line_and_what_is_wrong_there() {
        for (text, message) in [
            ("A B A", "line 1: expected `shape NAME`, found `A B A`"),
            (
                "; hello\n\nshape x\nA B\n. + .\n* * *",
                "line 4: expected three marks, found `A B`",
            ),
            ("shape x\nA B A\n. + .", "line 1: a shape has three rows"),
            ("shape x\nA B A\n. + ?\n* * *", "line 3: unknown mark `?`"),
            (
                "shape x\nA B A\n. . .\n* * *",
                "line 3: `+` belongs in the middle and only there",
            ),
            (
                "shape x\nA B A\n. + .\n\n* + *",
                "line 5: `+` belongs in the middle and only there",
            ),
        ] {
            assert_eq!(text.parse::<Shapes>().unwrap_err().to_string(), message);
        }
    }
}
