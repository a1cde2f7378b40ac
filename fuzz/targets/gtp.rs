//! Any bytes as input of a GTP session with an engine. The output is a sequence of complete responses, and the session still
//! answers afterwards.

#![no_main]

use std::io::Cursor;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tao_engine::Engine;
use tao_engine::raw::EngineSettings;
use tao_engine::raw::search::{MachineParams, Params};
use tao_protocols::gtp::{Session, SessionOptions, serve};
use tao_rules::game::Game;

/// Commands that could make a search take hours.
const SETTINGS: [&str; 2] = ["tao-param", "kata-set-param"];

fuzz_target!(|input: &[u8]| {
    if is_left_out(input) {
        return;
    }
    let settings = EngineSettings {
        params: Params {
            machine: MachineParams {
                memory: 1,
                ..Params::PLAYOUTS.machine
            },
            ..Params::PLAYOUTS
        },
        playouts: Some(4),
        time_per_move: Some(Duration::from_millis(20)),
        seed: Some(1),
        ..EngineSettings::default()
    };
    let Ok(game) = Game::new(9) else { return };
    let mut session = Session::new(game, Engine::new(settings), SessionOptions::default());
    let mut output = Vec::new();
    // The session answers until its input ends or has a `quit`, and goes on with the next input.
    for input in [[input, b"\n4710 name\n"].concat(), b"4711 name\n".to_vec()] {
        let input = Cursor::new(input);
        serve(input, &mut output, &mut session).expect("memory takes all that is written");
    }
    let output = String::from_utf8(output).expect("responses are UTF-8");
    assert!(output.contains("=4710 Tao Go\n\n") || lines(input).any(|line| line.contains("quit")));
    assert!(output.ends_with("=4711 Tao Go\n\n"));
    for response in output.split_terminator("\n\n") {
        assert!(response.starts_with(['=', '?']), "{response:?}");
        assert!(!response.contains("internal error"), "{response:?}");
    }
});

/// The lines without control characters, which GTP ignores.
fn lines(input: &[u8]) -> impl Iterator<Item = String> {
    input.split(|&byte| byte == b'\n').map(|line| {
        let visible = line.iter().filter(|byte| !byte.is_ascii_control());
        let text: Vec<u8> = visible.copied().collect();
        String::from_utf8_lossy(&text).into_owned()
    })
}

/// Whether a line names a file or changes the settings of the search.
fn is_left_out(input: &[u8]) -> bool {
    lines(input).any(|text| {
        let file = text.split_once("sgf").map(|(_, file)| file.trim());
        file.is_some_and(|file| !file.is_empty()) || SETTINGS.iter().any(|name| text.contains(name))
    })
}
