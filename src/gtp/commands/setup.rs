//! What a game is played on and by: size, komi, rules.

use crate::game::{Rules, Suicide, Superko};
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

pub(in crate::gtp) fn get_komi(session: &mut Session, _: Args<'_>) -> Answer {
    Ok(session.game.komi().to_string())
}

pub(in crate::gtp) fn query_boardsize(session: &mut Session, _: Args<'_>) -> Answer {
    Ok(session.game.size().to_string())
}

/// Changes the rules of the game in progress to a set that we know by name, or to what KGS means by
/// `aga` and `new_zealand`. Japanese rules do not count by area: they are refused.
pub(in crate::gtp) fn kgs_rules(session: &mut Session, mut args: Args<'_>) -> Answer {
    let aga = Rules {
        superko: Superko::Situational,
        ..Rules::CHINESE
    };
    let rules = match args.word()? {
        "aga" => aga,
        "new_zealand" => Rules {
            suicide: Suicide::Allowed,
            ..aga
        },
        name => name.parse().map_err(|_| CommandError::UnknownRules)?,
    };
    session.game.set_rules(rules);
    Ok(String::new())
}

/// KGS waits for this answer before the next game. The board stays: the game may only be adjourned.
pub(in crate::gtp) fn kgs_game_over(_: &mut Session, _: Args<'_>) -> Answer {
    Ok(String::new())
}
