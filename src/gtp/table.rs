//! The table of commands: all that is dispatched, listed and known.

use std::io;
use std::io::Write;
use std::panic;
use std::panic::AssertUnwindSafe;

use super::args::Args;
use super::command::Command;
use super::commands::{
    administration, analysis, clock, engine, gogui, handicap, inspect, moves, parameters, record,
    rules, scoring, server, setup, show,
};
use super::error::CommandError;
use super::response;
use super::response::Answer;
use super::session::{Chat, Session};
use super::stream::Stream;

/// What carries out a command.
#[derive(Clone, Copy, Debug)]
pub(super) enum Handler {
    /// It leaves the session as it is. Its answer is written when it is done.
    Look(fn(&Session, Args<'_>) -> Answer),
    /// The same, but it may change the session.
    Whole(fn(&mut Session, Args<'_>) -> Answer),
    /// It writes its answer line by line.
    Lines(fn(&mut Session, Args<'_>, &mut Stream<'_>) -> Result<(), CommandError>),
}

use Handler::{Lines, Look, Whole};

/// Every listed command with its handler, in the order in which `list_commands` shows them.
const COMMANDS: &[(&str, Handler)] = &[
    ("protocol_version", Look(administration::protocol_version)),
    ("name", Look(administration::name)),
    ("version", Look(administration::version)),
    ("known_command", Look(administration::known_command)),
    ("list_commands", Look(administration::list_commands)),
    ("help", Look(administration::list_commands)),
    ("stop", Whole(administration::stop)),
    ("quit", Whole(administration::quit)),
    ("boardsize", Whole(setup::boardsize)),
    ("clear_board", Whole(setup::clear_board)),
    ("komi", Whole(setup::komi)),
    ("get_komi", Look(setup::get_komi)),
    ("query_boardsize", Look(setup::query_boardsize)),
    ("rectangular_boardsize", Whole(setup::rectangular_boardsize)),
    ("set_position", Whole(gogui::set_position)),
    ("kgs-rules", Whole(rules::kgs_rules)),
    ("kata-get-rules", Look(rules::kata_get_rules)),
    ("kata-set-rules", Whole(rules::kata_set_rules)),
    ("kata-set-rule", Whole(rules::kata_set_rule)),
    ("kgs-game_over", Whole(server::kgs_game_over)),
    ("fixed_handicap", Whole(handicap::fixed)),
    ("place_free_handicap", Whole(handicap::place_free)),
    ("set_free_handicap", Whole(handicap::set_free)),
    ("get_handicap", Look(handicap::get)),
    ("play", Whole(moves::play)),
    ("genmove", Whole(moves::genmove)),
    ("reg_genmove", Whole(moves::reg_genmove)),
    ("kgs-genmove_cleanup", Whole(moves::genmove_cleanup)),
    ("undo", Whole(moves::undo)),
    ("gg-undo", Whole(moves::undo_several)),
    ("time_settings", Whole(clock::time_settings)),
    ("kgs-time_settings", Whole(clock::named_time_settings)),
    ("kata-time_settings", Whole(clock::named_time_settings)),
    ("kata-list_time_settings", Look(clock::list_time_settings)),
    ("time_left", Whole(clock::time_left)),
    ("final_score", Look(scoring::final_score)),
    ("final_status_list", Look(scoring::final_status_list)),
    ("loadsgf", Whole(record::load)),
    ("printsgf", Look(record::print)),
    ("savesgf", Look(record::save)),
    ("tao-debug-sgf", Look(record::save_tree)),
    ("showboard", Look(inspect::showboard)),
    ("list_stones", Look(inspect::list_stones)),
    ("captures", Look(inspect::captures)),
    ("is_legal", Look(inspect::is_legal)),
    ("all_legal", Look(inspect::all_legal)),
    ("last_move", Look(inspect::last_move)),
    ("move_history", Look(inspect::move_history)),
    ("tao-stats", Whole(engine::stats)),
    ("get_random_seed", Look(engine::get_seed)),
    ("set_random_seed", Whole(engine::set_seed)),
    ("clear_cache", Whole(engine::clear_cache)),
    ("cputime", Look(engine::cpu_time)),
    ("gomill-cpu_time", Look(engine::cpu_time)),
    ("gomill-describe_engine", Look(engine::describe)),
    ("gomill-explain_last_move", Look(engine::explain_last_move)),
    ("tao-param", Whole(parameters::tao_param)),
    ("kata-list-params", Look(parameters::kata_list_params)),
    ("kata-get-param", Look(parameters::kata_get_param)),
    ("kata-set-param", Whole(parameters::kata_set_param)),
    ("tao-gfx", Whole(show::picture)),
    ("tao-pv", Whole(show::principal_variation)),
    ("tao-win_rates", Whole(show::win_rates)),
    ("tao-visits", Whole(show::visits)),
    ("tao-heat", Whole(show::heat)),
    ("tao-priors", Whole(show::priors)),
    ("tao-ownership", Whole(show::ownership)),
    ("gogui-analyze_commands", Look(gogui::analyze_commands)),
    ("gogui-interrupt", Look(gogui::interrupt)),
    ("gogui-version", Whole(gogui::version)),
    ("gogui-title", Look(gogui::title)),
    ("gogui-play_sequence", Whole(gogui::play_sequence)),
    ("gogui-setup", Whole(gogui::setup)),
    ("gogui-setup_player", Whole(gogui::setup_player)),
    ("cgos-opponent_name", Look(server::cgos_opponent_name)),
    ("cgos-opponent_rating", Look(server::cgos_opponent_rating)),
    ("cgos-gameover", Whole(server::cgos_game_over)),
    ("lz-analyze", Lines(analysis::lz_analyze)),
    ("lz-genmove_analyze", Lines(analysis::lz_genmove)),
    ("kata-analyze", Lines(analysis::kata_analyze)),
    ("kata-genmove_analyze", Lines(analysis::kata_genmove)),
    ("cgos-genmove_analyze", Lines(analysis::cgos_genmove)),
];

/// Commands that are known but not listed: Sabaki would take the first two for the better kind of analysis, and
/// reads fewer figures from them.
const UNLISTED: &[(&str, Handler)] = &[
    ("analyze", Lines(analysis::lz_analyze)),
    ("genmove_analyze", Lines(analysis::lz_genmove)),
    (CHAT, Look(server::kgs_chat)),
];

/// Is listed on demand.
const CHAT: &str = "kgs-chat";

/// What carries out the command of this name, if it is known.
pub(super) fn handler(name: &str) -> Option<Handler> {
    let mut commands = COMMANDS.iter().chain(UNLISTED);
    commands
        .find(|(known, _)| *known == name)
        .map(|&(_, handler)| handler)
}

/// The names that `list_commands` shows.
pub(super) fn listed(chat: Chat) -> impl Iterator<Item = &'static str> {
    let chat = (chat == Chat::Listed).then_some(CHAT);
    COMMANDS.iter().map(|(name, _)| *name).chain(chat)
}

/// Carries out `command` and writes its response. A handler that panics answers `internal error`, unless its answer has
/// already begun.
///
/// # Errors
///
/// With what writing failed with.
pub(super) fn respond(
    session: &mut Session,
    command: &Command,
    mut writer: impl Write,
) -> io::Result<()> {
    let (id, args) = (command.id.as_deref(), Args::new(&command.arguments));
    match handler(&command.name) {
        None => response::write(writer, id, &Err(CommandError::UnknownCommand)),
        Some(Look(handler)) => {
            let answer = caught(|| handler(session, args));
            response::write(writer, id, &answer)
        }
        Some(Whole(handler)) => {
            let answer = guarded(session, |session| handler(session, args));
            response::write(writer, id, &answer)
        }
        Some(Lines(handler)) => {
            let mut stream = Stream::new(&mut writer, id);
            let result = guarded(session, |session| handler(session, args, &mut stream));
            stream.end(result)
        }
    }
}

/// What `answer` returns, or `internal error` where it panics. Then the conversation goes on with the game and the clock as
/// they were before; of its searches, which may be half done, nothing is left.
fn guarded<T>(
    session: &mut Session,
    answer: impl FnOnce(&mut Session) -> Result<T, CommandError>,
) -> Result<T, CommandError> {
    let (game, clock) = (session.game.clone(), session.clock.clone());
    let answer = caught(|| answer(session));
    if matches!(answer, Err(CommandError::Internal)) {
        session.game = game;
        session.clock = clock;
        session.engine.forget_searches();
    }
    answer
}

/// What `answer` returns, or `internal error` where it panics.
fn caught<T>(answer: impl FnOnce() -> Result<T, CommandError>) -> Result<T, CommandError> {
    panic::catch_unwind(AssertUnwindSafe(answer)).unwrap_or(Err(CommandError::Internal))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::board::{Color, Move};
    use crate::engine::{Engine, EngineSettings};
    use crate::game::{Game, TimeControl};

    #[test]
    fn a_name_stands_in_the_table_once() {
        let names: Vec<&str> = COMMANDS
            .iter()
            .chain(UNLISTED)
            .map(|(name, _)| *name)
            .collect();
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{name}");
        }
    }

    /// Changes all that it can, then panics.
    fn break_down(session: &mut Session) -> Answer {
        let move_to = |text: &str| text.parse::<Move>().unwrap();
        session.game.undo_many(1);
        session.game.play(Color::White, move_to("C3")).unwrap();
        session.game.set_komi(0.5).unwrap();
        session.clock.set(TimeControl::Absolute {
            main: Duration::ZERO,
        });
        panic!("on purpose")
    }

    /// A session on 5x5.
    fn session() -> Session {
        let engine = Engine::new(EngineSettings {
            playouts: Some(50),
            seed: Some(1),
            ..EngineSettings::default()
        });
        Session::new(Game::new(5).unwrap(), engine)
    }

    fn response(session: &mut Session, line: &str) -> String {
        let mut response = Vec::new();
        let command = Command::parse(line.as_bytes()).unwrap();
        respond(session, &command, &mut response).unwrap();
        String::from_utf8(response).unwrap()
    }

    fn ask(session: &mut Session, line: &str) -> String {
        let response = response(session, line);
        assert!(response.starts_with('='), "{line}");
        response
    }

    #[test]
    fn after_a_panic_the_conversation_goes_on_as_before() {
        let mut session = session();
        ask(&mut session, "play b c2");
        ask(&mut session, "genmove w");
        let questions = ["move_history", "get_komi", "showboard"];
        let before = questions.map(|question| ask(&mut session, question));
        for _ in 0..2 {
            let answer = guarded(&mut session, break_down);
            assert_eq!(answer, Err(CommandError::Internal));
            let after = questions.map(|question| ask(&mut session, question));
            assert_eq!(after, before);
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
        ask(&mut session, "genmove b");
    }

    /// Panics when it is written to for the first time.
    struct Screen(Arc<AtomicUsize>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            assert_ne!(self.0.fetch_add(1, Ordering::Relaxed), 0, "on purpose");
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn after_a_panic_searches_are_drawn_as_before() {
        let pictures = Arc::<AtomicUsize>::default();
        let mut session = session().with_graphics(Screen(Arc::clone(&pictures)));
        ask(&mut session, "gogui-version 1.6.0");
        let failed = response(&mut session, "genmove b");
        assert_eq!(failed, "? internal error\n\n");
        assert_eq!(pictures.load(Ordering::Relaxed), 1);
        ask(&mut session, "genmove b");
        assert!(pictures.load(Ordering::Relaxed) > 1);
    }

    #[test]
    fn the_answer_for_the_server_begins_after_the_search() {
        let mut session = session();
        let command = Command::parse(b"cgos-genmove_analyze b").unwrap();
        respond(&mut session, &command, Screen(Arc::default())).unwrap();
        assert!(session.last_report.is_some());
    }
}
