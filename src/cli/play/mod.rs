//! `tao-go play`: a game in the terminal.

mod command;
mod messages;
mod terminal_game;

use std::io::{BufRead, Write};

use clap::Args;

use crate::board::Color;
use crate::engine::Engine;

use super::Palette;
use super::error::Error;
use super::settings::{Settings, parse_color};

use terminal_game::TerminalGame;

/// Play a game in the terminal
#[derive(Clone, Debug, Default, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct PlayArgs {
    /// Color that you play, black or white [default: black]
    #[arg(long, visible_alias = "color", value_name = "COLOR", value_parser = parse_color)]
    you: Option<Color>,
    /// Handicap stones of Black, 2 to 9
    #[arg(long, value_name = "STONES")]
    handicap: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  tao-go play --you white --time 5s       Tao Go begins
  tao-go play --size 13 --handicap 4      with four handicap stones
  tao-go play --ascii --colors never      for plain terminals
";

/// Plays until the player quits.
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
    let theme = settings.terminal.theme(palette);
    let you = args.you.unwrap_or(Color::Black);
    let engine = Engine::new(settings.engine.settings()?);
    Ok(TerminalGame::new(game, engine, you, theme, output).run(input)?)
}
