//! `tao-go analyze`: finds the mistakes of a game.

mod args;
mod html;
mod outputs;
mod pictures;
mod report;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::task::Poll;

use crate::analysis::{Analysis, AnalysisJob, MoveReview, analyze};
use crate::ranks::Workers;
use tao_sgf as sgf;
use tao_sgf::{Header, MoveTree};

use super::browser;
use super::context::Context;
use super::error::{Error, FileResult};
use super::interrupt::set_on_interrupt;
use super::output_file;
use super::position::{STANDARD_INPUT, record_text};
use super::printable::shown;
use super::progress::ProgressBars;
use outputs::{Outputs, Printer, Reviewed, written_message};

pub use args::AnalyzeArgs;

/// A record that was read, and what to do with it.
struct Task {
    path: PathBuf,
    text: Vec<u8>,
    header: Header,
    /// Number of the game in the record.
    number: usize,
    job: AnalysisJob,
    /// The moves with variations and comments.
    tree: MoveTree,
    outputs: Outputs,
}

/// An analyzed game.
struct AnalysisResults<'a> {
    task: &'a Task,
    analysis: &'a Analysis,
    /// The worst first.
    mistakes: &'a [MoveReview],
}

/// Analyzes games, prints the results and writes the files that the arguments name. Each rank analyzes one game at a time,
/// and rank 0 prints and writes.
///
/// # Errors
///
/// [`Error::Usage`] for moves that a game does not have, [`Error::File`] for bad files, [`Error::Stream`].
pub(super) fn run(args: &AnalyzeArgs, context: &mut Context) -> Result<(), Error> {
    let records = args.records(context.source)?;
    check_input(&records, context.ranks.count())?;
    let outputs = Outputs::plan(args, &records)?;
    let tasks = records.iter().zip(&outputs);
    let tasks = tasks.map(|(path, outputs)| load(args, context, path, outputs));
    let tasks = tasks.collect::<Result<Vec<Task>, Error>>()?;
    let (ranks, bars) = (&context.ranks, context.bars);
    let (stop, never) = (Arc::<AtomicBool>::default(), AtomicBool::new(false));
    let work = |(): &mut (), &number: &usize| {
        let reviewed = review(args, &tasks[number], &stop, bars);
        Some((number, reviewed.map_err(|error| ranks.sign(&error))))
    };
    let workers = Workers {
        states: vec![()],
        work,
        // After Ctrl-C, rank 0 still waits for the games that other ranks have begun.
        abort: if ranks.rank() > 0 { &stop } else { &never },
    };
    let Some(workers) = ranks.follow(workers) else {
        return Ok(());
    };
    let index_file = html::index_file(args.html.as_deref(), &outputs);
    outputs::check(args, &records, &outputs, index_file.as_deref())?;
    set_on_interrupt(&stop);
    let numbers = (0..tasks.len()).take_while(|_| !stop.load(Ordering::Relaxed));
    let numbers = numbers.map(Poll::Ready);
    let headings = match records.len() {
        2.. if !args.json => &records[..],
        _ => &[],
    };
    let mut printer = Printer::new(&mut context.output, headings);
    let write = |reviews: Receiver<(usize, Result<Reviewed, String>)>| {
        // Every game is written even if another one fails, and the first error is returned.
        let mut done = Ok(());
        let mut rows = BTreeMap::new();
        for (number, reviewed) in reviews {
            let written = reviewed.map_err(Error::Failed).and_then(|mut reviewed| {
                let written = reviewed.write();
                printer.put(number, reviewed.printed);
                written.map(|()| rows.extend(reviewed.row.map(|row| (number, row))))
            });
            done = done.and(written);
            if printer.is_closed() && outputs.iter().all(Outputs::are_none) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        let is_due = |path: &&PathBuf| html::is_index_due(path, rows.len(), tasks.len());
        if let Some(path) = index_file.as_ref().filter(is_due) {
            let written = output_file::write(path, &html::index_page(rows.into_values()));
            if written.is_ok() && !args.json {
                printer.end(written_message(&[shown(path)]));
            }
            done = done.and(written);
        }
        // A closed output pipe is not an error, and must not hide an error of writing a file.
        done.and(printer.finish())
    };
    ranks.lead(workers, numbers, |_, found| found, write)?;
    if args.open {
        show(index_file, &outputs, &mut context.errors);
    }
    Ok(())
}

/// Opens the page with links in the browser, or if there is none, the first page of a game.
fn show(index: Option<PathBuf>, outputs: &[Outputs], errors: &mut dyn Write) {
    let pages = outputs.iter().filter_map(|outputs| outputs.html.clone());
    if let Some(page) = index.into_iter().chain(pages).find(|page| page.exists()) {
        browser::open(page, errors);
    }
}

/// Checks that several ranks do not have to read the standard input, which only one of them could.
fn check_input(records: &[PathBuf], ranks: usize) -> Result<(), Error> {
    let reads_input = records.iter().any(|path| path == Path::new(STANDARD_INPUT));
    if ranks > 1 && reads_input {
        let message = "several ranks cannot read the standard input: name the records";
        return Err(Error::usage(message));
    }
    Ok(())
}

/// Reads a record.
fn load(
    args: &AnalyzeArgs,
    context: &mut Context,
    path: &Path,
    outputs: &Outputs,
) -> Result<Task, Error> {
    let text = record_text(path, &mut context.input)?;
    let options = context.sources.read_options();
    let record = sgf::read_record(&text, &options).at(path)?;
    let tree = sgf::read_tree(&text, &record);
    // Options override the record, which overrides variables and files.
    let game = context.sources.flags.game.apply_to(record.game)?;
    Ok(Task {
        path: path.to_owned(),
        text,
        header: record.header,
        number: record.number,
        job: args.job(&context.sources.effective, game, record.moves)?,
        tree,
        outputs: outputs.clone(),
    })
}

fn review(
    args: &AnalyzeArgs,
    task: &Task,
    stop: &Arc<AtomicBool>,
    bars: ProgressBars,
) -> Result<Reviewed, Error> {
    let count = task.job.positions().count() as u64;
    let bar = bars.bar(count, "{bar:24} {pos}/{len} positions, {eta} left");
    bar.tick();
    let analysis = analyze(task.job.clone(), stop, || {
        bar.inc(1);
        log::info!("{} of {count} positions", bar.position());
    });
    bar.finish_and_clear();
    if !analysis.is_complete() {
        log::warn!("interrupted: only part of the game was analyzed");
    }
    let results = AnalysisResults {
        task,
        analysis: &analysis,
        mistakes: &analysis.mistakes(args.top),
    };
    Reviewed::new(args, &results)
}
