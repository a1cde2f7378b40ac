//! Who is talking: protocol, name, version, commands, the end.

use crate::gtp::args::Args;
use crate::gtp::response::Answer;
use crate::gtp::session::Session;
use crate::gtp::table;

/// The engine's name, without the version.
pub(super) const NAME: &str = "Tao Go";

pub(in crate::gtp) fn protocol_version(_: &Session, _: Args<'_>) -> Answer {
    Ok("2".to_owned())
}

pub(in crate::gtp) fn name(_: &Session, _: Args<'_>) -> Answer {
    Ok(NAME.to_owned())
}

pub(in crate::gtp) fn version(session: &Session, _: Args<'_>) -> Answer {
    Ok(session.version.clone())
}

/// No name at all is not a known one either.
pub(in crate::gtp) fn known_command(_: &Session, mut args: Args<'_>) -> Answer {
    let is_known = args.word().is_ok_and(|word| table::handler(word).is_some());
    Ok(is_known.to_string())
}

pub(in crate::gtp) fn list_commands(session: &Session, _: Args<'_>) -> Answer {
    let names: Vec<&str> = table::listed(session.chat).collect();
    Ok(names.join("\n"))
}

/// Ends what goes on in the background.
pub(in crate::gtp) fn stop(session: &mut Session, _: Args<'_>) -> Answer {
    session.rest();
    Ok(String::new())
}

pub(in crate::gtp) fn quit(session: &mut Session, _: Args<'_>) -> Answer {
    session.close();
    Ok(String::new())
}
