//! `tao-go book check`.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use crate::cli::engine_files::read_book;
use crate::cli::error::Error;

use super::grow::summary;

/// Reads a book, which checks every field, and prints its trees.
pub(super) fn run(path: &Path, mut output: impl Write) -> Result<(), Error> {
    let book = read_book(path)?;
    for tree in book.trees() {
        let searched = tree.positions().iter().map(|position| &position.searched);
        let visits = searched.clone().map(|searched| u64::from(searched.visits));
        let networks: BTreeSet<u32> = searched.map(|searched| searched.network).collect();
        let networks = networks.iter().map(|network| format!("{network:08x}"));
        writeln!(
            output,
            "{}, {} visits, network {}",
            summary(&book, tree.komi()),
            visits.sum::<u64>(),
            networks.collect::<Vec<_>>().join(", ")
        )?;
    }
    let bytes = book.to_bytes().len();
    Ok(writeln!(output, "{} positions, {bytes} bytes", book.len())?)
}
