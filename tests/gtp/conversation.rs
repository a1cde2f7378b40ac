//! Sessions with an engine in this process.

use std::io::Cursor;

use tao_engine::Engine;
use tao_engine::raw::EngineSettings;
use tao_protocols::gtp;
use tao_protocols::gtp::{Session, SessionOptions};
use tao_rules::board::Move;
use tao_rules::game::Game;

/// Few, for speed: the moves need not be good.
pub(crate) const PLAYOUTS: u64 = 10;

/// Stands for any vertex or `pass` in a script.
pub(crate) const VERTEX: &str = "= <v>";

/// A new session on 9x9 with komi 7 and a fixed seed.
pub(crate) fn session() -> Session {
    session_with(EngineSettings {
        playouts: Some(PLAYOUTS),
        seed: Some(1),
        ..EngineSettings::default()
    })
}

/// A new session on 9x9 with komi 7.
pub(crate) fn session_with(settings: EngineSettings) -> Session {
    let mut game = Game::new(9).unwrap();
    game.set_komi(7.0).unwrap();
    Session::new(game, Engine::new(settings), SessionOptions::default())
}

/// The output of a new session for `input`.
pub(crate) fn output(input: &[u8]) -> String {
    let mut output = Vec::new();
    gtp::serve(Cursor::new(input.to_vec()), &mut output, &mut session()).unwrap();
    String::from_utf8(output).unwrap()
}

/// The responses of `session` to `commands`, without the empty lines that end them.
pub(crate) fn responses(session: &mut Session, commands: &[&str]) -> Vec<String> {
    let mut output = Vec::new();
    gtp::serve(Cursor::new(commands.join("\n")), &mut output, session).unwrap();
    let output = String::from_utf8(output).unwrap();
    let responses: Vec<String> = output.split_terminator("\n\n").map(str::to_owned).collect();
    assert_eq!(
        responses.len(),
        commands.len(),
        "a response for each of {commands:?}"
    );
    responses
}

/// The response of `session` to one command.
pub(crate) fn response(session: &mut Session, command: &str) -> String {
    responses(session, &[command]).remove(0)
}

/// Checks that a new session answers each command as the script says.
pub(crate) fn follow(script: &[(&str, &str)]) {
    let mut session = session();
    for (command, expected) in script {
        let actual = response(&mut session, command);
        if *expected == VERTEX {
            assert!(vertex(&actual).is_some(), "`{command}` answered `{actual}`");
        } else {
            assert_eq!(actual, *expected, "`{command}`");
        }
    }
}

/// Checks that a new session answers `expected` to each command.
pub(crate) fn each(commands: &[&str], expected: &str) {
    let script: Vec<_> = commands
        .iter()
        .map(|command| (*command, expected))
        .collect();
    follow(&script);
}

/// The move in a response, if it is one.
pub(crate) fn vertex(response: &str) -> Option<Move> {
    response.strip_prefix("= ")?.parse().ok()
}
