//! `tao-go match`: games between two engines, and the difference in strength that they show.

mod args;
mod openings;
mod player;
mod recorder;
mod report;
mod sweep;
mod tournament;

use std::io::Write;

use crate::matches::{MatchScore, Sprt, SprtDecision, StopSignal, report as write_report};

use super::error::{Error, Exit};
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
    let stop = StopSignal::default();
    stop_on_interrupt(&stop);
    if args.players.is_some() {
        return tournament::run(args, settings, &stop, output, bars).map(|()| Exit::Done);
    }
    if args.sweep.is_some() {
        return sweep::run(args, settings, &stop, output, bars).map(|()| Exit::Done);
    }
    let score = play(args, settings, &stop, bars)?;
    write_result(output, &score, args.sprt.as_ref())
}

/// Plays a match of two players, or what its log lacks of it.
fn play(
    args: &MatchArgs,
    settings: &CommonSettings,
    stop: &StopSignal,
    bars: ProgressBars,
) -> Result<MatchScore, Error> {
    let plan = args.plan(settings)?;
    let mut recorder = MatchRecorder::open(args, &plan)?;
    recorder.play_missing(stop, bars)?;
    Ok(recorder.score)
}

fn write_result(
    mut output: impl Write,
    score: &MatchScore,
    sprt: Option<&Sprt>,
) -> Result<Exit, Error> {
    if score.games() == 0 {
        return Err(Error::Failed("no game was finished".to_owned()));
    }
    write_report(&mut output, score, sprt)?;
    Ok(match sprt.map(|sprt| sprt.decision(&score.pairs)) {
        None | Some(SprtDecision::H1) => Exit::Done,
        Some(SprtDecision::H0) => Exit::Rejected,
        Some(SprtDecision::Undecided) => Exit::Undecided,
    })
}

/// Lets the first Ctrl-C finish the games in progress, and the second one abort them.
fn stop_on_interrupt(stop: &StopSignal) {
    let stop = stop.clone();
    let handler = move || {
        let is_first = !stop.is_requested();
        stop.request();
        if is_first {
            log::warn!("finishing the games in progress; Ctrl-C again aborts them");
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("Ctrl-C will end the match without a result: {error}");
    }
}
