//! Commands that show a search: analysis until the next line, and moves with their statistics.

mod cgos;
mod info;
mod options;

use std::sync::Arc;

use crate::board::Color;
use crate::engine::{Purpose, Question, Thought};
use crate::search::{Detail, Observer, Snapshot};

use super::{Args, CommandError, ResponseStream, Session};
use options::AnalysisOptions;

pub(super) use options::Format;

/// Searches until the next line of input, of whatever kind. The last line shows the end of the search.
pub(super) fn analyze(
    session: &mut Session,
    args: Args<'_>,
    stream: &mut ResponseStream<'_>,
    format: Format,
) -> Result<(), CommandError> {
    let options = AnalysisOptions::parse(args, format, session.game.size())?;
    stream.begin();
    let input = Arc::clone(&session.input);
    let (game, engine) = (&session.game, &mut session.engine);
    let mut show = |snapshot: &Snapshot| stream.line(&info::line(snapshot, &options, game));
    let color = options.color.unwrap_or_else(|| game.to_move());
    let question = Question {
        restrictions: &options.restrictions,
        detail: options.detail(),
        observer: Some(Observer {
            interval: options.interval,
            show: &mut show,
        }),
        ..Question::new(color, Purpose::Analyze(input.waiting_flag()), None)
    };
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
    args: Args<'_>,
    stream: &mut ResponseStream<'_>,
    format: Format,
) -> Result<(), CommandError> {
    let (color, thought) = search_for_move(session, args, stream, format, Session::choose_move)?;
    let played = session.play(color, thought)?;
    let _ = stream.line(&format!("play {played}"));
    Ok(())
}

/// Chooses a move and says what it would play, which may be `resign`, but plays nothing, on no clock.
pub(super) fn search(
    session: &mut Session,
    args: Args<'_>,
    stream: &mut ResponseStream<'_>,
    format: Format,
) -> Result<(), CommandError> {
    let (_, thought) = search_for_move(session, args, stream, format, Session::consider_move)?;
    let _ = stream.line(&format!("play {}", thought.decision()));
    Ok(())
}

/// A method of the session that searches for a move.
type Choose = fn(&mut Session, Question<'_>) -> Thought;

fn search_for_move(
    session: &mut Session,
    args: Args<'_>,
    stream: &mut ResponseStream<'_>,
    format: Format,
    choose: Choose,
) -> Result<(Color, Thought), CommandError> {
    let options = AnalysisOptions::parse(args, format, session.game.size())?;
    stream.begin();
    let color = options.color.unwrap_or_else(|| session.game.to_move());
    let game = session.game.clone();
    let mut show = |snapshot: &Snapshot| stream.line(&info::line(snapshot, &options, &game));
    let question = Question {
        restrictions: &options.restrictions,
        detail: options.detail(),
        observer: Some(Observer {
            interval: options.interval,
            show: &mut show,
        }),
        ..Question::new(color, Purpose::Play, None)
    };
    let thought = choose(session, question);
    if thought.report.is_none() {
        let _ = show(&Snapshot::winning_pass(
            color,
            &session.engine.settle(&game).board,
        ));
    }
    Ok((color, thought))
}

/// Chooses a move and plays it, with a line for the viewers of the Computer Go Server. The response begins after the search.
pub(super) fn cgos_genmove(
    session: &mut Session,
    mut args: Args<'_>,
    stream: &mut ResponseStream<'_>,
) -> Result<(), CommandError> {
    let color = args.color()?;
    let game = session.game.clone();
    let thought = session.choose_move(Question {
        detail: Detail::Ownership,
        ..Question::new(color, Purpose::Play, None)
    });
    let report = thought.report.as_ref();
    let snapshot = report.map(|report| report.snapshot.clone());
    let snapshot = snapshot
        .unwrap_or_else(|| Snapshot::winning_pass(color, &session.engine.settle(&game).board));
    let played = session.play(color, thought)?;
    let _ = stream.line(&cgos::json(&snapshot, &game));
    let _ = stream.line(&format!("play {played}"));
    Ok(())
}
