//! `tao-go book export`.

use std::io::Write;

use crate::analysis::write_book;
use crate::book::Komi;
use crate::cli::engine_files::read_book;
use crate::cli::error::Error;
use crate::cli::output_file;
use crate::cli::settings::Settings;

use super::args::ExportArgs;

/// Writes the tree of one komi.
pub(super) fn run(
    args: &ExportArgs,
    settings: &Settings,
    mut output: impl Write,
) -> Result<(), Error> {
    let book = read_book(&args.file)?;
    let komi = settings.game.begin()?.komi();
    let tree = Komi::new(komi).and_then(|komi| book.tree(komi));
    let tree = tree.ok_or_else(|| {
        Error::file(
            &args.file,
            &format_args!("the book has no tree for komi {komi}"),
        )
    })?;
    match &args.output {
        Some(path) => output_file::write_with(path, |out| write_book(out, tree, args.depth)),
        None => Ok(write_book(&mut output, tree, args.depth)?),
    }
}
