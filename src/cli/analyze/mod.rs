//! `tao-go analyze`: what every move of a game was worth.

mod args;
mod json;
mod pictures;
mod progress;
mod table;

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::analysis::{Analysis, Judgement, Plan, analyze};
use crate::sgf;
use crate::sgf::{Header, Metadata, Options, Record};

use super::error::Error;
use super::output_file;
use super::position::load_record;
use super::progress::ProgressBars;
use super::settings::Sources;
use progress::Progress;

pub(super) use args::AnalyzeArgs;

/// All that there is to tell.
struct Findings<'a> {
    header: &'a Header,
    plan: &'a Plan,
    analysis: &'a Analysis,
    /// The worst first.
    mistakes: &'a [Judgement],
}

/// Analyzes a game, writes the files that are asked for, and prints what was found.
///
/// # Errors
///
/// Returns [`Error::Usage`] for moves that the game does not have, [`Error::File`] for a file that holds no game
/// or cannot be written, and [`Error::Stream`] when the output fails.
pub(super) fn run(
    args: &AnalyzeArgs,
    sources: &Sources,
    input: impl BufRead,
    output: impl Write,
    bars: ProgressBars,
) -> Result<(), Error> {
    let Record {
        game,
        header,
        moves,
    } = load_record(&args.record, input, &Options::default())?;
    // What the record says goes before what is liked in general.
    let game = sources.flags.game.apply_to(game)?;
    let plan = args.plan(&sources.effective, game, moves)?;
    let stop = stop_on_interrupt();
    let progress = Progress::new(plan.positions().count(), bars);
    let analysis = analyze(&plan, &stop, || progress.advance());
    progress.clear();
    if !analysis.is_complete() {
        log::warn!("interrupted: only a part of the game is analyzed");
    }
    let findings = Findings {
        header: &header,
        plan: &plan,
        analysis: &analysis,
        mistakes: &analysis.mistakes(args.top),
    };
    // Each is done whatever comes of the others. A reader that leaves, which is no failure, must not hide one.
    let files = [write_sgf(args, &findings), write_pictures(args, &findings)];
    let printed = print(args, &findings, output);
    files.into_iter().chain([printed]).collect()
}

fn print(args: &AnalyzeArgs, findings: &Findings<'_>, mut output: impl Write) -> Result<(), Error> {
    if args.json {
        json::write(&mut output, findings)?;
    } else {
        table::write(&mut output, findings)?;
    }
    Ok(output.flush()?)
}

fn write_sgf(args: &AnalyzeArgs, findings: &Findings<'_>) -> Result<(), Error> {
    if let Some(path) = &args.sgf {
        let metadata = Metadata {
            result: findings.header.result.as_deref(),
            header: Some(findings.header),
            ..Metadata::default()
        };
        let notes = findings.analysis.notes(findings.mistakes);
        let text = sgf::write_annotated(findings.analysis.game(), &metadata, &notes);
        output_file::write(path, &text)?;
    }
    Ok(())
}

fn write_pictures(args: &AnalyzeArgs, findings: &Findings<'_>) -> Result<(), Error> {
    match &args.svg {
        Some(place) => pictures::write(place, &args.at, findings),
        None => Ok(()),
    }
}

/// What Ctrl-C sets.
fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::<AtomicBool>::default();
    let sign = Arc::clone(&stop);
    let set = ctrlc::set_handler(move || sign.store(true, Ordering::Relaxed));
    if let Err(error) = set {
        log::warn!("Ctrl-C will end the analysis without a result: {error}");
    }
    stop
}
