//! What a game is played on: size, komi.

use crate::gtp::args::Args;
use crate::gtp::error::CommandError;
use crate::gtp::response::Answer;
use crate::gtp::session::Session;

/// Starts a game on a board of another size, even if it is the same. Komi, rules and time settings
/// stay.
pub(in crate::gtp) fn boardsize(session: &mut Session, mut args: Args<'_>) -> Answer {
    let size = args.count()? as usize;
    let resized = session.game.resize(size);
    resized.map_err(|_| CommandError::UnacceptableSize)?;
    session.begin();
    Ok(String::new())
}

/// Starts a game on a board of so many columns and rows. Only squares will do.
pub(in crate::gtp) fn rectangular_boardsize(session: &mut Session, args: Args<'_>) -> Answer {
    let mut sides = args;
    if sides.count()? == sides.count()? {
        boardsize(session, args)
    } else {
        Err(CommandError::UnacceptableSize)
    }
}

pub(in crate::gtp) fn clear_board(session: &mut Session, _: Args<'_>) -> Answer {
    session.game.clear();
    session.begin();
    Ok(String::new())
}

/// Any finite value will do, as the protocol asks.
pub(in crate::gtp) fn komi(session: &mut Session, mut args: Args<'_>) -> Answer {
    session
        .game
        .set_komi(args.real()?)
        .map_err(|_| CommandError::Syntax)?;
    Ok(String::new())
}

pub(in crate::gtp) fn get_komi(session: &Session, _: Args<'_>) -> Answer {
    Ok(session.game.komi().to_string())
}

pub(in crate::gtp) fn query_boardsize(session: &Session, _: Args<'_>) -> Answer {
    Ok(session.game.size().to_string())
}
