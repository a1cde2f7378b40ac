//! `tao-go analyze`: finds the mistakes of a game.

mod args;
mod html;
mod json;
mod outputs;
mod pictures;
mod table;

use std::io;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::analysis::{Analysis, AnalysisJob, MoveReview, analyze};
use crate::sgf;
use crate::sgf::{Header, ReadOptions, Record};

use super::error::Error;
use super::json::write_json;
use super::output_file;
use super::position::{RecordText, STANDARD_INPUT, StandardInput, record_text};
use super::progress::ProgressBars;
use super::settings::Sources;
use json::AnalysisJson;
use outputs::Outputs;

pub(super) use args::AnalyzeArgs;

/// A record that was read, and what to do with it.
struct Task {
    path: PathBuf,
    text: RecordText,
    header: Header,
    job: AnalysisJob,
    outputs: Outputs,
}

/// What the output formats show.
struct AnalysisResults<'a> {
    path: &'a Path,
    text: &'a RecordText,
    header: &'a Header,
    analysis: &'a Analysis,
    /// The worst first.
    mistakes: &'a [MoveReview],
}

/// Analyzes games, prints the results and writes the files that the arguments name.
///
/// # Errors
///
/// [`Error::Usage`] for moves that a game does not have, [`Error::File`] for bad files, [`Error::Stream`].
pub(super) fn run(
    args: &AnalyzeArgs,
    sources: &Sources,
    input: StandardInput<impl Read + Send + 'static>,
    mut output: impl Write,
    bars: ProgressBars,
) -> Result<(), Error> {
    let records = args.records(input.source)?;
    let outputs = Outputs::plan(args, &records)?;
    let tasks = load(args, sources, input.reader, records.iter().zip(&outputs))?;
    outputs::check(args, &records, &outputs)?;
    let stop = stop_on_interrupt();
    let mut done = Ok(());
    for (i, task) in tasks.into_iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        if records.len() > 1 && !args.json {
            let space = if i > 0 { "\n" } else { "" };
            writeln!(output, "{space}{}", task.path.display())?;
        }
        done = done.and(review(args, task, &stop, &mut output, bars));
    }
    done
}

/// Reads all records.
fn load<'a>(
    args: &AnalyzeArgs,
    sources: &Sources,
    input: impl Read + Send + 'static,
    records: impl Iterator<Item = (&'a PathBuf, &'a Outputs)>,
) -> Result<Vec<Task>, Error> {
    let mut input = Some(input);
    let tasks = records.map(|(path, outputs)| {
        let is_input = path == Path::new(STANDARD_INPUT);
        let text = match input.take_if(|_| is_input) {
            Some(input) => record_text(path, input)?,
            None => record_text(path, io::empty())?,
        };
        let Record {
            game,
            header,
            moves,
            ..
        } = text.read(&ReadOptions::default())?;
        // Options override the record, which overrides variables and files.
        let game = sources.flags.game.apply_to(game)?;
        Ok(Task {
            path: path.clone(),
            text,
            header,
            job: args.job(&sources.effective, game, moves)?,
            outputs: outputs.clone(),
        })
    });
    tasks.collect()
}

fn review(
    args: &AnalyzeArgs,
    task: Task,
    stop: &Arc<AtomicBool>,
    output: impl Write,
    bars: ProgressBars,
) -> Result<(), Error> {
    let count = task.job.positions().count() as u64;
    let bar = bars.bar(count, "{bar:24} {pos}/{len} positions, {eta} left");
    bar.tick();
    let analysis = analyze(task.job, stop, || {
        bar.inc(1);
        log::info!("{} of {count} positions", bar.position());
    });
    bar.finish_and_clear();
    if !analysis.is_complete() {
        log::warn!("interrupted: only a part of the game is analyzed");
    }
    let results = AnalysisResults {
        path: &task.path,
        text: &task.text,
        header: &task.header,
        analysis: &analysis,
        mistakes: &analysis.mistakes(args.top),
    };
    // All are attempted, and the first error is returned. A closed output pipe is no error and must not hide one.
    let Outputs { sgf, svg, html, .. } = &task.outputs;
    let files = [
        sgf.as_deref().map(|path| write_sgf(path, &results)),
        svg.as_deref()
            .map(|place| pictures::write(place, &args.at, &results)),
        html.as_deref()
            .map(|path| output_file::write(path, &html::page(&results)?)),
    ];
    let printed = print(args, &results, output);
    files.into_iter().flatten().chain([printed]).collect()
}

fn print(
    args: &AnalyzeArgs,
    results: &AnalysisResults<'_>,
    mut output: impl Write,
) -> Result<(), Error> {
    if args.json {
        write_json(&mut output, &AnalysisJson::new(results))?;
    } else {
        table::write(&mut output, results)?;
    }
    Ok(output.flush()?)
}

fn write_sgf(path: &Path, results: &AnalysisResults<'_>) -> Result<(), Error> {
    let job = &results.analysis.job;
    let notes = sgf::Notes {
        game: &job.game,
        first: job.moves_before_setup,
        notes: &results.analysis.notes(results.mistakes),
    };
    let text = sgf::annotate(results.text.bytes(), &notes);
    let text = text.map_err(|error| Error::file(results.path, &error))?;
    output_file::write(path, &text)
}

/// Returns a flag that Ctrl-C sets.
fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::<AtomicBool>::default();
    let flag = Arc::clone(&stop);
    let set = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    if let Err(error) = set {
        log::warn!("Ctrl-C will end the analysis without a result: {error}");
    }
    stop
}
