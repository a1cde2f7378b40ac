//! The command `tao-go score`.

use std::process::Output;

use serde_json::{Value, json};

use crate::support::program;

/// A finished game: Black owns the left, White the right, each without doubt and with a dead stone of the other.
const FINISHED: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]
    AB[aa][ac][ae][bc][ca][cb][cc][cd][ce][eb]AW[da][db][dc][dd][de][ec][bd]PL[B];B[];W[])";

fn run(arguments: &[&str], input: &str) -> Output {
    program::run(&[&["score"], arguments].concat(), input)
}

/// The output of a run that must succeed without messages.
fn printed(arguments: &[&str], input: &str) -> String {
    program::printed(run(arguments, input), arguments)
}

fn json_of(arguments: &[&str], input: &str) -> Value {
    serde_json::from_str(&printed(&[&["--json"], arguments].concat(), input)).unwrap()
}

#[test]
fn the_report_has_score_dead_stones_and_board() {
    let expected = "B+4.5
Black 15, White 10 and komi 0.5, neutral 0; chinese rules, after 2 moves.
Dead: E4 B2

    A B C D E
  5 X b X O w 5
  4 b b X O x 4
  3 X X X O O 3
  2 b o X O w 2
  1 X b X O w 1
    A B C D E

X O stones, x o dead stones, b w territory
";
    assert_eq!(printed(&["-"], FINISHED), expected);
    assert_eq!(printed(&["-", "--ascii"], FINISHED), expected);
    let colored = printed(&["-", "--colors", "always"], FINISHED);
    assert!(
        colored.contains('\x1b') && colored.contains('◆'),
        "{colored}"
    );
}

#[test]
fn in_chinese_stones_are_counted_against_half_of_the_board() {
    let handicap = "(;SZ[5]KM[0]HA[2]AB[bb][dd];W[];B[])";
    let shared = "(;SZ[2]KM[1]AB[aa]AW[bb];B[];W[])";
    for (record, expected) in [
        (
            FINISHED,
            "数子：黑 15 子，白 10 子；归本数 12½，黑多 2½ 子，贴 ¼ 子：黑胜 2¼ 子。",
        ),
        (
            handicap,
            "数子：黑 25 子，白 0 子；归本数 12½，黑多 12½ 子，贴 0 子，还 1 子：黑胜 11½ 子。",
        ),
        (
            shared,
            "数子：黑 2 子，白 2 子；归本数 2，黑多 0 子，贴 ½ 子：白胜 ½ 子。",
        ),
    ] {
        let report = printed(&["-", "--lang", "zh"], record);
        assert_eq!(report.lines().nth(2), Some(expected), "{report}");
        assert!(!printed(&["-", "--lang", "en"], record).contains("子"));
    }
    let territory = printed(&["-", "--lang", "zh", "--rules", "japanese"], FINISHED);
    assert!(!territory.contains("子"), "{territory}");
}

#[test]
fn json_has_score_stones_and_ownership() {
    let expected = json!({
        "score": "B+4.5",
        "lead": 4.5,
        "winner": "black",
        "estimate": null,
        "black": 15,
        "white": 10,
        "neutral": 0,
        "prisoners": null,
        "komi": 0.5,
        "handicap_bonus": 0.0,
        "rules": "chinese",
        "size": 5,
        "moves": 2,
        "settled": true,
        "dead": ["E4", "B2"],
        "seki": [],
        "ownership": ["BBBWW", "BBBWW", "BBBWW", "BBBWW", "BBBWW"],
        "best_play": null,
    });
    assert_eq!(json_of(&["-"], FINISHED), expected);
}

#[test]
fn the_score_with_best_play_is_told_where_few_points_are_open() {
    let center = "(;SZ[3]KM[0.5];B[bb])";
    let report = printed(&["-", "--playouts", "10"], center);
    assert!(
        report.ends_with("\nWith best play: B+8.5 (exact)\n"),
        "{report}"
    );
    for (record, expected) in [(center, json!("B+8.5")), ("(;SZ[9])", Value::Null)] {
        let answer = json_of(&["-", "--playouts", "10"], record);
        assert_eq!(answer["best_play"], expected);
    }
}

#[test]
fn an_unfinished_game_has_an_estimate_first() {
    let moves = ["--moves", "E5 E3 G4", "--playouts", "100"];
    let report = printed(&moves, "");
    assert!(
        report.starts_with("An estimate, as the game is not over: "),
        "{report}"
    );
    let (_, count) = report
        .split_once("\nCounted as it is now: W+6.0\n")
        .unwrap();
    assert!(
        count.starts_with("Black 2, White 1 and komi 7, neutral 78;"),
        "{count}"
    );
    assert_eq!(report, printed(&moves, ""), "it is always the same");
    let answer = json_of(&moves, "");
    let estimate = &answer["estimate"];
    assert!(estimate["lead"].as_f64().unwrap().abs() < 20.0, "{answer}");
    assert!((0.1..0.9).contains(&estimate["win_rate"].as_f64().unwrap()));
    assert_eq!(estimate["exact"], false);
}

/// With a single stone on the board, nobody can tell yet who will own most points.
#[test]
fn after_a_few_moves_the_owners_are_unknown() {
    for rules in ["chinese", "tromp-taylor"] {
        let arguments = ["--moves", "E5", "--playouts", "100", "--rules", rules];
        let owners = json_of(&arguments, "")["ownership"].to_string();
        let known = owners.matches(['B', 'W']).count();
        assert!(known < 20, "{rules}: {owners}");
        let report = printed(&arguments, "");
        assert!(report.matches(" b").count() < 20, "{report}");
    }
}

