//! The command `tao-go solve`, and what other commands say about exact results.

use serde_json::Value;

use crate::support::program::{self, run};

/// White, with two eyes on the right, is to move; three points between are open.
const ENDING: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]
    AB[ba][bb][ab][bc][bd][ad][be]AW[da][db][eb][dc][dd][ed][de]PL[W])";

/// The output of a run that must succeed without messages.
fn printed(arguments: &[&str], input: &str) -> String {
    program::printed(run(arguments, input), arguments)
}

fn json_of(arguments: &[&str], input: &str) -> Value {
    serde_json::from_str(&printed(arguments, input)).unwrap()
}

#[test]
fn the_report_has_the_score_the_line_and_the_costs() {
    let report = printed(&["solve", "--size", "3", "--komi", "0"], "");
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines.len(), 3, "{report}");
    assert_eq!(lines[0], "B+9.0 (exact)");
    assert!(lines[1].starts_with("Best play of black: B2"), "{report}");
    assert!(lines[2].contains(" nodes, "), "{report}");
}

#[test]
fn a_record_is_solved_for_either_color() {
    for (color, score) in [("white", "W+1.5"), ("black", "B+0.5")] {
        let arguments = ["solve", "--json", "--color", color, "-"];
        let json = json_of(&arguments, ENDING);
        assert_eq!(json["exact"], true, "{json}");
        assert_eq!(json["score"], score, "{json}");
        assert_eq!(json["color"], color);
        assert_eq!(json["outcome"], "win");
        assert_eq!(json["move"], json["line"][0]);
        assert_eq!(json["lead"], json["at_least"]);
        assert_eq!(json["lead"], json["at_most"]);
    }
}

#[test]
fn komi_makes_a_draw() {
    let json = json_of(&["solve", "--size", "3", "--komi", "9", "--json"], "");
    assert_eq!(json["outcome"], "draw");
    assert_eq!(json["score"], "0");
    assert_eq!(json["lead"], 0.0);
}

#[test]
fn out_of_budget_the_result_is_unknown() {
    let arguments = ["solve", "--size", "5", "--nodes", "500"];
    let report = printed(&arguments, "");
    assert!(
        report.starts_with("unknown: Black ends between "),
        "{report}"
    );
    let json = json_of(&[&arguments[..], &["--json"]].concat(), "");
    assert_eq!(json["exact"], false);
    for key in ["score", "lead", "outcome", "move"] {
        assert!(json[key].is_null(), "{key}: {json}");
    }
    assert!(json["nodes"].as_u64().unwrap() <= 501);
}

#[test]
fn bad_arguments_and_files_are_refused() {
    assert_eq!(run(&["solve", "--nodes", "0"], "").status.code(), Some(2));
    assert_eq!(run(&["solve", "--moves", "Z9"], "").status.code(), Some(2));
    assert_eq!(run(&["solve", "-"], "no game").status.code(), Some(3));
}

/// White has passed. If all stones on the board counted, a pass of Black's would hold the loss to four points, but the stone on E3
/// is dead, and White may still capture it.
#[test]
fn a_pass_wins_nothing_by_dead_stones() {
    let passed = "(;SZ[5]KM[4]AB[ba][bb][ab][bc][bd][ad][be][ec]AW[ca][cb][cc][cd][ce][da][dc][dd][ed]PL[W];W[])";
    for (rules, score) in [("chinese", "W+9.0"), ("cgos", "W+4.0")] {
        let json = json_of(&["solve", "--json", "--rules", rules, "-"], passed);
        assert_eq!(json["score"], score, "{json}");
        assert_eq!(
            json["score_without_dead"].is_null(),
            rules == "cgos",
            "{json}"
        );
        let options = ["--json", "--rules", rules, "-o", "solve-below=25", "-"];
        let count = json_of(&[&["score"], &options[..]].concat(), passed);
        assert_eq!(count["best_play"], score, "{count}");
    }
    let commands = "boardsize 5\nkgs-rules chinese\nkomi 4\n\
        set_position b B5 b B4 b A4 b B3 b B2 b A2 b B1 b E3 w C5 w C4 w C3 w C2 w C1 w D5 w D3 w D2 w E2\n\
        play w pass\nfinal_score\ntao-solve\n";
    let output = run(&["gtp"], commands);
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(answers[5], "= W+9.0", "{text}");
    assert!(answers[6].starts_with("= W+9.0 "), "{text}");
}

