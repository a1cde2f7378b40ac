//! The Go Text Protocol, version 2: a controller sends commands as lines, the engine answers each
//! of them.
//!
//! [`serve`] holds one conversation over any reader and writer. Input is bytes: no line, however
//! odd, ends the conversation or makes an answer too many or too few. `table` names the commands,
//! `commands` holds what they do.

mod args;
mod command;
mod commands;
mod error;
mod ponder;
mod response;
mod session;
mod table;

use std::io;
use std::io::{BufRead, Write};

use command::Command;

pub use session::Session;

/// Answers the commands of `reader` on `writer`, in order, until `quit` or the end of the input.
///
/// While it waits for a command, the engine may ponder: [`Settings::ponder`](crate::game::Settings::ponder).
/// Commands received before the end of the input are answered in full, so that `echo genmove b |
/// tao-go gtp` prints a move.
///
/// # Errors
///
/// Returns what reading or writing failed with; [`io::ErrorKind::BrokenPipe`] means that the
/// controller left.
pub fn serve(
    mut reader: impl BufRead,
    mut writer: impl Write,
    session: &mut Session,
) -> io::Result<()> {
    let mut line = Vec::new();
    while !session.is_closed()
        && session.while_pondering(|| reader.read_until(b'\n', &mut line))? > 0
    {
        if let Some(command) = Command::parse(&line) {
            let answer = table::execute(session, &command);
            response::write(&mut writer, command.id.as_deref(), &answer)?;
        }
        line.clear();
    }
    Ok(())
}
