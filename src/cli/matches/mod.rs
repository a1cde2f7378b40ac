//! `tao-go match`: games between two engines, and what they say about strength.

mod args;
mod command_line;
mod contestant;
mod openings;
mod progress;
mod record;
mod report;

use std::io::Write;

use crate::matches::{Brake, Sprt, Tally, Verdict, report as write_report};

use super::error::{Error, Exit};
use super::progress::ProgressBars;
use super::settings::Settings as CommonSettings;
use args::Action;
use record::Record;

pub(super) use args::MatchArgs;

/// Plays a match, or does what the subcommand says.
///
/// # Errors
///
/// Returns [`Error::Usage`] for settings that fit no match, [`Error::File`] for a file that cannot be read or
/// written or is of another match, [`Error::Failed`] when the referee fails.
pub(super) fn run(
    args: &MatchArgs,
    settings: &CommonSettings,
    mut output: impl Write,
    bars: ProgressBars,
) -> Result<Exit, Error> {
    match &args.action {
        Some(Action::Report(args)) => return report::run(args, output),
        Some(Action::Openings(args)) => {
            return openings::run(args, settings, output).map(|()| Exit::Done);
        }
        None => {}
    }
    let planned = args.plan(settings)?;
    let mut record = Record::open(args, &planned)?;
    let brake = Brake::default();
    heed_interrupts(&brake);
    record.play(&planned, &brake, bars)?;
    write_report(&mut output, record.tally(), args.sprt.as_ref())?;
    output.flush()?;
    Ok(exit(record.tally(), args.sprt.as_ref()))
}

/// What a finished match leaves to the shell.
fn exit(tally: &Tally, sprt: Option<&Sprt>) -> Exit {
    match sprt.map(|sprt| sprt.verdict(tally.pairs())) {
        None | Some(Verdict::H1) => Exit::Done,
        Some(Verdict::H0) => Exit::Rejected,
        Some(Verdict::Undecided) => Exit::Undecided,
    }
}

/// The first Ctrl-C lets the games under way come to their end, the second does not.
fn heed_interrupts(brake: &Brake) {
    let brake = brake.clone();
    if let Err(error) = ctrlc::set_handler(move || brake.pull()) {
        log::warn!("Ctrl-C will end the match without a result: {error}");
    }
}
