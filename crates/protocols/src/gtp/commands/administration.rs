//! Commands about the session: list of commands, chat, the opponent, the end of a game.

use crate::gtp::session::MoveReason;

use super::table;
use super::{Args, Response, Session, join_lines};

pub(super) fn known_command(_: &Session, args: Args<'_>) -> Response {
    let is_known = table::handler(args.rest()).is_some();
    Ok(is_known.to_string())
}

pub(super) fn list_commands(session: &Session, _: Args<'_>) -> Response {
    Ok(join_lines(table::listed(session.lists_chat)))
}

/// Stops pondering. Also answers `kgs-game_over`: KGS waits for this response before the next game. The board stays, because the
/// game may only be adjourned.
pub(super) fn stop(session: &mut Session, _: Args<'_>) -> Response {
    session.stop_pondering();
    Ok(String::new())
}

/// Responds to `game` or `private`, a name and a message; KGS shows the response in the same place.
pub(super) fn kgs_chat(session: &Session, mut args: Args<'_>) -> Response {
    let (_, name, message) = (args.word()?, args.word()?, args.rest());
    log::info!("{name}: {message}");
    Ok(match &session.last_move_reason {
        None => "I have not thought about a move yet.".to_owned(),
        Some(MoveReason::Search(report)) => format!(
            "After {} visits I rated my chances at {:.0} %.",
            report.reused_visits + report.playouts,
            100.0 * report.win_rate
        ),
        Some(MoveReason::UnsearchedPass(score)) => {
            format!("I passed, because the count is {score}.")
        }
    })
}

/// The name may be empty.
pub(super) fn cgos_opponent_name(session: &mut Session, args: Args<'_>) -> Response {
    let name = args.rest();
    log::info!("opponent: {name}");
    session.opponent = Some(name.to_owned()).filter(|name| !name.is_empty());
    Ok(String::new())
}

/// The rating may be empty or have a question mark.
pub(super) fn cgos_opponent_rating(_: &Session, args: Args<'_>) -> Response {
    log::info!("rating of the opponent: {}", args.rest());
    Ok(String::new())
}

/// Logs the result as the server spells it, and stops pondering.
pub(super) fn cgos_game_over(session: &mut Session, args: Args<'_>) -> Response {
    log::info!("the game is over: {}", args.rest());
    stop(session, args)
}
