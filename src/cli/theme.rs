//! Characters and colors of boards and bars in a terminal.

use anstyle::{Ansi256Color, AnsiColor, Style};

use tao_rules::board::{ByColor, Color};

use super::Palette;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    Unicode,
    /// For terminals without round stones, or with stones two columns wide.
    Ascii,
}

#[derive(Clone, Copy, Debug)]
pub struct Theme {
    pub glyphs: Glyphs,
    pub palette: Palette,
}

/// A color of the wooden board: one of 256 colors, and one of 16.
pub type Ink = (Ansi256Color, AnsiColor);

const WOOD: Ink = (Ansi256Color(179), AnsiColor::Yellow);
pub const GRID: Ink = (Ansi256Color(94), AnsiColor::Black);
pub const MARK: Ink = (Ansi256Color(124), AnsiColor::Red);
pub const CANDIDATE: Ink = (Ansi256Color(18), AnsiColor::Blue);
const BLACK: Ink = (Ansi256Color(16), AnsiColor::Black);
const WHITE: Ink = (Ansi256Color(231), AnsiColor::BrightWhite);

/// The signs for both colors: as letters, and as Unicode characters.
type Signs = [ByColor<&'static str>; 2];

pub const STONE: Signs = [ByColor::new("X", "O"), ByColor::new("●", "●")];
pub const DEAD_STONE: Signs = [ByColor::new("x", "o"), ByColor::new("◆", "◆")];
/// An empty point with an owner.
pub const TERRITORY: Signs = [ByColor::new("b", "w"), ByColor::new("■", "■")];

impl Theme {
    /// Returns a color's sign for a point of the board, and its style.
    ///
    /// Without colors, a filled sign is white on a dark terminal and black on a light one: letters are the same on both.
    pub fn sign(self, [letters, characters]: Signs, color: Color) -> (Style, &'static str) {
        let text = match (self.glyphs, self.palette) {
            (Glyphs::Ascii, _) | (_, Palette::Plain) => letters[color],
            (Glyphs::Unicode, Palette::Colored | Palette::Sixteen) => characters[color],
        };
        (self.on_wood(ByColor::new(BLACK, WHITE)[color]), text)
    }

    /// Returns a stone with the style that it has on the board, so that its color can be told in a line of text.
    pub fn colored_stone(self, color: Color) -> String {
        let (style, text) = self.sign(STONE, color);
        format!("{style}{text}{style:#}")
    }

    /// Explains the signs. The signs of both colors are listed where they differ.
    pub fn legend(self) -> String {
        let [stones, dead, territory] = [STONE, DEAD_STONE, TERRITORY].map(|signs| {
            let [black, white] = Color::BOTH.map(|color| self.sign(signs, color).1);
            if black == white {
                black.to_owned()
            } else {
                format!("{black} {white}")
            }
        });
        format!("{stones} stones, {dead} dead stones, {territory} territory")
    }

    pub const fn point(self) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => "·",
            Glyphs::Ascii => ".",
        }
    }

    pub const fn bar(self) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => "█",
            Glyphs::Ascii => "#",
        }
    }

    /// The style of an ink on the board.
    pub const fn on_wood(self, ink: Ink) -> Style {
        let (ink, wood) = match self.palette {
            Palette::Plain => return Style::new(),
            Palette::Sixteen => (anstyle::Color::Ansi(ink.1), anstyle::Color::Ansi(WOOD.1)),
            Palette::Colored => (
                anstyle::Color::Ansi256(ink.0),
                anstyle::Color::Ansi256(WOOD.0),
            ),
        };
        Style::new().fg_color(Some(ink)).bg_color(Some(wood))
    }
}
