//! A game in the terminal, by commands from a pipe.

mod clocks;
mod kept;

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use tempfile::{TempDir, tempdir};

use crate::support::{binary, program};

const FAST: [&str; 7] = [
    "play",
    "--ascii",
    "--size=5",
    "--playouts=20",
    "--seed=1",
    "--colors=never",
    "--never-resign",
];

/// A folder for the kept games and for records.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Self(tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A record in this folder.
    fn record(&self, text: &str) -> String {
        let path = self.path("record.sgf");
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// The file of the game that was kept under a number.
    fn game(&self, number: u32) -> PathBuf {
        self.path(&format!("tao-go/games/game-{number:05}.sgf"))
    }

    /// The text of that file, without line ends.
    fn kept(&self, number: u32) -> String {
        joined(&self.game(number))
    }

    fn run(&self, arguments: &[&str], input: &str) -> std::process::Output {
        let mut command = Command::from_std(binary::tao_go());
        command.env("XDG_STATE_HOME", self.0.path());
        command.args(arguments).write_stdin(input).output().unwrap()
    }

    /// The output of a game with these commands, which must succeed.
    fn play(&self, arguments: &[&str], input: &str) -> String {
        let arguments = [&FAST[..], arguments].concat();
        program::printed(self.run(&arguments, input), &arguments)
    }
}

fn joined(path: &Path) -> String {
    let text = fs::read_to_string(path);
    text.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .replace('\n', "")
}

/// Fails unless the text has the parts in this order.
fn assert_in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else {
            panic!("`{part}` is missing after the parts before it in\n{text}")
        };
        rest = after;
    }
}

#[test]
fn a_game_begins_anew_with_other_settings() {
    let home = Home::new();
    let transcript = home.play(
        &[],
        "C3\nkomi 3.5\nnew\nsize 9\nhandicap 2\nhandicap 12\nsize 20\nkomi 6\nnew\nhandicap 0\nsize 4\nswitch\nquit\n",
    );
    assert_in_order(
        &transcript,
        &[
            "Tao Go. You are black (X), 5x5, komi 7, chinese rules.",
            "Komi 3.5.",
            "goes back to the previous game.",
            "You are black (X), 5x5, komi 3.5, chinese rules.",
            "9x9, komi 3.5",
            "9x9, handicap 2, komi 3.5",
            "Tao Go plays ",
            "No handicap of 12: invalid number of stones: from 2 to 9 on 9x9.",
            "There is no such game: unacceptable size 20: not between 2 and 19.",
            "Komi 6.",
            "9x9, handicap 2, komi 6",
            "9x9, komi 6",
            "4x4, komi 6",
            "You are white (O) now.",
            "Tao Go plays ",
        ],
    );
    assert!(home.kept(1).contains("KM[3.5]"), "{}", home.kept(1));
    assert!(!home.game(5).exists(), "a game without moves is kept");
}

#[test]
fn a_chosen_komi_is_that_of_loaded_records_without_one() {
    let home = Home::new();
    let record = home.record("(;SZ[5];B[cc];W[cd])");
    let input = format!("komi 3.5\nload {record}\nload {record}\nquit\n");
    let transcript = home.play(&[], &input);
    assert_eq!(
        transcript.matches("5x5, komi 3.5,").count(),
        2,
        "{transcript}"
    );
}

#[test]
fn a_handicap_takes_its_komi_whatever_record_was_resumed() {
    let home = Home::new();
    for komi in ["7", "5.5"] {
        let record = home.record(&format!("(;SZ[9]KM[{komi}];B[cc];W[cd])"));
        let arguments = ["play", "--ascii", "--playouts=20", &record];
        let input = "new\nhandicap 3\nhandicap 0\nquit\n";
        let transcript = program::printed(home.run(&arguments, input), &arguments);
        let conditions = format!("9x9, komi {komi}, chinese");
        assert_in_order(
            &transcript,
            &[
                &conditions,
                &conditions,
                "9x9, handicap 3, komi 0.5, chinese",
                "Komi 0.5 is usual with handicap stones",
                "9x9, komi 7, chinese",
            ],
        );
    }
    home.play(&["--komi=6"], "C3\nquit\n");
    let arguments = ["play", "--resume", "--playouts=20", "--ascii"];
    let input = "size 9\nhandicap 3\nquit\n";
    let transcript = program::printed(home.run(&arguments, input), &arguments);
    assert_in_order(&transcript, &["9x9, komi 6", "9x9, handicap 3, komi 0.5"]);
}

#[test]
fn a_handicap_ends_on_a_board_without_points_for_it() {
    let home = Home::new();
    let arguments = ["play", "--ascii", "--playouts=20", "--handicap=9"];
    let input = "size 13\nsize 7\nsize 9\nhandicap 3\nsize 7\nsize 20\nquit\n";
    let transcript = program::printed(home.run(&arguments, input), &arguments);
    assert_in_order(
        &transcript,
        &[
            "9x9, handicap 9, komi 0.5",
            "13x13, handicap 9, komi 0.5",
            "No points for a handicap of 9 on 7x7: an even game.",
            "7x7, komi 7",
            "9x9, komi 7",
            "9x9, handicap 3, komi 0.5",
            "7x7, handicap 3, komi 0.5",
            "There is no such game",
        ],
    );
    assert_eq!(transcript.matches("No points").count(), 1, "{transcript}");
}

