//! Who won, and which stones are dead.

use crate::engine::{Status, settle};

use super::{Args, CommandError, Response, Session, join};

/// The score of the game as it stands, without the stones that are dead under its rules.
pub(super) fn final_score(session: &Session, _: Args<'_>) -> Response {
    Ok(settle(&session.game).score.to_string())
}

/// The chains of one status, a line for each. Judged together with the score, so that the two
/// agree.
pub(super) fn final_status_list(session: &Session, mut args: Args<'_>) -> Response {
    let wanted = match args.word()? {
        "alive" => Status::Alive,
        "dead" => Status::Dead,
        "seki" => Status::Seki,
        _ => return Err(CommandError::Syntax),
    };
    let settlement = settle(&session.game);
    let chains = settlement
        .chains
        .iter()
        .filter(|chain| chain.status == wanted);
    let lines: Vec<String> = chains.map(|chain| join(&chain.stones)).collect();
    Ok(lines.join("\n"))
}
