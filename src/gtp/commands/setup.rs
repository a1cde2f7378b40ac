//! Board size and komi.

use super::{Args, CommandError, Response, Session};

/// Starts a game on a board of this size. Komi, rules and time settings stay.
pub(super) fn boardsize(session: &mut Session, mut args: Args<'_>) -> Response {
    let size = args.count()? as usize;
    let mut game = session.table.game().clone();
    let resized = game.resize(size);
    resized.map_err(|_| CommandError::UnacceptableSize)?;
    session.start(game.into());
    Ok(String::new())
}

/// Starts a game on a board of these columns and rows, which must be equal.
pub(super) fn rectangular_boardsize(session: &mut Session, args: Args<'_>) -> Response {
    let mut sides = args;
    if sides.count()? == sides.count()? {
        boardsize(session, args)
    } else {
        Err(CommandError::UnacceptableSize)
    }
}

pub(super) fn clear_board(session: &mut Session, _: Args<'_>) -> Response {
    let mut game = session.table.game().clone();
    game.clear();
    session.start(game.into());
    Ok(String::new())
}

/// Any finite value is accepted, as the protocol demands.
pub(super) fn komi(session: &mut Session, mut args: Args<'_>) -> Response {
    let komi = session.table.game_mut().set_komi(args.real()?);
    komi.map_err(|_| CommandError::Syntax)?;
    Ok(String::new())
}

pub(super) fn get_komi(session: &Session, _: Args<'_>) -> Response {
    Ok(session.table.game().komi().to_string())
}

pub(super) fn query_boardsize(session: &Session, _: Args<'_>) -> Response {
    Ok(session.table.game().size().to_string())
}
