//! The engine: settings that a controller may change, in `GoGui`'s dialog or by `KataGo`'s names, and what it tells about its
//! searches.

use std::num::NonZero;
use std::str::FromStr;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Args, CommandError, Response, Session, join, join_lines};
use crate::SearchSummary;
use crate::gtp::session::MoveReason;
use tao_engine::engine::{EngineSettings, Resign};
use tao_engine::search::Params;

/// A setting. `set` fails for a bad value, which changes nothing.
struct Parameter {
    /// The name in `GoGui`'s dialog, which shows underscores as spaces.
    name: &'static str,
    kata_name: Option<&'static str>,
    kind: Kind,
    get: fn(&Session) -> String,
    set: fn(&mut Session, &str) -> Option<()>,
}

/// How `GoGui`'s dialog shows a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Bool,
    /// One of the presets, or `custom` for parameters that are none of them.
    Preset,
}

impl Kind {
    /// The name of the kind in the protocol of `GoGui`.
    fn name(self) -> String {
        match self {
            Self::Text => "string".to_owned(),
            Self::Bool => "bool".to_owned(),
            Self::Preset => {
                let presets: Vec<&str> = Params::preset_names().collect();
                format!("list/{}/{CUSTOM}", presets.join("/"))
            }
        }
    }
}

/// Stands for parameters that are no preset.
const CUSTOM: &str = "custom";

const PARAMETERS: [Parameter; 9] = [
    Parameter {
        name: "playouts",
        kata_name: Some("maxPlayouts"),
        kind: Kind::Text,
        get: |session| optional_text(session.engine.settings().playouts),
        set: |session, value| {
            let playouts = parse_optional(value).ok()?.map(NonZero::get);
            change(session, |settings| settings.playouts = playouts)
        },
    },
    Parameter {
        name: "seconds_per_move",
        kata_name: Some("maxTime"),
        kind: Kind::Text,
        get: |session| {
            let time = session.engine.settings().time_per_move.as_ref();
            optional_text(time.map(Duration::as_secs_f64))
        },
        set: |session, value| {
            let seconds = parse_optional(value).ok()?;
            let time = seconds.map(Duration::try_from_secs_f64);
            let time = time.transpose().ok()?;
            change(session, |settings| settings.time_per_move = time)
        },
    },
    Parameter {
        name: "level",
        kata_name: None,
        kind: Kind::Text,
        get: |session| session.engine.settings().level.to_string(),
        set: |session, value| {
            let level = value.parse().ok()?;
            change(session, |settings| settings.level = level)
        },
    },
    Parameter {
        name: "threads",
        kata_name: Some("numSearchThreads"),
        kind: Kind::Text,
        get: |session| session.engine.settings().params.machine.threads.to_string(),
        set: |session, value| set_param(session, "threads", value),
    },
    Parameter {
        name: "preset",
        kata_name: None,
        kind: Kind::Preset,
        get: |session| preset_of(&session.engine.settings().params).to_owned(),
        set: set_preset,
    },
    Parameter {
        name: "search_option",
        kata_name: None,
        kind: Kind::Text,
        get: |_| String::new(),
        set: |session, value| {
            if value.is_empty() {
                return Some(());
            }
            let (key, value) = value.split_once('=')?;
            set_param(session, key, value)
        },
    },
    Parameter {
        name: "ponder",
        kata_name: Some("ponderingEnabled"),
        kind: Kind::Bool,
        get: |session| u8::from(session.engine.ponders()).to_string(),
        set: |session, value| {
            let ponder = if parse_bool(value)? { u64::MAX } else { 0 };
            change(session, |settings| settings.ponder = ponder)
        },
    },
    Parameter {
        name: "resign",
        kata_name: Some("allowResignation"),
        kind: Kind::Bool,
        get: |session| u8::from(session.engine.settings().resign == Resign::WhenLost).to_string(),
        set: |session, value| {
            let resign = if parse_bool(value)? {
                Resign::WhenLost
            } else {
                Resign::Never
            };
            change(session, |settings| settings.resign = resign)
        },
    },
    Parameter {
        name: "live_graphics",
        kata_name: None,
        kind: Kind::Bool,
        get: |session| u8::from(session.graphics.is_enabled).to_string(),
        set: |session, value| {
            session.graphics.is_enabled = parse_bool(value)?;
            Some(())
        },
    },
];

/// Without arguments lists all parameters for `GoGui`'s dialog; with a name and a value, which may be empty, changes one.
pub fn tao_param(session: &mut Session, mut args: Args<'_>) -> Response {
    if args.is_empty() {
        let lines = PARAMETERS.iter().map(|parameter| {
            let (kind, name) = (parameter.kind.name(), parameter.name);
            let line = format!("[{kind}] {name} {}", (parameter.get)(session));
            line.trim_end().to_owned()
        });
        return Ok(join_lines(lines));
    }
    let name = args.word()?;
    let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name);
    set(session, parameter, args.rest())
}

/// Sets the level of play, from 1 to 20. GNU Go has the command for its own levels.
pub fn level(session: &mut Session, args: Args<'_>) -> Response {
    session.engine.set_level(args.only(Args::word)?.parse()?);
    session.shown = None;
    Ok(String::new())
}

