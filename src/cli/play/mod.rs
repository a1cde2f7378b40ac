//! `tao-go play`: a game in the terminal.

mod dialog;
mod phrases;
mod request;

use std::io::{BufRead, Write};

use clap::{Args, ValueEnum};

use crate::board::Color;

use super::Palette;
use super::error::Error;
use super::look::{Glyphs, Look};
use super::settings::Settings;

use dialog::Dialog;

/// Play a game in the terminal
#[derive(Clone, Debug, Default, Args)]
pub(super) struct PlayArgs {
    /// Color that you play, black or white [default: black]
    #[arg(long, visible_alias = "color", value_name = "COLOR")]
    you: Option<Color>,
    /// Stones that Black has on the board before White begins, 2 to 9
    #[arg(long, value_name = "STONES")]
    handicap: Option<usize>,
    /// When to use colors
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    colors: When,
    /// Draw with characters that every terminal has
    #[arg(long)]
    ascii: bool,
}

/// When to use colors.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum When {
    /// If the terminal has them and `NO_COLOR` is not set
    #[default]
    Auto,
    /// Even into a file
    Always,
    /// Not at all
    Never,
}

/// Plays until the player leaves.
///
/// # Errors
///
/// Returns [`Error::Usage`] for settings that fit no game, [`Error::Stream`] when the streams fail.
pub(super) fn run(
    args: &PlayArgs,
    settings: &Settings,
    input: impl BufRead,
    output: impl Write,
    palette: Palette,
) -> Result<(), Error> {
    let mut game = settings.game.begin()?;
    if let Some(stones) = args.handicap {
        let placed = game.fixed_handicap(stones);
        placed.map_err(|error| Error::Usage(format!("--handicap {stones}: {error}")))?;
    }
    let look = Look {
        glyphs: if args.ascii {
            Glyphs::Ascii
        } else {
            Glyphs::Unicode
        },
        palette: match args.colors {
            When::Auto => palette,
            When::Always => Palette::Colored,
            When::Never => Palette::Plain,
        },
    };
    let you = args.you.unwrap_or(Color::Black);
    Ok(Dialog::new(game, settings.engine.build()?, you, look, output).receive(input)?)
}
