//! The commands of the program, over streams that the caller provides.

mod analysis;
mod analyze;
mod args;
mod bench;
mod bench_net;
mod book;
mod candidates;
mod clock_args;
mod completions;
mod config;
mod device;
mod duration;
mod engine;
mod engine_files;
mod error;
mod game_folder;
mod genmove;
mod gmp;
mod gtp;
mod gtp_listener;
mod interrupt;
mod json;
mod learn;
mod logging;
mod man;
mod matches;
mod output_file;
mod parsers;
mod play;
mod position;
mod progress;
mod ranks;
mod score;
mod selfplay;
mod serve;
mod settings;
mod solve;
mod statistics;
mod streams;
mod terminal_board;
mod theme;
mod tree_file;
mod version;
mod wire_log;

use std::io::{BufRead, Write};
use std::panic;
use std::panic::AssertUnwindSafe;

use clap::CommandFactory;

use crate::ranks::Ranks;

use args::Subcommand;
use gtp::GtpArgs;
use play::{Console, PlayArgs};
use position::StandardInput;
use progress::ProgressBars;
use settings::Sources;

pub use args::Cli;
pub use error::{Error, Exit};
pub use ranks::tells;
pub use streams::{Endpoint, Palette, Streams};

/// Runs the command.
///
/// # Errors
///
/// Returns the error of the command, or [`Error::Internal`] for a panic.
pub fn run(
    cli: Cli,
    streams: Streams<
        impl BufRead + Send + 'static,
        impl Write + Send + 'static,
        impl Write + Send + 'static,
    >,
) -> Result<Exit, Error> {
    panic::catch_unwind(AssertUnwindSafe(|| run_command(cli, streams)))
        .unwrap_or(Err(Error::Internal))
        .map_err(ranks::error)
}

/// Runs a command that works with bad settings, too; `None` for any other.
fn print_text(cli: &Cli, out: impl Write) -> Option<Result<(), Error>> {
    Some(match cli.command.as_ref()? {
        Subcommand::Config(args) if args.dump_default => config::dump(out),
        Subcommand::Completions(args) => completions::run(*args, Cli::command(), out),
        Subcommand::Man(args) => man::run(args, Cli::command(), out),
        Subcommand::Version(args) => {
            let network = engine::network(&cli.settings.engine);
            network.and_then(|network| version::run(*args, network.as_deref(), out))
        }
        _ => return None,
    })
}

fn run_command(
    cli: Cli,
    mut streams: Streams<
        impl BufRead + Send + 'static,
        impl Write + Send + 'static,
        impl Write + Send + 'static,
    >,
) -> Result<Exit, Error> {
    if let Some(printed) = print_text(&cli, ranks::only_of_rank_0(&mut streams.output)) {
        printed?;
        streams.output.flush()?;
        return Ok(Exit::Done);
    }
    let sources = Sources::read(cli.settings, cli.flag_assignments, cli.config.as_deref())?;
    let settings = &sources.effective;
    let bars = ProgressBars {
        level: logging::start(cli.verbosity, &sources.flags.log, &settings.log)?,
        theme: settings.terminal.theme(streams.palette),
    };
    let command = cli.command.unwrap_or_else(|| match streams.source {
        Endpoint::Pipe => Subcommand::Gtp(GtpArgs::default()),
        Endpoint::Terminal => Subcommand::Play(PlayArgs::default()),
    });
    let joined = ranks::join(command.teamwork(), || {
        engine::engine_settings(&settings.engine)
    });
    let Some(ranks) = joined? else {
        return Ok(Exit::Done);
    };
    let exit = dispatch(command, &sources, &ranks, streams, bars)?;
    ranks.leave();
    Ok(exit)
}

/// Runs a command that depends on the settings.
fn dispatch(
    command: Subcommand,
    sources: &Sources,
    ranks: &Ranks,
    streams: Streams<
        impl BufRead + Send + 'static,
        impl Write + Send + 'static,
        impl Write + Send + 'static,
    >,
    bars: ProgressBars,
) -> Result<Exit, Error> {
    let Streams {
        input,
        mut output,
        graphics,
        source,
        target,
        palette,
    } = streams;
    let (flags, out) = (&sources.flags, &mut output);
    let standard = |reader| StandardInput { reader, source };
    let mut exit = Exit::Done;
    match command {
        Subcommand::Gmp(args) => {
            return gmp::run(&args, sources, ranks, input, output).map(|()| exit);
        }
        Subcommand::Gtp(args) => gtp::run(&args, sources, ranks, input, out, graphics)?,
        Subcommand::Analysis(args) => analysis::run(&args, sources, input, out, graphics)?,
        Subcommand::Serve(args) => serve::run(&args, sources, out, graphics)?,
        Subcommand::Play(args) => {
            let console = Console::of([source, target], bars);
            play::run(&args, sources, input, out, console)?;
        }
        Subcommand::Genmove(args) => {
            genmove::run(&args, sources, ranks, standard(input), out, graphics)?;
        }
        Subcommand::Analyze(args) => {
            analyze::run(&args, sources, ranks, standard(input), out, bars)?;
        }
        Subcommand::Score(args) => score::run(&args, sources, standard(input), out, palette)?,
        Subcommand::Solve(args) => solve::run(&args, sources, standard(input), out)?,
        Subcommand::Bench(args) => bench::run(&args, flags, out)?,
        Subcommand::Selfplay(args) => selfplay::run(&args, flags, ranks, out, bars)?,
        Subcommand::Book(args) => book::run(&args, sources, ranks, standard(input), out, bars)?,
        Subcommand::Learn(args) => learn::run(&args, flags, ranks, out)?,
        Subcommand::Match(args) => exit = matches::run(&args, flags, ranks, out, bars)?,
        Subcommand::Config(_) => {
            // Bad values are to be found here.
            sources.effective.engine.params()?;
            config::show(sources, out)?;
        }
        Subcommand::Completions(_) | Subcommand::Man(_) | Subcommand::Version(_) => {}
    }
    output.flush()?;
    Ok(exit)
}
