//! `tao-lab book check`, `merge` and `export`: the commands that need no search.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use crate::book_sgf::write_book;
use tao_engine::book::{Book, Komi};
use tao_go::cli::context::Context;
use tao_go::cli::engine_files::read_book;
use tao_go::cli::error::Error;
use tao_go::cli::output_file;

use super::args::{ExportArgs, MergeArgs};
use super::file::replace;
use super::grow::summary;

/// Reads a book, which checks every field, and prints its trees.
pub(super) fn check(path: &Path, mut output: impl Write) -> Result<(), Error> {
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

/// Merges the books in their order and writes the result.
pub(super) fn merge(args: &MergeArgs, mut output: impl Write) -> Result<(), Error> {
    let mut merged = Book::default();
    for path in &args.files {
        merged.merge(&*read_book(path)?);
    }
    let bytes = replace(&args.output, &merged)?;
    Ok(writeln!(
        output,
        "{} positions, {bytes} bytes",
        merged.len()
    )?)
}

/// Writes the tree of one komi, or the whole book as text.
pub(super) fn export(args: &ExportArgs, context: &mut Context) -> Result<(), Error> {
    let book = read_book(&args.file)?;
    let game = &context.sources.flags.game;
    if args.text {
        if game.komi.is_some() {
            return Err(Error::usage(
                "--text writes the trees of all komis: leave out --komi",
            ));
        }
        return match &args.output {
            Some(path) => output_file::write_with(path, |out| book.write_text(out)),
            None => Ok(book.write_text(&mut context.output)?),
        };
    }
    let komi = game.begin()?.komi();
    let Some(tree) = Komi::new(komi).and_then(|komi| book.tree(komi)) else {
        let reason = format!("the book has no tree for komi {komi}");
        return Err(Error::file(&args.file, &reason));
    };
    match &args.output {
        Some(path) => output_file::write_with(path, |out| write_book(out, tree, args.depth)),
        None => Ok(write_book(&mut context.output, tree, args.depth)?),
    }
}
