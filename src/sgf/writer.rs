//! The syntax of strict FF\[4\], which even the oldest programs read.

use super::text;
use crate::board::{AnyBoard, Color, Coord};

const LINE_WIDTH: usize = 72;

/// Name and version of the program that writes: `AP`.
pub(super) const PROGRAM: &str = concat!("Tao Go:", env!("CARGO_PKG_VERSION"));

pub(crate) const fn color_letter(color: Color) -> &'static str {
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

/// Returns column and row as letters, the row counted from the top.
pub(crate) fn point_letters(coord: Coord, size: usize) -> String {
    let letters = [coord.column(), size - 1 - coord.row()];
    letters
        .into_iter()
        .map(|index| char::from(b'a' + index as u8))
        .collect()
}

#[derive(Default)]
pub(crate) struct SgfWriter {
    text: String,
    column: usize,
}

impl SgfWriter {
    pub(crate) fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    pub(crate) fn root(&mut self, size: usize, komi: f64) {
        self.property("GM", "1");
        self.property("FF", "4");
        self.property("CA", "UTF-8");
        self.property("AP", PROGRAM);
        self.property("ST", "0");
        self.property("SZ", &size.to_string());
        self.property("KM", &komi.to_string());
    }

    pub(crate) fn stones(&mut self, board: &AnyBoard) {
        for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
            let stones = board.all_stones().filter(|&(owner, _)| owner == color);
            self.list(
                name,
                stones.map(|(_, coord)| point_letters(coord, board.size())),
            );
        }
    }

    pub(crate) fn push(&mut self, token: &str) {
        if self.column + token.chars().count() > LINE_WIDTH {
            self.new_line();
        }
        self.text.push_str(token);
        self.column = match token.rsplit_once('\n') {
            Some((_, last_line)) => last_line.chars().count(),
            None => self.column + token.chars().count(),
        };
    }

    pub(crate) fn new_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    pub(crate) fn property(&mut self, name: &str, value: &str) {
        self.push(&format!("{name}[{}]", text::write(value)));
    }

    pub(crate) fn list(&mut self, name: &str, values: impl IntoIterator<Item = String>) {
        let mut name = name;
        for value in values {
            self.property(name, &value);
            name = "";
        }
    }

    pub(crate) fn optional(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.property(name, value);
        }
    }
}
