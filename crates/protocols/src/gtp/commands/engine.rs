//! The engine: settings that a controller may change, in `GoGui`'s dialog or by `KataGo`'s names, and what it tells about its
//! searches.

use std::num::NonZero;
use std::str::FromStr;
use std::time::Duration;

use serde_json::{Value, json};

use super::gogui::board;
use super::{Args, CommandError, NO_SEARCH, Response, Session, join, join_lines};
use crate::gtp::session::MoveReason;
use crate::kata::MAX_NOISE;
use crate::schema;
use crate::schema::output::SearchFigures;
use crate::schema::rounded;
#[cfg(unix)]
use rustix::time::{ClockId, clock_gettime};
use tao_engine::Resign;
use tao_engine::raw::search::{Audience, Params, TreeNode};
use tao_rules::board::{Move, Symmetry};

const BAD_PARAMETER: CommandError = CommandError::Other("unknown parameter or bad value");

/// Each parameter's name in `GoGui`'s dialog, which shows underscores as spaces, `KataGo`'s name, and `GoGui`'s name of its kind.
const PARAMETERS: [(&str, Option<&str>, &str); 11] = [
    ("playouts", Some("maxPlayouts"), "string"),
    ("seconds_per_move", Some("maxTime"), "string"),
    ("level", None, "string"),
    ("threads", Some("numSearchThreads"), "string"),
    ("preset", None, "list"),
    ("search_option", None, "string"),
    ("ponder", Some("ponderingEnabled"), "bool"),
    ("resign", Some("allowResignation"), "bool"),
    ("resign_threshold", Some("resignThreshold"), "string"),
    ("wide_root_noise", Some("analysisWideRootNoise"), "string"),
    ("live_graphics", None, "bool"),
];

fn get(session: &Session, name: &str) -> String {
    let settings = session.engine.settings();
    let bool = |is_on: bool| u8::from(is_on).to_string();
    match name {
        "playouts" => optional_text(settings.playouts),
        "seconds_per_move" => {
            optional_text(settings.time_per_move.as_ref().map(Duration::as_secs_f64))
        }
        "level" => settings.level.to_string(),
        "threads" => settings.params.machine.threads.to_string(),
        "preset" => described(&settings.params).0.to_owned(),
        "search_option" => join(described(&settings.params).1),
        "ponder" => bool(session.engine.ponders()),
        "resign" => bool(settings.resign == Resign::WhenLost),
        "resign_threshold" => rounded(100.0 * settings.resign_below, 6).to_string(),
        "wide_root_noise" => session.wide_root_noise.to_string(),
        "live_graphics" => bool(session.graphics.is_enabled),
        _ => String::new(),
    }
}

/// Changes a parameter; `None` for a bad value, which changes nothing.
fn set(session: &mut Session, name: &str, value: &str) -> Option<()> {
    let mut settings = session.engine.settings().clone();
    let params = &mut settings.params;
    match name {
        "playouts" => settings.playouts = parse_optional(value).ok()?.map(NonZero::get),
        "seconds_per_move" => {
            let time = parse_optional(value).ok()?.map(Duration::try_from_secs_f64);
            settings.time_per_move = time.transpose().ok()?;
        }
        "level" => settings.level = value.parse().ok()?,
        "threads" => params.set(Audience::User, name, value).ok()?,
        "preset" => *params = Params::preset(value)?.with_machine_of(params),
        "search_option" => {
            *params = Params::preset(described(params).0)?.with_machine_of(params);
            for option in value.split_whitespace() {
                let (key, value) = option.split_once('=')?;
                params.set(Audience::User, key, value).ok()?;
            }
        }
        "ponder" => settings.ponder = if parse_bool(value)? { u64::MAX } else { 0 },
        "resign" if parse_bool(value)? => settings.resign = Resign::WhenLost,
        "resign" => settings.resign = Resign::Never,
        "resign_threshold" => settings.resign_below = parse_number(value, 50.0)? / 100.0,
        "wide_root_noise" => {
            session.wide_root_noise = parse_number(value, MAX_NOISE)?;
            return Some(());
        }
        "live_graphics" => {
            session.graphics.is_enabled = parse_bool(value)?;
            return Some(());
        }
        _ => return None,
    }
    settings.check_pondering().ok()?;
    session.engine.set_settings(settings);
    session.shown = None;
    Some(())
}

