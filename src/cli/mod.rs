//! The commands of the program, over streams that the caller provides.

mod analyze;
mod args;
mod bench;
mod book;
mod browser;
mod commands;
mod completions;
mod config;
mod context;
pub mod engine;
mod error;
mod folders;
mod genmove;
mod gmp;
mod gtp;
pub mod interrupt;
mod kata;
mod language;
mod logging;
mod man;
pub mod output_file;
pub mod parsers;
mod play;
pub mod position;
pub mod printable;
pub mod progress;
mod ranks;
mod score;
mod serve;
pub mod settings;
mod solve;
mod start;
mod terminal_board;
mod theme;
mod version;
mod wrap;

use std::io::{self, Write};
use std::panic::resume_unwind;
use std::thread;

use logging::Verbosity;
use progress::ProgressBars;
use settings::Sources;
use tao_protocols::catch_panic;

pub use args::{Cli, Program, colors};
pub use commands::TaoGo;
pub use context::{Context, Endpoint, Palette, Streams};
pub use error::{Error, Exit, FileResult};
pub use settings::Settings;
pub use start::start;

/// Bytes of stack for a command: what Linux gives a main thread. Windows gives it 1 MiB, which a search exceeds.
const STACK_BYTES: usize = 8 << 20;

/// Runs the command.
///
/// # Errors
///
/// Returns the error of the command, or [`Error::Internal`] for a panic.
pub fn run<P: Program>(cli: Cli<P>, streams: Streams) -> Result<Exit, Error> {
    catch_panic(|| run_command(cli, streams))
        .unwrap_or(Err(Error::Internal))
        .map_err(ranks::error)
}

fn run_command<P: Program>(cli: Cli<P>, mut streams: Streams) -> Result<Exit, Error> {
    let options = cli.options;
    let mut out = ranks::only_of_rank_0(&mut streams.output);
    if let Some(kernel) = options.settings.engine.kernel {
        kernel.choose();
    }
    let command = cli.command.or_else(|| P::default_for(streams.source));
    let Some(command) = command else {
        return Err(Error::Usage(format!(
            "write a command: see {} --help",
            P::NAME
        )));
    };
    if let Some(printed) = command.print(&options.settings, &mut out) {
        printed?;
        out.flush()?;
        return Ok(Exit::Done);
    }
    drop(out);
    let config = options.config.as_deref();
    let sources = Sources::read(options.settings, cli.flag_assignments, config)?;
    on_large_stack(|| run_with_settings(command, sources, options.verbosity, streams))
        .map_err(|error| Error::Failed(format!("no thread: {error}")))?
}

/// Does the work on a thread with a large stack.
///
/// # Errors
///
/// Returns why there is no thread.
fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new()
            .name("main".to_owned())
            .stack_size(STACK_BYTES);
        let result = thread.spawn_scoped(scope, work)?.join();
        Ok(result.unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

fn run_with_settings<P: Program>(
    command: P,
    sources: Sources,
    verbosity: Verbosity,
    streams: Streams,
) -> Result<Exit, Error> {
    let settings = &sources.effective;
    if let Some(kernel) = settings.engine.kernel {
        kernel.choose();
    }
    let bars = ProgressBars {
        level: logging::start(P::NAME, verbosity, &sources.flags.log, &settings.log)?,
        theme: settings.terminal.theme(streams.palette),
    };
    let joined = ranks::join(command.searches_on_ranks(), || {
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
    let exit = command.run(&mut context)?;
    context.output.flush()?;
    Ok(exit)
}
