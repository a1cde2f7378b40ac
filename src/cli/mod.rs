//! The commands of the program, over streams that the caller provides.

mod analyze;
mod args;
mod bench;
mod candidate;
mod candidates;
mod completions;
mod config;
mod device;
mod duration;
mod error;
mod genmove;
mod gmp;
mod gtp;
mod learn;
mod logging;
mod look;
mod man;
mod matches;
mod output_file;
mod picture;
mod play;
mod position;
mod progress;
mod score;
mod settings;
mod statistics;
mod traffic;
mod tree_file;
mod version;

use std::io::{BufRead, Write};
use std::panic;
use std::panic::AssertUnwindSafe;

use args::Command;
use gtp::GtpArgs;
use play::PlayArgs;
use progress::Bars;
use settings::Sources;

pub use args::Cli;
pub use error::{Error, Exit};

/// Where the program reads and writes.
#[derive(Debug)]
pub struct Streams<R, W, G> {
    /// Commands, moves or a record.
    pub input: R,
    /// Responses, boards or the result.
    pub output: W,
    /// Where pictures of a running search go, for a program that looks for them there, and what is told beside the result.
    pub graphics: G,
    /// Who writes the input.
    pub source: Source,
    /// Whether the output shows colors.
    pub palette: Palette,
}

/// Who is at the other end of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A person.
    Terminal,
    /// A program or a file.
    Pipe,
}

/// What the output can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// Text and ANSI colors.
    Colored,
    /// Text only.
    Plain,
}

/// Carries out what the command line asks for.
///
/// # Errors
///
/// Returns what went wrong; [`Error::exit_code`] is for the caller to exit with. A panic is an error as well.
pub fn run(
    cli: Cli,
    streams: Streams<
        impl BufRead + Send + 'static,
        impl Write + Send + 'static,
        impl Write + Send + 'static,
    >,
) -> Result<Exit, Error> {
    panic::catch_unwind(AssertUnwindSafe(|| carry_out(cli, streams)))
        .unwrap_or(Err(Error::Internal))
}

fn carry_out(
    cli: Cli,
    streams: Streams<
        impl BufRead + Send + 'static,
        impl Write + Send + 'static,
        impl Write + Send + 'static,
    >,
) -> Result<Exit, Error> {
    // These work whatever the settings are.
    match &cli.command {
        Some(Command::Config(args)) if args.wants_default() => return config::dump(streams.output),
        Some(Command::Completions(args)) => return completions::run(*args, streams.output),
        Some(Command::Man(args)) => return man::run(args, streams.output),
        Some(Command::Version(args)) => return version::run(*args, streams.output),
        _ => {}
    }
    let sources = Sources::read(cli.settings, cli.flags, cli.config.as_deref())?;
    let (asked, settings) = (&sources.asked, &sources.in_force);
    let told = logging::start(cli.verbosity, &asked.log, &settings.log)?;
    let Streams {
        input,
        output,
        graphics,
        source,
        palette,
    } = streams;
    let bars = Bars::new(told, settings.terminal.look(palette));
    let usual = match source {
        Source::Pipe => Command::Gtp(GtpArgs::default()),
        Source::Terminal => Command::Play(PlayArgs::default()),
    };
    match cli.command.unwrap_or(usual) {
        Command::Gtp(args) => gtp::run(args, &sources, input, output, graphics),
        Command::Gmp(args) => gmp::run(&args, &sources, input, output),
        Command::Play(args) => play::run(&args, settings, input, output, palette),
        Command::Genmove(args) => genmove::run(&args, &sources, input, output, graphics),
        Command::Analyze(args) => analyze::run(&args, &sources, input, output, bars),
        Command::Score(args) => score::run(&args, &sources, input, output, palette),
        Command::Bench(args) => bench::run(&args, asked, output),
        Command::Learn(args) => learn::run(&args, asked, output),
        Command::Match(args) => return matches::run(&args, asked, output, bars),
        Command::Config(_) => config::show(&sources, output),
        Command::Completions(_) | Command::Man(_) | Command::Version(_) => Ok(()),
    }
    .map(|()| Exit::Done)
}
