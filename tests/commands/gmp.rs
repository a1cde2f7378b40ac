//! The Go Modem Protocol spoken by the real program over pipes, and its messages to the user. The
//! protocol itself is tested in `src/gmp/tests`, real peers in `tests/peers/modem.rs`.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use crate::support::program::start;

/// Longer than any test takes on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// `NEWGAME`, four answers, and our reactions: the peer is Black, 9x9, Chinese rules.
const NEGOTIATION: [(&str, &str); 5] = [
    ("01 a1 a0 80", "03 ba b0 87"),
    ("02 c4 c0 82", "00 b9 b0 89"),
    ("01 ca c0 89", "03 bb b0 88"),
    ("02 c3 c0 81", "00 bb b0 8b"),
    ("01 c3 c0 82", "02 88 87 ff"),
];

fn bytes(hex: &str) -> Vec<u8> {
    let bytes = hex.split_whitespace();
    bytes
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect()
}

/// Waits for the end of the program; returns its exit code and its error output.
fn end(program: Child) -> (Option<i32>, String) {
    let (sender, output) = channel();
    thread::spawn(move || sender.send(program.wait_with_output().unwrap()));
    let output = output.recv_timeout(TIMEOUT).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), errors)
}

/// Reads the next packet, within the time limit.
fn packet(mut from: impl Read + Send + 'static) -> String {
    let (sender, packet) = channel();
    thread::spawn(move || {
        let mut bytes = [0; 4];
        from.read_exact(&mut bytes).unwrap();
        sender.send(bytes)
    });
    let bytes = packet.recv_timeout(TIMEOUT).unwrap();
    bytes.map(|byte| format!("{byte:02x}")).join(" ")
}

/// Sends the first text of each pair and expects the second.
fn exchange(to: &mut impl Write, from: &mut impl Read, packets: &[(&str, &str)]) {
    for &(input, expected) in packets {
        to.write_all(&bytes(input)).unwrap();
        let mut answer = vec![0; bytes(expected).len()];
        from.read_exact(&mut answer).unwrap();
        assert_eq!(answer, bytes(expected), "the answer to {input}");
    }
}

/// Starts a program that thinks about its first move for ten minutes.
fn thinking() -> (Child, ChildStdin, ChildStdout) {
    playing(&["gmp", "--color", "white", "--time", "10m"])
}

/// Starts a program with these arguments, which is White, and makes the first move.
fn playing(arguments: &[&str]) -> (Child, ChildStdin, ChildStdout) {
    let mut program = start(arguments);
    let (mut to, mut from) = (
        program.stdin.take().unwrap(),
        program.stdout.take().unwrap(),
    );
    exchange(&mut to, &mut from, &NEGOTIATION);
    exchange(&mut to, &mut from, &[("00 f9 d0 a9", "00 86 87 ff")]);
    (program, to, from)
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    assert_eq!(end(start(&["gmp"])), (Some(0), String::new()));
    let (program, to, _from) = thinking();
    drop(to);
    assert_eq!(end(program), (Some(0), String::new()));
}

#[test]
fn sigterm_ends_the_program_while_it_thinks() {
    let (program, _to, _from) = thinking();
    let id = program.id().to_string();
    assert!(Command::new("kill").arg(id).status().unwrap().success());
    let (code, errors) = end(program);
    assert_eq!((code, errors.as_str()), (None, ""), "by the signal");
}

#[test]
fn black_sends_new_game() {
    for arguments in [&["gmp", "--color", "black"][..], &["gmp"]] {
        let mut program = start(arguments);
        let from = program.stdout.take().unwrap();
        assert_eq!(packet(from), "01 a1 a0 80", "{arguments:?}");
        drop(program.stdin.take());
        assert_eq!(end(program).0, Some(0));
    }
}

