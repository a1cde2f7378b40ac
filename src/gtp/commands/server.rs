//! What servers tell: who the opponent is, that a game is over, what people say.

use crate::gtp::session::{Choice, Session};

use super::{Args, Response};

/// KGS waits for this answer before the next game. The board stays: the game may only be adjourned.
pub(super) fn kgs_game_over(session: &mut Session, _: Args<'_>) -> Response {
    session.rest();
    Ok(String::new())
}

/// `game` or `private`, a name and a message: the answer is said in the same place.
pub(super) fn kgs_chat(session: &Session, mut args: Args<'_>) -> Response {
    let (_, name, message) = (args.word()?, args.word()?, args.rest());
    log::info!("{name}: {message}");
    Ok(match &session.last_choice {
        None => "I have not thought about a move yet.".to_owned(),
        Some(Choice::Searched(report)) => format!(
            "After {} simulated games I rated my chances at {:.0} %.",
            report.kept + report.playouts,
            100.0 * report.win_rate
        ),
        Some(Choice::Counted(score)) => format!("I passed, because the count is {score}."),
    })
}

/// The name may be empty.
pub(super) fn cgos_opponent_name(_: &Session, args: Args<'_>) -> Response {
    log::info!("opponent: {}", args.rest());
    Ok(String::new())
}

/// The rating may be empty or have a question mark.
pub(super) fn cgos_opponent_rating(_: &Session, args: Args<'_>) -> Response {
    log::info!("rating of the opponent: {}", args.rest());
    Ok(String::new())
}

/// The result comes as the server has it, misspelt or not. Nobody answers the engine's last move any more.
pub(super) fn cgos_game_over(session: &mut Session, args: Args<'_>) -> Response {
    session.rest();
    log::info!("the game is over: {}", args.rest());
    Ok(String::new())
}
