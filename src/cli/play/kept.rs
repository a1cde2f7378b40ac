//! Reads the records of games to continue.

use std::io;
use std::path::Path;

use crate::cli::error::{Error, FileResult};
use crate::cli::position::record_text;
use tao_protocols::table::{Seat, Table};
use tao_sgf as sgf;
use tao_sgf::ReadOptions;

/// Reads the record of a game to continue. If Tao Go is one of the players, the person plays the other side, else the side to move.
/// The rules that the record names apply if they are known, else those of the options.
///
/// # Errors
///
/// Returns [`Error::File`] where there is no such file, or no game in it.
pub(super) fn read_table(path: &Path, options: &ReadOptions) -> Result<Table, Error> {
    let text = record_text(path, io::empty())?;
    let record = sgf::read_record(&text, options).at(path)?;
    let mut table = Table::resumed(record);
    if table.person().is_none() {
        table.seats = Seat::person_and_engine(table.game().to_move());
    }
    Ok(table)
}