#[test]
fn flags_set_rules_and_komi() {
    for (arguments, score, dead) in [
        (&["-", "--komi", "-3.5"][..], "B+8.5", json!(["E4", "B2"])),
        (&["-", "--komi", "5"], "0", json!(["E4", "B2"])),
        (&["-", "--rules", "cgos"], "B+3.5", json!([])),
    ] {
        let answer = json_of(arguments, FINISHED);
        assert_eq!(
            (&answer["score"], &answer["dead"]),
            (&json!(score), &dead),
            "{arguments:?}"
        );
    }
    assert_eq!(
        json_of(&["-", "--komi", "5"], FINISHED)["winner"],
        Value::Null
    );
}

#[test]
fn the_score_is_that_of_gtp() {
    let path = program::file("score.sgf", FINISHED);
    let answer = json_of(&[&path], "");
    let commands =
        format!("loadsgf {path}\nfinal_score\nfinal_status_list dead\nfinal_status_list seki\n");
    let answers = program::printed(program::run(&["gtp"], &commands), &["gtp"]);
    assert_eq!(answer["score"], "B+4.5");
    assert_eq!(answers, "= \n\n= B+4.5\n\n= E4\nB2\n\n= \n\n");
}

#[test]
fn any_position_of_a_game_can_be_counted() {
    let game = "(;SZ[5]KM[0.5];B[cc];W[bb];AB[aa]AE[bb];W[dd])";
    for (at, moves, score) in [("0", 0, "W+0.5"), ("1", 1, "B+24.5"), ("3", 3, "B+0.5")] {
        // `-q`, because set-up between moves gets a warning.
        let answer = json_of(
            &["-", "-q", "--at", at, "--rules", "cgos", "--playouts", "10"],
            game,
        );
        assert_eq!(
            (&answer["moves"], &answer["score"]),
            (&json!(moves), &json!(score)),
            "{at}"
        );
    }
    let moves = [
        "--moves",
        "C3 B4 D2",
        "--size",
        "5",
        "--rules",
        "cgos",
        "--komi",
        "0",
        "--playouts",
        "10",
    ];
    for (at, score) in [("0", "0"), ("1", "B+25.0"), ("2", "0"), ("3", "B+1.0")] {
        let answer = json_of(&[&moves[..], &["--at", at]].concat(), "");
        assert_eq!(answer["score"], score, "{at}");
    }
    let report = printed(&[&moves[..], &["--at", "1"]].concat(), "");
    assert!(report.contains(" rules, after 1 move.\n"), "{report}");
}

/// Black has two handicap stones, alone on the board.
#[test]
fn handicap_stones_cost_points_by_the_rules() {
    let record = "(;SZ[5]KM[0.5]HA[2]AB[bb][dd]RU[Chinese])";
    for (arguments, score) in [
        (&["-"][..], 22.5),
        (&["-", "--handicap-bonus", "N-1"], 23.5),
        (&["-", "--handicap-bonus", "0"], 24.5),
        (&["-", "--rules", "cgos"], 24.5),
        (&["-", "--rules", "cgos", "--handicap-bonus", "N"], 22.5),
    ] {
        let arguments = [arguments, &["--playouts", "10"]].concat();
        assert_eq!(json_of(&arguments, record)["lead"], score, "{arguments:?}");
    }
    let report = printed(&["-", "--playouts", "10"], record);
    assert!(
        report.contains("and komi 0.5, 2 for handicap stones, neutral 0"),
        "{report}"
    );
}

#[test]
fn territory_and_prisoners_count_under_such_rules_of_a_record() {
    for (rules, counts_territory) in [
        ("Japanese", true),
        ("japanese", true),
        ("Korean", true),
        ("JP", true),
        ("Chinese", false),
        ("AGA", false),
        ("", false),
    ] {
        // Black captures a stone.
        let record = format!(
            "(;SZ[5]KM[0.5]RU[{rules}];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]
            ;B[ba];W[aa];B[ab];W[ee];B[];W[])"
        );
        let area = "Black 15, White 10 and komi 0.5, neutral 0;";
        let territory =
            "Black 8+1, White 4+0 (territory+prisoners) and komi 0.5, neutral 0; japanese";
        let count = if counts_territory { territory } else { area };
        let report = printed(&["-"], &record);
        assert!(report.contains(count), "{rules}: {report}");
        assert!(printed(&["-", "--rules", "chinese"], &record).contains(area));
        assert!(printed(&["-", "--rules", "japanese"], &record).contains(territory));
    }
}

#[test]
fn errors_name_argument_or_file() {
    let junk = program::file("score-junk.sgf", "(;SZ[9]\n;B[ee]W[E4])");
    let wrong_move = format!(
        "{junk}: line 2, column 7: expected move 2 to be a point from `aa` to `ii` or `[]`, a pass, found `W[E4]`"
    );
    for (arguments, code, expected) in [
        (&["-", "--moves", "E5"][..], 2, "cannot be used with"),
        (
            &["--moves", "E5 E5"],
            2,
            "--moves: move 2 `E5`: E5 is occupied",
        ),
        (
            &["--moves", "E5", "--at", "2"],
            2,
            "--at 2: the game has 1 move\n",
        ),
        (&["-", "--at", "3"], 2, "--at 3: the game has 2 moves"),
        (&["-", "--at", "-1"], 2, "-1"),
        (
            &["-", "--size", "9"],
            2,
            "--size 9: the game is played on 5x5",
        ),
        (&["/nonexistent.sgf"], 3, "/nonexistent.sgf: "),
        (&[&junk], 3, &wrong_move),
    ] {
        let complaint = program::complaint(run(arguments, FINISHED), code, arguments);
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
}
