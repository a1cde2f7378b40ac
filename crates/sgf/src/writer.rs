//! The syntax of strict FF\[4\], which even the oldest programs read.

use super::text;
use tao_rules::board::{AnyBoard, Color, Coord};

const LINE_WIDTH: usize = 72;

/// Name and version of the program that writes: `AP`.
pub(super) const PROGRAM: &str = concat!("Tao Go:", env!("CARGO_PKG_VERSION"));

/// `B` or `W`, as in names of properties and in results.
#[must_use]
pub const fn color_letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// The result of a game that one side has lost without a count: `W+R` by resignation, `B+T` by time. `reason` is the letter after
/// the plus sign.
#[must_use]
pub fn result_without_score(loser: Color, reason: char) -> String {
    format!("{}+{reason}", color_letter(!loser))
}

/// Column and row as letters, the row counted from the top.
#[must_use]
pub fn point_letters(coord: Coord, size: usize) -> String {
    let letters = [coord.column(), size - 1 - coord.row()];
    letters
        .into_iter()
        .map(|index| char::from(b'a' + index as u8))
        .collect()
}

/// Writes properties and nodes, with lines of at most 72 characters where values allow it.
#[derive(Debug, Default)]
pub struct SgfWriter {
    text: String,
    column: usize,
}

impl SgfWriter {
    /// Takes the text that was written.
    #[must_use]
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Writes the properties that every game begins with.
    pub fn root(&mut self, size: usize, komi: f64) {
        self.property("GM", "1");
        self.property("FF", "4");
        self.property("CA", "UTF-8");
        self.property("AP", PROGRAM);
        self.property("ST", "0");
        self.property("SZ", &size.to_string());
        self.property("KM", &komi.to_string());
    }

    /// Writes a position as set-up stones.
    pub fn stones(&mut self, board: &AnyBoard) {
        for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
            let stones = board.all_stones().filter(|&(owner, _)| owner == color);
            self.list(
                name,
                stones.map(|(_, coord)| point_letters(coord, board.size())),
            );
        }
    }

    /// Writes a token, which is never divided, on a new line if the current one is full.
    pub fn push(&mut self, token: &str) {
        if self.column + token.chars().count() > LINE_WIDTH {
            self.new_line();
        }
        self.text.push_str(token);
        self.column = match token.rsplit_once('\n') {
            Some((_, last_line)) => last_line.chars().count(),
            None => self.column + token.chars().count(),
        };
    }

    /// Begins a new line.
    pub fn new_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    /// Writes a property; the value is escaped.
    pub fn property(&mut self, name: &str, value: &str) {
        self.push(&format!("{name}[{}]", text::write(value)));
    }

    /// Writes a property with several values, or nothing if there are none.
    pub fn list(&mut self, name: &str, values: impl IntoIterator<Item = String>) {
        let mut name = name;
        for value in values {
            self.property(name, &value);
            name = "";
        }
    }

    /// Writes a property if it has a value.
    pub fn optional(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.property(name, value);
        }
    }
}
