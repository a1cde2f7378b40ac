//! `tao-go analyze` as a shell sees it: table, JSON, annotated SGF, pictures, and what Ctrl-C leaves.

mod last;
mod outputs;
mod page;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tao_sgf as sgf;

use crate::support::{binary, program, python};

/// A handicap game in which White wastes a move, passes and resigns.
const GAME: &str = "(;GM[1]FF[4]SZ[7]KM[-1.5]HA[2]AB[cc][ee]RU[NZ]
    PB[A & <B>]PW[J\u{f6}rg \\] C]RE[B+R]
    ;W[ce];B[ec];W[aa];B[dd];W[];B[cd])";

const MOVES: usize = 6;

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    program::folder(&format!("analyze/{name}"))
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = binary::tao_go();
    command.current_dir(folder).arg("analyze").args(arguments);
    command
}

/// Analyzes the game with simulated games, in a folder where it is `game.sgf`.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    fs::write(folder.join("game.sgf"), GAME).unwrap();
    let mut command = command(folder, arguments);
    command.args(["--playouts", "40", "--preset", "playouts"]);
    command.output().unwrap()
}

/// The output of a run that must succeed without messages.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    program::printed(run(folder, arguments), arguments)
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(folder, &[&["--json"], arguments].concat())).unwrap()
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap()
}

#[test]
fn the_table_has_a_row_for_each_move() {
    let table = printed(&folder("table"), &["game.sgf"]);
    let rows = table
        .lines()
        .filter(|line| line.contains(" W ") || line.contains(" B "));
    assert_eq!(rows.count(), MOVES, "{table}");
    for player in ["  black       3 ", "  white       3 "] {
        assert!(table.contains(player), "{table}");
    }
    assert!(
        table.starts_with(
            "Black: A & <B>, White: J\u{f6}rg ] C, result B+R\n7x7, handicap 2, komi -1.5, 6 moves\n"
        ),
        "{table}"
    );
    assert!(table.contains("5 W pass"), "{table}");
    assert!(
        table.contains("\nAfter move 6 white is to move: win rate "),
        "{table}"
    );
}

#[test]
fn threads_and_repetition_change_nothing() {
    let folder = folder("threads");
    let one = printed(&folder, &["game.sgf", "--threads", "1"]);
    for others in [&["--threads", "3"][..], &["--seed", "1"], &[]] {
        assert_eq!(printed(&folder, &[&["game.sgf"], others].concat()), one);
    }
    assert_ne!(printed(&folder, &["game.sgf", "--seed", "2"]), one);
}

#[test]
fn json_has_every_figure() {
    let folder = folder("json");
    let answer = json(&folder, &["game.sgf"]);
    assert_eq!(
        (&answer["complete"], &answer["size"]),
        (&true.into(), &7.into())
    );
    assert_eq!(
        (&answer["white"], &answer["result"]),
        (&"J\u{f6}rg ] C".into(), &"B+R".into())
    );
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), MOVES);
    for (index, mv) in moves.iter().enumerate() {
        assert_eq!(mv["number"], index + 1);
        for key in ["win_rate_before", "win_rate_after", "win_rate_lost"] {
            assert!((0.0..=1.0).contains(&number(mv, key)), "{mv}");
        }
        assert!(number(mv, "points_lost") >= 0.0);
        assert_eq!(mv["principal_variation"][0], mv["best"]);
        assert_candidates(mv);
    }
    assert_eq!(
        (&moves[4]["color"], &moves[4]["move"]),
        (&"white".into(), &"pass".into())
    );
    assert_eq!(
        (&answer["end"]["after"], &answer["end"]["color"]),
        (&MOVES.into(), &"white".into())
    );
    assert_candidates(&answer["end"]);
    for (player, color) in answer["players"]
        .as_array()
        .unwrap()
        .iter()
        .zip(["black", "white"])
    {
        let own: Vec<&Value> = moves.iter().filter(|mv| mv["color"] == color).collect();
        let lost: f64 = own.iter().map(|mv| number(mv, "points_lost")).sum();
        assert!(
            (number(player, "points_lost") - lost / 3.0).abs() < 1e-9,
            "{player}"
        );
        for (field, class, weights) in [
            ("inaccuracies", "inaccuracy", 1.5..3.0),
            ("mistakes", "mistake", 3.0..6.0),
            ("blunders", "blunder", 6.0..1000.0),
        ] {
            let of_class: Vec<_> = own.iter().filter(|mv| mv["class"] == class).collect();
            assert_eq!(player[field], of_class.len(), "{player}");
            let weight =
                |mv: &Value| number(mv, "points_lost") * (1.0 + 4.0 * number(mv, "win_rate_lost"));
            assert!(of_class.iter().all(|mv| weights.contains(&weight(mv))));
        }
    }
    // Two moves of opponents: the value between them is seen from both sides.
    let sum = number(&moves[0], "win_rate_after") + number(&moves[1], "win_rate_before");
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    // The moves of a part of the game have the same figures.
    let part = json(&folder, &["game.sgf", "--moves", "2-3"]);
    assert_eq!(part["moves"].as_array().unwrap()[..], moves[1..3]);
}

