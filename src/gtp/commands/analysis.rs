//! A search under the eyes of the controller: analysis until the next line, and moves with their reasons.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::board::Color;
use crate::engine::{Question, settle};
use crate::game::Game;
use crate::gtp::analysis::{Dialect, Options, json, line, parse};
use crate::search::{Detail, Observer, Snapshot};

use super::{Args, CommandError, ResponseStream, Session};

type Outcome = Result<(), CommandError>;

pub(super) fn lz_analyze(
    session: &mut Session,
    args: Args<'_>,
    stream: &mut ResponseStream<'_>,
) -> Outcome {
    let options = parse(args, Dialect::Lz, session.game.size())?;
    analyze(session, &options, stream);
    Ok(())
}

pub(super) fn kata_analyze(
    session: &mut Session,
    args: Args<'_>,
    stream: &mut ResponseStream<'_>,
) -> Outcome {
    let options = parse(args, Dialect::Kata, session.game.size())?;
    analyze(session, &options, stream);
    Ok(())
}

pub(super) fn lz_genmove(
    session: &mut Session,
    args: Args<'_>,
    stream: &mut ResponseStream<'_>,
) -> Outcome {
    let options = parse(args, Dialect::Lz, session.game.size())?;
    genmove(session, &options, stream)
}

pub(super) fn kata_genmove(
    session: &mut Session,
    args: Args<'_>,
    stream: &mut ResponseStream<'_>,
) -> Outcome {
    let options = parse(args, Dialect::Kata, session.game.size())?;
    genmove(session, &options, stream)
}

/// Searches until the next line comes, of whatever kind. What is known in the end is always the last line.
fn analyze(session: &mut Session, options: &Options, stream: &mut ResponseStream<'_>) {
    stream.begin();
    let input = Arc::clone(&session.input);
    let (game, engine) = (&session.game, &mut session.engine);
    let mut show = |insight: &Snapshot| stream.line(&line(insight, options, game));
    let question = Question {
        restrictions: &options.restrictions,
        watch: Some(Observer {
            interval: options.interval,
            detail: options.detail(),
            show: &mut show,
        }),
        ..Question::new(options.color.unwrap_or_else(|| game.to_move()), None)
    };
    let report = engine.analyze(game, question, input.waiting_flag());
    session.last_report = Some(report);
    if !stream.has_failed() {
        // The search may have counted as far as it can.
        input.wait();
    }
}

/// Chooses a move and plays it. Further lines wait.
fn genmove(session: &mut Session, options: &Options, stream: &mut ResponseStream<'_>) -> Outcome {
    stream.begin();
    let color = options.color.unwrap_or_else(|| session.game.to_move());
    let game = session.game.clone();
    let mut show = |insight: &Snapshot| stream.line(&line(insight, options, &game));
    let watch = Observer {
        interval: options.interval,
        detail: options.detail(),
        show: &mut show,
    };
    let thought = session.think(color, &options.restrictions, Some(watch));
    if thought.report.is_none() {
        let _ = stream.line(&line(&winning_pass(color, &game), options, &game));
    }
    let answer = session.carry_out(color, thought)?;
    let _ = stream.line(&format!("play {answer}"));
    Ok(())
}

/// Chooses a move and plays it, for the Computer Go Server, whose viewers show what the engine thought.
pub(super) fn cgos_genmove(
    session: &mut Session,
    mut args: Args<'_>,
    stream: &mut ResponseStream<'_>,
) -> Outcome {
    let color = args.color()?;
    let game = session.game.clone();
    let mut last = None;
    let mut show = |insight: &Snapshot| {
        last = Some(insight.clone());
        ControlFlow::Continue(())
    };
    let watch = Observer {
        interval: None,
        detail: Detail::Ownership,
        show: &mut show,
    };
    let thought = session.think(color, &[], Some(watch));
    let answer = session.carry_out(color, thought)?;
    let last = last.unwrap_or_else(|| winning_pass(color, &game));
    let _ = stream.line(&json(&last, &game));
    let _ = stream.line(&format!("play {answer}"));
    Ok(())
}

/// What is known of a pass that wins `game` without a search: the count, which is the same whenever it is asked for.
fn winning_pass(color: Color, game: &Game) -> Snapshot {
    Snapshot::winning_pass(color, &settle(game).board)
}
