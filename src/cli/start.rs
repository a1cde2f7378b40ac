//! Connects the commands of a program with the standard streams.

use std::env;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, BufReader, IsTerminal, Write};
use std::process::ExitCode;

use super::args::{Cli, Program, colors};
use super::printable::printable;
use super::ranks::prints_text;
use super::wrap::WrappedTerminal;
use super::{Endpoint, Palette, Streams};
use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use console::Term;

/// Runs the program with the arguments and streams of this process.
pub fn start<P: Program>() -> ExitCode {
    let words: Vec<OsString> = env::args_os().collect();
    let cli = match Cli::<P>::read(words.clone()) {
        Ok(cli) => cli,
        Err(error) => {
            let code = u8::try_from(error.exit_code()).unwrap_or(u8::MAX);
            if prints_text(code) {
                // Nobody is left to tell if this fails.
                let _ = print::<P>(&error, &words);
            }
            return ExitCode::from(code);
        }
    };
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let is_text = cli.prints_text(endpoint(&stdin));
    let streams = Streams {
        source: endpoint(&stdin),
        target: endpoint(&stdout),
        palette: if AutoStream::choice(&stdout) == ColorChoice::Never {
            Palette::Plain
        } else {
            Palette::Colored
        },
        input: Box::new(BufReader::new(stdin)),
        output: for_reader(stdout, is_text),
        errors: for_reader(io::stderr(), is_text),
    };
    let error = match super::run(cli, streams) {
        Ok(exit) => return ExitCode::from(exit as u8),
        Err(error) => error,
    };
    let code = error.exit_code();
    if code != 0 {
        // Nobody is left to tell if this fails.
        let mut errors = for_reader(io::stderr(), true);
        let message = error.to_string();
        let _ = writeln!(errors, "{}: {}", P::NAME, printable(&message));
        let _ = errors.flush();
    }
    ExitCode::from(code)
}

/// Prints help or an error, wrapped to the width of the terminal.
fn print<P: Program>(error: &clap::Error, words: &[OsString]) -> io::Result<()> {
    if let Some(help) = Cli::<P>::chinese_help(words, error) {
        // Without a terminal, clap wraps help at 100 columns.
        let columns = || columns().or(Some(100));
        return print_wrapped(&help, io::stdout(), columns, words);
    }
    if !error.use_stderr() || !io::stderr().is_terminal() {
        return error.print();
    }
    print_wrapped(&error.render().ansi(), io::stderr(), columns, words)
}

fn print_wrapped(
    text: &impl Display,
    stream: impl RawStream + AsLockedWrite,
    columns: fn() -> Option<usize>,
    words: &[OsString],
) -> io::Result<()> {
    let colors = match colors(words) {
        clap::ColorChoice::Auto => AutoStream::choice(&stream),
        clap::ColorChoice::Always => ColorChoice::Always,
        clap::ColorChoice::Never => ColorChoice::Never,
    };
    let mut terminal = WrappedTerminal::new(AutoStream::new(stream, colors), columns);
    write!(terminal, "{text}")?;
    terminal.flush()
}

/// The columns of the terminal; `None` without one.
fn columns() -> Option<usize> {
    let sizes = [Term::stdout(), Term::stderr()].map(|terminal| terminal.size_checked());
    let (_, columns) = sizes.into_iter().flatten().next()?;
    Some(columns.into())
}

/// The stream, wrapped so that long lines of text break between words if it is a terminal.
fn for_reader(
    stream: impl Write + IsTerminal + Send + 'static,
    is_text: bool,
) -> Box<dyn Write + Send> {
    if is_text && stream.is_terminal() {
        Box::new(WrappedTerminal::new(stream, columns))
    } else {
        Box::new(stream)
    }
}

fn endpoint(stream: &impl IsTerminal) -> Endpoint {
    if stream.is_terminal() {
        Endpoint::Terminal
    } else {
        Endpoint::Pipe
    }
}
