//! `tao-go match`: games between two engines, and the difference in strength that they show.

mod args;
mod openings;
mod player;
mod recorder;
mod report;
mod sweep;
mod tournament;
mod values;

use std::io::Write;
use std::ops::ControlFlow;

use crate::matches::{StopSignal, play_match};
use crate::ranks::Ranks;

use super::error::{Error, Exit};
use super::interrupt::on_interrupt;
use super::progress::ProgressBars;
use super::settings::Settings as CommonSettings;
use args::MatchSubcommand;
use recorder::MatchRecorder;

pub(super) use args::MatchArgs;

/// Plays a match, or runs the subcommand.
///
/// # Errors
///
/// [`Error::Usage`] for settings that fit no match, [`Error::File`] for bad files, [`Error::Failed`] for the referee and
/// where no game was finished.
pub(super) fn run(
    args: &MatchArgs,
    settings: &CommonSettings,
    ranks: &Ranks,
    output: impl Write,
    bars: ProgressBars,
) -> Result<Exit, Error> {
    match &args.subcommand {
        Some(MatchSubcommand::Report(args)) => return report::run(args, output),
        Some(MatchSubcommand::Openings(args)) => {
            return openings::run(args, settings, output).map(|()| Exit::Done);
        }
        None => {}
    }
    if ranks.rank() > 0 {
        return follow(args, settings, ranks).map(|()| Exit::Done);
    }
    let stop = StopSignal::default();
    stop_on_interrupt(&stop);
    let play_match = |args: &MatchArgs| {
        let plan = args.plan(settings)?;
        let mut recorder = MatchRecorder::open(args, &plan)?;
        recorder.play_missing(ranks, &stop, bars)?;
        Ok(recorder.score)
    };
    if args.players.is_some() {
        return tournament::run(args, &stop, play_match, output).map(|()| Exit::Done);
    }
    if args.sweep.is_some() {
        return sweep::run(args, settings, &stop, play_match, output).map(|()| Exit::Done);
    }
    report::write(output, &play_match(args)?, args.sprt.as_ref())
}

/// Plays games for rank 0, of all matches of the command one after the other.
fn follow(args: &MatchArgs, settings: &CommonSettings, ranks: &Ranks) -> Result<(), Error> {
    let matches = if args.players.is_some() {
        tournament::matches(args)
    } else if args.sweep.is_some() {
        sweep::matches(args)?
    } else {
        vec![args.clone()]
    };
    while let Some(number) = ranks.next_work() {
        let args = matches.get(number as usize);
        let args = args.ok_or_else(|| Error::Failed(format!("there is no match {number}")))?;
        let numbers: Vec<u64> = (0..args.games()).collect();
        let stop = StopSignal::default();
        let plan = args.plan(settings)?;
        play_match::<Error>(&plan, &numbers, ranks, &stop, |_| {
            Ok(ControlFlow::Continue(()))
        })?;
    }
    Ok(())
}

/// Lets the first Ctrl-C finish the games in progress, and the second one abort them.
fn stop_on_interrupt(stop: &StopSignal) {
    let stop = stop.clone();
    on_interrupt(move || {
        let is_first = !stop.is_requested();
        stop.request();
        if is_first {
            log::warn!("finishing the games in progress; Ctrl-C again aborts them");
        }
    });
}
