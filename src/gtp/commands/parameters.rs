//! Settings that a controller may change: in `GoGui`'s dialog, or by the names that `KataGo` has for them.

use std::time::Duration;

use crate::engine::{EngineSettings, Resign};
use crate::playout::Switch;
use crate::search::Params;

use super::{Args, CommandError, Response, Session, join};

/// A setting: how it reads and how it is changed. A value that will not do changes nothing.
struct Parameter {
    /// The name in `GoGui`'s dialog, which shows underscores as blanks.
    name: &'static str,
    /// What `KataGo` calls it.
    kata_name: Option<&'static str>,
    kind: &'static str,
    get: fn(&Session) -> String,
    set: fn(&mut Session, &str) -> Option<()>,
}

const PARAMETERS: [Parameter; 8] = [
    Parameter {
        name: "playouts",
        kata_name: Some("maxPlayouts"),
        kind: "string",
        get: |session| {
            session
                .engine
                .settings()
                .playouts
                .map_or_else(String::new, |count| count.to_string())
        },
        set: |session, value| {
            let playouts = value.parse().ok().filter(|&count: &u64| count > 0);
            if playouts.is_none() && !value.is_empty() {
                return None;
            }
            change(session, |settings| settings.playouts = playouts)
        },
    },
    Parameter {
        name: "seconds_per_move",
        kata_name: Some("maxTime"),
        kind: "string",
        get: |session| {
            let time = session.engine.settings().time_per_move;
            time.map_or_else(String::new, |time| time.as_secs_f64().to_string())
        },
        set: |session, value| {
            let seconds = value.parse().ok();
            let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            if time.is_none() && !value.is_empty() {
                return None;
            }
            change(session, |settings| settings.time_per_move = time)
        },
    },
    Parameter {
        name: "threads",
        kata_name: Some("numSearchThreads"),
        kind: "string",
        get: |session| session.engine.settings().params.threads.to_string(),
        set: |session, value| set_param(session, "threads", value),
    },
    Parameter {
        name: "preset",
        kata_name: None,
        kind: "list/default/alpha-amaf/tao-go-2010/plain-uct/custom",
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
            let ponder = if parse_flag(value)? { u64::MAX } else { 0 };
            change(session, |settings| settings.ponder = ponder)
        },
    },
    Parameter {
        name: "resign",
        kata_name: Some("allowResignation"),
        kind: "bool",
        get: |session| u8::from(session.engine.settings().resign == Resign::WhenLost).to_string(),
        set: |session, value| {
            let resign = if parse_flag(value)? {
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
        get: |session| u8::from(session.graphics.switch() == Switch::On).to_string(),
        set: |session, value| {
            let switch = if parse_flag(value)? {
                Switch::On
            } else {
                Switch::Off
            };
            session.graphics.turn(switch);
            Some(())
        },
    },
];

/// Without arguments all parameters as `GoGui` shows them in a dialog; with a name and a value, which may be empty, changes
/// one.
pub(super) fn tao_param(session: &mut Session, mut args: Args<'_>) -> Response {
    if args.is_empty() {
        let lines = PARAMETERS.iter().map(|parameter| {
            let line = format!(
                "[{}] {} {}",
                parameter.kind,
                parameter.name,
                (parameter.get)(session)
            );
            line.trim_end().to_owned()
        });
        return Ok(lines.collect::<Vec<_>>().join("\n"));
    }
    let name = args.word()?;
    let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name);
    set(session, parameter, args.rest())
}

pub(super) fn kata_list_params(_: &Session, _: Args<'_>) -> Response {
    Ok(join(
        PARAMETERS
            .iter()
            .filter_map(|parameter| parameter.kata_name),
    ))
}

pub(super) fn kata_get_param(session: &Session, mut args: Args<'_>) -> Response {
    let parameter = by_kata_name(args.word()?).ok_or(CommandError::BadParameter)?;
    let value = (parameter.get)(session);
    Ok(match (parameter.kind, value.as_str()) {
        ("bool", "0") => "false".to_owned(),
        ("bool", _) => "true".to_owned(),
        _ => value,
    })
}

pub(super) fn kata_set_param(session: &mut Session, mut args: Args<'_>) -> Response {
    let (name, value) = (args.word()?, args.word()?);
    set(session, by_kata_name(name), value)
}

fn by_kata_name(name: &str) -> Option<&'static Parameter> {
    PARAMETERS
        .iter()
        .find(|parameter| parameter.kata_name == Some(name))
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
    session.forget_insight();
    Some(())
}

fn set_param(session: &mut Session, key: &str, value: &str) -> Option<()> {
    let mut params = session.engine.settings().params.clone();
    params.set(key, value).ok()?;
    change(session, |settings| settings.params = params)
}

/// Which preset these are, whatever the machine gives them: memory and threads.
fn preset_of(params: &Params) -> &'static str {
    let is_same = |(_, preset): &(&str, Params)| {
        let preset = Params {
            memory: params.memory,
            threads: params.threads,
            ..preset.clone()
        };
        preset == *params
    };
    Params::presets()
        .find(is_same)
        .map_or("custom", |(name, _)| name)
}

fn set_preset(session: &mut Session, name: &str) -> Option<()> {
    let old = &session.engine.settings().params;
    if name == preset_of(old) {
        return Some(());
    }
    let params = Params {
        memory: old.memory,
        threads: old.threads,
        ..Params::preset(name)?
    };
    change(session, |settings| settings.params = params)
}

fn parse_flag(value: &str) -> Option<bool> {
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
    fn the_list_of_presets_has_them_all() {
        let names: Vec<&str> = Params::preset_names().chain(["custom"]).collect();
        let kinds = PARAMETERS.iter().map(|parameter| parameter.kind);
        assert!(
            kinds
                .into_iter()
                .any(|kind| kind == format!("list/{}", names.join("/")))
        );
    }
}
