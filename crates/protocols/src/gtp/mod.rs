//! The Go Text Protocol, version 2: a controller sends commands as lines, and each gets a response.
//!
//! [`serve`] runs a session over any reader and writer. `input` reads lines of any bytes, `command` and `args` parse them,
//! and `commands` holds the table of commands and what they do.

mod args;
mod chat;
mod command;
mod commands;
mod error;
mod graphics;
mod input;
mod ponder;
mod record;
mod response;
mod session;
mod stream;

use std::io;
use std::io::{BufRead, Write};

use error::CommandError;
use input::{InputLine, InputQueue};

pub use session::Session;

/// Answers the commands of `reader` on `writer`, in order, until `quit` or the end of the input.
///
/// A separate thread reads the input, and lives until the reader has no more. Any line ends an analysis, and `# interrupt`, `quit`
/// or the end of the input ends the search for a move. But commands sent together with `quit` or the end are carried out in full,
/// so that `echo genmove b | tao-go gtp` prints a good move. Between commands the engine may ponder:
/// [`EngineSettings::ponder`](tao_engine::engine::EngineSettings::ponder).
///
/// # Errors
///
/// Returns the error of reading or writing; [`io::ErrorKind::BrokenPipe`] means that the controller has gone.
pub fn serve(
    reader: impl BufRead + Send + 'static,
    mut writer: impl Write,
    session: &mut Session,
) -> io::Result<()> {
    session.set_input(InputQueue::open(reader)?);
    if session.writes_chat_lines {
        session.graphics.write(chat::HEADING);
    }
    let served = answer_all(&mut writer, session);
    session.keep_game();
    served
}

fn answer_all(mut writer: impl Write, session: &mut Session) -> io::Result<()> {
    while let Some(line) = session.next_line()? {
        match &line {
            InputLine::Command(command) if session.is_remote && command.is_http_request() => {
                let refusal = Err(CommandError::HttpRequest);
                response::write(&mut writer, None, &refusal)?;
                break;
            }
            InputLine::Command(command) => {
                commands::respond(session, command, &mut writer)?;
                session.keep_finished_game();
            }
            InputLine::TooLong(id) => {
                let refusal = Err(CommandError::LineTooLong);
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
