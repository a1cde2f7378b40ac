//! Commands that show a search: analysis until the next line, and moves with their statistics.

mod cgos;
mod info;
mod options;

use std::sync::Arc;

use tao_engine::engine::{Purpose, Question};
use tao_engine::search::{Detail, Observer, Snapshot};
use tao_rules::board::{Color, Move};
use tao_rules::game::Game;

use super::{Args, CommandError, ResponseStream, Session};
use options::AnalysisRequest;

pub(super) use options::Format;

/// The purpose of a search that is shown while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// Searches until the next line of input, of whatever kind.
    Analyze,
    /// Chooses a move and plays it.
    Genmove,
    /// Chooses a move and says what it would play, which may be `resign`, but plays nothing, without running a clock.
    Search,
}

/// Searches, and shows the search in a format. The last line of the analysis shows the end of the search.
pub(super) fn run(
    session: &mut Session,
    args: Args<'_>,
    stream: &mut ResponseStream<'_>,
    format: Format,
    goal: Goal,
) -> Result<(), CommandError> {
    let game = session.table.game().clone();
    let options = AnalysisRequest::parse(args, format, game.size())?;
    let color = options.color.unwrap_or_else(|| game.to_move());
    let input = Arc::clone(&session.input);
    stream.begin();
    // The engine may answer a pass with a pass without a search, so after a pass only the end of the search is shown.
    let follows_pass = goal == Goal::Search && game.last_move() == Some(Move::Pass);
    let mut show = |snapshot: &Snapshot| stream.line(&info::line(snapshot, &options, &game));
    let purpose = match goal {
        Goal::Analyze => Purpose::Analyze(input.waiting_flag()),
        Goal::Genmove | Goal::Search => Purpose::Play,
    };
    let question = Question {
        restrictions: &options.restrictions,
        detail: options.detail(),
        observer: (!follows_pass).then_some(Observer {
            first: None,
            interval: options.interval,
            show: &mut show,
        }),
        ..Question::new(color, purpose, None)
    };
    let thought = match goal {
        Goal::Analyze => session.engine.think(&game, question),
        Goal::Genmove => session.choose_move(question),
        Goal::Search => session.consider_move(question),
    };
    if goal == Goal::Analyze {
        session.last_report = thought.report;
        if !stream.has_failed() {
            // The search may end before the next line of input, if the tree cannot grow.
            input.wait();
        }
        return Ok(());
    }
    if follows_pass && thought.mv == Move::Pass && !thought.resigns {
        let _ = show(&pass_among_others(session, &game, &options, color)?);
    } else if let Some(report) = thought.report.as_ref().filter(|_| follows_pass) {
        let _ = show(&report.snapshot);
    } else if thought.report.is_none() {
        let _ = show(&session.engine.ending_pass(&game, color));
    }
    let decision = if goal == Goal::Genmove {
        session.play(color, thought)?
    } else {
        thought.decision().to_string()
    };
    let _ = stream.line(&format!("play {decision}"));
    Ok(())
}

/// The analysis of a position in which the engine would end the game by a pass, with that pass as the first move.
fn pass_among_others(
    session: &mut Session,
    game: &Game,
    options: &AnalysisRequest,
    color: Color,
) -> Result<Snapshot, CommandError> {
    let analysis = session.consider_move(Question {
        restrictions: &options.restrictions,
        detail: options.detail(),
        ..Question::new(color, Purpose::Inspect, None)
    });
    let report = analysis.report.ok_or(CommandError::Internal)?;
    let end = session.engine.ending_pass(game, color);
    Ok(report.with_pass(end).snapshot)
}

/// Chooses a move and plays it, with a line for the viewers of the Computer Go Server. The response begins after the search.
pub(super) fn cgos_genmove(
    session: &mut Session,
    args: Args<'_>,
    stream: &mut ResponseStream<'_>,
) -> Result<(), CommandError> {
    let color = args.only(Args::color)?;
    let game = session.table.game().clone();
    let thought = session.choose_move(Question {
        detail: Detail::Ownership,
        ..Question::new(color, Purpose::Play, None)
    });
    let snapshot = match &thought.report {
        Some(report) => report.snapshot.clone(),
        None => session.engine.ending_pass(&game, color),
    };
    let played = session.play(color, thought)?;
    let _ = stream.line(&cgos::json(&snapshot, &game));
    let _ = stream.line(&format!("play {played}"));
    Ok(())
}