/// Without arguments lists all parameters for `GoGui`'s dialog; with a name and a value, which may be empty, changes one.
pub fn tao_param(session: &mut Session, mut args: Args<'_>) -> Response {
    if args.is_empty() {
        let presets: Vec<&str> = Params::preset_names().collect();
        let lines = PARAMETERS.iter().map(|&(name, _, kind)| {
            let kind = match kind {
                "list" => format!("list/{}", presets.join("/")),
                _ => kind.to_owned(),
            };
            let line = format!("[{kind}] {name} {}", get(session, name));
            line.trim_end().to_owned()
        });
        return Ok(join_lines(lines));
    }
    let done = set(session, args.word()?, args.rest());
    done.map(|()| String::new()).ok_or(BAD_PARAMETER)
}

/// Sets the level of play, from 1 to 26. GNU Go has the command for its own levels.
pub fn level(session: &mut Session, args: Args<'_>) -> Response {
    session.engine.set_level(args.only(Args::word)?.parse()?);
    session.shown = None;
    Ok(String::new())
}

pub fn kata_list_params(_: &Session, _: Args<'_>) -> Response {
    Ok(join(
        PARAMETERS.iter().filter_map(|(_, kata_name, _)| *kata_name),
    ))
}

pub fn kata_get_param(session: &Session, args: Args<'_>) -> Response {
    let (name, kind) = by_kata_name(args.only(Args::word)?)?;
    let value = get(session, name);
    Ok(match (name, kind) {
        // KataGo's thresholds are from -1, a sure loss, to 1, a sure win.
        ("resign_threshold", _) => {
            rounded(2.0 * session.engine.settings().resign_below - 1.0, 6).to_string()
        }
        (_, "bool") => (value == "1").to_string(),
        _ => value,
    })
}

pub fn kata_set_param(session: &mut Session, args: Args<'_>) -> Response {
    let (name, value) = args.only(|args| Ok((args.word()?, args.word()?)))?;
    let name = by_kata_name(name)?.0;
    let done = match (name, value.parse::<f64>()) {
        ("resign_threshold", Ok(utility)) => {
            let percent = rounded(50.0 * (1.0 + utility), 6);
            set(session, name, &percent.to_string())
        }
        _ => set(session, name, value),
    };
    done.map(|()| String::new()).ok_or(BAD_PARAMETER)
}

/// The name of a parameter and its kind.
fn by_kata_name(name: &str) -> Result<(&'static str, &'static str), CommandError> {
    let mut parameters = PARAMETERS.iter();
    let found = parameters.find(|(_, kata_name, _)| *kata_name == Some(name));
    found
        .map(|&(name, _, kind)| (name, kind))
        .ok_or(BAD_PARAMETER)
}

/// The preset from which the fewest options lead to these parameters, and these options, in an order in which they can be set;
/// memory and threads depend on the machine and do not count.
fn described(params: &Params) -> (&'static str, Vec<String>) {
    let ways = Params::presets().filter_map(|(name, preset)| {
        let mut preset = preset.with_machine_of(params);
        let mut options = Vec::new();
        for key in Params::names(Audience::User) {
            let value = params.get(key);
            if let Some(value) = value.filter(|value| preset.get(key).as_ref() != Some(value)) {
                preset.set(Audience::User, key, &value).ok()?;
                options.push(format!("{key}={value}"));
            }
        }
        (preset == *params).then_some((name, options))
    });
    ways.min_by_key(|(_, options)| options.len())
        .unwrap_or_default()
}

/// An empty text for no value.
fn optional_text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn parse_optional<T: FromStr>(value: &str) -> Result<Option<T>, T::Err> {
    let parsed = (!value.is_empty()).then(|| value.parse());
    parsed.transpose()
}

