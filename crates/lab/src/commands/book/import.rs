//! `tao-lab book import`, `check`, `merge` and `export`.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tao_engine::raw::book::{Book, Komi, SIDE};
use tao_go::cli::engine::read_book;
use tao_go::cli::output_file;
use tao_go::cli::position::{STANDARD_INPUT, record_text};
use tao_go::cli::printable::shown;
use tao_go::cli::{Context, Error, FileResult};
use tao_protocols::files;
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::Game;
use tao_sgf as sgf;
use tao_sgf::Record;

use super::grow::{BookFile, Plan, PositionSearcher, replace, size, summary};
use super::{ExportArgs, ImportArgs, MergeArgs};
use crate::book::{
    FinishedGame, MAX_TEXT_BYTES, count_results, merge, parse_text, to_bytes, write_sgf, write_text,
};

/// Searches the positions of the games that the book does not have, and adds them.
pub(super) fn run(args: &ImportArgs, context: &mut Context) -> Result<(), Error> {
    if args.text {
        return replace_by_text(args, context);
    }
    if args.results {
        return import_results(args, context);
    }
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
        let mut line = moves_in_turn(&game)?;
        line.truncate(first);
        Ok(line)
    });
    lines.at(path)
}

/// The moves of a game until a pass or a move out of turn.
fn moves_in_turn(game: &Game) -> Result<Vec<Coord>, String> {
    if game.size() != SIDE || game.initial_board().all_stones().count() > 0 {
        return Err("it does not begin on an empty 9x9 board".to_owned());
    }
    let in_turn = Color::BOTH.into_iter().cycle();
    let moves = game.moves().iter().zip(in_turn);
    let moves = moves.map_while(|(&(color, mv), turn)| match mv {
        Move::Play(coord) if color == turn => Some(coord),
        _ => None,
    });
    Ok(moves.collect())
}

/// Counts the results of games in the values of a book, and prints what changed. Games that cannot be used are left out with a
/// warning.
fn import_results(args: &ImportArgs, context: &mut Context) -> Result<(), Error> {
    let mut file = BookFile::open(&args.file)?;
    let (mut games, mut left_out) = (Vec::new(), 0);
    for path in &args.records {
        let text = record_text(path, &mut context.input)?;
        for (number, record) in (1..).zip(sgf::read_all_records(&text)) {
            let record = record.map_err(|error| error.to_string());
            match record.and_then(|record| finished_game(&record, &file.book)) {
                Ok(game) => games.push(game),
                Err(reason) => {
                    left_out += 1;
                    log::warn!("{}: game {number}: {reason}, left out", shown(path));
                }
            }
        }
    }
    if games.is_empty() {
        let message = "no game has a result that the book can count";
        return Err(Error::Failed(message.to_owned()));
    }
    let counted = count_results(&mut file.book, &games, args.weight);
    replace(&args.file, &file.book)?;
    for change in counted {
        let summary = summary(&file.book, change.komi);
        let before = 100.0 * change.value_before;
        writeln!(
            context.output,
            "{summary}, before {before:.1} %; games: {}, through {} of them",
            change.games, change.positions
        )?;
    }
    let games = games.len();
    Ok(writeln!(
        context.output,
        "games: {games} counted, {left_out} left out"
    )?)
}

/// The game of a record whose result the book can count, or why it cannot.
fn finished_game(record: &Record, book: &Book) -> Result<FinishedGame, String> {
    let moves = moves_in_turn(&record.game)?;
    if moves.is_empty() {
        return Err("it does not begin with a move of Black".to_owned());
    }
    let black = record.header.black_share()?;
    let komi = record.game.total_komi();
    if !record.has_komi {
        return Err("it has no komi".to_owned());
    }
    if book.tree_for(komi).is_none() {
        return Err(format!("the book has no tree for komi {komi}"));
    }
    Ok(FinishedGame { komi, moves, black })
}

/// Replaces the book in the file with the book in a text.
fn replace_by_text(args: &ImportArgs, context: &mut Context) -> Result<(), Error> {
    let [path] = &args.records[..] else {
        return Err(Error::usage("--text: name one text"));
    };
    let text = if path == Path::new(STANDARD_INPUT) {
        files::read_all(&mut context.input, MAX_TEXT_BYTES)
    } else {
        files::read(path, MAX_TEXT_BYTES)
    };
    let text = String::from_utf8(text.at(path)?).at(path)?;
    let book = parse_text(&text).at(path)?;
    // Opening the old file makes sure that it is a book, and locks it against programs that add to it.
    let old = args.file.exists().then(|| BookFile::open(&args.file));
    let _old = old.transpose()?;
    let size = replace(&args.file, &book)?;
    Ok(writeln!(context.output, "{size}")?)
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
    Ok(writeln!(output, "{}", size(&book, &to_bytes(&book)))?)
}

/// Merges the books in their order and writes the result.
pub(super) fn merge_books(args: &MergeArgs, mut output: impl Write) -> Result<(), Error> {
    let mut merged = Book::default();
    for path in &args.files {
        merge(&mut merged, &*read_book(path)?);
    }
    let size = replace(&args.output, &merged)?;
    Ok(writeln!(output, "{size}")?)
}

/// Writes the tree of one komi, or the whole book as text.
pub(super) fn export(args: &ExportArgs, context: &mut Context) -> Result<(), Error> {
    let book = read_book(&args.file)?;
    let game = &context.sources.flags.game;
    let tree = if args.text {
        if game.komi.is_some() {
            return Err(Error::usage(
                "--text writes the trees of all komis: leave out --komi",
            ));
        }
        None
    } else {
        let komi = game.begin()?.komi();
        let tree = Komi::new(komi).and_then(|komi| book.tree(komi));
        let reason = format!("the book has no tree for komi {komi}");
        Some(tree.ok_or_else(|| Error::file(&args.file, &reason))?)
    };
    let write = |out: &mut dyn Write| match tree {
        Some(tree) => write_sgf(out, tree, args.depth),
        None => write_text(&book, out),
    };
    match &args.output {
        Some(path) => output_file::write_with(path, write),
        None => Ok(write(&mut context.output)?),
    }
}
