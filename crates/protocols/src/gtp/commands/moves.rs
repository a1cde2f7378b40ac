//! Commands that play, choose and undo moves.

use tao_engine::engine::{Purpose, Question};

use super::{Args, CommandError, Response, Session};

/// Plays a move of either color, in turn or not, even if it repeats an earlier position: the controller may know another superko
/// rule.
pub(super) fn play(session: &mut Session, args: Args<'_>) -> Response {
    let (color, mv) = args.only(|args| Ok((args.color()?, args.mv()?)))?;
    session.table.replay(color, mv)?;
    session.stop_pondering();
    Ok(String::new())
}

pub(super) fn genmove(session: &mut Session, args: Args<'_>) -> Response {
    let color = args.only(Args::color)?;
    let thought = session.choose_drawn_move(color);
    session.play(color, thought)
}

/// Chooses a move, or `resign`, as `genmove` does, but plays nothing, without running a clock.
pub(super) fn search(session: &mut Session, args: Args<'_>) -> Response {
    let color = args.only(|args| args.optional(Args::color))?;
    let color = color.unwrap_or_else(|| session.table.game().to_move());
    let thought = session.consider_move(Question::new(color, Purpose::Play, None));
    Ok(thought.decision().to_string())
}

/// Chooses a move and plays it after a dispute about dead stones, which must be captured now. Never resigns.
pub(super) fn genmove_cleanup(session: &mut Session, args: Args<'_>) -> Response {
    let color = args.only(Args::color)?;
    session.table.resume();
    let suggestion = session.choose_move(Question::new(color, Purpose::CleanUp, None));
    session.remember_reason(suggestion.report);
    session.table.play(color, suggestion.mv)?;
    Ok(suggestion.mv.to_string())
}

/// Chooses a move without playing it or running a clock.
pub(super) fn reg_genmove(session: &mut Session, args: Args<'_>) -> Response {
    let color = args.only(Args::color)?;
    let budget = session.budget(color);
    // The search neither uses an earlier tree nor leaves one.
    session.engine.clear_tree();
    let question = Question::new(color, Purpose::Suggest, budget);
    let suggestion = session.engine.think(session.table.game(), question);
    session.engine.clear_tree();
    if suggestion.report.is_some() {
        session.last_report = suggestion.report;
    }
    Ok(suggestion.mv.to_string())
}

pub(super) fn undo(session: &mut Session, _: Args<'_>) -> Response {
    undo_moves(session, 1)
}

/// Undoes this number of moves, or none if there are fewer.
pub(super) fn undo_several(session: &mut Session, args: Args<'_>) -> Response {
    let count = args.only(|args| args.optional(Args::count))?;
    undo_moves(session, count.unwrap_or(1) as usize)
}

fn undo_moves(session: &mut Session, count: usize) -> Response {
    if session.table.undo(count) {
        session.stop_pondering();
        Ok(String::new())
    } else {
        Err(CommandError::CannotUndo)
    }
}