/// Checks that the best move comes first, and that the visits of the candidates add up to those of the position, at most 40.
fn assert_candidates(position: &Value) {
    let candidates = position["candidates"].as_array().unwrap();
    assert_eq!(candidates[0]["move"], position["best"], "{position}");
    let visits = |value: &Value| value["visits"].as_u64().unwrap();
    assert!((1..=40).contains(&visits(position)), "{position}");
    let sum: u64 = candidates.iter().map(visits).sum();
    assert!(candidates.iter().all(|candidate| visits(candidate) > 0));
    assert_eq!(sum, visits(position), "none has less than a hundredth");
    let mut rates = candidates
        .iter()
        .map(|candidate| number(candidate, "win_rate"));
    assert!(rates.all(|rate| (0.0..=1.0).contains(&rate)));
}

#[test]
fn the_annotated_game_reads_as_the_same_game() {
    let folder = folder("sgf");
    let mistakes = json(&folder, &["game.sgf", "--sgf", "out.sgf"])["mistakes"].clone();
    let text = fs::read_to_string(folder.join("out.sgf")).unwrap();
    let [before, after] = [GAME, &text].map(|text| sgf::read(text.as_bytes()).unwrap());
    assert_eq!(before.moves(), after.moves());
    assert_eq!(
        (before.board(), before.komi(), before.handicap()),
        (after.board(), after.komi(), after.handicap())
    );
    assert_eq!(
        sgf::read_record(text.as_bytes(), &sgf::ReadOptions::default())
            .unwrap()
            .header,
        sgf::read_record(GAME.as_bytes(), &sgf::ReadOptions::default())
            .unwrap()
            .header
    );
    assert_eq!(text.matches("SBKV[").count(), MOVES + 1, "{text}");
    assert_eq!(text.matches("SBKS[").count(), MOVES + 1, "{text}");
    let mistakes = mistakes.as_array().unwrap().len();
    assert!(mistakes > 0);
    assert_eq!(text.matches(" loses ").count(), mistakes, "{text}");
    assert_eq!(text.matches("(;").count(), 1 + 2 * mistakes, "{text}");
}

