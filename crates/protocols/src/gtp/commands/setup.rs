//! Board size, komi and handicap stones.

use tao_rules::game::BadSize;

use super::{Args, Response, Session, join};

/// Starts a game on a board of this size, or of these columns and rows, as for `KataGo`.
pub(super) fn boardsize(session: &mut Session, args: Args<'_>) -> Response {
    let (columns, rows) = args.only(|args| Ok((args.count()?, args.optional(Args::count)?)))?;
    start_on(session, columns, rows.unwrap_or(columns))
}

/// Starts a game on a board of these columns and rows.
pub(super) fn rectangular_boardsize(session: &mut Session, args: Args<'_>) -> Response {
    let (columns, rows) = args.only(|args| Ok((args.count()?, args.count()?)))?;
    start_on(session, columns, rows)
}

/// Starts a game, with the same komi, rules and time settings. Columns and rows must be equal.
fn start_on(session: &mut Session, columns: u32, rows: u32) -> Response {
    if columns != rows {
        // The response does not contain the size.
        return Err(BadSize(rows as usize).into());
    }
    let mut game = session.table.game().clone();
    game.resize(columns as usize)?;
    session.start(game.into());
    Ok(String::new())
}

pub(super) fn clear_board(session: &mut Session, _: Args<'_>) -> Response {
    let mut game = session.table.game().clone();
    game.clear();
    session.start(game.into());
    Ok(String::new())
}

pub(super) fn komi(session: &mut Session, args: Args<'_>) -> Response {
    let komi = args.only(Args::real)?;
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

pub(super) fn fixed_handicap(session: &mut Session, args: Args<'_>) -> Response {
    let count = args.only(Args::count)? as usize;
    Ok(join(session.table.game_mut().fixed_handicap(count)?))
}

pub(super) fn place_free_handicap(session: &mut Session, args: Args<'_>) -> Response {
    let count = args.only(Args::count)? as usize;
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