#[test]
fn genmove_says_what_is_exact() {
    let arguments = ["genmove", "--json", "--seed", "1", "--playouts", "50", "-"];
    let json = json_of(&arguments, ENDING);
    assert_eq!(json["exact"]["result"], "win", "{json}");
    assert_eq!(json["exact"]["points_ahead"], 1.5);
    assert_eq!(json["exact"]["line"][0], json["move"]);
    assert_eq!(json["win_rate"], 1.0);
    assert_eq!(json["points_ahead"], 1.5);
    let off = ["-o", "solve-below=0"];
    let json = json_of(&[&off[..], &arguments[..]].concat(), ENDING);
    assert!(json["exact"].is_null(), "{json}");
}

#[test]
fn an_analysis_says_what_is_exact() {
    let json = json_of(&["analyze", "--json", "--playouts", "20", "-"], ENDING);
    assert_eq!(json["end"]["exact"], true, "{json}");
    assert_eq!(json["end"]["win_rate"], 1.0);
    assert_eq!(json["end"]["score"], 1.5);
    assert_eq!(json["end"]["candidates"][0]["win_rate"], 1.0);
    assert_eq!(json["end"]["best"], json["end"]["principal_variation"][0]);
    let table = printed(&["analyze", "--playouts", "20", "-"], ENDING);
    assert!(
        table.contains("white is to move: win rate 100.0 %, score +1.5 (exact), best move "),
        "{table}"
    );
    let passed = ENDING.replace(')', ";W[])");
    let json = json_of(&["analyze", "--json", "--playouts", "20", "-"], &passed);
    // After the pass Black moves first: White has thrown away two points and the game.
    assert_eq!(json["moves"][0]["points_lost"], 2.0, "{json}");
    assert_eq!(json["moves"][0]["win_rate_lost"], 1.0);
    let table = printed(&["analyze", "--playouts", "20", "-"], &passed);
    assert!(table.contains(" 2.0 ?? exact\n"), "{table}");
}

#[test]
fn the_score_in_a_terminal_game_is_exact_where_it_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ending.sgf");
    std::fs::write(&file, ENDING).unwrap();
    let file = file.to_str().unwrap();
    let arguments = [
        "play",
        "--ascii",
        "--no-save",
        "--playouts=20",
        "--seed=1",
        file,
    ];
    let text = printed(&arguments, "score\nquit\n");
    let estimate = "With best play White wins by 1.5 (exact). Likely owner of each point:";
    assert!(text.contains(estimate), "{text}");
}

#[test]
fn live_analysis_shows_the_exact_result() {
    let input = "boardsize 5\nkomi 0.5\nset_free_handicap B5 B4 A4 B3 B2 A2 B1\nplay w D5\nplay w D4\nplay w E4\n\
        play w D3\nplay w D2\nplay w E2\nplay w D1\nkata-analyze w 1 rootInfo true\n";
    let arguments = "gtp --preset playouts --playouts 20 --handicap-bonus 0";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let output = run(&arguments, input);
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text
        .lines()
        .rfind(|line| line.starts_with("info "))
        .unwrap();
    let first = line.split(" info ").next().unwrap();
    assert!(
        first.contains(" winrate 1.000000 ") && first.contains(" scoreLead 1.5000 "),
        "{line}"
    );
    let root = line.split("rootInfo").last().unwrap();
    assert!(
        root.contains(" winrate 1.000000 ") && root.contains(" scoreLead 1.5000 "),
        "{line}"
    );
}

#[test]
fn gtp_solves_the_game() {
    let input = "boardsize 3\nkomi 0\ntao-solve\ntao-solve x\nboardsize 9\ntao-solve 0.001\n";
    let output = run(&["gtp"], input);
    let text = String::from_utf8(output.stdout).unwrap();
    let responses: Vec<&str> = text.split("\n\n").collect();
    assert!(responses[2].starts_with("= B+9.0 B2"), "{text}");
    assert_eq!(responses[3], "? syntax error");
    assert_eq!(responses[5], "= unknown");
}