#[test]
fn the_game_is_logged_to_the_error_stream() {
    let mut program = start(&["gmp", "--color", "white", "-v", "--playouts", "10"]);
    let (mut to, mut from) = (
        program.stdin.take().unwrap(),
        program.stdout.take().unwrap(),
    );
    to.write_all(b"ATDT 555\r\n").unwrap();
    exchange(&mut to, &mut from, &NEGOTIATION);
    exchange(&mut to, &mut from, &[("00 f9 d0 a9", "00 86 87 ff")]);
    let mut answer = [0; 4];
    from.read_exact(&mut answer).unwrap();
    assert_eq!((answer[0], answer[2] & 0xfc), (0x01, 0xd4), "White's move");
    drop(to);
    let (code, errors) = end(program);
    assert_eq!(code, Some(0));
    for line in [
        "tao-go: the peer says: ATDT 555\n",
        "tao-go: game: 9x9, chinese rules, handicap 0, komi 7, we are white\n",
        "tao-go: black E5\n",
        "tao-go: white ",
    ] {
        assert!(errors.contains(line), "{line} is not in\n{errors}");
    }
}

#[test]
fn after_a_refusal_the_program_waits_for_the_next_game() {
    let mut program = start(&["gmp", "--size", "13"]);
    let (mut to, mut from) = (
        program.stdin.take().unwrap(),
        program.stdout.take().unwrap(),
    );
    exchange(&mut to, &mut from, &NEGOTIATION[..2]);
    to.write_all(&bytes(NEGOTIATION[2].0)).unwrap();
    // The next `NEWGAME` is answered.
    exchange(&mut to, &mut from, &[("00 a0 a0 80", "01 b8 b0 87")]);
    drop(to);
    let (code, errors) = end(program);
    let expected = "tao-go: no game: the peer wants size 9 instead of 13\n";
    assert_eq!((code, errors.as_str()), (Some(0), expected));
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, named) in [
        (&["gmp", "--color", "red"][..], "red"),
        (&["gmp", "--handicap", "361"], "361"),
        (&["gmp", "--placement", "there"], "there"),
        (&["gmp", "--main-time", "-1"], "-1"),
        (&["gmp", "--stones", "0"], "0"),
        (&["--mode", "ascii"], "--mode"),
    ] {
        let (code, errors) = end(start(arguments));
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(errors.contains(named), "{errors}");
    }
}

/// The peer is Black. It resigns the first game, and leaves during the second.
#[test]
fn games_are_written_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let options = "gmp --color white --playouts 10 --main-time 1m --komi 6.5 --seed 1 --sgf-dir";
    let mut options: Vec<&str> = options.split(' ').collect();
    options.push(games.to_str().unwrap());
    for (number, resignation) in [(1, "03 d5 d3 ff"), (2, "")] {
        let (program, mut to, mut from) = playing(&options);
        let mut answer = [0; 4];
        from.read_exact(&mut answer).unwrap();
        if !resignation.is_empty() {
            // The peer has received our move, and resigns.
            to.write_all(&bytes(resignation)).unwrap();
            from.read_exact(&mut answer).unwrap();
        }
        drop(to);
        assert_eq!(end(program), (Some(0), String::new()));
        let text = fs::read_to_string(games.join(format!("game-0000{number}.sgf"))).unwrap();
        let joined = text.replace('\n', "");
        assert!(
            joined.contains("SZ[9]KM[6.5]RU[Chinese]PW[Tao Go]"),
            "{text}"
        );
        assert!(joined.contains("TM[60]"), "{text}");
        assert!(joined.contains(";B[ee];W["), "{text}");
        assert!(joined.contains("]WL["), "{text}");
        assert_eq!(joined.contains("RE[W+R]"), number == 1, "{text}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_at_the_start() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    for command in ["gmp", "gtp"] {
        let (code, errors) = end(start(&[command, "--sgf-dir", path]));
        assert_eq!(code, Some(3), "{command}");
        assert!(errors.contains(path), "{command}: {errors}");
    }
}
