//! Commands that show a search: analysis until the next line, and moves with their statistics.

mod cgos;
mod info;
mod options;

use std::sync::Arc;

use crate::board::Color;
use crate::engine::{Purpose, Question, Thought};
use crate::search::{Detail, Snapshot};

use super::{Args, CommandError, ResponseStream, Session};
use options::AnalysisArgs;

pub(super) use options::Format;

/// A command with the options of an analysis, whose response has begun.
pub(super) type AnalysisCommand =
    fn(&mut Session, &AnalysisArgs, &mut ResponseStream<'_>) -> Result<(), CommandError>;

/// Carries out a command in a format.
pub(super) fn run(
    session: &mut Session,
    args: Args<'_>,
    stream: &mut ResponseStream<'_>,
    format: Format,
    command: AnalysisCommand,
) -> Result<(), CommandError> {
    let options = AnalysisArgs::parse(args, format, session.table.game().size())?;
    stream.begin();
    command(session, &options, stream)
}

/// Searches until the next line of input, of whatever kind. The last line shows the end of the search.
pub(super) fn analyze(
    session: &mut Session,
    options: &AnalysisArgs,
    stream: &mut ResponseStream<'_>,
) -> Result<(), CommandError> {
    let input = Arc::clone(&session.input);
    let (game, engine) = (session.table.game(), &mut session.engine);
    let mut show = |snapshot: &Snapshot| stream.line(&info::line(snapshot, options, game));
    let question = options.question(game, Purpose::Analyze(input.waiting_flag()), &mut show);
    session.last_report = engine.think(game, question).report;
    if !stream.has_failed() {
        // The search ends before the next line if the tree cannot grow.
        input.wait();
    }
    Ok(())
}

/// Chooses a move and plays it. The last line shows the end of the search.
pub(super) fn genmove(
    session: &mut Session,
    options: &AnalysisArgs,
    stream: &mut ResponseStream<'_>,
) -> Result<(), CommandError> {
    let thought = search_for_move(session, options, stream, Session::choose_move);
    let color = options.color_in(session.table.game());
    let played = session.play(color, thought)?;
    let _ = stream.line(&format!("play {played}"));
    Ok(())
}

/// Chooses a move and says what it would play, which may be `resign`, but plays nothing, on no clock.
pub(super) fn search(
    session: &mut Session,
    options: &AnalysisArgs,
    stream: &mut ResponseStream<'_>,
) -> Result<(), CommandError> {
    let thought = search_for_move(session, options, stream, Session::consider_move);
    let _ = stream.line(&format!("play {}", thought.decision()));
    Ok(())
}

/// A method of the session that searches for a move.
type Choose = fn(&mut Session, Question<'_>) -> Thought;

fn search_for_move(
    session: &mut Session,
    options: &AnalysisArgs,
    stream: &mut ResponseStream<'_>,
    choose: Choose,
) -> Thought {
    let game = session.table.game().clone();
    let mut show = |snapshot: &Snapshot| stream.line(&info::line(snapshot, options, &game));
    let thought = choose(session, options.question(&game, Purpose::Play, &mut show));
    if thought.report.is_none() {
        let _ = show(&winning_pass(session, options.color_in(&game)));
    }
    thought
}

/// What to show of a pass that wins without a search.
fn winning_pass(session: &Session, color: Color) -> Snapshot {
    let game = session.table.game();
    let settlement = session.engine.settle(game);
    Snapshot::winning_pass(color, &settlement.board, game.total_komi())
}

/// Chooses a move and plays it, with a line for the viewers of the Computer Go Server. The response begins after the search.
pub(super) fn cgos_genmove(
    session: &mut Session,
    mut args: Args<'_>,
    stream: &mut ResponseStream<'_>,
) -> Result<(), CommandError> {
    let color = args.color()?;
    let game = session.table.game().clone();
    let thought = session.choose_move(Question {
        detail: Detail::Ownership,
        ..Question::new(color, Purpose::Play, None)
    });
    let snapshot = match &thought.report {
        Some(report) => report.snapshot.clone(),
        None => winning_pass(session, color),
    };
    let played = session.play(color, thought)?;
    let _ = stream.line(&cgos::json(&snapshot, &game));
    let _ = stream.line(&format!("play {played}"));
    Ok(())
}
