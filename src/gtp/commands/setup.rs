//! Board size, komi and handicap stones.

use crate::game::BadSize;

use super::{Args, Response, Session, join};

/// Starts a game on a board of this size. Komi, rules and time settings stay.
pub(super) fn boardsize(session: &mut Session, mut args: Args<'_>) -> Response {
    let mut game = session.table.game().clone();
    game.resize(args.count()? as usize)?;
    session.start(game.into());
    Ok(String::new())
}

/// Starts a game on a board of these columns and rows, which must be equal.
pub(super) fn rectangular_boardsize(session: &mut Session, args: Args<'_>) -> Response {
    let mut sides = args;
    let (columns, rows) = (sides.count()?, sides.count()?);
    if columns != rows {
        // The reply names no size.
        return Err(BadSize(rows as usize).into());
    }
    boardsize(session, args)
}

pub(super) fn clear_board(session: &mut Session, _: Args<'_>) -> Response {
    let mut game = session.table.game().clone();
    game.clear();
    session.start(game.into());
    Ok(String::new())
}

/// Any finite value is accepted, as the protocol demands.
pub(super) fn komi(session: &mut Session, mut args: Args<'_>) -> Response {
    let komi = args.parse()?;
    session.table.game_mut().set_komi(komi)?;
    session.komi = Some(komi);
    Ok(String::new())
}

pub(super) fn get_komi(session: &Session, _: Args<'_>) -> Response {
    Ok(session.table.game().komi().to_string())
}

pub(super) fn query_boardsize(session: &Session, _: Args<'_>) -> Response {
    Ok(session.table.game().size().to_string())
}

pub(super) fn fixed_handicap(session: &mut Session, mut args: Args<'_>) -> Response {
    let count = args.count()? as usize;
    Ok(join(session.table.game_mut().fixed_handicap(count)?))
}

pub(super) fn place_free_handicap(session: &mut Session, mut args: Args<'_>) -> Response {
    let count = args.count()? as usize;
    Ok(join(session.table.game_mut().place_free_handicap(count)?))
}

pub(super) fn set_free_handicap(session: &mut Session, args: Args<'_>) -> Response {
    let points = args.points()?;
    session.table.game_mut().set_free_handicap(&points)?;
    Ok(String::new())
}

pub(super) fn get_handicap(session: &Session, _: Args<'_>) -> Response {
    Ok(session.table.game().handicap().to_string())
}
