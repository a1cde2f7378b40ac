//! `tao-go analyze`: finds the mistakes of a game.

mod args;
mod html;
mod json;
mod pictures;
mod table;

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::analysis::{Analysis, MoveReview, analyze};
use crate::sgf;
use crate::sgf::{Header, Metadata, ReadOptions, Record};

use super::error::Error;
use super::json::write_json;
use super::output_file;
use super::position::record_text;
use super::progress::ProgressBars;
use super::settings::Sources;
use json::AnalysisJson;

pub(super) use args::AnalyzeArgs;

/// What the output formats show.
struct AnalysisResults<'a> {
    header: &'a Header,
    analysis: &'a Analysis,
    /// The worst first.
    mistakes: &'a [MoveReview],
}

/// Analyzes a game, prints the result and writes the files that the arguments name.
///
/// # Errors
///
/// [`Error::Usage`] for moves that the game does not have, [`Error::File`] for bad files, [`Error::Stream`].
pub(super) fn run(
    args: &AnalyzeArgs,
    sources: &Sources,
    input: impl BufRead + Send + 'static,
    output: impl Write,
    bars: ProgressBars,
) -> Result<(), Error> {
    let Record {
        game,
        header,
        moves,
    } = record_text(&args.record, input)?.read(&ReadOptions::default())?;
    // Options override the record, which overrides variables and files.
    let game = sources.flags.game.apply_to(game)?;
    let job = args.job(&sources.effective, game, moves)?;
    let stop = stop_on_interrupt();
    let count = job.positions().count() as u64;
    let bar = bars.bar(count, "{bar:24} {pos}/{len} positions, {eta} left");
    bar.tick();
    let analysis = analyze(job, &stop, || {
        bar.inc(1);
        log::info!("{} of {count} positions", bar.position());
    });
    bar.finish_and_clear();
    if !analysis.is_complete() {
        log::warn!("interrupted: only a part of the game is analyzed");
    }
    let results = AnalysisResults {
        header: &header,
        analysis: &analysis,
        mistakes: &analysis.mistakes(args.top),
    };
    // All are attempted, and the first error is returned. A closed output pipe is no error and must not hide one.
    let files = [
        write_sgf(args, &results),
        args.svg
            .as_deref()
            .map_or(Ok(()), |place| pictures::write(place, &args.at, &results)),
        write_html(args, &results),
    ];
    let printed = print(args, &results, output);
    files.into_iter().chain([printed]).collect()
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

fn write_sgf(args: &AnalyzeArgs, results: &AnalysisResults<'_>) -> Result<(), Error> {
    if let Some(path) = &args.sgf {
        let metadata = Metadata {
            result: results.header.result.as_deref(),
            header: Some(results.header),
            ..Metadata::default()
        };
        let notes = results.analysis.notes(results.mistakes);
        let text = sgf::write_annotated(&results.analysis.job.game, &metadata, &notes);
        output_file::write(path, &text)?;
    }
    Ok(())
}

fn write_html(args: &AnalyzeArgs, results: &AnalysisResults<'_>) -> Result<(), Error> {
    match &args.html {
        Some(path) => output_file::write(path, &html::page(results)?),
        None => Ok(()),
    }
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