pub fn kata_list_params(_: &Session, _: Args<'_>) -> Response {
    let parameters = PARAMETERS.iter();
    Ok(join(parameters.filter_map(|parameter| parameter.kata_name)))
}

pub fn kata_get_param(session: &Session, args: Args<'_>) -> Response {
    let parameter = by_kata_name(args.only(Args::word)?).ok_or(CommandError::BadParameter)?;
    let value = (parameter.get)(session);
    Ok(match parameter.kind {
        Kind::Bool => (value == "1").to_string(),
        Kind::Text | Kind::Preset => value,
    })
}

pub fn kata_set_param(session: &mut Session, args: Args<'_>) -> Response {
    let (name, value) = args.only(|args| Ok((args.word()?, args.word()?)))?;
    set(session, by_kata_name(name), value)
}

fn by_kata_name(name: &str) -> Option<&'static Parameter> {
    let mut parameters = PARAMETERS.iter();
    parameters.find(|parameter| parameter.kata_name == Some(name))
}

fn set(session: &mut Session, parameter: Option<&Parameter>, value: &str) -> Response {
    let done = parameter.and_then(|parameter| (parameter.set)(session, value));
    done.map(|()| String::new())
        .ok_or(CommandError::BadParameter)
}

fn change(session: &mut Session, change: impl FnOnce(&mut EngineSettings)) -> Option<()> {
    let mut settings = session.engine.settings().clone();
    change(&mut settings);
    settings.check_pondering().ok()?;
    session.engine.set_settings(settings);
    session.shown = None;
    Some(())
}

fn set_param(session: &mut Session, key: &str, value: &str) -> Option<()> {
    let mut params = session.engine.settings().params.clone();
    params.set(key, value).ok()?;
    change(session, |settings| settings.params = params)
}

/// The preset with these parameters; memory and threads depend on the machine and do not count.
fn preset_of(params: &Params) -> &'static str {
    let is_same = |(_, preset): &(&str, Params)| preset.clone().with_machine_of(params) == *params;
    let preset = Params::presets().find(is_same);
    preset.map_or(CUSTOM, |(name, _)| name)
}

fn set_preset(session: &mut Session, name: &str) -> Option<()> {
    let old = &session.engine.settings().params;
    if name == preset_of(old) {
        return Some(());
    }
    let params = Params::preset(name)?.with_machine_of(old);
    change(session, |settings| settings.params = params)
}

/// An empty text for no value.
fn optional_text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn parse_optional<T: FromStr>(value: &str) -> Result<Option<T>, T::Err> {
    let parsed = (!value.is_empty()).then(|| value.parse());
    parsed.transpose()
}

fn parse_bool(value: &str) -> Option<bool> {
    match value {
        "0" | "false" => Some(false),
        "1" | "true" => Some(true),
        _ => None,
    }
}

pub fn get_seed(session: &Session, _: Args<'_>) -> Response {
    Ok(session.engine.seed().to_string())
}

pub fn set_seed(session: &mut Session, args: Args<'_>) -> Response {
    let seed = args.only(Args::parse)?;
    session.engine.set_seed(seed);
    session.shown = None;
    Ok(String::new())
}

/// Drops the results of searches. The game goes on, and so does the count of moves that look lost.
pub fn clear_cache(session: &mut Session, _: Args<'_>) -> Response {
    session.engine.clear_tree();
    session.last_report = None;
    session.shown = None;
    Ok(String::new())
}

/// The figures of the latest search, as text or as `json`; `on` and `off` switch statistics of further searches.
pub fn stats(session: &mut Session, args: Args<'_>) -> Response {
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

pub fn explain_last_move(session: &Session, _: Args<'_>) -> Response {
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

/// The network in use in the form in which `KataGo` describes networks: a list of JSON objects, empty without a network.
pub fn models(session: &Session, _: Args<'_>) -> Response {
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
pub fn cpu_time(_: &Session, _: Args<'_>) -> Response {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let time = Duration::try_from(time).map_err(|_| CommandError::NotKnownHere)?;
    Ok(format!("{:.3}", time.as_secs_f64()))
}

#[cfg(not(unix))]
pub fn cpu_time(_: &Session, _: Args<'_>) -> Response {
    Err(CommandError::NotKnownHere)
}

/// Responds to `game` or `private`, a name and a message; KGS shows the response in the same place.
pub fn kgs_chat(session: &Session, mut args: Args<'_>) -> Response {
    let (_, name, message) = (args.word()?, args.word()?, args.rest());
    log::info!("{name}: {message}");
    Ok(match &session.last_move_reason {
        None => "I have not thought about a move yet.".to_owned(),
        Some(MoveReason::Search(report)) => format!(
            "After {} visits I rated my chances at {:.0} %.",
            report.reused_visits + report.playouts,
            100.0 * report.win_rate
        ),
        Some(MoveReason::UnsearchedPass(score)) => {
            format!("I passed, because the count is {score}.")
        }
    })
}
