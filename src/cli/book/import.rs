//! `tao-go book import`.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::board::{Color, Coord, Move};
use crate::cli::context::Context;
use crate::cli::error::{Error, FileResult};
use crate::cli::position::record_text;
use crate::sgf;

use super::args::ImportArgs;
use super::file::BookFile;
use super::grow::summary;
use super::search::{Plan, PositionSearcher};

/// Searches the positions of the games that the book does not have, and adds them.
pub(super) fn run(args: &ImportArgs, context: &mut Context) -> Result<(), Error> {
    let plan = Plan::new(&context.sources.flags, args.visits)?;
    let lines = read_lines(&args.record, args.first, &mut context.input)?;
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

/// The first moves of the games in a file, until a pass or a move out of turn. Games that do not begin on an empty board are left out
/// with a warning.
fn read_lines(path: &Path, first: usize, input: impl Read) -> Result<Vec<Vec<Coord>>, Error> {
    let text = record_text(path, input)?;
    let lines = sgf::usable_games(&text, |game| {
        if game.size() != crate::book::SIDE || game.initial_board().all_stones().count() > 0 {
            return Err("it does not begin on an empty 9x9 board".to_owned());
        }
        let in_turn = Color::BOTH.into_iter().cycle();
        let moves = game.moves().iter().zip(in_turn).take(first);
        let moves = moves.map_while(|(&(color, mv), turn)| match mv {
            Move::Play(coord) if color == turn => Some(coord),
            _ => None,
        });
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
