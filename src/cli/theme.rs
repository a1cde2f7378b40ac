//! How things look in a terminal: which characters, which colors.

use anstyle::{Ansi256Color, Style};

use crate::board::Color;

use super::Palette;

/// Which characters a picture may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Glyphs {
    /// Round stones and solid bars.
    Unicode,
    /// For terminals that have no round stones, or draw them two columns wide.
    Ascii,
}

/// The characters and colors that a picture is drawn with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    pub(super) glyphs: Glyphs,
    pub(super) palette: Palette,
}

/// Colors of a wooden board, as the 256-color palette has them.
const WOOD: Ansi256Color = Ansi256Color(179);
const GRID: Ansi256Color = Ansi256Color(94);
const MARK: Ansi256Color = Ansi256Color(124);
const BLACK: Ansi256Color = Ansi256Color(16);
const WHITE: Ansi256Color = Ansi256Color(231);

impl Theme {
    /// The character for a stone.
    pub(super) const fn stone(self, color: Color) -> &'static str {
        match (self.glyphs, self.palette, color) {
            (Glyphs::Ascii, _, Color::Black) => "X",
            (Glyphs::Ascii, _, Color::White) => "O",
            // A filled disc in its own color, as on a board.
            (Glyphs::Unicode, Palette::Colored, _) | (Glyphs::Unicode, _, Color::Black) => "●",
            (Glyphs::Unicode, Palette::Plain, Color::White) => "○",
        }
    }

    /// The character for a point without a stone.
    pub(super) const fn point(self) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => "·",
            Glyphs::Ascii => ".",
        }
    }

    /// The character for a stone that is dead.
    pub(super) const fn dead_stone(self, color: Color) -> &'static str {
        match (self.glyphs, self.palette, color) {
            (Glyphs::Ascii, _, Color::Black) => "x",
            (Glyphs::Ascii, _, Color::White) => "o",
            (Glyphs::Unicode, Palette::Colored, _) | (Glyphs::Unicode, _, Color::Black) => "◆",
            (Glyphs::Unicode, Palette::Plain, Color::White) => "◇",
        }
    }

    /// The character for an empty point that is somebody's.
    pub(super) const fn territory(self, color: Color) -> &'static str {
        match (self.glyphs, self.palette, color) {
            (Glyphs::Ascii, _, Color::Black) => "b",
            (Glyphs::Ascii, _, Color::White) => "w",
            (Glyphs::Unicode, Palette::Colored, _) | (Glyphs::Unicode, _, Color::Black) => "■",
            (Glyphs::Unicode, Palette::Plain, Color::White) => "□",
        }
    }

    /// What the characters of a counted board mean.
    pub(super) fn legend(self) -> String {
        let pair = |of: fn(Self, Color) -> &'static str| {
            Color::BOTH.map(|color| {
                let style = self.stone_style(color);
                format!("{style}{}{style:#}", of(self, color))
            })
        };
        let [stones, dead, territory] =
            [Self::stone, Self::dead_stone, Self::territory].map(|of| pair(of).join(" "));
        format!("{stones} stones, {dead} dead stones, {territory} territory")
    }

    /// The character that bars are made of.
    pub(super) const fn bar(self) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => "█",
            Glyphs::Ascii => "#",
        }
    }

    /// The style of a stone on the board.
    pub(super) const fn stone_style(self, color: Color) -> Style {
        match color {
            Color::Black => self.on_wood(BLACK),
            Color::White => self.on_wood(WHITE),
        }
    }

    /// The style of the board where no stone is.
    pub(super) const fn point_style(self) -> Style {
        self.on_wood(GRID)
    }

    /// The style of the brackets around the last move.
    pub(super) const fn mark_style(self) -> Style {
        self.on_wood(MARK)
    }

    const fn on_wood(self, ink: Ansi256Color) -> Style {
        match self.palette {
            Palette::Plain => Style::new(),
            Palette::Colored => Style::new()
                .fg_color(Some(anstyle::Color::Ansi256(ink)))
                .bg_color(Some(anstyle::Color::Ansi256(WOOD))),
        }
    }
}
