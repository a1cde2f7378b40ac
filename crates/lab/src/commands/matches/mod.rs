//! `tao-lab match`: games between two engines, and the difference in strength that they show.

mod args;
mod openings;
mod player;
mod recorder;
mod report;
mod sweep;
mod tournament;
mod values;

use std::fs;

use crate::matches::{MatchScore, StopSignal, play_match};
use tao_go::ranks::Ranks;

use args::MatchSubcommand;
use recorder::MatchRecorder;
use tao_go::cli::context::Context;
use tao_go::cli::error::{Error, Exit, FileResult};
use tao_go::cli::interrupt::on_interrupt;
use tao_go::cli::printable::PrintableWriter;
use tao_go::cli::settings::Settings;

pub use args::MatchArgs;

/// Plays a match, or runs the subcommand.
///
/// # Errors
///
/// [`Error::Usage`] for settings that fit no match, [`Error::File`] for bad files, [`Error::Failed`] for the referee and
/// where no game was finished.
pub(super) fn run(args: &MatchArgs, context: &mut Context) -> Result<Exit, Error> {
    let (settings, ranks) = (&context.sources.flags, &context.ranks);
    // Names of players and texts in logs may contain control characters.
    let output = &mut PrintableWriter(&mut context.output);
    match &args.subcommand {
        Some(MatchSubcommand::Report(args)) => return report::run(args, output),
        Some(MatchSubcommand::Openings(args)) => {
            return openings::run(args, settings, output).map(|()| Exit::Done);
        }
        None => {}
    }
    let matches = match (&args.players.list, &args.players.sweep) {
        (Some(players), _) => tournament::matches(args, &players.0),
        (_, Some(sweep)) => sweep::matches(args, sweep)?,
        (None, None) => vec![(String::new(), args.clone())],
    };
    if ranks.rank() > 0 {
        return follow(&matches, settings, ranks).map(|()| Exit::Done);
    }
    let stop = StopSignal::default();
    stop_on_interrupt(&stop);
    let play = |args: &MatchArgs| -> Result<MatchScore, Error> {
        let plan = args.plan(settings)?;
        let mut recorder = MatchRecorder::open(args, &plan)?;
        recorder.play_missing(ranks, &stop, context.bars)?;
        Ok(recorder.score)
    };
    if args.players.list.is_none() && args.players.sweep.is_none() {
        return report::write(output, &play(args)?, args.sprt.as_ref());
    }
    if let Some(folder) = &args.log {
        fs::create_dir_all(folder).at(folder)?;
    }
    let matches = matches.iter().take_while(|_| !stop.is_requested());
    let played = matches.map(|(name, args)| Ok((name.as_str(), play(args)?)));
    match (&args.players.list, &args.players.sweep) {
        (Some(players), _) => tournament::run(args, &players.0, played, output)?,
        (_, Some(sweep)) => sweep::run(args, sweep, settings, played, output)?,
        (None, None) => {}
    }
    Ok(Exit::Done)
}

/// Plays games for rank 0, from one match of the command after the other.
fn follow(
    matches: &[(String, MatchArgs)],
    settings: &Settings,
    ranks: &Ranks,
) -> Result<(), Error> {
    while let Some(number) = ranks.next_work() {
        let found = matches.get(number as usize);
        let no_match = || Error::Failed(format!("there is no match {number}"));
        let (_, args) = found.ok_or_else(no_match)?;
        let numbers: Vec<u64> = (0..args.games()).collect();
        let stop = StopSignal::default();
        let plan = args.plan(settings)?;
        play_match::<Error>(&plan, &numbers, ranks, &stop, |_| Ok(true))?;
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