#[test]
fn pictures_go_into_a_file_or_a_folder_and_are_xml() {
    let folder = folder("svg");
    let names = |place: &str| {
        let mut names: Vec<_> = fs::read_dir(folder.join(place))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    printed(&folder, &["game.sgf", "--svg", "graph.svg"]);
    assert_eq!(names("."), ["game.sgf", "graph.svg"]);
    printed(&folder, &["game.sgf", "--svg", "pictures", "--at", "1,6"]);
    let expected = [
        "move-1-candidates.svg",
        "move-1-owners.svg",
        "move-6-candidates.svg",
        "move-6-owners.svg",
        "win-rate.svg",
    ];
    assert_eq!(names("pictures"), expected);
    for name in expected {
        let picture = fs::read_to_string(folder.join("pictures").join(name)).unwrap();
        assert_well_formed(&picture);
    }
    let graph = fs::read_to_string(folder.join("graph.svg")).unwrap();
    assert_well_formed(&graph);
    assert!(graph.contains("A &amp; &lt;B&gt;"), "{graph}");
    // Without `--at`, the mistakes are drawn.
    let mistakes =
        json(&folder, &["game.sgf", "--svg", "mistakes", "--top", "1"])["mistakes"].clone();
    assert_eq!(
        names("mistakes")[0],
        format!("move-{}-candidates.svg", mistakes[0])
    );
    assert_eq!(names("mistakes").len(), 3);
}

/// Checks that every element is closed in order, and that `<` and `&` only begin tags and entities.
fn assert_well_formed(xml: &str) {
    let mut open = Vec::new();
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        assert!(
            text.split('&').skip(1).all(|entity| entity.contains(';')),
            "{text}"
        );
        let (tag, after) = tag[1..].split_once('>').unwrap();
        match (tag.strip_prefix('/'), tag.strip_suffix('/')) {
            (Some(name), _) => assert_eq!(open.pop(), Some(name), "{xml}"),
            (None, Some(_)) => {}
            (None, None) => open.extend(tag.split(' ').next()),
        }
        assert!(tag.matches('"').count().is_multiple_of(2), "{tag}");
        rest = after;
    }
    assert!(open.is_empty() && rest == "\n", "{open:?}");
}

#[test]
fn games_of_all_kinds_have_sensible_results() {
    let folder = folder("kinds");
    for (record, end) in [
        (
            "(;SZ[5])",
            "\nBefore the first move black is to move: win rate ",
        ),
        (
            "(;SZ[9]HA[2]AB[cc][gg])",
            "\nBefore the first move white is to move: win rate ",
        ),
        (
            "(;SZ[5]KM[0];B[cc];W[];B[])",
            "\nAfter move 3 the game is over: B+25.0 with komi 0.\n",
        ),
        ("(;SZ[5];B[cc])", "5x5, komi 7, 1 move\n"),
        (
            "(;SZ[5];B[cc];B[cd];W[dd])",
            "\nAfter move 3 black is to move: win rate ",
        ),
    ] {
        fs::write(folder.join("kind.sgf"), record).unwrap();
        // `-q` hides the warnings about records without komi.
        let arguments = [
            "kind.sgf", "-q", "--sgf", "out.sgf", "--svg", "out", "--at", "1",
        ];
        let table = printed(&folder, &arguments);
        assert!(table.contains(end), "{record}: {table}");
        assert!(folder.join("out/win-rate.svg").exists());
        assert!(sgf::read(&fs::read(folder.join("out.sgf")).unwrap()).is_ok());
    }
}

