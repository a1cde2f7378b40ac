//! Who is talking: protocol, name, version, commands, the end.

use super::table;

use super::{Args, Response, Session};

/// The engine's name, without the version.
pub(super) const NAME: &str = "Tao Go";

pub(super) fn protocol_version(_: &Session, _: Args<'_>) -> Response {
    Ok("2".to_owned())
}

pub(super) fn name(_: &Session, _: Args<'_>) -> Response {
    Ok(NAME.to_owned())
}

pub(super) fn version(session: &Session, _: Args<'_>) -> Response {
    Ok(session.version.clone())
}

/// No name at all is not a known one either.
pub(super) fn known_command(_: &Session, mut args: Args<'_>) -> Response {
    let is_known = args.word().is_ok_and(|word| table::handler(word).is_some());
    Ok(is_known.to_string())
}

pub(super) fn list_commands(session: &Session, _: Args<'_>) -> Response {
    let names: Vec<&str> = table::listed(session.chat).collect();
    Ok(names.join("\n"))
}

/// Ends what goes on in the background.
pub(super) fn stop(session: &mut Session, _: Args<'_>) -> Response {
    session.rest();
    Ok(String::new())
}

pub(super) fn quit(session: &mut Session, _: Args<'_>) -> Response {
    session.close();
    Ok(String::new())
}
