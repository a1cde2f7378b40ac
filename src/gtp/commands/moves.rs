//! Moves made, asked for and taken back.

use crate::game::IllegalMove;

use super::{Args, CommandError, Response, Session};

impl From<IllegalMove> for CommandError {
    /// Controllers know one text for every reason; the reason goes to the log.
    fn from(reason: IllegalMove) -> Self {
        log::info!("illegal move: {reason}");
        Self::IllegalMove
    }
}

/// Either color may move, whoever moved last.
pub(super) fn play(session: &mut Session, mut args: Args<'_>) -> Response {
    let (color, mv) = (args.color()?, args.mv()?);
    session.game.play(color, mv)?;
    session.rest();
    Ok(String::new())
}

/// Chooses a move and plays it; a resignation leaves the board as it is.
pub(super) fn genmove(session: &mut Session, mut args: Args<'_>) -> Response {
    let color = args.color()?;
    let thought = session.think_in_pictures(color);
    session.carry_out(color, thought)
}

/// Plays on after the players disagreed about dead stones: from here on they must be captured.
/// Never resigns.
pub(super) fn genmove_cleanup(session: &mut Session, mut args: Args<'_>) -> Response {
    let color = args.color()?;
    session.game.resume();
    let suggestion = session.on_clock(color, |session, budget| {
        session.engine.suggest(&session.game, color, budget)
    });
    session.note_choice(suggestion.report);
    session.game.play(color, suggestion.mv)?;
    Ok(suggestion.mv.to_string())
}

/// Chooses a move without playing it. Neither the game nor the clock takes notice.
pub(super) fn reg_genmove(session: &mut Session, mut args: Args<'_>) -> Response {
    let color = args.color()?;
    let budget = session.clock.budget(color, session.game.board());
    // What was thought before has no say, and this thought has none in what follows.
    session.engine.clear_tree();
    let suggestion = session.engine.suggest(&session.game, color, budget);
    session.engine.clear_tree();
    session.note_search(suggestion.report.as_ref());
    Ok(suggestion.mv.to_string())
}

pub(super) fn undo(session: &mut Session, _: Args<'_>) -> Response {
    take_back(session, 1)
}

/// Takes back as many moves as asked, or none if there are fewer.
pub(super) fn undo_several(session: &mut Session, mut args: Args<'_>) -> Response {
    let count = args.optional(Args::count)?.unwrap_or(1);
    take_back(session, count as usize)
}

fn take_back(session: &mut Session, count: usize) -> Response {
    if session.game.undo_many(count) {
        session.rest();
        Ok(String::new())
    } else {
        Err(CommandError::CannotUndo)
    }
}