/// A number from 0 to `most`.
fn parse_number(value: &str, most: f64) -> Option<f64> {
    let number = value.parse().ok();
    number.filter(|number| (0.0..=most).contains(number))
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

/// The figures of the latest search as JSON.
pub fn stats(session: &Session, args: Args<'_>) -> Response {
    args.end()?;
    let report = session.last_report.as_ref().ok_or(NO_SEARCH)?;
    Ok(schema::json(&SearchFigures::from(report)))
}

/// The tree of the latest search, a line for each move: its depth from 1 on, vertex, visits, and win rate for its player. Moves
/// with fewer visits than the argument, 1 by default, are left out.
pub fn tree(session: &Session, args: Args<'_>) -> Response {
    let min_visits = args.only(|args| args.optional(Args::count))?.unwrap_or(1);
    if session.last_report.is_none() {
        return Err(NO_SEARCH);
    }
    let nodes = session.engine.tree(min_visits.into());
    let nodes = nodes.ok_or(CommandError::Other("no search tree"))?;
    let line = |node: TreeNode| {
        let TreeNode {
            depth,
            mv,
            visits,
            win_rate,
        } = node;
        format!("{depth} {mv} {visits} {win_rate:.4}")
    };
    Ok(join_lines(nodes.into_iter().map(line)))
}

pub fn explain_last_move(session: &Session, _: Args<'_>) -> Response {
    let reason = session.last_move_reason.as_ref();
    let report = match reason.ok_or(NO_SEARCH)? {
        MoveReason::Search(report) => report,
        MoveReason::UnsearchedPass(game) => {
            let score = session.engine.score(game).score;
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

/// One evaluation of the position by the network as `KataGo` writes it, seen through the symmetry of this number or, with `all`, through
/// each of them. All figures are White's.
pub fn raw_network(session: &Session, args: Args<'_>) -> Response {
    let wanted = args.only(Args::word)?;
    let mut symmetries = Symmetry::all().to_vec();
    symmetries.retain(|image| wanted == "all" || wanted == image.index().to_string());
    if symmetries.is_empty() {
        return Err(CommandError::Syntax);
    }
    let (engine, game) = (&session.engine, session.table.game());
    let to_move = game.to_move();
    let blocks = symmetries.into_iter().map(|symmetry| {
        let raw = engine.raw_evaluation(game, to_move, symmetry)?;
        let white = |figure: f64| -to_move.signed(figure);
        let (win, lead) = (0.5 + white(raw.win_rate - 0.5), white(raw.points_ahead));
        let share = |mv| {
            let found = raw.policy.iter().find(|(other, _)| *other == mv);
            found.map_or("NAN".to_owned(), |(_, share)| format!("{share:.6}"))
        };
        Some(format!(
            "symmetry {}\nwhiteWin {win:.6}\nwhiteLoss {:.6}\nnoResult 0.000000\nwhiteLead {lead:.3}\n\
             whiteScoreSelfplay {lead:.3}\npolicy{}\npolicyPass {}\nwhiteOwnership{}",
            symmetry.index(),
            1.0 - win,
            board(game, |coord| share(Move::Play(coord))),
            share(Move::Pass),
            board(game, |coord| format!("{:.7}", white(raw.owner(coord)))),
        ))
    });
    let blocks: Option<Vec<String>> = blocks.collect();
    let blocks = blocks.ok_or(CommandError::Other("no network for this board"))?;
    Ok(join_lines(blocks))
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
pub fn cpu_time(_: &Session, _: Args<'_>) -> Response {
    #[cfg(unix)]
    if let Ok(time) = Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)) {
        return Ok(format!("{:.3}", time.as_secs_f64()));
    }
    Err(CommandError::Other("not known on this system"))
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
        Some(MoveReason::UnsearchedPass(game)) => {
            let score = session.engine.score(game).score;
            format!("I passed, because the count is {score}.")
        }
    })
}
