//! The commands by subject, and the table that dispatches them.

#![expect(
    clippy::unnecessary_wraps,
    reason = "all handlers have one signature, those that cannot fail too"
)]

mod analysis;
mod engine;
mod gnugo;
mod gogui;
mod inspect;
mod play;
mod record;
mod setup;

use std::io::{self, Write};

use super::command::{Args, Command};
use super::response;
use super::response::{CommandError, Response, ResponseStream, join, join_lines};
use super::session::Session;
use crate::catch_panic;
use analysis::{Format, Goal};
use tao_engine::raw::search::Snapshot;
use tao_rules::game::Game;

#[derive(Clone, Copy, Debug)]
enum Handler {
    Query(fn(&Session, Args<'_>) -> Response),
    Action(fn(&mut Session, Args<'_>) -> Response),
    /// Shows a search of the position: see [`gogui::search`].
    Shown(fn(&Snapshot, &Game) -> String),
    /// Writes its response line by line.
    Lines(fn(&mut Session, Args<'_>, &mut ResponseStream<'_>) -> Result<(), CommandError>),
    /// Writes the lines of a search, in this format.
    Analysis(Format, Goal),
}

use Format::{Kata, Lz};
use Goal::{Analyze, Genmove, Search};
use Handler::{Action, Analysis, Lines, Query, Shown};

const NO_SEARCH: CommandError = CommandError::Other("no search yet");

/// The commands that `list_commands` shows, in its order.
const COMMANDS: &[(&str, Handler)] = &[
    ("protocol_version", Query(|_, _| Ok("2".to_owned()))),
    ("name", Query(|session, _| Ok(session.options.name.clone()))),
    (
        "version",
        Query(|session, _| Ok(session.options.version.clone())),
    ),
    ("known_command", Query(known_command)),
    ("list_commands", Query(list_commands)),
    ("stop", Action(play::stop)),
    // The loop that reads the commands ends the session.
    ("quit", Query(|_, _| Ok(String::new()))),
    ("boardsize", Action(setup::boardsize)),
    ("clear_board", Action(setup::clear_board)),
    ("komi", Action(setup::komi)),
    ("get_komi", Query(setup::get_komi)),
    ("query_boardsize", Query(setup::query_boardsize)),
    (
        "rectangular_boardsize",
        Action(setup::rectangular_boardsize),
    ),
    ("set_position", Action(setup::set_position)),
    ("kgs-rules", Action(setup::kgs_rules)),
    ("kata-get-rules", Query(setup::kata_get_rules)),
    ("kata-set-rules", Action(setup::kata_set_rules)),
    ("kata-set-rule", Action(setup::kata_set_rule)),
    ("kgs-game_over", Action(play::stop)),
    ("fixed_handicap", Action(setup::fixed_handicap)),
    ("place_free_handicap", Action(setup::place_free_handicap)),
    ("set_free_handicap", Action(setup::set_free_handicap)),
    ("get_handicap", Query(setup::get_handicap)),
    ("play", Action(play::play)),
    ("genmove", Action(play::genmove)),
    ("reg_genmove", Action(play::reg_genmove)),
    ("kgs-genmove_cleanup", Action(play::genmove_cleanup)),
    ("undo", Action(play::undo)),
    ("gg-undo", Action(play::undo_several)),
    ("time_settings", Action(play::time_settings)),
    ("kgs-time_settings", Action(play::named_time_settings)),
    ("kata-time_settings", Action(play::named_time_settings)),
    ("kata-list_time_settings", Query(play::list_time_settings)),
    ("time_left", Action(play::time_left)),
    ("final_score", Query(inspect::final_score)),
    ("final_status", Query(gnugo::final_status)),
    ("final_status_list", Query(inspect::final_status_list)),
    ("dragon_status", Action(gnugo::dragon_status)),
    ("tao-solve", Action(inspect::solve)),
    ("loadsgf", Action(record::load)),
    ("printsgf", Action(record::print)),
    ("savesgf", Action(record::save)),
    ("showboard", Query(inspect::showboard)),
    ("list_stones", Query(inspect::list_stones)),
    ("captures", Query(inspect::captures)),
    ("countlib", Query(gnugo::count_liberties)),
    ("is_legal", Query(inspect::is_legal)),
    ("all_legal", Query(inspect::all_legal)),
    ("last_move", Query(inspect::last_move)),
    ("move_history", Query(inspect::move_history)),
    ("level", Action(engine::level)),
    ("top_moves", Action(gogui::top_moves)),
    ("top_moves_black", Action(gogui::top_moves_black)),
    ("top_moves_white", Action(gogui::top_moves_white)),
    ("estimate_score", Action(gogui::estimate_score)),
    ("tao-stats", Query(engine::stats)),
    ("tao-tree", Query(engine::tree)),
    ("get_random_seed", Query(engine::get_seed)),
    ("set_random_seed", Action(engine::set_seed)),
    ("clear_cache", Action(engine::clear_cache)),
    ("cputime", Query(engine::cpu_time)),
    ("gomill-explain_last_move", Query(engine::explain_last_move)),
    ("tao-param", Action(engine::tao_param)),
    ("kata-list-params", Query(engine::kata_list_params)),
    ("kata-get-param", Query(engine::kata_get_param)),
    ("kata-set-param", Action(engine::kata_set_param)),
    ("tao-gfx", Shown(gogui::picture)),
    ("tao-pv", Action(gogui::principal_variation)),
    ("tao-win_rates", Shown(gogui::win_rates)),
    ("tao-visits", Shown(gogui::visits)),
    ("tao-heat", Shown(gogui::heat)),
    ("tao-priors", Shown(gogui::priors)),
    ("tao-ownership", Shown(gogui::ownership)),
    ("gogui-analyze_commands", Query(gogui::analyze_commands)),
    // Tells the controller that the comment `# interrupt` ends a search.
    ("gogui-interrupt", Query(|_, _| Ok(String::new()))),
    ("gogui-version", Action(gogui::version)),
    (
        "gogui-title",
        Query(|session, _| Ok(session.options.name.clone())),
    ),
    ("gogui-play_sequence", Action(setup::play_sequence)),
    ("gogui-setup", Action(setup::set_up_stones)),
    ("gogui-setup_player", Action(setup::set_player)),
    ("cgos-opponent_name", Action(setup::cgos_opponent_name)),
    ("cgos-opponent_rating", Query(setup::cgos_opponent_rating)),
    ("cgos-gameover", Action(play::cgos_game_over)),
    ("lz-analyze", Analysis(Lz, Analyze)),
    ("lz-genmove_analyze", Analysis(Lz, Genmove)),
    ("kata-analyze", Analysis(Kata, Analyze)),
    ("kata-genmove_analyze", Analysis(Kata, Genmove)),
    ("kata-get-models", Query(engine::models)),
    ("kata-raw-nn", Query(engine::raw_network)),
    ("kata-search", Action(play::search)),
    ("kata-search_analyze", Analysis(Kata, Search)),
    ("cgos-genmove_analyze", Lines(analysis::cgos_genmove)),
];

/// A command that `list_commands` shows only with [`SessionOptions::lists_chat`](super::SessionOptions::lists_chat).
const CHAT: (&str, Handler) = ("kgs-chat", Query(engine::kgs_chat));

fn handler(name: &str) -> Option<Handler> {
    let mut commands = COMMANDS.iter().chain([&CHAT]);
    let found = commands.find(|(known, _)| *known == name);
    found.map(|&(_, handler)| handler)
}

fn known_command(_: &Session, args: Args<'_>) -> Response {
    Ok(handler(args.rest()).is_some().to_string())
}

fn list_commands(session: &Session, _: Args<'_>) -> Response {
    let chat = session.options.lists_chat.then_some(CHAT.0);
    Ok(join_lines(
        COMMANDS.iter().map(|(name, _)| *name).chain(chat),
    ))
}

/// Carries out `command` and writes its response: `internal error` if the handler panics before its first line.
pub fn respond(session: &mut Session, command: &Command, mut writer: impl Write) -> io::Result<()> {
    let (id, args) = (command.id.as_deref(), Args::new(&command.arguments));
    let mut stream = ResponseStream::new(&mut writer, id);
    let response = match handler(&command.name) {
        None => Err(CommandError::Other("unknown command")),
        Some(Query(handle)) => {
            catch_panic(|| handle(session, args)).unwrap_or(Err(CommandError::Internal))
        }
        Some(Action(handle)) => restore_on_panic(session, |session| handle(session, args)),
        Some(Shown(show)) => restore_on_panic(session, |session| {
            let snapshot = gogui::search(session, None)?;
            Ok(show(&snapshot, session.table.game()))
        }),
        Some(Lines(handle)) => {
            let handle = |session: &mut Session| handle(session, args, &mut stream);
            let result = restore_on_panic(session, handle);
            return stream.end(result);
        }
        Some(Analysis(format, goal)) => {
            let handle =
                |session: &mut Session| analysis::run(session, args, &mut stream, format, goal);
            let result = restore_on_panic(session, handle);
            return stream.end(result);
        }
    };
    response::write(writer, id, &response)
}

/// Returns `internal error` if `handle` panics; then game and clock are restored and the search tree is dropped.
fn restore_on_panic<T>(
    session: &mut Session,
    handle: impl FnOnce(&mut Session) -> Result<T, CommandError>,
) -> Result<T, CommandError> {
    let table = session.table.clone();
    let result = catch_panic(|| handle(session)).unwrap_or(Err(CommandError::Internal));
    if matches!(result, Err(CommandError::Internal)) {
        session.table = table;
        session.engine.clear_tree();
    }
    result
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;
    use tao_engine::raw::{Purpose, Question};

    use super::*;
    use crate::gtp::SessionOptions;
    use tao_engine::Engine;
    use tao_engine::raw::EngineSettings;
    use tao_rules::board::{Color, Move};
    use tao_rules::game::{Game, TimeControl};

    #[test]
    fn every_name_is_in_the_table_once() {
        let names: Vec<&str> = COMMANDS
            .iter()
            .chain([&CHAT])
            .map(|(name, _)| *name)
            .collect();
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{name}");
        }
    }

    /// Changes the game and the clock, then panics.
    fn change_and_panic(session: &mut Session) -> Response {
        let move_to = |text: &str| text.parse::<Move>().unwrap();
        session.table.undo(1);
        session.table.play(Color::White, move_to("C3")).unwrap();
        session.table.game_mut().set_komi(0.5).unwrap();
        session.table.clocks.set(TimeControl::Absolute {
            main: Duration::ZERO,
        });
        panic!("on purpose")
    }

    fn session() -> Session {
        let engine = Engine::new(EngineSettings {
            playouts: Some(50),
            seed: Some(1),
            ..EngineSettings::default()
        });
        Session::new(Game::new(5).unwrap(), engine, SessionOptions::default())
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
    fn after_a_panic_the_session_is_as_before() {
        let mut session = session();
        ask(&mut session, "play b c2");
        ask(&mut session, "genmove w");
        let questions = ["move_history", "get_komi", "showboard"];
        let before = questions.map(|question| ask(&mut session, question));
        for _ in 0..2 {
            let answer = restore_on_panic(&mut session, change_and_panic);
            assert_eq!(answer, Err(CommandError::Internal));
            let after = questions.map(|question| ask(&mut session, question));
            assert_eq!(after, before);
        }
        assert!(session.table.budget(Color::Black).is_none());
        let fresh = session.engine.think(
            session.table.game(),
            Question::new(Color::Black, Purpose::Suggest, None),
        );
        assert_eq!(
            fresh.report.unwrap().reused_visits,
            0,
            "the tree of a search that failed"
        );
        ask(&mut session, "genmove b");
    }

    /// A writer that counts its writes and panics at the first one.
    struct PanickingWriter(Arc<AtomicUsize>);

    impl Write for PanickingWriter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            assert_ne!(self.0.fetch_add(1, Ordering::Relaxed), 0, "on purpose");
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn after_a_panic_searches_are_still_drawn() {
        let pictures = Arc::<AtomicUsize>::default();
        let mut session = session();
        session.draw_on(PanickingWriter(Arc::clone(&pictures)));
        ask(&mut session, "gogui-version 1.6.0");
        let failed = response(&mut session, "genmove b");
        assert_eq!(failed, "? internal error\n\n");
        assert_eq!(pictures.load(Ordering::Relaxed), 1);
        ask(&mut session, "genmove b");
        assert!(pictures.load(Ordering::Relaxed) > 1);
    }

    #[test]
    fn the_response_for_cgos_begins_after_the_search() {
        let mut session = session();
        let command = Command::parse(b"cgos-genmove_analyze b").unwrap();
        respond(&mut session, &command, PanickingWriter(Arc::default())).unwrap();
        assert!(session.last_report.is_some());
    }
}