#[test]
fn a_handicap_game_has_half_a_point_of_komi_unless_another_is_given() {
    let home = Home::new();
    let with = |arguments: &[&str]| {
        let arguments = [
            &["play", "--ascii", "--playouts=20", "--handicap=2"],
            arguments,
        ]
        .concat();
        program::printed(home.run(&arguments, "quit\n"), &arguments)
    };
    let usual = with(&[]);
    assert_in_order(
        &usual,
        &[
            "handicap 2, komi 0.5",
            "Komi 0.5 is usual with handicap stones",
        ],
    );
    let given = with(&["--komi=3"]);
    assert!(
        given.contains("handicap 2, komi 3") && !given.contains("usual"),
        "{given}"
    );
}

#[test]
fn moves_are_listed_and_taken_back() {
    let home = Home::new();
    let transcript = home.play(
        &[],
        "moves\nC3\nD4\nmoves\nundo 2\nundo\nC3\nundo 2\nquit\n",
    );
    assert_in_order(
        &transcript,
        &[
            "No move has been made yet.",
            "Tao Go plays ",
            "   1 black C3     2 white ",
            "   3 black D4     4 white ",
            "Move 0 ",
            "You have not moved yet.",
            "Tao Go plays ",
            "You have made only 1 move.",
        ],
    );
}

#[test]
fn the_level_changes_in_the_game() {
    let home = Home::new();
    let arguments = [&FAST[..2], &FAST[3..]].concat();
    let commands = "level 0\nlevel 1\nE5\nhint\nlevel 26\nquit\n";
    let transcript = program::printed(home.run(&arguments, commands), &arguments);
    assert_in_order(
        &transcript,
        &[
            "`level` needs a number from 1 to 26, not `0`.",
            "Tao Go plays on level 1 of 26.",
            ", 1 visits, ",
            "Tao Go would play ",
            ", 20 visits, ",
            "Tao Go plays on level 26 of 26.",
        ],
    );
}

#[test]
fn the_end_of_a_game_tells_how_to_review_it() {
    let home = Home::new();
    let transcript = home.play(&[], "C3\nresign\nquit\n");
    let file = home.game(1);
    let review = format!("Review it: tao-go analyze {}", file.display());
    assert_in_order(
        &transcript,
        &["Black resigns, white wins.", &review, "game over> Goodbye."],
    );
    assert!(home.kept(1).contains("RE[W+R]"), "{}", home.kept(1));
    let analysis = home.run(&["analyze", "--playouts=10", file.to_str().unwrap()], "");
    assert!(analysis.status.success(), "{analysis:?}");
    home.play(&["--komi=0"], &"pass\n".repeat(30));
    let kept = home.kept(2);
    assert!(
        kept.contains("RE[W+") || kept.contains("RE[B+") || kept.contains("RE[0]"),
        "{kept}"
    );
}

#[test]
fn a_score_before_the_end_is_an_estimate() {
    let home = Home::new();
    let arguments = ["play", "--ascii", "--size=5", "--playouts=400", "--seed=1"];
    let transcript = program::printed(home.run(&arguments, "C3\nscore\nquit\n"), &arguments);
    assert_in_order(
        &transcript,
        &[
            "An estimate, as the game is not over: Black will win by about ",
            "(win rate of black ",
            "Likely owner of each point:",
            "    A B C D E\n  5 b ",
            "X O stones, x o dead stones, b w territory",
        ],
    );
}

#[test]
fn a_pipe_is_not_told_that_the_engine_thinks() {
    let home = Home::new();
    let output = home.run(&["play", "--size=5", "--playouts=3000"], "C3\nquit\n");
    let text = [output.stdout, output.stderr].concat();
    assert!(!String::from_utf8_lossy(&text).contains("thinking"));
}

/// The first row is the move that is played. Each other row has visits and a win rate.
#[test]
fn a_hint_is_the_first_row_of_its_table() {
    let home = Home::new();
    let rows = |text: &str| -> Vec<Vec<String>> {
        let (_, table) = text.split_once("win rate    visits\n").unwrap();
        let lines = table
            .lines()
            .take_while(|line| !line.starts_with("Expected"));
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
        lines.map(words).collect()
    };
    for playouts in ["1", "3", "30"] {
        let options = [&FAST[..], &["--no-save", "--playouts", playouts]].concat();
        let options: Vec<&str> = options
            .into_iter()
            .filter(|&one| one != "--playouts=20")
            .collect();
        let text = program::printed(home.run(&options, "C3\nhint\nquit\n"), &options);
        let (_, hint) = text.split_once("Tao Go would play ").unwrap();
        let mv = hint.split_whitespace().next().unwrap();
        let rows = rows(hint);
        assert_eq!(rows[0][1], mv, "{hint}");
        let is_visited = |row: &Vec<String>| row[3] == "%" && row[4] != "0";
        assert!(rows[1..].iter().all(is_visited), "{hint}");
        assert!(playouts == "1" || is_visited(&rows[0]), "{hint}");
    }
}

/// White, who has passed, has a dead stone on B4: Black may pass and win, but has other moves.
#[test]
fn a_hint_after_a_pass_has_candidates() {
    let home = Home::new();
    let record = home.record(
        "(;SZ[5]KM[2]AB[ca][cb][ac][bc][cc][ad][cd][be][ce]AW[da][bb][db][eb][dc][dd][ed][de]PL[W];W[])",
    );
    let text = home.play(&["--no-save", &record], "hint\nquit\n");
    let (_, hint) = text.split_once("Tao Go would play ").unwrap();
    let rows = hint
        .lines()
        .skip(2)
        .take_while(|line| !line.starts_with("Expected"));
    assert!(rows.count() > 1, "{hint}");
}
