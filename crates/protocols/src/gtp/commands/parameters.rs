//! Settings that a controller may change: in `GoGui`'s dialog, or by `KataGo`'s names for them.

use std::num::NonZero;
use std::str::FromStr;
use std::time::Duration;

use tao_engine::engine::{EngineSettings, Resign};
use tao_engine::search::{Audience, Params};

use super::{Args, CommandError, Response, Session, join, join_lines};

/// A setting. `set` fails for a bad value, which changes nothing.
struct Parameter {
    /// The name in `GoGui`'s dialog, which shows underscores as spaces.
    name: &'static str,
    kata_name: Option<&'static str>,
    kind: &'static str,
    get: fn(&Session) -> String,
    set: fn(&mut Session, &str) -> Option<()>,
}

const PARAMETERS: [Parameter; 9] = [
    Parameter {
        name: "playouts",
        kata_name: Some("maxPlayouts"),
        kind: "string",
        get: |session| optional_text(session.engine.settings().playouts),
        set: |session, value| {
            let playouts = parse_optional(value).ok()?.map(NonZero::get);
            change(session, |settings| settings.playouts = playouts)
        },
    },
    Parameter {
        name: "seconds_per_move",
        kata_name: Some("maxTime"),
        kind: "string",
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
        kind: "string",
        get: |session| session.engine.settings().level.to_string(),
        set: |session, value| {
            let level = value.parse().ok()?;
            change(session, |settings| settings.level = level)
        },
    },
    Parameter {
        name: "threads",
        kata_name: Some("numSearchThreads"),
        kind: "string",
        get: |session| session.engine.settings().params.machine.threads.to_string(),
        set: |session, value| set_param(session, "threads", value),
    },
    Parameter {
        name: "preset",
        kata_name: None,
        kind: "list/default/playouts/alpha-amaf/tao-go-2010-tuned/tao-go-2010/plain-uct/alpha-beta/custom",
        get: |session| preset_of(&session.engine.settings().params).to_owned(),
        set: set_preset,
    },
    Parameter {
        name: "search_option",
        kata_name: None,
        kind: "string",
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
        kind: "bool",
        get: |session| u8::from(session.engine.ponders()).to_string(),
        set: |session, value| {
            let ponder = if parse_bool(value)? { u64::MAX } else { 0 };
            change(session, |settings| settings.ponder = ponder)
        },
    },
    Parameter {
        name: "resign",
        kata_name: Some("allowResignation"),
        kind: "bool",
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
        kind: "bool",
        get: |session| u8::from(session.graphics.is_enabled).to_string(),
        set: |session, value| {
            session.graphics.is_enabled = parse_bool(value)?;
            Some(())
        },
    },
];

/// Without arguments lists all parameters for `GoGui`'s dialog; with a name and a value, which may be empty, changes one.
pub(super) fn tao_param(session: &mut Session, mut args: Args<'_>) -> Response {
    if args.is_empty() {
        let lines = PARAMETERS.iter().map(|parameter| {
            let (kind, name) = (parameter.kind, parameter.name);
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
pub(super) fn level(session: &mut Session, args: Args<'_>) -> Response {
    session.engine.set_level(args.only(Args::word)?.parse()?);
    session.shown = None;
    Ok(String::new())
}

pub(super) fn kata_list_params(_: &Session, _: Args<'_>) -> Response {
    let parameters = PARAMETERS.iter();
    Ok(join(parameters.filter_map(|parameter| parameter.kata_name)))
}

pub(super) fn kata_get_param(session: &Session, args: Args<'_>) -> Response {
    let parameter = by_kata_name(args.only(Args::word)?).ok_or(CommandError::BadParameter)?;
    let value = (parameter.get)(session);
    Ok(match parameter.kind {
        "bool" => (value == "1").to_string(),
        _ => value,
    })
}

pub(super) fn kata_set_param(session: &mut Session, args: Args<'_>) -> Response {
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
    params.set(Audience::User, key, value).ok()?;
    change(session, |settings| settings.params = params)
}

/// The preset with these parameters; memory and threads depend on the machine and do not count.
fn preset_of(params: &Params) -> &'static str {
    let is_same = |(_, preset): &(&str, Params)| preset.clone().with_machine_of(params) == *params;
    let preset = Params::presets().find(is_same);
    preset.map_or("custom", |(name, _)| name)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dialog_lists_all_presets() {
        let names: Vec<&str> = Params::preset_names().chain(["custom"]).collect();
        let kind = format!("list/{}", names.join("/"));
        assert!(PARAMETERS.iter().any(|parameter| parameter.kind == kind));
    }
}
