//! The log: on the standard error stream, where each line begins with the name of the program, and in a file, with more detail.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::fs::File;
use std::io;
use std::io::Write;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, mem, panic, process};

use clap::{ArgAction, Args};
use env_logger::{Builder, Logger, Target};
use log::{Level, LevelFilter, Log, Metadata, Record};

use super::error::{Error, FileResult};
use super::printable::{printable, shown};
use super::settings::LogArgs;
use super::wire_log::GTP_TARGET;

/// Heading in the help of the options that concern neither the game nor the engine.
pub(super) const OTHER: &str = "Other";

/// Paths of the standard output, which belongs to protocols and results.
const OUTPUTS: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Log target of internal errors, which nobody can turn off.
const PANIC_TARGET: &str = "panic";

#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = OTHER)]
pub struct Verbosity {
    /// Log more: `-v` what happens, `-vv` why, `-vvv` everything
    #[arg(short, long, action = ArgAction::Count, global = true, conflicts_with = "log_level")]
    verbose: u8,
    /// Log nothing but internal errors, not even warnings
    #[arg(short, long, global = true, conflicts_with_all = ["verbose", "log_level"])]
    quiet: bool,
}

impl Verbosity {
    const fn level(self) -> Option<LevelFilter> {
        match (self.quiet, self.verbose) {
            (true, _) => Some(LevelFilter::Off),
            (false, 0) => None,
            (false, 1) => Some(LevelFilter::Info),
            (false, 2) => Some(LevelFilter::Debug),
            (false, _) => Some(LevelFilter::Trace),
        }
    }
}

/// Starts the log, has panics reported there, and returns the level of the error stream.
///
/// The level is that of the flags, else of `RUST_LOG`, else of the effective settings. The beginning of each line tells log lines
/// from responses in a controller that merges the two streams.
///
/// # Errors
///
/// [`Error::Usage`] for a log on the standard output, [`Error::File`] for a file that cannot be written.
pub(super) fn start(
    program: &'static str,
    verbosity: Verbosity,
    flags: &LogArgs,
    effective: &LogArgs,
) -> Result<LevelFilter, Error> {
    let mut builder = Builder::new();
    builder
        .filter_level(effective.log_level.unwrap_or(LevelFilter::Warn))
        .parse_default_env();
    if let Some(level) = verbosity.level().or(flags.log_level) {
        builder.filter_level(level);
    }
    builder.filter_module(PANIC_TARGET, LevelFilter::Error);
    builder.format(move |out, record| {
        // Lizzie takes any line with this arrow for one of Leela Zero's.
        let text = record.args().to_string().replace("->", "=>");
        printable(&text)
            .lines()
            .try_for_each(|line| writeln!(out, "{program}: {line}"))
    });
    let stream = Arc::new(builder.build());
    let stream_level = stream.filter();
    let mut logs = Logs(vec![Arc::clone(&stream)]);
    if let Some(path) = &effective.log_file {
        logs.0.push(Arc::new(open_file(path, stream)?));
    }
    let level = logs.0.iter().map(|logger| logger.filter()).max();
    // A second log, as in a test, leaves the first one in place.
    if log::set_boxed_logger(Box::new(logs)).is_ok() {
        log::set_max_level(level.unwrap_or(stream_level));
    }
    panic::set_hook(Box::new(report));
    let words = env::args_os().map(|word| word.to_string_lossy().into_owned());
    let words = words.collect::<Vec<_>>().join(" ");
    log::info!("version {}, called as {words}", env!("CARGO_PKG_VERSION"));
    Ok(stream_level)
}

/// Logs a panic, with a backtrace where the environment asks for one.
fn report(info: &PanicHookInfo<'_>) {
    log::error!(
        target: PANIC_TARGET,
        "internal error in version {}: {info}",
        env!("CARGO_PKG_VERSION")
    );
    let backtrace = Backtrace::capture();
    if backtrace.status() == BacktraceStatus::Captured {
        log::error!(target: PANIC_TARGET, "{backtrace}");
    }
}

/// The log of the error stream, and the one in a file.
struct Logs(Vec<Arc<Logger>>);

impl Log for Logs {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.0.iter().any(|logger| logger.enabled(metadata))
    }

    fn log(&self, record: &Record<'_>) {
        self.0.iter().for_each(|logger| logger.log(record));
    }

    fn flush(&self) {
        self.0.iter().for_each(Log::flush);
    }
}

/// Opens a log file. It gets all that `stream` logs, everything from level `info` on, and the lines of GTP, each with the time, the
/// process, and the level or `gtp`.
fn open_file(path: &Path, stream: Arc<Logger>) -> Result<Logger, Error> {
    if OUTPUTS.iter().any(|output| path == Path::new(output)) {
        let message = format!(
            "--log-file {}: the standard output is for results",
            shown(path)
        );
        return Err(Error::Usage(message));
    }
    let file = File::options().create(true).append(true).open(path);
    let file = file.map_err(|error| format!("cannot write the log: {error}"));
    let level = stream.filter().max(LevelFilter::Info);
    let writer = LogFile {
        path: path.to_owned(),
        file: file.at(path)?,
        stream,
        has_failed: false,
    };
    let logger = Builder::new()
        .filter_level(level)
        .filter_module(GTP_TARGET, LevelFilter::Trace)
        .target(Target::Pipe(Box::new(writer)))
        .format(|out, record| {
            let (time, process) = (out.timestamp_millis(), process::id());
            let mark = match record.target() {
                GTP_TARGET => GTP_TARGET,
                _ => record.level().as_str(),
            };
            let text = record.args().to_string();
            printable(&text)
                .lines()
                .try_for_each(|line| writeln!(out, "{time} {process} {mark} {line}"))
        })
        .build();
    Ok(logger)
}

/// A file that reports its first failure on the error stream: `env_logger` drops errors.
struct LogFile {
    path: PathBuf,
    file: File,
    stream: Arc<Logger>,
    has_failed: bool,
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).inspect_err(|error| {
            if !mem::replace(&mut self.has_failed, true) {
                let path = shown(&self.path);
                let text = format_args!("log file {path}: {error}; lines are missing there");
                let record = Record::builder().level(Level::Error).args(text).build();
                self.stream.log(&record);
            }
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
