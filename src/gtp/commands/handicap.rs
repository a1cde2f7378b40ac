//! Handicap stones.

use crate::board::Coord;
use crate::game::HandicapError;

use super::{Args, CommandError, Response, Session, join};

impl From<HandicapError> for CommandError {
    fn from(error: HandicapError) -> Self {
        match error {
            HandicapError::InvalidNumber { .. } => Self::Handicap(error),
            HandicapError::BoardNotEmpty => Self::BoardNotEmpty,
            HandicapError::BadList => Self::BadVertexList,
        }
    }
}

pub(super) fn fixed(session: &mut Session, mut args: Args<'_>) -> Response {
    let stones = session
        .table
        .game_mut()
        .fixed_handicap(args.count()? as usize)?;
    Ok(join(stones))
}

pub(super) fn place_free(session: &mut Session, mut args: Args<'_>) -> Response {
    let stones = session
        .table
        .game_mut()
        .place_free_handicap(args.count()? as usize)?;
    Ok(join(stones))
}

pub(super) fn set_free(session: &mut Session, args: Args<'_>) -> Response {
    let stones: Vec<Coord> = args.points()?;
    session.table.game_mut().set_free_handicap(&stones)?;
    Ok(String::new())
}

pub(super) fn get(session: &Session, _: Args<'_>) -> Response {
    Ok(session.table.game().handicap().to_string())
}
