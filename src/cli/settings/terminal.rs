//! Settings of the output for a person: colors, characters and language.

use std::env;

use clap::builder::TypedValueParser;
use clap::{ColorChoice, ValueEnum};

use crate::cli::Palette;
use crate::cli::parsers::Suggesting;
use crate::cli::theme::{Glyphs, Theme};
use tao_rules::board::{Color, ParseColorError};

use super::TerminalArgs;

impl TerminalArgs {
    /// The theme for an output that shows `palette`.
    pub fn theme(&self, palette: Palette) -> Theme {
        let is_ascii = self
            .ascii
            .unwrap_or_else(|| !is_utf8_locale(|name| env::var(name).ok()));
        Theme {
            glyphs: if is_ascii {
                Glyphs::Ascii
            } else {
                Glyphs::Unicode
            },
            palette: match (self.colors.unwrap_or_default(), palette) {
                (ColorChoice::Never, _) | (ColorChoice::Auto, Palette::Plain) => Palette::Plain,
                _ if has_256_colors(|name| env::var(name).ok()) => Palette::Colored,
                _ => Palette::Sixteen,
            },
        }
    }
}

/// A parser of the color of a player.
pub fn color() -> impl TypedValueParser<Value = Color> {
    Suggesting::new(parse_color, Color::BOTH.map(|color| color.to_string()))
}

/// Reads the color of a player; the error for a value of `--colors` names that flag.
fn parse_color(text: &str) -> Result<Color, String> {
    text.parse().map_err(|error: ParseColorError| {
        if <ColorChoice as ValueEnum>::from_str(text, true).is_ok() {
            format!(
                "{error}, a player is black or white; for colors in the terminal use `--colors`"
            )
        } else {
            error.to_string()
        }
    })
}

/// Whether the locale in these variables uses UTF-8; true where none is set.
pub fn is_utf8_locale(variable: impl Fn(&str) -> Option<String>) -> bool {
    let values = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().map(variable);
    let locale = values.flatten().find(|locale| !locale.is_empty());
    locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Whether these variables tell of a terminal with 256 colors. `TERM` says so in its name, as in `xterm-256color`, and terminals
/// with more colors set `COLORTERM`. Terminals of Windows have 256 colors and set neither.
fn has_256_colors(variable: impl Fn(&str) -> Option<String>) -> bool {
    let has = |name, words: &[&str]| {
        variable(name).is_some_and(|value| words.iter().any(|word| value.contains(word)))
    };
    cfg!(windows)
        || has("TERM", &["256color", "direct"])
        || has("COLORTERM", &["truecolor", "24bit"])
}

#[cfg(test)]
mod tests {
    use super::{has_256_colors, is_utf8_locale};

    #[cfg(not(windows))]
    #[test]
    fn the_terminal_tells_how_many_colors_it_has() {
        for (variables, expected) in [
            (&[][..], false),
            (&[("TERM", "xterm")], false),
            (&[("TERM", "linux"), ("COLORTERM", "")], false),
            (&[("TERM", "screen-256color")], true),
            (&[("TERM", "xterm"), ("COLORTERM", "truecolor")], true),
        ] {
            let variable = |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(has_256_colors(variable), expected, "{variables:?}");
        }
    }

    #[test]
    fn the_first_variable_that_is_set_decides_the_locale() {
        for (variables, expected) in [
            (&[][..], true),
            (&[("LANG", "")], true),
            (&[("LANG", "en_GB.UTF-8")], true),
            (&[("LANG", "zh_CN.utf8")], true),
            (&[("LANG", "zh_CN.GB18030")], false),
            (&[("LANG", "C")], false),
            (&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")], false),
            (
                &[("LC_ALL", ""), ("LC_CTYPE", "C.UTF-8"), ("LANG", "C")],
                true,
            ),
        ] {
            let variable = |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(is_utf8_locale(variable), expected, "{variables:?}");
        }
    }
}
