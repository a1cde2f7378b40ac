//! `tao-go book show`, `check`, `merge` and `export`: the commands that need no search.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use crate::analysis::write_book;
use crate::book::{Answer, Book, Komi};
use crate::cli::context::Context;
use crate::cli::engine_files::read_book;
use crate::cli::error::Error;
use crate::cli::json::texts;
use crate::cli::output_file;
use crate::cli::position::read_game;
use crate::game::Game;

use super::args::{ExportArgs, MergeArgs, ShowArgs};
use super::file::replace;
use super::grow::summary;

/// Prints what the book says about a position.
pub(super) fn show(args: &ShowArgs, context: &mut Context) -> Result<(), Error> {
    let book = read_book(&args.file)?;
    let game = read_game(&args.position, context)?;
    let output = &mut context.output;
    match book.answer(game.board(), game.to_move(), game.komi(), 0) {
        Some(answer) => write!(output, "{}", table(&answer, &game))?,
        None => writeln!(
            output,
            "The book does not have this position with komi {}.",
            game.komi()
        )?,
    }
    Ok(())
}

fn table(answer: &Answer, game: &Game) -> String {
    let mut text = format!(
        "{} to move with komi {}: value {:.1} %, {:+.1} points; {} visits, {} with those below\n",
        game.to_move().name(),
        game.komi(),
        100.0 * answer.value,
        answer.points_ahead,
        answer.visits,
        answer.visits_below
    );
    text.push_str("    move    value   visits  depth\n");
    for mv in &answer.moves {
        let sign = if mv.is_good { '*' } else { ' ' };
        let _ = writeln!(
            text,
            "  {sign} {:<4} {:>6.1} % {:>8} {:>6}   {}",
            mv.coord.to_string(),
            100.0 * mv.value,
            mv.visits,
            mv.depth,
            texts(&mv.line).join(" ")
        );
    }
    text
}

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
