//! `tao-go book merge`.

use std::io::Write;

use crate::book::Book;
use crate::cli::engine_files::read_book;
use crate::cli::error::Error;
use crate::cli::output_file;

use super::args::MergeArgs;

/// Merges the books in their order and writes the result.
pub(super) fn run(args: &MergeArgs, mut output: impl Write) -> Result<(), Error> {
    let mut merged = Book::default();
    for path in &args.files {
        merged.merge(&*read_book(path)?);
    }
    let bytes = merged.to_bytes();
    output_file::write_with(&args.output, |out| out.write_all(&bytes))?;
    writeln!(output, "{} positions, {} bytes", merged.len(), bytes.len())?;
    Ok(())
}
