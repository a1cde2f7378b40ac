//! The Go Text Protocol, version 2: a controller sends commands as lines, the engine answers each
//! of them.
//!
//! [`serve`] holds one conversation over any reader and writer. Input is bytes: no line, however
//! odd, ends the conversation or makes an answer too many or too few. `input` reads them, `table` names the
//! commands, `commands` holds what they do, and `analysis` the lines of those that show a search at work.

mod args;
mod command;
mod commands;
mod error;
mod graphics;
mod input;
mod ponder;
mod response;
mod session;
mod stream;

use std::io;
use std::io::{BufRead, Write};

use error::CommandError;
use input::{InputLine, InputQueue};

pub use session::{Chat, Session};

/// Answers the commands of `reader` on `writer`, in order, until `quit` or the end of the input.
///
/// A thread of its own reads, so that a line is seen while the engine thinks: an analysis ends with any line, a move with
/// `# interrupt`. `quit` or the end of the input ends both at once; but commands that were sent together with it are carried out
/// in full, so that `echo genmove b | tao-go gtp` prints a move worth having. While it waits for a command, the engine may
/// ponder: [`EngineSettings::ponder`](crate::engine::EngineSettings::ponder).
///
/// After `quit` the thread stays until the reader has no more to read.
///
/// # Errors
///
/// Returns what reading or writing failed with; [`io::ErrorKind::BrokenPipe`] means that the
/// controller left.
pub fn serve(
    reader: impl BufRead + Send + 'static,
    mut writer: impl Write,
    session: &mut Session,
) -> io::Result<()> {
    session.set_input(InputQueue::open(reader)?);
    while !session.is_closed() {
        match session.next_line()? {
            Some(InputLine::Command(command)) => commands::respond(session, &command, &mut writer)?,
            Some(InputLine::TooLong(id)) => {
                let refusal = Err(CommandError::LineTooLong);
                response::write(&mut writer, id.as_deref(), &refusal)?;
            }
            Some(InputLine::Interrupt | InputLine::Blank) => {}
            None => return Ok(()),
        }
    }
    Ok(())
}
