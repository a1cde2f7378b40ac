//! `tao-go analyze`: finds the mistakes of a game.

mod args;
mod html;
mod json;
mod outputs;
mod pictures;
mod printer;
mod results;
mod reviewed;
mod table;

use std::io;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::task::Poll;

use crate::analysis::{AnalysisJob, analyze};
use crate::ranks::{Ranks, Workers};
use crate::sgf::{Header, ReadOptions, Record};

use super::error::Error;
use super::interrupt::set_on_interrupt;
use super::position::{RecordText, STANDARD_INPUT, StandardInput, record_text};
use super::progress::ProgressBars;
use super::settings::Sources;
use outputs::Outputs;
use printer::Printer;
use results::AnalysisResults;
use reviewed::Reviewed;

pub(super) use args::AnalyzeArgs;

/// A record that was read, and what to do with it.
struct Task {
    path: PathBuf,
    text: RecordText,
    header: Header,
    job: AnalysisJob,
    outputs: Outputs,
}

/// Analyzes games, prints the results and writes the files that the arguments name. Each rank analyzes one game at a time,
/// and rank 0 prints and writes.
///
/// # Errors
///
/// [`Error::Usage`] for moves that a game does not have, [`Error::File`] for bad files, [`Error::Stream`].
pub(super) fn run(
    args: &AnalyzeArgs,
    sources: &Sources,
    ranks: &Ranks,
    input: StandardInput<impl Read + Send + 'static>,
    mut output: impl Write,
    bars: ProgressBars,
) -> Result<(), Error> {
    let records = args.records(input.source)?;
    if ranks.count() > 1 && records.iter().any(|path| path == Path::new(STANDARD_INPUT)) {
        let message = "several ranks cannot read the standard input: name the records";
        return Err(Error::Usage(message.to_owned()));
    }
    let outputs = Outputs::plan(args, &records)?;
    let tasks = load(args, sources, input.reader, records.iter().zip(&outputs))?;
    let (stop, never) = (Arc::<AtomicBool>::default(), AtomicBool::new(false));
    let work = |(): &mut (), &number: &usize| {
        let reviewed = review(args, &tasks[number], &stop, bars);
        Some((number, reviewed.map_err(|error| ranks.sign(&error))))
    };
    let workers = Workers {
        states: vec![()],
        work,
        // What other ranks have begun is still wanted when this one is stopped.
        abort: if ranks.rank() > 0 { &stop } else { &never },
    };
    let Some(workers) = ranks.follow(workers) else {
        return Ok(());
    };
    outputs::check(args, &records, &outputs)?;
    set_on_interrupt(&stop);
    let numbers = (0..tasks.len()).take_while(|_| !stop.load(Ordering::Relaxed));
    let numbers = numbers.map(Poll::Ready);
    let headings = match records.len() {
        2.. if !args.json => &records[..],
        _ => &[],
    };
    let mut printer = Printer::new(&mut output, headings);
    let write = |reviews: Receiver<(usize, Result<Reviewed, String>)>| {
        // All are attempted, and the first error is returned.
        let mut done = Ok(());
        for (number, reviewed) in reviews {
            let written = reviewed.map_err(Error::Failed).and_then(|reviewed| {
                let written = reviewed.write(&outputs[number]);
                printer.put(number, reviewed.printed);
                written
            });
            done = done.and(written);
            if printer.is_closed() && outputs.iter().all(Outputs::are_none) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        // A closed output pipe is no error and must not hide one.
        done.and(printer.finish())
    };
    ranks.lead(workers, numbers, |_, found| found, write)
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
        log::warn!("interrupted: only a part of the game is analyzed");
    }
    let results = AnalysisResults {
        path: &task.path,
        text: &task.text,
        header: &task.header,
        analysis: &analysis,
        mistakes: &analysis.mistakes(args.top),
    };
    Reviewed::new(args, &task.outputs, &results)
}
