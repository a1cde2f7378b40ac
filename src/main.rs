//! The program: connects the commands with the standard streams.

use std::env;
use std::io;
use std::io::{BufReader, IsTerminal, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use tao_go::cli;
use tao_go::cli::{Cli, Endpoint, Palette, Streams};

fn main() -> ExitCode {
    let cli = Cli::read(env::args_os()).unwrap_or_else(|error| error.exit());
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let streams = Streams {
        source: endpoint(&stdin),
        target: endpoint(&stdout),
        palette: if AutoStream::choice(&stdout) == ColorChoice::Never {
            Palette::Plain
        } else {
            Palette::Colored
        },
        input: BufReader::new(stdin),
        output: stdout,
        graphics: io::stderr(),
    };
    let error = match cli::run(cli, streams) {
        Ok(exit) => return ExitCode::from(exit.code()),
        Err(error) => error,
    };
    let code = error.exit_code();
    if code != 0 {
        // Nobody is left to tell if this fails.
        let _ = writeln!(io::stderr(), "tao-go: {error}");
    }
    ExitCode::from(code)
}

fn endpoint(stream: &impl IsTerminal) -> Endpoint {
    if stream.is_terminal() {
        Endpoint::Terminal
    } else {
        Endpoint::Pipe
    }
}
