//! The program: connects the commands with the standard streams.

use std::env;
use std::io;
use std::io::{BufReader, IsTerminal, Write};
use std::process::ExitCode;
use std::thread;

use anstream::{AutoStream, ColorChoice};
use console::Term;
use tao_go::cli;
use tao_go::cli::{Cli, Endpoint, Palette, Streams, WrappedTerminal};

/// Bytes of stack for the commands: what Linux gives a main thread. Windows gives it 1 MiB, which a search exceeds.
const STACK_BYTES: usize = 8 << 20;

fn main() -> ExitCode {
    let commands = thread::Builder::new()
        .name("main".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(run);
    match commands.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic has been reported.
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(error) => {
            let _ = writeln!(io::stderr(), "tao-go: no thread: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the command that the arguments name.
fn run() -> ExitCode {
    let cli = match Cli::read(env::args_os()) {
        Ok(cli) => cli,
        Err(error) => {
            let code = u8::try_from(error.exit_code()).unwrap_or(u8::MAX);
            if cli::tells(code) {
                // Nobody is left to tell if this fails.
                let _ = print(&error);
            }
            return ExitCode::from(code);
        }
    };
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let streams = Streams {
        source: endpoint(&stdin),
        target: endpoint(&stdout),
        palette: if AutoStream::choice(&stdout) == ColorChoice::Never {
            Palette::Plain
        } else {
            Palette::Colored
        },
        input: Box::new(BufReader::new(stdin)),
        output: for_reader(stdout),
        errors: for_reader(io::stderr()),
    };
    let error = match cli::run(cli, streams) {
        Ok(exit) => return ExitCode::from(exit.code()),
        Err(error) => error,
    };
    let code = error.exit_code();
    if error.is_to_be_told() {
        // Nobody is left to tell if this fails.
        let mut errors = for_reader(io::stderr());
        let message = error.to_string();
        let _ = writeln!(errors, "tao-go: {}", cli::printable(&message));
        let _ = errors.flush();
    }
    ExitCode::from(code)
}

/// Prints help, which fits the terminal, or an error.
fn print(error: &clap::Error) -> io::Result<()> {
    if !error.use_stderr() || !io::stderr().is_terminal() {
        return error.print();
    }
    let mut terminal = WrappedTerminal::new(AutoStream::auto(io::stderr()), columns);
    write!(terminal, "{}", error.render().ansi())?;
    terminal.flush()
}

/// The columns of the terminal; `None` without one.
fn columns() -> Option<usize> {
    let sizes = [Term::stdout(), Term::stderr()].map(|terminal| terminal.size_checked());
    let (_, columns) = sizes.into_iter().flatten().next()?;
    Some(columns.into())
}

/// A stream whose long lines end between words where a person reads them.
fn for_reader(stream: impl Write + IsTerminal + Send + 'static) -> Box<dyn Write + Send> {
    if stream.is_terminal() {
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
