//! Control characters in arguments, which must not reach a terminal.

use crate::support::program::run;

/// Clears the screen, rings the bell, and changes the color by U+009B, which begins a control sequence without ESC.
const EVIL: &str = "a\x1b[2J\x07b\u{9b}31mc";

#[test]
fn control_characters_of_players_are_escaped() {
    // With its escapes, which have backslashes, the name would be valid as the command of a player.
    let arguments = ["match", "--a", EVIL, "--b", "plain-uct"];
    let refusal = run(&arguments, "").stderr;
    let refusal = String::from_utf8(refusal).unwrap();
    assert!(
        refusal.contains("31mc") && !refusal.contains(['\x1b', '\u{9b}']),
        "{refusal}"
    );
}

#[test]
fn the_name_of_a_file_is_one_line() {
    let players = ["--a", "default", "--b", "default"];
    let arguments = [&["match", "--log", "/nowhere/a\nb"], &players[..]].concat();
    let output = run(&arguments, "");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("a\\u000ab"), "{said}");
}