#[test]
fn moves_keep_their_numbers_over_set_up() {
    let folder = folder("set-up");
    let record = "(;SZ[5]KM[7];B[cc];W[cd];B[bb];AB[ee];W[dd];B[dc])";
    fs::write(folder.join("set-up.sgf"), record).unwrap();
    let table = run(&folder, &["set-up.sgf", "--svg", "out", "--at", "5"]);
    assert_eq!(
        String::from_utf8_lossy(&table.stderr),
        "tao-go: line 1, column 32: the record begins after move 3, with the stones that are there\n"
    );
    let table = String::from_utf8_lossy(&table.stdout);
    for expected in [
        "5x5, komi 7, 5 moves\n",
        "\n   4 W D2 ",
        "\n   5 B D3 ",
        "\nAfter move 5 white is to move: ",
    ] {
        assert!(table.contains(expected), "{expected}: {table}");
    }
    let picture = fs::read_to_string(folder.join("out/move-5-candidates.svg")).unwrap();
    assert!(picture.contains("D3 was played"), "{picture}");
    for (arguments, complaint) in [
        (&["--moves", "6"][..], "--moves 6: the game has 5 moves\n"),
        (
            &["--moves", "2-3"],
            "--moves 3: stones set up after 3 moves start the game again\n",
        ),
        (
            &["--svg", "out", "--at", "3"],
            "--at 3: stones set up after 3 moves start the game again\n",
        ),
    ] {
        let output = run(&folder, &[&["set-up.sgf", "-q"], arguments].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert_eq!(said, format!("tao-go: {complaint}"));
    }
}

#[test]
fn what_cannot_be_done_is_said_before_anything_is() {
    let folder = folder("errors");
    for (arguments, code, complaint) in [
        (&["none.sgf"][..], 3, "none.sgf: "),
        (
            &["game.sgf", "--moves", "7-"],
            2,
            "--moves 7: the game has 6 moves",
        ),
        (&["game.sgf", "--moves", "3-2"], 2, "write a number, or two"),
        (
            &["game.sgf", "--svg", "out", "--at", "8"],
            2,
            "--at 8: the game has 6 moves",
        ),
        (
            &["game.sgf", "--svg", "out", "--at", "0"],
            2,
            "--at 0: the game has 6 moves",
        ),
        (
            &["game.sgf", "--svg", "out", "--moves", "1-2", "--at", "5"],
            2,
            "--at 5: the move is not among",
        ),
        (
            &["game.sgf", "--svg", "out.svg", "--at", "1"],
            2,
            "--at: boards need a folder",
        ),
        (&["game.sgf", "--at", "1"], 2, "--svg"),
        (&["game.sgf", "--size", "9"], 2, "--size 9"),
    ] {
        let output = run(&folder, arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(complaint), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn an_interrupt_keeps_what_is_done() {
    let folder = folder("interrupt");
    // The end of the game is counted at once. The search of the position before it would never end.
    let record = "(;SZ[9]KM[0];B[ee];W[];B[])";
    fs::write(folder.join("game.sgf"), record).unwrap();
    let arguments = [
        "game.sgf",
        "--json",
        "-v",
        "--moves=3",
        "--threads=2",
        "--playouts=1000000000000",
        "--sgf=out.sgf",
        "--svg=out.svg",
    ];
    let mut program = command(&folder, &arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(program.stderr.take().unwrap()).lines();
    assert!(said.any(|line| line.unwrap().contains("1 of 2 positions")));
    let killed = Command::new("kill")
        .args(["-INT", &program.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    let output = program.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(said.any(|line| line.unwrap().contains("interrupted")));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["complete"], false);
    assert!(answer["moves"].as_array().unwrap().is_empty());
    assert_eq!(
        (number(&answer["end"], "score"), &answer["end"]["best"]),
        (-81.0, &Value::Null)
    );
    let text = fs::read_to_string(folder.join("out.sgf")).unwrap();
    assert_eq!(sgf::read(text.as_bytes()).unwrap().moves().len(), 3);
    assert_eq!(text.matches("SBKV[").count(), 1, "{text}");
    assert_well_formed(&fs::read_to_string(folder.join("out.svg")).unwrap());
}

/// Another program reads the written record, with its variations and all its numbers.
#[test]
#[ignore = "needs Python, pip and its registry"]
fn sgfmill_reads_the_annotated_game() {
    let folder = folder("sgfmill");
    let mistakes = json(&folder, &["game.sgf", "--sgf", "out.sgf"])["mistakes"].clone();
    let script = "
import sys
from sgfmill import sgf
game = sgf.Sgf_game.from_bytes(open(sys.argv[1], 'rb').read())
main = list(game.get_main_sequence())
assert game.get_player_name('b') == 'A & <B>', game.get_player_name('b')
assert all(0 <= float(node.get_raw('SBKV')) <= 100 for node in main)
assert all(abs(float(node.get_raw('SBKS'))) <= 50 for node in main)
branches = [node for node in main if len(node) > 1]
print(len(main) - 1, len(branches), sum(node.has_property('BM') for node in main))
";
    let mut reader = python::with_sgfmill();
    let counts = python::run(reader.args(["-c", script]).arg(folder.join("out.sgf")));
    let mistakes = mistakes.as_array().unwrap().len();
    assert_eq!(counts.trim(), format!("{MOVES} {mistakes} {mistakes}"));
}
