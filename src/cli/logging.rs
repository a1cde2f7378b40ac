//! The log: quiet unless asked, on the standard error stream, every line marked as ours; and a file that has it all.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::fs::File;
use std::io;
use std::io::Write;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::{env, panic, process};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};
use env_logger::{Builder, Logger, Target};
use log::{Level, LevelFilter, Log, Metadata, Record};

use super::error::Error;
use super::wire_log::GTP_TARGET;

/// Paths of the standard output, which belongs to protocols and results.
const OUTPUTS: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// The part of the log that nobody can turn off: reports of mistakes in the program.
const REPORT: &str = "panic";

/// How much to tell, in short.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Log")]
pub(super) struct Verbosity {
    /// Say more: `-v` what happens, `-vv` why, `-vvv` everything
    #[arg(short, long, action = ArgAction::Count, global = true, conflicts_with = "log_level")]
    verbose: u8,
    /// Say nothing, not even what goes wrong during a game; only a mistake in the program is told
    #[arg(short, long, global = true, conflicts_with_all = ["verbose", "log_level"])]
    quiet: bool,
}

/// What to tell, and where.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Log")]
pub(super) struct LogArgs {
    /// What to say on the error stream [env: `RUST_LOG`] [default: warn]
    #[arg(long, value_name = "LEVEL", value_parser = levels(), global = true)]
    log_level: Option<LevelFilter>,
    /// File to add the log to, with what happens and every line of GTP (`<` in, `>` out)
    #[arg(long, value_name = "FILE", global = true)]
    log_file: Option<PathBuf>,
}

impl Verbosity {
    /// The level asked for, or `None` where the environment or the default decides.
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

/// Starts the log, and returns how much of it goes to the error stream. Panics go there too. `asked` is for the flags alone, `in_force` for all settings; `RUST_LOG` stands
/// between them.
///
/// The mark keeps our lines apart from responses for controllers that merge the two streams.
///
/// # Errors
///
/// Returns [`Error::Usage`] for a log on the standard output, [`Error::File`] for a file that cannot be written.
pub(super) fn start(
    verbosity: Verbosity,
    asked: &LogArgs,
    in_force: &LogArgs,
) -> Result<LevelFilter, Error> {
    let mut builder = Builder::new();
    builder
        .filter_level(in_force.log_level.unwrap_or(LevelFilter::Warn))
        .parse_default_env();
    if let Some(level) = verbosity.level().or(asked.log_level) {
        builder.filter_level(level);
    }
    builder.filter_module(REPORT, LevelFilter::Error);
    builder.format(|out, record| {
        // Lizzie takes a line with this arrow for a line of Leela Zero's, whatever stands before it.
        let text = record.args().to_string().replace("->", "=>");
        text.lines()
            .try_for_each(|line| writeln!(out, "tao: {line}"))
    });
    let stream = builder.build();
    let file = in_force.log_file.as_deref();
    let file = file
        .map(|path| LogFile::open(path, stream.filter()))
        .transpose()?;
    let told = stream.filter();
    let level = file.as_ref().map_or(told, |file| file.logger.filter());
    let level = level.max(told);
    // A second log, as in a test, leaves the first one in place.
    if log::set_boxed_logger(Box::new(Logs { stream, file })).is_ok() {
        log::set_max_level(level);
    }
    panic::set_hook(Box::new(report));
    let words: Vec<_> = env::args_os()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    log::info!(
        "version {}, called as {}",
        env!("CARGO_PKG_VERSION"),
        words.join(" ")
    );
    Ok(told)
}

fn levels() -> impl TypedValueParser<Value = LevelFilter> {
    let names = ["off", "error", "warn", "info", "debug", "trace"];
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// Tells of a panic all that we would want to be told.
fn report(info: &PanicHookInfo<'_>) {
    log::error!(
        target: REPORT,
        "internal error in version {}: {info}",
        env!("CARGO_PKG_VERSION")
    );
    let backtrace = Backtrace::capture();
    if backtrace.status() == BacktraceStatus::Captured {
        log::error!(target: REPORT, "{backtrace}");
    }
}

/// The error stream and the file.
struct Logs {
    stream: Logger,
    file: Option<LogFile>,
}

impl Log for Logs {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let of_file = self.file.as_ref();
        self.stream.enabled(metadata) || of_file.is_some_and(|file| file.logger.enabled(metadata))
    }

    fn log(&self, record: &Record<'_>) {
        self.stream.log(record);
        let Some(file) = &self.file else {
            return;
        };
        file.logger.log(record);
        if let Some(reason) = file.failure.untold() {
            let path = file.path.display();
            let text = format_args!("log file {path}: {reason}; lines are missing there");
            let record = Record::builder().level(Level::Error).args(text).build();
            self.stream.log(&record);
        }
    }

    fn flush(&self) {
        self.stream.flush();
    }
}

/// A file with a line for each line of the log, marked with time, process and level.
struct LogFile {
    path: PathBuf,
    logger: Logger,
    failure: Arc<Failure>,
}

impl LogFile {
    /// A file that has all that the stream has, what happens, and the traffic.
    fn open(path: &Path, stream: LevelFilter) -> Result<Self, Error> {
        if OUTPUTS.iter().any(|output| path == Path::new(output)) {
            let message = format!("--log-file {}: the output is for answers", path.display());
            return Err(Error::Usage(message));
        }
        let file = File::options().create(true).append(true).open(path);
        let file = file
            .map_err(|error| Error::file(path, &format_args!("no log can be written: {error}")))?;
        let failure = Arc::<Failure>::default();
        let writer = Watched {
            file,
            failure: Arc::clone(&failure),
        };
        let logger = Builder::new()
            .filter_level(stream.max(LevelFilter::Info))
            .filter_module(GTP_TARGET, LevelFilter::Trace)
            .target(Target::Pipe(Box::new(writer)))
            .format(|out, record| {
                let (time, process) = (out.timestamp_millis(), process::id());
                let mark = match record.target() {
                    GTP_TARGET => GTP_TARGET,
                    _ => record.level().as_str(),
                };
                let text = record.args().to_string();
                text.lines()
                    .try_for_each(|line| writeln!(out, "{time} {process} {mark} {line}"))
            })
            .build();
        Ok(Self {
            path: path.to_owned(),
            logger,
            failure,
        })
    }
}

/// The first thing that went wrong with the file, to be told once.
#[derive(Default)]
struct Failure {
    reason: OnceLock<String>,
    is_told: AtomicBool,
}

impl Failure {
    fn untold(&self) -> Option<&str> {
        let reason = self.reason.get()?;
        (!self.is_told.swap(true, Ordering::Relaxed)).then_some(reason)
    }
}

/// A file that remembers what went wrong: the log itself has nobody to tell.
struct Watched {
    file: File,
    failure: Arc<Failure>,
}

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        if let Err(error) = &written {
            // Only the first one counts.
            let _ = self.failure.reason.set(error.to_string());
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
