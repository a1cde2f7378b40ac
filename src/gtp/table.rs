//! The table of commands: all that is dispatched, listed and known.

use std::panic;
use std::panic::AssertUnwindSafe;

use super::args::Args;
use super::command::Command;
use super::commands::{
    administration, clock, engine, handicap, inspect, moves, record, scoring, setup,
};
use super::error::CommandError;
use super::response::Answer;
use super::session::Session;

/// What carries out a command: it changes the session only when it succeeds.
type Handler = fn(&mut Session, Args<'_>) -> Answer;

/// Every command with its handler, in the order in which `list_commands` shows them.
pub(super) const COMMANDS: &[(&str, Handler)] = &[
    ("protocol_version", administration::protocol_version),
    ("name", administration::name),
    ("version", administration::version),
    ("known_command", administration::known_command),
    ("list_commands", administration::list_commands),
    ("help", administration::list_commands),
    ("quit", administration::quit),
    ("boardsize", setup::boardsize),
    ("clear_board", setup::clear_board),
    ("komi", setup::komi),
    ("get_komi", setup::get_komi),
    ("query_boardsize", setup::query_boardsize),
    ("kgs-rules", setup::kgs_rules),
    ("kgs-game_over", setup::kgs_game_over),
    ("fixed_handicap", handicap::fixed),
    ("place_free_handicap", handicap::place_free),
    ("set_free_handicap", handicap::set_free),
    ("get_handicap", handicap::get),
    ("play", moves::play),
    ("genmove", moves::genmove),
    ("reg_genmove", moves::reg_genmove),
    ("kgs-genmove_cleanup", moves::genmove_cleanup),
    ("undo", moves::undo),
    ("gg-undo", moves::undo_several),
    ("time_settings", clock::time_settings),
    ("kgs-time_settings", clock::named_time_settings),
    ("kata-time_settings", clock::named_time_settings),
    ("kata-list_time_settings", clock::list_time_settings),
    ("time_left", clock::time_left),
    ("final_score", scoring::final_score),
    ("final_status_list", scoring::final_status_list),
    ("loadsgf", record::load),
    ("printsgf", record::print),
    ("showboard", inspect::showboard),
    ("list_stones", inspect::list_stones),
    ("captures", inspect::captures),
    ("is_legal", inspect::is_legal),
    ("all_legal", inspect::all_legal),
    ("last_move", inspect::last_move),
    ("move_history", inspect::move_history),
    ("tao-stats", engine::stats),
    ("get_random_seed", engine::get_seed),
    ("set_random_seed", engine::set_seed),
    ("clear_cache", engine::clear_cache),
];

/// Carries out `command`. A handler that panics answers `internal error`, and the conversation goes
/// on with the game as it was before.
pub(super) fn execute(session: &mut Session, command: &Command) -> Answer {
    let Some((_, handler)) = COMMANDS.iter().find(|(name, _)| *name == command.name) else {
        return Err(CommandError::UnknownCommand);
    };
    let before = session.game.clone();
    let answer = guarded(|| handler(session, Args::new(&command.arguments)));
    if answer == Err(CommandError::Internal) {
        session.game = before;
    }
    answer
}

/// What `answer` returns, or `internal error` where it panics.
fn guarded(answer: impl FnOnce() -> Answer) -> Answer {
    panic::catch_unwind(AssertUnwindSafe(answer)).unwrap_or(Err(CommandError::Internal))
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, CommandError};

    #[test]
    fn a_name_stands_in_the_table_once() {
        for (i, (name, _)) in COMMANDS.iter().enumerate() {
            assert!(
                COMMANDS[..i].iter().all(|(earlier, _)| earlier != name),
                "{name}"
            );
        }
    }

    #[test]
    fn a_panic_is_an_internal_error() {
        assert_eq!(
            super::guarded(|| panic!("on purpose")),
            Err(CommandError::Internal)
        );
    }
}
