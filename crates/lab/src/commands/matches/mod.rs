//! `tao-lab match`: games between two engines, and the difference in strength that they show.

mod args;
mod player;
mod recorder;
mod report;

pub use args::MatchArgs;

use std::fs;
use std::io::Write;

use args::MatchSubcommand;
use clap::Args;
use recorder::MatchRecorder;
use tao_engine::engine::{Engine, EngineSettings};
use tao_engine::search::Params;
use tao_go::cli::engine::settings_without_search;
use tao_go::cli::interrupt::on_interrupt;
use tao_go::cli::parsers::in_range;
use tao_go::cli::printable::PrintableWriter;
use tao_go::cli::settings::Settings;
use tao_go::cli::{Context, Error, Exit, FileResult};
use tao_sgf as sgf;
use tao_sgf::Metadata;

use crate::matches::{MatchScore, StopSignal, generate_openings};

/// Plays a match, or runs the subcommand.
///
/// # Errors
/// [`Error::Usage`] for settings that fit no match, [`Error::File`] for bad files, [`Error::Failed`] for the referee and
/// where no game was finished.
pub(super) fn run(args: &MatchArgs, context: &mut Context) -> Result<Exit, Error> {
    let settings = &context.sources.flags;
    // Names of players and texts in logs may contain control characters.
    let output = &mut PrintableWriter(&mut context.output);
    match &args.subcommand {
        Some(MatchSubcommand::Report(args)) => return report::write_report(args, output),
        Some(MatchSubcommand::Openings(args)) => {
            return write_openings(args, settings, output).map(|()| Exit::Done);
        }
        None => {}
    }
    let matches = match (&args.players.list, &args.players.sweep) {
        (Some(players), _) => report::tournament_matches(args, &players.0),
        (_, Some(sweep)) => report::sweep_matches(args, sweep)?,
        (None, None) => vec![(String::new(), args.clone())],
    };
    let stop = StopSignal::default();
    stop_on_interrupt(&stop);
    let play = |args: &MatchArgs| -> Result<MatchScore, Error> {
        let plan = args.plan(settings)?;
        let mut recorder = MatchRecorder::open(args, &plan)?;
        recorder.play_missing(&stop, context.bars)?;
        Ok(recorder.score)
    };
    if args.players.list.is_none() && args.players.sweep.is_none() {
        return report::write_result(output, &play(args)?, args.sprt.as_ref());
    }
    if let Some(folder) = &args.log {
        fs::create_dir_all(folder).at(folder)?;
    }
    let matches = matches.iter().take_while(|_| !stop.is_requested());
    let played = matches.map(|(name, args)| Ok((name.as_str(), play(args)?)));
    match (&args.players.list, &args.players.sweep) {
        (Some(players), _) => report::write_tournament(args, &players.0, played, output)?,
        (_, Some(sweep)) => report::write_sweep(args, sweep, settings, played, output)?,
        (None, None) => {}
    }
    Ok(Exit::Done)
}

/// Lets the first Ctrl-C finish the games in progress, and the second one abort them.
fn stop_on_interrupt(stop: &StopSignal) {
    let stop = stop.clone();
    on_interrupt(move || {
        let is_first = !stop.is_requested();
        stop.request();
        if is_first {
            log::warn!("finishing the games in progress; Ctrl-C again aborts them");
        }
    });
}

/// Playouts for each position without `--playouts`.
const DEFAULT_PLAYOUTS: u64 = 20_000;

/// Generate balanced openings and print them as SGF
///
/// An opening is two to six random moves on the third line or above, after which the preset `tao-go-2010-tuned` estimates a win
/// rate of 45 to 55 %. No two are the same rotated or reflected.
#[derive(Clone, Debug, Args)]
pub struct OpeningsArgs {
    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 80)]
    #[arg(value_parser = in_range(1_u16, 10_000))]
    count: u16,
}

/// Prints the openings.
///
/// # Errors
/// Returns [`Error::Usage`] for settings that fit no game.
fn write_openings(
    args: &OpeningsArgs,
    settings: &Settings,
    mut output: impl Write,
) -> Result<(), Error> {
    let start = settings.game.begin()?;
    let base = settings_without_search(&settings.engine)?;
    let seed = base.seed.unwrap_or(1);
    let playouts = base.playouts.unwrap_or(DEFAULT_PLAYOUTS);
    let mut engine = Engine::new(EngineSettings {
        params: Params::TAO_GO_2010_TUNED,
        playouts: Some(playouts),
        seed: Some(seed),
        ..base
    });
    writeln!(
        output,
        "Openings for {size}x{size}, komi {}, made by\n  tao-lab match openings --size {size} --komi {} --count {} --seed {seed} --playouts {playouts}\n\
        Each comment is the win rate of the player to move.\n",
        start.komi(),
        start.komi(),
        args.count,
        size = start.size(),
    )?;
    generate_openings(args.count.into(), &start, &mut engine, |game, win_rate| {
        let comment = format!("{:.1} %", 100.0 * win_rate);
        let metadata = Metadata {
            comment: Some(&comment),
            ..Metadata::default()
        };
        output.write_all(sgf::write(game, &metadata).as_bytes())
    })?;
    Ok(())
}
