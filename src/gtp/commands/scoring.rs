//! The score and the status of stones.

use crate::engine::Status;

use super::{Args, CommandError, Response, Session, join, join_lines};

/// The score of the position, without the stones that are dead under its rules.
pub(super) fn final_score(session: &Session, _: Args<'_>) -> Response {
    Ok(session.engine.settle(&session.game).score.to_string())
}

/// The chains of one status, each on a line; in agreement with the score.
pub(super) fn final_status_list(session: &Session, mut args: Args<'_>) -> Response {
    let wanted = match args.word()? {
        "alive" => Status::Alive,
        "dead" => Status::Dead,
        "seki" => Status::Seki,
        _ => return Err(CommandError::Syntax),
    };
    let settlement = session.engine.settle(&session.game);
    let chains = settlement
        .chains
        .iter()
        .filter(|chain| chain.status == wanted);
    Ok(join_lines(chains.map(|chain| join(&chain.stones))))
}
