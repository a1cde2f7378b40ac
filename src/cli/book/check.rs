//! `tao-go book check`.

use std::io::Write;
use std::path::Path;

use crate::cli::engine_files::read_book;
use crate::cli::error::Error;

use super::grow::summary;

/// Reads a book, which checks every field, and prints its trees.
pub(super) fn run(path: &Path, output: &mut impl Write) -> Result<(), Error> {
    let book = read_book(path)?;
    for tree in book.trees() {
        let mut networks: Vec<String> = (0..tree.len())
            .map(|index| format!("{:08x}", tree.searched(index).network))
            .collect();
        networks.sort_unstable();
        networks.dedup();
        writeln!(
            output,
            "{}, {} visits, network {}",
            summary(&book, tree.komi()),
            tree.visits(),
            networks.join(", ")
        )?;
    }
    writeln!(
        output,
        "{} positions, {} bytes",
        book.len(),
        book.to_bytes().len()
    )?;
    Ok(())
}
