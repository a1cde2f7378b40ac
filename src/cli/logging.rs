//! The log: on the standard error stream, where each line begins with the name of the program, and in a file, with more detail.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;
use std::{env, panic, process};

use clap::{ArgAction, Args};
use env_logger::{Builder, Logger};
use humantime::format_rfc3339_millis;
use log::{Level, LevelFilter, Log, Metadata, Record};

use super::printable::{printable, shown};
use super::settings::LogArgs;
use super::{Error, FileResult};

/// Heading in the help of the options that concern neither the game nor the engine.
pub(super) const OTHER: &str = "Other";

/// Paths of the standard output, which belongs to protocols and results.
const OUTPUTS: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Log target of the lines of GTP: `RUST_LOG=gtp=trace` shows them.
const GTP_TARGET: &str = "gtp";

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
    let stream = builder.build();
    let stream_level = stream.filter();
    let file = effective.log_file.as_deref();
    let file = file.map(|path| LogFile::open(path, stream_level.max(LevelFilter::Info)));
    let file = file.transpose()?;
    // The lines of GTP in the file are of the highest level.
    let level = file.as_ref().map_or(stream_level, |_| LevelFilter::Trace);
    // A second log, as in a test, leaves the first one in place.
    if log::set_boxed_logger(Box::new(Logs { stream, file })).is_ok() {
        log::set_max_level(level);
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
struct Logs {
    stream: Logger,
    file: Option<LogFile>,
}

impl Log for Logs {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let mut file = self.file.iter();
        self.stream.enabled(metadata) || file.any(|file| file.takes(metadata))
    }

    fn log(&self, record: &Record<'_>) {
        self.stream.log(record);
        let file = self.file.as_ref();
        if let Some(file) = file.filter(|file| file.takes(record.metadata()))
            && let Err(error) = file.write(record)
            && !file.has_failed.swap(true, Ordering::Relaxed)
        {
            let path = shown(&file.path);
            let text = format_args!("log file {path}: {error}; lines are missing there");
            let record = Record::builder().level(Level::Error).args(text).build();
            self.stream.log(&record);
        }
    }

    fn flush(&self) {
        self.stream.flush();
    }
}

/// A log file, which gets everything up to a level, and the lines of GTP.
struct LogFile {
    path: PathBuf,
    file: File,
    level: LevelFilter,
    /// Whether a line could not be written, which is reported once.
    has_failed: AtomicBool,
}

impl LogFile {
    fn open(path: &Path, level: LevelFilter) -> Result<Self, Error> {
        if OUTPUTS.iter().any(|output| path == Path::new(output)) {
            let message = format!(
                "--log-file {}: the standard output is for results",
                shown(path)
            );
            return Err(Error::Usage(message));
        }
        let file = File::options().create(true).append(true).open(path);
        let file = file.map_err(|error| format!("cannot write the log: {error}"));
        Ok(Self {
            path: path.to_owned(),
            file: file.at(path)?,
            level,
            has_failed: AtomicBool::new(false),
        })
    }

    fn takes(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= self.level || metadata.target() == GTP_TARGET
    }

    /// Writes each line of a record with the time, the process, and the level or `gtp`.
    fn write(&self, record: &Record<'_>) -> io::Result<()> {
        let (time, process) = (format_rfc3339_millis(SystemTime::now()), process::id());
        let mark = match record.target() {
            GTP_TARGET => GTP_TARGET,
            _ => record.level().as_str(),
        };
        let text = record.args().to_string();
        let mut lines = Vec::new();
        for line in printable(&text).lines() {
            writeln!(lines, "{time} {process} {mark} {line}")?;
        }
        (&self.file).write_all(&lines)
    }
}

/// Bytes after which a line is split in the log.
const MAX_LENGTH: usize = 1 << 16;

/// A stream that is logged by line as it is read or written.
#[derive(Debug)]
pub(super) struct LoggedStream<S> {
    stream: S,
    direction: char,
    line: Vec<u8>,
}

impl<S> LoggedStream<S> {
    const fn new(stream: S, direction: char) -> Self {
        let line = Vec::new();
        Self {
            stream,
            direction,
            line,
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        if !log::log_enabled!(target: GTP_TARGET, Level::Trace) {
            return;
        }
        for &byte in bytes {
            if byte == b'\n' || self.line.len() == MAX_LENGTH {
                self.end_line();
            }
            if byte != b'\n' {
                self.line.push(byte);
            }
        }
    }

    fn end_line(&mut self) {
        let line = String::from_utf8_lossy(&self.line);
        let line = line.trim_end();
        // The empty line after a response says nothing.
        if !line.is_empty() {
            log::trace!(target: GTP_TARGET, "{} {line}", self.direction);
        }
        self.line.clear();
    }
}

impl<S> Drop for LoggedStream<S> {
    fn drop(&mut self) {
        self.end_line();
    }
}

/// An input and an output that log each line with `<` or `>` before it.
pub(super) fn logged<R: Read, W>(
    input: R,
    output: W,
) -> (BufReader<LoggedStream<R>>, LoggedStream<W>) {
    let input = BufReader::new(LoggedStream::new(input, '<'));
    (input, LoggedStream::new(output, '>'))
}

impl<R: Read> Read for LoggedStream<R> {
    /// Logs a last line without a line end as soon as the stream is over: the process may end before this is dropped.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.add(&buffer[..count]);
        if count == 0 {
            self.end_line();
        }
        Ok(count)
    }
}

impl<W: Write> Write for LoggedStream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.stream.write(bytes)?;
        self.add(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
