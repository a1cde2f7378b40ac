//! Stones that Black has on the board before the first move.

use crate::board::Coord;
use crate::game::HandicapError;
use crate::gtp::args::Args;
use crate::gtp::error::CommandError;
use crate::gtp::response::{Answer, join};
use crate::gtp::session::Session;

impl From<HandicapError> for CommandError {
    fn from(error: HandicapError) -> Self {
        match error {
            HandicapError::InvalidNumber => Self::InvalidNumberOfStones,
            HandicapError::BoardNotEmpty => Self::BoardNotEmpty,
            HandicapError::BadList => Self::BadVertexList,
        }
    }
}

/// Stones on the points that tradition fixed for their number.
pub(in crate::gtp) fn fixed(session: &mut Session, mut args: Args<'_>) -> Answer {
    let stones = session.game.fixed_handicap(args.count()? as usize)?;
    Ok(join(stones))
}

/// Stones where the engine wants them.
pub(in crate::gtp) fn place_free(session: &mut Session, mut args: Args<'_>) -> Answer {
    let stones = session.game.place_free_handicap(args.count()? as usize)?;
    Ok(join(stones))
}

/// Stones where the controller wants them.
pub(in crate::gtp) fn set_free(session: &mut Session, args: Args<'_>) -> Answer {
    let stones: Vec<Coord> = args.points()?;
    session.game.set_free_handicap(&stones)?;
    Ok(String::new())
}

pub(in crate::gtp) fn get(session: &Session, _: Args<'_>) -> Answer {
    Ok(session.game.handicap().to_string())
}
