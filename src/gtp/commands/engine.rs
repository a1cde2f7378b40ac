//! Commands about the engine: seed, processor time, statistics of searches.

#[cfg(unix)]
use std::time::Duration;

use serde::Serialize;

use crate::analysis::SearchSummary;
use crate::engine::EngineSettings;
use crate::gtp::session::{MoveReason, Session};
use crate::table::ENGINE;

use super::{Args, CommandError, Response, join};

pub(super) fn get_seed(session: &Session, _: Args<'_>) -> Response {
    Ok(session.engine.seed().to_string())
}

pub(super) fn set_seed(session: &mut Session, mut args: Args<'_>) -> Response {
    let seed = args.parse()?;
    session.engine.set_seed(seed);
    session.clear_shown();
    Ok(String::new())
}

/// Drops the results of searches. The game goes on, and so does the count of moves that look lost.
pub(super) fn clear_cache(session: &mut Session, _: Args<'_>) -> Response {
    session.clear_searches();
    Ok(String::new())
}

/// The figures of the latest search, as text or as `json`; `on` and `off` switch statistics of further searches.
pub(super) fn stats(session: &mut Session, args: Args<'_>) -> Response {
    let keep = match args.rest() {
        "on" => true,
        "off" => false,
        form => return summary(session, form),
    };
    session.engine.keep_statistics(keep);
    session.clear_shown();
    Ok(String::new())
}

fn summary(session: &Session, form: &str) -> Response {
    let report = session.last_report.as_ref();
    let summary = report
        .map(SearchSummary::new)
        .ok_or(CommandError::NoSearchYet);
    match form {
        "" => Ok(summary?.to_string()),
        "json" => serde_json::to_string(&summary?).map_err(|_| CommandError::Internal),
        _ => Err(CommandError::Syntax),
    }
}

pub(super) fn explain_last_move(session: &Session, _: Args<'_>) -> Response {
    let choice = session.last_move_reason.as_ref();
    Ok(match choice.ok_or(CommandError::NoSearchYet)? {
        MoveReason::Search(report) if report.is_from_book => format!(
            "{}: opening book, win rate {:.1} %, expected line {}",
            report.best,
            100.0 * report.win_rate,
            join(report.principal_variation()),
        ),
        MoveReason::Search(report) => format!(
            "{}: {}win rate {:.1} % after {} {}, expected line {}",
            report.best,
            if report.exact.is_some() {
                "exact, "
            } else {
                ""
            },
            100.0 * report.win_rate,
            report.reused_visits + report.playouts,
            report.unit(),
            join(report.principal_variation()),
        ),
        MoveReason::WinningPass(score) => format!("pass: ends the game with {score}"),
    })
}

pub(super) fn describe(session: &Session, _: Args<'_>) -> Response {
    let EngineSettings {
        params,
        playouts,
        time_per_move,
        ..
    } = session.engine.settings();
    let limit = match (playouts, time_per_move) {
        (None, None) => format!("{} playouts a move without a clock", params.playouts.count),
        (playouts, time) => {
            let playouts = playouts.map(|count| format!("{count} playouts a move"));
            let time = time.map(|time| format!("{} s a move", time.as_secs_f64()));
            let limits: Vec<String> = [playouts, time].into_iter().flatten().collect();
            limits.join(", ")
        }
    };
    Ok(format!(
        "{ENGINE} {}\n{limit}, threads: {}",
        session.version, params.machine.threads
    ))
}

/// A network as `KataGo` describes one.
#[derive(Debug, Serialize)]
struct NetworkJson<'a> {
    name: &'a str,
    #[serde(rename = "internalName")]
    internal_name: String,
}

/// The network in use, as a list of JSON objects; empty without one.
pub(super) fn models(session: &Session, _: Args<'_>) -> Response {
    let network = session.engine.settings().network.as_ref();
    let model = network.map(|network| NetworkJson {
        name: network.name(),
        internal_name: format!("{:08x}", network.identity()),
    });
    let models: Vec<NetworkJson<'_>> = model.into_iter().collect();
    serde_json::to_string(&models).map_err(|_| CommandError::Internal)
}

/// Processor time of the program in seconds, with three decimals.
#[cfg(unix)]
pub(super) fn cpu_time(_: &Session, _: Args<'_>) -> Response {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let time = Duration::try_from(time).map_err(|_| CommandError::NotKnownHere)?;
    Ok(format!("{:.3}", time.as_secs_f64()))
}

#[cfg(not(unix))]
pub(super) fn cpu_time(_: &Session, _: Args<'_>) -> Response {
    Err(CommandError::NotKnownHere)
}
