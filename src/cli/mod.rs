//! The commands of the program, over streams that the caller provides.

mod analysis;
mod analyze;
mod args;
mod bench;
mod bench_net;
mod book;
mod browser;
mod candidates;
mod clock_args;
mod completions;
mod config;
mod context;
mod device;
mod duration;
mod engine;
mod engine_files;
mod error;
mod estimate;
mod game_folder;
mod genmove;
mod gmp;
mod gtp;
mod gtp_listener;
mod interrupt;
mod json;
mod language;
mod learn;
mod logging;
mod man;
mod matches;
mod output_file;
mod parsers;
mod play;
mod position;
mod printable;
mod progress;
mod quoted;
mod ranks;
mod score;
mod selfplay;
mod serve;
mod settings;
mod solve;
mod state_folder;
mod streams;
mod terminal_board;
mod theme;
mod tree_file;
mod version;
mod wire_log;
mod wrap;

use std::io::Write;
use std::panic;
use std::panic::AssertUnwindSafe;

use clap::CommandFactory;

use args::Subcommand;
use context::Context;
use gtp::GtpArgs;
use play::PlayArgs;
use progress::ProgressBars;
use settings::Sources;

pub use args::{Cli, colors};
pub use error::{Error, Exit};
pub use printable::printable;
pub use ranks::prints_text;
pub use streams::{Endpoint, Palette, Streams};
pub use wrap::WrappedTerminal;

/// Runs the command.
///
/// # Errors
///
/// Returns the error of the command, or [`Error::Internal`] for a panic.
pub fn run(cli: Cli, streams: Streams) -> Result<Exit, Error> {
    panic::catch_unwind(AssertUnwindSafe(|| run_command(cli, streams)))
        .unwrap_or(Err(Error::Internal))
        .map_err(ranks::error)
}

/// Runs the command if it works even with bad settings; returns `None` for any other.
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

fn run_command(cli: Cli, mut streams: Streams) -> Result<Exit, Error> {
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
    let mut context = Context {
        sources,
        ranks,
        bars,
        input: streams.input,
        output: streams.output,
        errors: streams.errors,
        source: streams.source,
        target: streams.target,
    };
    let exit = dispatch(command, &mut context)?;
    context.output.flush()?;
    context.ranks.leave();
    Ok(exit)
}

/// Runs a command that depends on the settings.
fn dispatch(command: Subcommand, context: &mut Context) -> Result<Exit, Error> {
    match command {
        Subcommand::Gmp(args) => gmp::run(&args, context)?,
        Subcommand::Gtp(args) => gtp::run(&args, context)?,
        Subcommand::Analysis(args) => analysis::run(&args, context)?,
        Subcommand::Serve(args) => serve::run(&args, context)?,
        Subcommand::Play(args) => play::run(&args, context)?,
        Subcommand::Genmove(args) => genmove::run(&args, context)?,
        Subcommand::Analyze(args) => analyze::run(&args, context)?,
        Subcommand::Score(args) => score::run(&args, context)?,
        Subcommand::Solve(args) => solve::run(&args, context)?,
        Subcommand::Bench(args) => bench::run(&args, context)?,
        Subcommand::Selfplay(args) => selfplay::run(&args, context)?,
        Subcommand::Book(args) => book::run(&args, context)?,
        Subcommand::Learn(args) => learn::run(&args, context)?,
        Subcommand::Match(args) => return matches::run(&args, context),
        Subcommand::Config(_) => config::show(context)?,
        Subcommand::Completions(_) | Subcommand::Man(_) | Subcommand::Version(_) => {}
    }
    Ok(Exit::Done)
}
