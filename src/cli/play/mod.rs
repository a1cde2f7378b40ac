//! `tao-go play`: a game in the terminal.

mod command;
mod input;
mod show;
mod terminal_game;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::cli::parsers::at_least;
use tao_engine::Engine;
use tao_protocols::files::{Keeper, remove_abandoned};
use tao_protocols::table::{Seat, Setup, Table};
use tao_rules::board::Color;
use tao_rules::game::{Clocks, TimeControl};
use tao_sgf as sgf;
use tao_sgf::ReadOptions;

use super::Endpoint;
use super::context::Context;
use super::engine::engine_settings;
use super::error::{Error, FileResult};
use super::folders::{games_folder, last_game, state_folder};
use super::interrupt::set_on_interrupt;
use super::parsers::{ClockArgs, parse_duration};
use super::position::record_text;
use super::settings::{Sources, color};

use input::{LineEditor, can_edit, read_plain};
use terminal_game::TerminalGame;

/// Play a game in the terminal
///
/// Every game is kept in the folder for the state of programs, `$XDG_STATE_HOME/tao-go` or `~/.local/state/tao-go`.
/// With a clock, yours runs while the prompt waits.
#[derive(Clone, Debug, Default, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct PlayArgs {
    /// SGF record of a game to continue, as the side to move
    #[arg(value_name = "SGF", conflicts_with = "handicap")]
    record: Option<PathBuf>,
    /// Continue the last game that was kept
    #[arg(long, conflicts_with_all = ["record", "handicap"])]
    resume: bool,
    /// Save neither games nor the lines that you type
    #[arg(long)]
    no_save: bool,
    /// Color that you play, black or white [default: black]
    #[arg(long, visible_alias = "color", value_name = "COLOR", value_parser = color(), hide_possible_values = true)]
    you: Option<Color>,
    /// Handicap stones of Black, 2 to 9; without `--komi`, komi is then 0.5
    #[arg(long, value_name = "STONES", value_parser = at_least(0_usize))]
    handicap: Option<usize>,
    #[command(flatten)]
    clock: ClockArgs,
    /// Number of byo-yomi periods, each for one move; a move that exceeds one loses it
    #[arg(
        long,
        value_name = "N",
        requires = "byo_yomi",
        conflicts_with = "stones"
    )]
    #[arg(value_parser = at_least(1_u32))]
    periods: Option<u32>,
    /// Time that each move adds to the main time
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    #[arg(requires = "main_time", conflicts_with = "byo_yomi")]
    increment: Option<Duration>,
}

const EXAMPLES: &str = "\
Examples:
  tao-go play --you white --time 5s       Tao Go begins
  tao-go play --size 13 --handicap 4      with four handicap stones
  tao-go play --main-time 5m --byo-yomi 30s --periods 3
                                          with clocks
  tao-go play game.sgf                    go on with a record
  tao-go play --resume                    go on with your last game
  tao-go play --ascii --colors never      for plain terminals
";

/// Plays until the player quits.
///
/// # Errors
///
/// Returns [`Error::Usage`] for settings that fit no game, [`Error::File`] for a record that cannot be read,
/// [`Error::Stream`] when the streams fail.
pub(super) fn run(args: &PlayArgs, context: &mut Context) -> Result<(), Error> {
    let (sources, bars) = (&context.sources, context.bars);
    let state = state_folder();
    let games = games_folder();
    let (table, next, file) = args.begin(sources, games.as_deref())?;
    let engine = Engine::new(engine_settings(&sources.effective.engine)?);
    let mut game = TerminalGame::new(table, next, engine, bars.theme, &mut context.output);
    if let Some(games) = &games {
        remove_abandoned(games);
    }
    game.keeper = Keeper::new(games.filter(|_| !args.no_save));
    game.keeper.begin(game.table.to_sgf(), file);
    let is_terminal = [context.source, context.target] == [Endpoint::Terminal; 2];
    if !is_terminal || !can_edit() {
        let input = &mut context.input;
        return Ok(game.run(|prompt, output| read_plain(&mut *input, prompt, output))?);
    }
    game.bars = Some(bars);
    set_on_interrupt(&game.stop);
    let history = state.filter(|_| !args.no_save).and_then(|folder| {
        std::fs::create_dir_all(&folder).ok()?;
        Some(folder.join("history"))
    });
    let mut editor = LineEditor::new(history)?;
    Ok(game.run(|prompt, output| {
        output.flush()?;
        editor.read(prompt)
    })?)
}

impl PlayArgs {
    /// Returns the game to play, the setup of further games, and the file in which the game is already kept, if any.
    fn begin(
        &self,
        sources: &Sources,
        games: Option<&Path>,
    ) -> Result<(Table, Setup, Option<PathBuf>), Error> {
        let settings = &sources.effective.game;
        let resumed = self.resume.then(|| last_game(games));
        let file = resumed.transpose()?;
        if let Some(path) = file.as_ref().or(self.record.as_ref()) {
            if path == Path::new("-") {
                let reason = "the standard input is for your moves: name a file";
                return Err(Error::Usage(format!("-: {reason}")));
            }
            let mut table = read_table(path, &sources.read_options())?;
            *table.game_mut() = sources.flags.game.apply_to(table.game().clone())?;
            if let Some(player) = self.you {
                table.seats = Seat::person_and_engine(player);
            }
            if self.control() != TimeControl::Unlimited {
                table.clocks = Clocks::resumed(self.control(), &[], table.clocks.used());
            }
            table.level = sources.flags.engine.level.or(table.level);
            let next = Setup {
                komi: settings.komi,
                ..Setup::like(table.game())
            };
            return Ok((table, next, file));
        }
        let even = Setup {
            komi: settings.komi,
            ..Setup::like(&settings.begin()?)
        };
        let handicap = self.handicap.unwrap_or(0);
        let next = even
            .with_handicap(handicap)
            .map_err(|reason| Error::Usage(format!("--handicap {handicap}: {reason}")))?;
        let game = next
            .begin()
            .map_err(|reason| Error::Usage(reason.to_string()))?;
        let mut table = Table::new(game, self.control());
        table.seats = Seat::person_and_engine(self.you.unwrap_or(Color::Black));
        Ok((table, next, None))
    }

    fn control(&self) -> TimeControl {
        match (self.clock.control(), self.increment, self.periods) {
            (TimeControl::Absolute { main }, Some(increment), _) => {
                TimeControl::fischer(main, increment)
            }
            (TimeControl::Canadian { main, period, .. }, _, Some(periods)) => {
                TimeControl::ByoYomi {
                    main,
                    period,
                    periods,
                }
            }
            (control, ..) => control,
        }
    }
}

/// Reads the record of a game to continue. If Tao Go is one of the players, the person plays the other side, else the side to move.
/// The rules that the record names apply if they are known, else those of the options.
///
/// # Errors
///
/// Returns [`Error::File`] where there is no such file, or no game in it.
fn read_table(path: &Path, options: &ReadOptions) -> Result<Table, Error> {
    let text = record_text(path, io::empty())?;
    let record = sgf::read_record(&text, options).at(path)?;
    let mut table = Table::resumed(record);
    if table.person().is_none() {
        table.seats = Seat::person_and_engine(table.game().to_move());
    }
    Ok(table)
}
