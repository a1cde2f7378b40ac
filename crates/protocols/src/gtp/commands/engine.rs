//! Commands about the engine: seed, processor time, statistics of searches.

#[cfg(unix)]
use std::time::Duration;

use serde_json::{Value, json};

use crate::SearchSummary;
use crate::gtp::session::{MoveReason, Session};
use crate::table::ENGINE;

use super::{Args, CommandError, Response, join};

pub(super) fn get_seed(session: &Session, _: Args<'_>) -> Response {
    Ok(session.engine.seed().to_string())
}

pub(super) fn set_seed(session: &mut Session, args: Args<'_>) -> Response {
    let seed = args.only(Args::parse)?;
    session.engine.set_seed(seed);
    session.shown = None;
    Ok(String::new())
}

/// Drops the results of searches. The game goes on, and so does the count of moves that look lost.
pub(super) fn clear_cache(session: &mut Session, _: Args<'_>) -> Response {
    session.engine.clear_tree();
    session.last_report = None;
    session.shown = None;
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
    session.shown = None;
    Ok(String::new())
}

fn summary(session: &Session, form: &str) -> Response {
    let summary = session.last_report.as_ref().map(SearchSummary);
    let summary = summary.ok_or(CommandError::NoSearchYet);
    match form {
        "" => Ok(summary?.to_string()),
        "json" => serde_json::to_string(&summary?).map_err(|_| CommandError::Internal),
        _ => Err(CommandError::Syntax),
    }
}

pub(super) fn explain_last_move(session: &Session, _: Args<'_>) -> Response {
    let reason = session.last_move_reason.as_ref();
    let report = match reason.ok_or(CommandError::NoSearchYet)? {
        MoveReason::Search(report) => report,
        MoveReason::UnsearchedPass(score) => {
            return Ok(format!("pass without a search: the score is {score}"));
        }
    };
    let best = report.best;
    let win_rate = format!("win rate {:.1} %", 100.0 * report.win_rate);
    let line = format!("expected line {}", join(report.principal_variation()));
    let exact = report.exact.as_ref().map_or("", |_| "exact, ");
    let (visits, unit) = (report.reused_visits + report.playouts, report.unit());
    Ok(if report.is_from_book {
        format!("{best}: opening book, {win_rate}, {line}")
    } else {
        format!("{best}: {exact}{win_rate} after {visits} {unit}, {line}")
    })
}

pub(super) fn describe(session: &Session, _: Args<'_>) -> Response {
    let settings = session.engine.settings();
    let (params, time) = (&settings.params, settings.time_per_move);
    let playouts = settings
        .playouts
        .map(|count| format!("{count} playouts a move"));
    let time = time.map(|time| format!("{} s a move", time.as_secs_f64()));
    let mut limits: Vec<String> = playouts.into_iter().chain(time).collect();
    if limits.is_empty() {
        let count = params.playouts.count;
        limits.push(format!("{count} playouts a move without a clock"));
    }
    Ok(format!(
        "{ENGINE} {}\n{}, threads: {}",
        session.version,
        limits.join(", "),
        params.machine.threads
    ))
}

/// The network in use in the form in which `KataGo` describes networks: a list of JSON objects, empty without a network.
pub(super) fn models(session: &Session, _: Args<'_>) -> Response {
    let network = session.engine.settings().network.as_ref();
    let model = network.map(|network| {
        json!({
            "name": network.name,
            "internalName": format!("{:08x}", network.identity),
        })
    });
    Ok(Value::from_iter(model).to_string())
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
