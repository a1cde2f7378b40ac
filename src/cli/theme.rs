//! Characters and colors of boards and bars in a terminal.

use anstyle::{Ansi256Color, AnsiColor, Style};

use crate::board::{ByColor, Color};

use super::streams::Palette;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Glyphs {
    Unicode,
    /// For terminals without round stones, or with stones two columns wide.
    Ascii,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    pub(super) glyphs: Glyphs,
    pub(super) palette: Palette,
}

/// A color of a wooden board: among 256 colors, and among 16.
type Ink = (Ansi256Color, AnsiColor);

const WOOD: Ink = (Ansi256Color(179), AnsiColor::Yellow);
const GRID: Ink = (Ansi256Color(94), AnsiColor::Black);
const MARK: Ink = (Ansi256Color(124), AnsiColor::Red);
const BLACK: Ink = (Ansi256Color(16), AnsiColor::Black);
const WHITE: Ink = (Ansi256Color(231), AnsiColor::BrightWhite);

impl Theme {
    pub(super) fn stone(self, color: Color) -> &'static str {
        self.sign(color, ByColor::new("X", "O"), ByColor::new("●", "○"))
    }

    /// The stone as it is on the board, to be told apart in a line of text as well.
    pub(super) fn colored_stone(self, color: Color) -> String {
        self.colored(color, Self::stone)
    }

    fn colored(self, color: Color, sign: fn(Self, Color) -> &'static str) -> String {
        let style = self.stone_style(color);
        format!("{style}{}{style:#}", sign(self, color))
    }

    pub(super) fn dead_stone(self, color: Color) -> &'static str {
        self.sign(color, ByColor::new("x", "o"), ByColor::new("◆", "◇"))
    }

    /// The character for an empty point with an owner.
    pub(super) fn territory(self, color: Color) -> &'static str {
        self.sign(color, ByColor::new("b", "w"), ByColor::new("■", "□"))
    }

    /// Without colors, a filled sign is white on a dark terminal and black on a light one: letters are the same on both.
    /// With colors the signs differ, too, for what is copied has none.
    fn sign(
        self,
        color: Color,
        letters: ByColor<&'static str>,
        signs: ByColor<&'static str>,
    ) -> &'static str {
        match (self.glyphs, self.palette) {
            (Glyphs::Ascii, _) | (_, Palette::Plain) => letters[color],
            (Glyphs::Unicode, Palette::Colored | Palette::Sixteen) => signs[color],
        }
    }

    pub(super) const fn point(self) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => "·",
            Glyphs::Ascii => ".",
        }
    }

    pub(super) fn legend(self) -> String {
        let pair = |sign: fn(Self, Color) -> &'static str| {
            let ByColor([black, white]) = ByColor::from_fn(|color| self.colored(color, sign));
            format!("{black} {white}")
        };
        let [stones, dead, territory] = [Self::stone, Self::dead_stone, Self::territory].map(pair);
        format!("{stones} stones, {dead} dead stones, {territory} territory")
    }

    pub(super) const fn bar(self) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => "█",
            Glyphs::Ascii => "#",
        }
    }

    pub(super) const fn stone_style(self, color: Color) -> Style {
        match color {
            Color::Black => self.on_wood(BLACK),
            Color::White => self.on_wood(WHITE),
        }
    }

    pub(super) const fn point_style(self) -> Style {
        self.on_wood(GRID)
    }

    pub(super) const fn mark_style(self) -> Style {
        self.on_wood(MARK)
    }

    const fn on_wood(self, ink: Ink) -> Style {
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
