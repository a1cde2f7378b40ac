//! `tao-go analyze`: finds the mistakes of a game.

mod args;
mod html;
mod outputs;
mod pictures;
mod report;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::analysis::{Analysis, AnalysisJob, analyze};
use tao_protocols::review::MoveReview;
use tao_sgf as sgf;
use tao_sgf::{Header, MoveTree};

use super::browser;
use super::context::Context;
use super::error::{Error, FileResult};
use super::interrupt::set_on_interrupt;
use super::output_file;
use super::position::record_text;
use super::printable::shown;
use super::progress::ProgressBars;
use html::IndexRow;
use outputs::{Outputs, Printer, outputs_message, written_message};

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

/// Analyzes games one after the other, prints the results and writes the files that the arguments name.
///
/// # Errors
///
/// [`Error::Usage`] for moves that a game does not have, [`Error::File`] for bad files, [`Error::Stream`].
pub(super) fn run(args: &AnalyzeArgs, context: &mut Context) -> Result<(), Error> {
    let records = args.records(context.source)?;
    let outputs = Outputs::plan(args, &records)?;
    let tasks = records.iter().zip(&outputs);
    let tasks = tasks.map(|(path, outputs)| load(args, context, path, outputs));
    let tasks = tasks.collect::<Result<Vec<Task>, Error>>()?;
    let index_file = html::index_file(args.html.as_deref(), &outputs);
    outputs::check(args, &records, &outputs, index_file.as_deref())?;
    let stop = Arc::default();
    set_on_interrupt(&stop);
    let mut printer = Printer {
        output: &mut context.output,
        printed: Ok(()),
    };
    // Every game is written even if another one fails, and the first error is returned.
    let mut done = Ok(());
    let mut rows = Vec::new();
    for (number, task) in tasks.iter().enumerate() {
        let is_useless =
            printer.printed.is_err() && outputs.iter().all(|places| *places == Outputs::default());
        if is_useless || stop.load(Ordering::Relaxed) {
            break;
        }
        let analysis = analyze_game(&task.job, &stop, context.bars);
        let results = AnalysisResults {
            task,
            analysis: &analysis,
            mistakes: &analysis.mistakes(args.top),
        };
        let heading = match number {
            _ if tasks.len() == 1 || args.json => String::new(),
            0 => format!("{}\n", shown(&task.path)),
            _ => format!("\n{}\n", shown(&task.path)),
        };
        let written = put_out(args, &results, &heading, &mut printer);
        done = done.and(written.map(|()| rows.extend(IndexRow::new(&results))));
    }
    // A page that lacks games does not replace an existing file.
    let is_complete = rows.len() == tasks.len();
    let is_due = |path: &&PathBuf| is_complete || !rows.is_empty() && !path.exists();
    if let Some(path) = index_file.as_ref().filter(is_due) {
        let written = output_file::write(path, &html::index_page(&rows));
        if written.is_ok() && !args.json {
            printer.print(&written_message(&[shown(path)]));
        }
        done = done.and(written);
    }
    // A closed output pipe is not an error, and must not hide an error of writing a file.
    done.and(printer.printed.map_err(Error::from))?;
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

fn analyze_game(job: &AnalysisJob, stop: &Arc<AtomicBool>, bars: ProgressBars) -> Analysis {
    let count = job.positions().count() as u64;
    let bar = bars.bar(count, "{bar:24} {pos}/{len} positions, {eta} left");
    bar.tick();
    let analysis = analyze(job.clone(), stop, || {
        bar.inc(1);
        log::info!("{} of {count} positions", bar.position());
    });
    bar.finish_and_clear();
    if !analysis.is_complete() {
        log::warn!("interrupted: only part of the game was analyzed");
    }
    analysis
}

/// Writes the files of a game, and prints its results. Every file is attempted, and the first error is returned.
fn put_out(
    args: &AnalyzeArgs,
    results: &AnalysisResults<'_>,
    heading: &str,
    printer: &mut Printer<impl Write>,
) -> Result<(), Error> {
    let text = outputs::text(args, results)?;
    let files = outputs::files(args, results)?;
    let written = files
        .iter()
        .map(|(path, text)| output_file::write(path, text));
    let written = written.fold(Ok(()), Result::and);
    printer.print(&format!("{heading}{text}"));
    written?;
    if !args.json {
        printer.print(&outputs_message(&results.task.outputs, files.len()));
    }
    Ok(())
}
