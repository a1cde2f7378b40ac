//! Output and exit codes of the commands.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Output, Stdio};

use tao_rules::board::Move;

use crate::support::binary;
use crate::support::program::{self, file};

/// A search as short as possible.
const FAST: [&str; 4] = ["--playouts", "20", "--seed", "1"];

fn run(arguments: &[&str], input: &str) -> Output {
    program::run(&[arguments, &FAST].concat(), input)
}

/// The output of a command that must succeed without messages.
fn printed(arguments: &[&str], input: &str) -> String {
    program::printed(run(arguments, input), arguments)
}

/// The error message of a command that must print nothing else and exit with `code`.
fn complaint(arguments: &[&str], code: i32) -> String {
    program::complaint(run(arguments, ""), code, arguments)
}

#[test]
fn genmove_prints_a_move_on_a_line() {
    let record = file("genmove.sgf", "(;SZ[5];B[cc];W[cd])");
    for arguments in [
        &["genmove"][..],
        &["genmove", "--size", "5"],
        &["genmove", "--moves", "B E5 W C3"],
        &["genmove", "--moves", "e5, c3; pass", "--color", "white"],
        &["genmove", &record],
        &["genmove", "-o", "choice=mean", "--option", "symmetry=off"],
        &[
            "genmove",
            &record,
            "--komi",
            "-3",
            "--rules",
            "tromp-taylor",
            "--time",
            "500ms",
        ],
    ] {
        let line = printed(arguments, "");
        assert!(
            line.trim_end().parse::<Move>().is_ok(),
            "{arguments:?}: {line}"
        );
        assert_eq!(line.lines().count(), 1);
    }
}

#[test]
fn genmove_reads_a_record_from_its_input() {
    let record = "(;SZ[5];B[cc];W[cd])";
    let from_file = printed(&["genmove", &file("input.sgf", record)], "");
    assert_eq!(printed(&["genmove", "-"], record), from_file);
    assert_eq!(printed(&["genmove"], record), from_file);
    let empty = ["genmove", "--moves", "", "--size", "3"];
    assert_eq!(printed(&empty, record), printed(&empty, ""));
    assert_eq!(
        printed(&["genmove", "--size", "5", "--moves", "C3 C2"], ""),
        from_file
    );
}

#[test]
fn genmove_prints_json() {
    let text = printed(&["genmove", "--json", "--size", "5", "--moves", "C3"], "");
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["color"], "white");
    assert!(answer["move"].as_str().unwrap().parse::<Move>().is_ok());
    assert!((0.0..=1.0).contains(&answer["win_rate"].as_f64().unwrap()));
    // 25 points and the komi.
    assert!(answer["points_ahead"].as_f64().unwrap().abs() <= 32.5);
    assert!(answer["playouts"].as_u64().unwrap() > 0);
    assert!(answer["seconds"].as_f64().unwrap() >= 0.0);
    let candidates = answer["candidates"].as_array().unwrap();
    let chosen = candidates
        .iter()
        .find(|candidate| candidate["move"] == answer["move"])
        .unwrap();
    assert_eq!(
        (&answer["win_rate"], &answer["visits"]),
        (&chosen["win_rate"], &chosen["visits"])
    );
    assert_eq!(answer["principal_variation"][0], answer["move"]);
}

/// The input is empty in a script that cron starts, and after `</dev/null`.
#[test]
fn an_empty_input_is_no_record() {
    for input in ["", "\n"] {
        let line = printed(&["genmove", "--size", "5"], input);
        assert!(line.trim_end().parse::<Move>().is_ok(), "{line}");
    }
    let output = run(&["genmove"], "no game\n");
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "tao-go: -: no game found: expected `(;`\n");
    let record = "(;SZ[2]KM[0];B[aa])";
    for command in ["score", "solve"] {
        let first_line = |arguments: &[&str]| {
            let text = String::from_utf8(program::run(arguments, record).stdout).unwrap();
            text.lines().next().map(str::to_owned)
        };
        assert!(first_line(&[command]).is_some());
        assert_eq!(first_line(&[command]), first_line(&[command, "-"]));
    }
    let usage = complaint(&["score"], 2);
    assert!(usage.contains("name an SGF record"), "{usage}");
}

/// The input is a pipe that stays open, as a script may inherit one.
#[test]
fn whoever_waits_for_a_record_is_told() {
    let mut program = binary::tao_go();
    program.arg("genmove").args(FAST).stdin(Stdio::piped());
    program.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = program.spawn().unwrap();
    let input = program.stdin.take().unwrap();
    let mut said = BufReader::new(program.stderr.take().unwrap()).lines();
    let line = said.next().unwrap().unwrap();
    assert!(line.ends_with("waiting for a record on the standard input"));
    drop(input);
    assert!(program.wait().unwrap().success());
}

