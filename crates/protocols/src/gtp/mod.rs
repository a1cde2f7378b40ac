//! The Go Text Protocol, version 2: a controller sends commands as lines, and each gets a response.
//!
//! [`serve`] runs a session over any reader and writer. `input` reads lines of any bytes, `command` parses them, and `commands` has
//! the table of commands and what they do. A new command is a function there, its row in the table, and a test.

mod command;
mod commands;
mod input;
mod response;
mod session;

use std::io::{self, BufRead, Write};

use input::{InputLine, InputQueue};
use response::CommandError;

pub use session::{Session, SessionOptions};

/// Answers the commands of `reader` on `writer`, in order, until `quit` or the end of the input.
///
/// A separate thread reads the input, and lives until the reader has no more. Any line ends an analysis, and `# interrupt`, `quit`
/// or the end of the input ends the search for a move. But commands sent together with `quit` or the end are carried out in full,
/// so that `echo genmove b | tao-go gtp` prints a good move. Between commands the engine may ponder:
/// [`EngineSettings::ponder`](tao_engine::raw::EngineSettings::ponder).
///
/// # Errors
///
/// Returns the error of reading or writing; [`io::ErrorKind::BrokenPipe`] means that the controller has gone.
pub fn serve(
    reader: impl BufRead + Send + 'static,
    writer: impl Write,
    session: &mut Session,
) -> io::Result<()> {
    session.open(InputQueue::open(reader)?);
    let served = answer_all(writer, session);
    session.keep_game();
    served
}

fn answer_all(mut writer: impl Write, session: &mut Session) -> io::Result<()> {
    while let Some(line) = session.next_line()? {
        match &line {
            InputLine::Command(command)
                if session.options.is_remote && command.is_http_request() =>
            {
                let refusal = Err(CommandError::Other("an HTTP request, but this is GTP"));
                response::write(&mut writer, None, &refusal)?;
                break;
            }
            InputLine::Command(command) => {
                commands::respond(session, command, &mut writer)?;
                session.keep_finished_game();
            }
            InputLine::TooLong(id) => {
                let refusal = Err(CommandError::Other("line too long"));
                response::write(&mut writer, id.as_deref(), &refusal)?;
            }
            InputLine::Interrupt | InputLine::Blank => {}
        }
        if line.is_quit() {
            break;
        }
    }
    Ok(())
}
