//! Game records in SGF.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::files;
use crate::table::Table;
use tao_sgf as sgf;
use tao_sgf::ReadOptions;

use super::{Args, CommandError, Response, Session};

/// Replaces the game by the one in a file, up to the move before the given number. A file without komi gets the komi that was
/// chosen for the session, if any.
pub fn load(session: &mut Session, mut args: Args<'_>) -> Response {
    let path = Path::new(args.path()?);
    check_files(session)?;
    let options = ReadOptions {
        until: args.optional(Args::count)?.map(|number| number as usize),
        komi: session.options.komi,
        rules: session.table.game().own_rules(),
    };
    args.end()?;
    let text = read_regular_file(path).map_err(|error| cannot_load(path, &error))?;
    let record = sgf::read_record(&text, &options).map_err(|error| cannot_load(path, &error))?;
    session.start(Table::of_record(record));
    session.loaded = Some(session.table.game().clone());
    Ok(String::new())
}

pub fn print(session: &mut Session, args: Args<'_>) -> Response {
    if ["", "-"].contains(&args.rest()) {
        Ok(session.sgf())
    } else {
        save(session, args)
    }
}

pub fn save(session: &mut Session, mut args: Args<'_>) -> Response {
    let path = output_path(&mut args)?;
    args.end()?;
    check_files(session)?;
    let text = session.sgf();
    write_file(path, |out| out.write_all(text.as_bytes()))
}

fn check_files(session: &Session) -> Result<(), CommandError> {
    if session.options.is_remote {
        return Err(CommandError::Other("no files over this connection"));
    }
    Ok(())
}

/// The name of a file to write. `-` is refused: other programs mean the standard output by it, which is for responses here.
fn output_path<'a>(args: &mut Args<'a>) -> Result<&'a Path, CommandError> {
    match args.path()? {
        "-" => Err(CommandError::Syntax),
        path => Ok(Path::new(path)),
    }
}

/// Replaces the file once everything is written.
fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Response {
    files::save(path, write).map_err(|error| {
        log::error!("{}: {error}", path.display());
        CommandError::Other("cannot save file")
    })?;
    Ok(String::new())
}

fn cannot_load(path: &Path, error: &dyn std::error::Error) -> CommandError {
    log::error!("{}: {error}", path.display());
    CommandError::Other("cannot load file")
}

/// Refuses pipes, which might block for ever.
fn read_regular_file(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() {
        files::read(path, sgf::MAX_BYTES)
    } else {
        let kind = io::ErrorKind::InvalidInput;
        Err(io::Error::new(kind, "not a regular file"))
    }
}
