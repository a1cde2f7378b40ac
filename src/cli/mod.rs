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
mod error;
mod game_folder;
mod genmove;
mod gmp;
mod gtp;
mod gtp_listener;
mod json;
mod learn;
mod logging;
mod man;
mod matches;
mod numbers;
mod output_file;
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
mod terminal_board;
mod theme;
mod tree_file;
mod version;
mod wire_log;

use std::io::{BufRead, Write};
use std::panic;
use std::panic::AssertUnwindSafe;

use args::Subcommand;
use gtp::GtpArgs;
use play::{Desk, PlayArgs};
use position::StandardInput;
use progress::ProgressBars;
use settings::Sources;

pub use args::Cli;
pub use error::{Error, Exit};
pub use ranks::tells;

/// The streams of the program.
#[derive(Debug)]
pub struct Streams<R, W, G> {
    /// Commands, moves or a game record.
    pub input: R,
    /// Responses, boards or the result.
    pub output: W,
    /// Messages beside the result, and live `GoGui` graphics of a running search: the standard error stream.
    pub graphics: G,
    /// What the input is connected to.
    pub source: Endpoint,
    /// What the output is connected to.
    pub target: Endpoint,
    /// Whether the output shows colors.
    pub palette: Palette,
}

/// What a stream is connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// A terminal: a person types and reads.
    Terminal,
    /// A program or a file.
    Pipe,
}

/// Whether text has ANSI colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// With 256 colors.
    Colored,
    /// With the 16 colors of every color terminal.
    Sixteen,
    /// Without.
    Plain,
}

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
        Subcommand::Completions(args) => completions::run(*args, out),
        Subcommand::Man(args) => man::run(args, out),
        Subcommand::Version(args) => {
            let network = cli.settings.engine.network();
            network.and_then(|network| version::run(*args, network.as_deref(), out))
        }
        _ => return None,
    })
}

fn run_command(
    cli: Cli,
    streams: Streams<
        impl BufRead + Send + 'static,
        impl Write + Send + 'static,
        impl Write + Send + 'static,
    >,
) -> Result<Exit, Error> {
    let Streams {
        input,
        mut output,
        graphics,
        source,
        target,
        palette,
    } = streams;
    if let Some(printed) = print_text(&cli, ranks::only_of_rank_0(&mut output)) {
        printed?;
        output.flush()?;
        return Ok(Exit::Done);
    }
    let mut sources = Sources::read(cli.settings, cli.flag_assignments, cli.config.as_deref())?;
    let bars = ProgressBars {
        level: logging::start(cli.verbosity, &sources.flags.log, &sources.effective.log)?,
        theme: sources.effective.terminal.theme(palette),
    };
    let default = match source {
        Endpoint::Pipe => Subcommand::Gtp(GtpArgs::default()),
        Endpoint::Terminal => Subcommand::Play(PlayArgs::default()),
    };
    let command = cli.command.unwrap_or(default);
    if ranks::join(&command, &mut sources)?.is_break() {
        return Ok(Exit::Done);
    }
    let (flags, settings) = (&sources.flags, &sources.effective);
    let mut exit = Exit::Done;
    let out = &mut output;
    let standard = |reader| StandardInput { reader, source };
    match command {
        Subcommand::Gmp(args) => return gmp::run(&args, &sources, input, output).map(|()| exit),
        Subcommand::Gtp(args) => gtp::run(&args, &sources, input, out, graphics)?,
        Subcommand::Analysis(args) => analysis::run(&args, &sources, input, out, graphics)?,
        Subcommand::Serve(args) => serve::run(&args, &sources, out, graphics)?,
        Subcommand::Play(args) => {
            let desk = Desk::of([source, target], bars);
            play::run(&args, &sources, input, out, desk)?;
        }
        Subcommand::Genmove(args) => genmove::run(&args, &sources, standard(input), out, graphics)?,
        Subcommand::Analyze(args) => analyze::run(&args, &sources, standard(input), out, bars)?,
        Subcommand::Score(args) => score::run(&args, &sources, standard(input), out, palette)?,
        Subcommand::Solve(args) => solve::run(&args, &sources, standard(input), out)?,
        Subcommand::Bench(args) => bench::run(&args, flags, out)?,
        Subcommand::Selfplay(args) => selfplay::run(&args, &sources, out, bars)?,
        Subcommand::Book(args) => book::run(&args, &sources, standard(input), out, bars)?,
        Subcommand::Learn(args) => learn::run(&args, &sources, out)?,
        Subcommand::Match(args) => exit = matches::run(&args, &sources, out, bars)?,
        Subcommand::Config(_) => {
            // Bad values are to be found here.
            settings.engine.params()?;
            config::show(&sources, out)?;
        }
        Subcommand::Completions(_) | Subcommand::Man(_) | Subcommand::Version(_) => {}
    }
    output.flush()?;
    sources.crew.leave();
    Ok(exit)
}
