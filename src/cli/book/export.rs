//! `tao-go book export`.

use crate::analysis::write_book;
use crate::book::Komi;
use crate::cli::context::Context;
use crate::cli::engine_files::read_book;
use crate::cli::error::Error;
use crate::cli::output_file;

use super::args::ExportArgs;

/// Writes the tree of one komi.
pub(super) fn run(args: &ExportArgs, context: &mut Context) -> Result<(), Error> {
    let book = read_book(&args.file)?;
    let komi = context.sources.flags.game.begin()?.komi();
    let Some(tree) = Komi::new(komi).and_then(|komi| book.tree(komi)) else {
        let reason = format!("the book has no tree for komi {komi}");
        return Err(Error::file(&args.file, &reason));
    };
    match &args.output {
        Some(path) => output_file::write_with(path, |out| write_book(out, tree, args.depth)),
        None => Ok(write_book(&mut context.output, tree, args.depth)?),
    }
}