/// Black has only one stone, in a corner, and White fills most of the board.
#[test]
fn a_lost_game_is_told() {
    let rows = ["a", "b", "c", "d", "e", "f"].map(|row| {
        let stones = ["a", "b", "c", "d", "e", "f"].map(|column| format!(";B[];W[{column}{row}]"));
        stones.concat()
    });
    let record = format!("(;SZ[9]KM[7];B[ii];W[hi]{})", rows.concat());
    let arguments = |more: &[&'static str]| {
        let fixed = [
            "genmove",
            "--playouts",
            "100",
            "--seed",
            "1",
            "--threads",
            "1",
        ];
        [&fixed[..], more].concat()
    };
    let run = |more: &[&'static str]| {
        let mut command = program::tao_go(&[]);
        let command = command.args(arguments(more)).write_stdin(&*record);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        (
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (mv, warning) = run(&[]);
    assert!(mv.trim_end().parse::<Move>().is_ok(), "{mv}");
    assert!(
        warning.contains("the position looks lost, win rate 0."),
        "{warning}"
    );
    let may_resign = |more| {
        let (json, warning) = run(more);
        assert_eq!(warning, "");
        serde_json::from_str::<serde_json::Value>(&json).unwrap()["may_resign"].clone()
    };
    assert_eq!(may_resign(&["--json"]), true);
    assert_eq!(may_resign(&["--json", "--never-resign"]), false);
    assert_eq!(may_resign(&["--json", "--color", "white"]), false);
    assert_eq!(run(&["--never-resign"]).1, "");
}

#[test]
fn genmove_names_the_wrong_move() {
    for (moves, expected) in [
        (
            "B E5 W C3 B Z9",
            "--moves: move 3 `Z9`: Z9 is off the board",
        ),
        ("B E5 W I3", "--moves: move 2 `I3`: invalid vertex `I3`"),
        ("E5 E5", "--moves: move 2 `E5`: E5 is occupied"),
        ("E5 B", "--moves: move 2 `B`: a move must follow the color"),
    ] {
        let complaint = complaint(&["genmove", "--moves", moves], 2);
        assert_eq!(complaint, format!("tao-go: {expected}\n"));
    }
}

#[test]
fn genmove_names_the_wrong_file() {
    let junk = file("junk.sgf", "no game at all");
    for path in [
        junk.as_str(),
        "/nonexistent/game.sgf",
        "-",
        env!("CARGO_TARGET_TMPDIR"),
    ] {
        let complaint = complaint(&["genmove", path], 3);
        assert!(
            complaint.starts_with(&format!("tao-go: {path}: ")),
            "{complaint}"
        );
        assert_eq!(complaint.lines().count(), 1);
    }
}

#[test]
fn genmove_reads_no_more_than_a_game_can_have() {
    let large = " ".repeat(17 << 20);
    let output = run(&["genmove", "-"], &large);
    assert_eq!(output.status.code(), Some(3));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        complaint.starts_with("tao-go: -: larger than 16 MiB"),
        "{complaint}"
    );
}

#[cfg(unix)]
#[test]
fn genmove_refuses_an_endless_file() {
    let complaint = complaint(&["genmove", "/dev/zero"], 3);
    assert!(
        complaint.contains("/dev/zero: larger than 16 MiB"),
        "{complaint}"
    );
}

#[test]
fn rules_and_ko_decide_which_repetitions_are_illegal() {
    let sending_two_returning_one = "play b c2\nplay w a2\nplay b b2\nplay w b1\nplay b d1\n\
        play w c1\nplay b a1\nis_legal w b1\n";
    for (kind, expected) in [
        (&[][..], "= 0"),
        (&["--ko", "positional"], "= 0"),
        (&["--ko", "situational"], "= 1"),
        (&["--ko", "simple"], "= 1"),
        (&["--rules", "cgos", "--ko", "simple"], "= 1"),
    ] {
        let answers = printed(&[&["gtp"], kind].concat(), sending_two_returning_one);
        let last = answers.trim_end_matches('\n').lines().last();
        assert_eq!(last, Some(expected), "{kind:?}");
    }
}

#[test]
fn several_threads_make_as_many_playouts_as_one() {
    for threads in ["1", "4"] {
        let arguments = ["genmove", "--json", "--threads", threads, "--memory", "1"];
        let figures = printed(&arguments, "");
        assert!(figures.contains("\"playouts\":20,"), "{figures}");
    }
}

#[test]
fn bad_arguments_are_usage_errors() {
    let record = file("usage.sgf", "(;SZ[9])");
    for (arguments, expected) in [
        (&["genmove", "--preset", "tao-go-2011"][..], "tao-go-2010"),
        (&["genmove", "--rules", "chinse"], "chinese"),
        (&["genmove", "--ko", "super"], "situational"),
        (&["play", "--color", "always"], "use `--colors`"),
        (&["gtp", "--log-level", "loud"], "trace"),
        (&["gtp", "-o", "chioce=mean"], "did you mean `choice`?"),
        (&["gtp", "--time", "0"], "500ms"),
        (&["gtp", "--time", "10x"], "500ms"),
        (&["genmove", "--color", "red"], "red"),
        (
            &["genmove", "--moves", "E5", &record],
            "cannot be used with",
        ),
        (
            &["genmove", "--size", "13", &record],
            "--size 13: the game is played on 9x9",
        ),
        (
            &["gtp", "-o", "choice=best"],
            "--option choice=best: bad value `best`",
        ),
        (&["gtp", "-o", "choice"], "KEY=VALUE"),
        (
            &["config", "-o", "choice=best"],
            "--option choice=best: bad value `best`",
        ),
        (&["genmoves"], "genmove"),
    ] {
        let complaint = complaint(arguments, 2);
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
}

#[test]
fn a_number_out_of_range_is_answered_with_the_range() {
    let whole = "write a whole number ";
    for (arguments, expected) in [
        ("gtp --size 20", "from 2 to 19"),
        ("gtp --size x", "from 2 to 19"),
        ("gtp --threads 0", "from 1 to 1024"),
        ("gtp --memory 0", "from 1 to 131072"),
        ("gtp --playouts 0", "of at least 1"),
        ("gtp --seed x", "of at least 0"),
        ("play --periods 0 --byo-yomi 5s", "of at least 1"),
        ("gmp --handicap x", "from 0 to 360"),
    ] {
        let complaint = complaint(&arguments.split(' ').collect::<Vec<_>>(), 2);
        let expected = format!("{whole}{expected}");
        assert!(complaint.contains(&expected), "{arguments}: {complaint}");
    }
    for (arguments, expected) in [
        (
            "gtp --komi nan",
            "write a number of points from -400 to 400, such as `7`",
        ),
        ("gtp --komi 1e300", "from -400 to 400"),
        ("gtp --komi -400.5", "from -400 to 400"),
        ("gtp --level 0", "a level is a number from 1 to 26"),
        ("gtp --time 0s", "not above zero: write a time"),
        (
            "play --handicap 10",
            "--handicap 10: invalid number of stones: from 2 to 9 on 9x9",
        ),
        (
            "gmp --handicap 1",
            "--handicap 1: invalid number of stones: from 2 to 80 on 9x9",
        ),
        ("gmp --size 9 --handicap 81", "from 2 to 80 on 9x9"),
        (
            "gmp --size 5 --placement fixed --handicap 2",
            "there are no handicap points on 5x5",
        ),
    ] {
        let complaint = complaint(&arguments.split(' ').collect::<Vec<_>>(), 2);
        assert!(complaint.contains(expected), "{arguments}: {complaint}");
    }
}

#[test]
fn a_negative_value_is_taken_for_a_value() {
    for (arguments, expected) in [
        (
            "play --main-time -5s",
            "invalid value '-5s' for '--main-time <TIME>': not above zero",
        ),
        (
            "gtp --time -0.5",
            "invalid value '-0.5' for '--time <TIME>': not above zero",
        ),
        (
            "gtp --size -3",
            "invalid value '-3' for '--size <N>': write a whole number from 2 to 19",
        ),
        ("gtp --seed -1", "of at least 0"),
    ] {
        let complaint = complaint(&arguments.split(' ').collect::<Vec<_>>(), 2);
        assert!(complaint.contains(expected), "{arguments}: {complaint}");
        assert!(!complaint.contains("-- -"), "{arguments}: {complaint}");
    }
}

#[test]
fn a_record_in_place_of_a_command_gets_the_commands_for_records() {
    let record = std::env::temp_dir().join(format!("tao go {}", std::process::id()));
    fs::write(&record, "(;SZ[9])").unwrap();
    for (file, quoted) in [
        ("game.sgf", "game.sgf".to_owned()),
        (record.to_str().unwrap(), format!("'{}'", record.display())),
    ] {
        let complaint = complaint(&[file], 2);
        for command in ["analyze", "play"] {
            let advice = format!("`tao-go {command} {quoted}`");
            assert!(complaint.contains(&advice), "{complaint}");
        }
    }
    fs::remove_file(&record).unwrap();
    let other = complaint(&["anlyze"], 2);
    assert!(
        other.contains("'analyze'") && !other.contains("finds the mistakes"),
        "{other}"
    );
}

#[test]
fn commands_that_have_moved_say_where_they_are() {
    for command in [
        "match --a plain-uct --b playouts",
        "selfplay games",
        "learn games",
        "book build my.taobook",
        "book grow my.taobook",
        "book import my.taobook game.sgf",
        "book check my.taobook",
        "book merge my.taobook",
        "book export my.taobook",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let name = words[..if words[0] == "book" { 2 } else { 1 }].join(" ");
        let advice = format!(
            "`{name}` is a command of `tao-lab` now: cargo run --release -p tao-lab -- {name}"
        );
        let complaint = complaint(&words, 2);
        assert!(complaint.contains(&advice), "{complaint}");
    }
    for words in [&["build"][..], &["book", "match"]] {
        assert!(!complaint(words, 2).contains("tao-lab"), "{words:?}");
    }
}

#[test]
fn play_executes_a_script_of_commands() {
    let transcript = printed(
        &["play", "--ascii", "--size", "5"],
        "help\nC3\ncandidates\nhint\nscore\nZ9\nC3\nnonsense\nundo\nundo\nboard\nresign\nE5\nundo\nC3\nquit\n",
    );
    for expected in [
        "You are black (X), 5x5, komi 7, chinese rules.",
        "take back your latest move",
        "Tao Go plays ",
        "Tao Go would play ",
        "move   win rate    visits",
        "There is no column Z on 5x5: the last one is E.",
        "`nonsense` is neither a move nor a command",
        "You have not moved yet.",
        "Black resigns, white wins.",
        "The game is over",
        "Goodbye.",
    ] {
        assert!(
            transcript.contains(expected),
            "{expected} is missing in\n{transcript}"
        );
    }
    assert!(!transcript.contains('\x1b'));
}

#[test]
fn play_gives_the_player_the_chosen_color_and_ends_with_the_input() {
    let transcript = printed(
        &[
            "play", "--you", "white", "--size", "5", "--colors", "always",
        ],
        "",
    );
    assert!(transcript.contains("You are white"));
    assert!(transcript.contains("Tao Go plays "));
    assert!(transcript.contains('\x1b'));
    assert!(transcript.ends_with("Goodbye.\n"));
    let transcript = printed(&["play", "--color", "white", "--size", "5"], "");
    assert!(transcript.contains("You are white"), "another name of it");
    let transcript = printed(&["play", "--handicap", "2"], "quit\n");
    assert!(
        transcript.contains("Tao Go plays "),
        "white moves first after a handicap"
    );
}

#[test]
fn after_a_resignation_the_game_goes_on_to_its_end() {
    let points = ["1", "2", "3", "4", "5"]
        .map(|row| ["A", "B", "C", "D", "E"].map(|column| format!("{column}{row}\n")))
        .concat()
        .concat();
    let arguments = [
        "play", "--ascii", "--size", "5", "--komi", "-400", "--seed", "1",
    ];
    let output = program::tao_go(&[])
        .args(arguments)
        .args(["--playouts", "500", "--preset", "playouts"])
        .write_stdin(format!("{points}resume\n{points}"))
        .output()
        .unwrap();
    let transcript = String::from_utf8_lossy(&output.stdout);
    let (_, after) = transcript
        .split_once("White resigns, black wins.")
        .unwrap_or_else(|| panic!("{transcript}"));
    let (_, after) = after.split_once("The game goes on.\n").unwrap();
    assert!(after.contains("Tao Go plays "), "{transcript}");
    assert!(!after.contains("White resigns"), "{transcript}");
    assert!(!transcript.contains("must be captured"), "{transcript}");
}

#[test]
fn two_passes_end_the_game_with_a_score() {
    let transcript = printed(
        &["play", "--ascii", "--size", "2", "--komi", "0.5"],
        &"pass\n".repeat(20),
    );
    assert!(
        transcript.contains("Two passes end the game."),
        "{transcript}"
    );
    assert!(transcript.contains(" wins by "), "{transcript}");
}
