//! `tao-lab book import`, `check`, `merge` and `export`.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tao_engine::raw::book::{Book, BookProblem, Komi, MAX_FILE_BYTES, SIDE};
use tao_go::cli::engine::read_book;
use tao_go::cli::output_file;
use tao_go::cli::position::record_text;
use tao_go::cli::{Context, Error, FileResult};
use tao_rules::board::{Color, Coord, Move};
use tao_sgf as sgf;

use super::grow::{BookFile, Plan, PositionSearcher, summary};
use super::{ExportArgs, ImportArgs, MergeArgs};
use crate::book::{merge, to_bytes, write_sgf};

/// Searches the positions of the games that the book does not have, and adds them.
pub(super) fn run(args: &ImportArgs, context: &mut Context) -> Result<(), Error> {
    let plan = Plan::new(&context.sources.flags, args.visits)?;
    let mut lines = Vec::new();
    for path in &args.records {
        lines.extend(read_lines(path, args.first, &mut context.input)?);
    }
    let mut file = if args.file.exists() {
        BookFile::open(&args.file)?
    } else {
        BookFile::create(&args.file)?
    };
    let stop = Arc::new(AtomicBool::new(false));
    let mut searcher = plan.searcher(&stop);
    for line in lines {
        add_line(&mut file, &plan, &mut searcher, &line)?;
    }
    let summary = summary(&file.book, plan.komi);
    Ok(writeln!(context.output, "{summary}")?)
}

/// The first moves of the games in a file, until a pass or a move out of turn. Games that do not begin on an empty 9x9
/// board are left out with a warning.
fn read_lines(path: &Path, first: usize, input: impl Read) -> Result<Vec<Vec<Coord>>, Error> {
    let text = record_text(path, input)?;
    let lines = sgf::usable_games(&text, |game| {
        let in_turn = Color::BOTH.into_iter().cycle();
        let moves = game.moves().iter().zip(in_turn).take(first);
        let moves = moves.map_while(|(&(color, mv), turn)| match mv {
            Move::Play(coord) if color == turn => Some(coord),
            _ => None,
        });
        if game.size() != SIDE || game.initial_board().all_stones().count() > 0 {
            return Err("it does not begin on an empty 9x9 board".to_owned());
        }
        Ok(moves.collect())
    });
    lines.at(path)
}

fn add_line(
    file: &mut BookFile,
    plan: &Plan,
    searcher: &mut PositionSearcher<'_>,
    line: &[Coord],
) -> Result<(), Error> {
    for length in 0..=line.len() {
        let tree = file.book.tree_mut(plan.komi);
        let Some(origin) = tree.origin_of(&line[..length]) else {
            continue;
        };
        let mut to_search = origin.map_or_else(Vec::new, |(parent, _)| tree.line(parent));
        to_search.extend(origin.map(|(_, coord)| coord));
        if let Some(searched) = searcher.search(&to_search) {
            file.add(plan.komi, origin, searched)?;
        }
    }
    Ok(())
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
    let (positions, bytes) = (book.len(), to_bytes(&book).len());
    Ok(writeln!(output, "{positions} positions, {bytes} bytes")?)
}

/// Writes one book with the positions of several.
pub(super) fn merge_books(args: &MergeArgs, mut output: impl Write) -> Result<(), Error> {
    let mut merged = Book::default();
    for path in &args.files {
        merge(&mut merged, &*read_book(path)?);
    }
    let bytes = to_bytes(&merged);
    if bytes.len() > MAX_FILE_BYTES {
        return Err(Error::file(&args.output, &BookProblem::TooLarge));
    }
    output_file::write_with(&args.output, |out| out.write_all(&bytes))?;
    let (positions, bytes) = (merged.len(), bytes.len());
    Ok(writeln!(output, "{positions} positions, {bytes} bytes")?)
}

/// Writes the tree of one komi.
pub(super) fn export(args: &ExportArgs, context: &mut Context) -> Result<(), Error> {
    let book = read_book(&args.file)?;
    let komi = context.sources.flags.game.begin()?.komi();
    let tree = Komi::new(komi).and_then(|komi| book.tree(komi));
    let reason = format!("the book has no tree for komi {komi}");
    let tree = tree.ok_or_else(|| Error::file(&args.file, &reason))?;
    let write = |out: &mut dyn Write| write_sgf(out, tree, args.depth);
    match &args.output {
        Some(path) => output_file::write_with(path, write),
        None => Ok(write(&mut context.output)?),
    }
}
