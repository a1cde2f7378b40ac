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
    ("stop", administration::stop),
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

/// Carries out `command`.
pub(super) fn execute(session: &mut Session, command: &Command) -> Answer {
    let Some((_, handler)) = COMMANDS.iter().find(|(name, _)| *name == command.name) else {
        return Err(CommandError::UnknownCommand);
    };
    carry_out(session, *handler, Args::new(&command.arguments))
}

/// What the handler answers. One that panics answers `internal error`, and the conversation goes on with the game and the
/// clock as they were before; of its searches, which may be half done, nothing is left.
fn carry_out(session: &mut Session, handler: Handler, args: Args<'_>) -> Answer {
    let (game, clock) = (session.game.clone(), session.clock.clone());
    panic::catch_unwind(AssertUnwindSafe(|| handler(session, args))).unwrap_or_else(|_| {
        session.game = game;
        session.clock = clock;
        session.engine.forget_searches();
        Err(CommandError::Internal)
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Answer, Args, COMMANDS, Command, CommandError, Session, carry_out, execute};
    use crate::board::{Color, Move};
    use crate::game::{Engine, Game, Settings, TimeControl};

    #[test]
    fn a_name_stands_in_the_table_once() {
        for (i, (name, _)) in COMMANDS.iter().enumerate() {
            assert!(
                COMMANDS[..i].iter().all(|(earlier, _)| earlier != name),
                "{name}"
            );
        }
    }

    /// Changes all that it can, then panics.
    fn break_down(session: &mut Session, _: Args<'_>) -> Answer {
        let move_to = |text: &str| text.parse::<Move>().unwrap();
        session.game.undo_many(1);
        session.game.play(Color::White, move_to("C3")).unwrap();
        session.game.set_komi(0.5).unwrap();
        session.clock.set(TimeControl::Absolute {
            main: Duration::ZERO,
        });
        panic!("on purpose")
    }

    #[test]
    fn after_a_panic_the_conversation_goes_on_as_before() {
        let engine = Engine::new(Settings {
            playouts: Some(50),
            seed: Some(1),
            ..Settings::default()
        });
        let mut session = Session::new(Game::new(5).unwrap(), engine);
        let ask = |session: &mut Session, line: &str| {
            execute(session, &Command::parse(line.as_bytes()).unwrap())
        };
        ask(&mut session, "play b c2").unwrap();
        ask(&mut session, "genmove w").unwrap();
        let questions = ["move_history", "get_komi", "showboard"];
        let before = questions.map(|question| ask(&mut session, question));
        for _ in 0..2 {
            let answer = carry_out(&mut session, break_down, Args::new(""));
            assert_eq!(answer, Err(CommandError::Internal));
            assert_eq!(
                questions.map(|question| ask(&mut session, question)),
                before
            );
        }
        assert!(
            session
                .clock
                .budget(Color::Black, session.game.board())
                .is_none()
        );
        let fresh = session.engine.suggest(&session.game, Color::Black, None);
        assert_eq!(
            fresh.report.unwrap().kept,
            0,
            "a tree of a search that failed"
        );
        ask(&mut session, "genmove b").unwrap();
    }
}
