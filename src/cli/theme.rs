//! Characters and colors of boards and bars in a terminal.

use anstyle::{Ansi256Color, Style};

use crate::board::Color;

use super::Palette;

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

// Colors of a wooden board in the 256-color palette.
const WOOD: Ansi256Color = Ansi256Color(179);
const GRID: Ansi256Color = Ansi256Color(94);
const MARK: Ansi256Color = Ansi256Color(124);
const BLACK: Ansi256Color = Ansi256Color(16);
const WHITE: Ansi256Color = Ansi256Color(231);

impl Theme {
    pub(super) const fn stone(self, color: Color) -> &'static str {
        self.sign(color, ["X", "O"], ["●", "○"])
    }

    pub(super) const fn dead_stone(self, color: Color) -> &'static str {
        self.sign(color, ["x", "o"], ["◆", "◇"])
    }

    /// The character for an empty point with an owner.
    pub(super) const fn territory(self, color: Color) -> &'static str {
        self.sign(color, ["b", "w"], ["■", "□"])
    }

    const fn sign(
        self,
        color: Color,
        ascii: [&'static str; 2],
        [filled, hollow]: [&'static str; 2],
    ) -> &'static str {
        match (self.glyphs, self.palette, color) {
            (Glyphs::Ascii, ..) => ascii[color as usize],
            // In color, the signs of both players are filled.
            (Glyphs::Unicode, Palette::Plain, Color::White) => hollow,
            _ => filled,
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
            let [black, white] = Color::BOTH.map(|color| {
                let style = self.stone_style(color);
                format!("{style}{}{style:#}", sign(self, color))
            });
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

    const fn on_wood(self, ink: Ansi256Color) -> Style {
        match self.palette {
            Palette::Plain => Style::new(),
            Palette::Colored => Style::new()
                .fg_color(Some(anstyle::Color::Ansi256(ink)))
                .bg_color(Some(anstyle::Color::Ansi256(WOOD))),
        }
    }
}
