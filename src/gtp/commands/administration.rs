//! The administrative commands: protocol, name, version, list of commands, end of the session.

use super::table;
use super::{Args, Response, Session, join_lines};

pub(super) fn protocol_version(_: &Session, _: Args<'_>) -> Response {
    Ok("2".to_owned())
}

pub(super) fn name(session: &Session, _: Args<'_>) -> Response {
    Ok(session.name.clone())
}

pub(super) fn version(session: &Session, _: Args<'_>) -> Response {
    Ok(session.version.clone())
}

pub(super) fn known_command(_: &Session, mut args: Args<'_>) -> Response {
    let is_known = args.word().is_ok_and(|word| table::handler(word).is_some());
    Ok(is_known.to_string())
}

pub(super) fn list_commands(session: &Session, _: Args<'_>) -> Response {
    Ok(join_lines(table::listed(session.chat)))
}

pub(super) fn stop(session: &mut Session, _: Args<'_>) -> Response {
    session.stop_pondering();
    Ok(String::new())
}

pub(super) fn quit(session: &mut Session, _: Args<'_>) -> Response {
    session.close();
    Ok(String::new())
}
