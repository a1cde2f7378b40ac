//! Settings of what is drawn for a person.

use std::env;

use clap::{Args, ValueEnum};

use crate::board::{Color, ParseColorError};
use crate::cli::Palette;
use crate::cli::theme::{Glyphs, Theme};

/// How to draw.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Terminal")]
pub(in crate::cli) struct TerminalArgs {
    /// When to use colors, in pictures as in this help [default: auto]
    #[arg(long, value_enum, value_name = "WHEN", global = true)]
    colors: Option<When>,
    /// Draw with characters that every terminal has, one column each [default: where the locale is not UTF-8]
    #[arg(long, value_name = "BOOL", global = true)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    ascii: Option<bool>,
}

/// When to use colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum When {
    /// If the terminal has them and `NO_COLOR` is not set
    #[default]
    Auto,
    /// Even into a file
    Always,
    /// Not at all
    Never,
}

impl From<When> for clap::ColorChoice {
    fn from(when: When) -> Self {
        match when {
            When::Auto => Self::Auto,
            When::Always => Self::Always,
            When::Never => Self::Never,
        }
    }
}

impl TerminalArgs {
    /// How pictures look on an output that shows `palette`.
    pub(in crate::cli) fn theme(self, palette: Palette) -> Theme {
        let is_ascii = self
            .ascii
            .unwrap_or_else(|| !speaks_unicode(|name| env::var(name).ok()));
        Theme {
            glyphs: if is_ascii {
                Glyphs::Ascii
            } else {
                Glyphs::Unicode
            },
            palette: match self.colors.unwrap_or_default() {
                When::Auto => palette,
                When::Always => Palette::Colored,
                When::Never => Palette::Plain,
            },
        }
    }
}

/// Reads the color of a player, for which many programs have another use of `--color`.
pub(in crate::cli) fn parse_stones(text: &str) -> Result<Color, String> {
    text.parse().map_err(|error: ParseColorError| {
        if When::from_str(text, true).is_ok() {
            format!(
                "{error}, a player is black or white; for colors in the terminal use `--colors`"
            )
        } else {
            error.to_string()
        }
    })
}

/// Whether the locale that these variables tell has Unicode; where they tell none, terminals of today have.
fn speaks_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let told = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().map(variable);
    let locale = told.flatten().find(|locale| !locale.is_empty());
    locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::speaks_unicode;

    #[test]
    fn the_first_variable_that_is_set_tells_the_locale() {
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
            assert_eq!(speaks_unicode(variable), expected, "{variables:?}");
        }
    }
}
