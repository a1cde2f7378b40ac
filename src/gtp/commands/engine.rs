//! The engine itself: its random numbers and what its latest search did.

use crate::gtp::args::Args;
use crate::gtp::error::CommandError;
use crate::gtp::response::Answer;
use crate::gtp::session::Session;

pub(in crate::gtp) fn get_seed(session: &mut Session, _: Args<'_>) -> Answer {
    Ok(session.engine.seed().to_string())
}

pub(in crate::gtp) fn set_seed(session: &mut Session, mut args: Args<'_>) -> Answer {
    let seed = args.word()?.parse().map_err(|_| CommandError::Syntax)?;
    session.engine.set_seed(seed);
    Ok(String::new())
}

/// Forgets what was searched. The game goes on, and so does the count of moves that look lost.
pub(in crate::gtp) fn clear_cache(session: &mut Session, _: Args<'_>) -> Answer {
    session.engine.forget_searches();
    session.last_report = None;
    Ok(String::new())
}

/// How large the latest search was, and which rules made the moves of its playouts.
pub(in crate::gtp) fn stats(session: &mut Session, _: Args<'_>) -> Answer {
    let report = session
        .last_report
        .as_ref()
        .ok_or(CommandError::NoSearchYet)?;
    Ok(format!(
        "{} playouts on top of {} in {:.3} s, {} nodes, win rate {:.1} %\n{}",
        report.playouts,
        report.kept,
        report.time.as_secs_f64(),
        report.nodes,
        100.0 * report.win_rate,
        report.origins,
    ))
}
