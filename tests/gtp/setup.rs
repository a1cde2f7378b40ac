//! Board size, komi, rules and handicap.

use std::collections::BTreeSet;

use super::conversation::{VERTEX, each, follow, response, responses, session};

const SYNTAX_ERROR: &str = "? syntax error";

#[test]
fn board_sizes() {
    each(
        &["boardsize 9", "boardsize 2", "boardsize 13", "boardsize 19"],
        "= ",
    );
    each(
        &["boardsize", "boardsize x", "boardsize 9.5", "boardsize -9"],
        SYNTAX_ERROR,
    );
    each(
        &[
            "boardsize 0",
            "boardsize 1",
            "boardsize 20",
            "boardsize 1000000",
        ],
        "? unacceptable size",
    );
    follow(&[
        ("play b e5", "= "),
        ("boardsize 26", "? unacceptable size"),
        ("play w e5", "? illegal move"),
        ("query_boardsize", "= 9"),
    ]);
}

#[test]
fn more_arguments_than_a_command_takes_are_refused() {
    each(&["boardsize 9 13", "boardsize 13 9"], "? unacceptable size");
    follow(&[("boardsize 13 13", "= "), ("query_boardsize", "= 13")]);
    each(
        &[
            "boardsize 9 9 9",
            "rectangular_boardsize 9 9 9",
            "komi 6 5",
            "kgs-rules chinese japanese",
            "kata-set-rule ko SIMPLE POSITIONAL",
            "fixed_handicap 2 3",
            "place_free_handicap 2 3",
            "play b e5 w",
            "genmove b w",
            "reg_genmove b w",
            "kgs-genmove_cleanup b w",
            "kata-search b w",
            "gg-undo 1 2",
            "time_settings 0 5 1 1",
            "kgs-time_settings none 5",
            "kgs-time_settings byoyomi 0 5 1 1",
            "time_left b 5 1 1",
            "final_status_list dead alive",
            "tao-solve 1 2",
            "list_stones b w",
            "captures b w",
            "is_legal b e5 w",
            "all_legal b w",
            "level 3 4",
            "set_random_seed 1 2",
            "kata-get-param maxTime maxPlayouts",
            "kata-set-param maxTime 1 2",
            "tao-pv b w",
            "gogui-setup_player b w",
        ],
        SYNTAX_ERROR,
    );
    follow(&[
        ("genmove b w", SYNTAX_ERROR),
        ("move_history", "= "),
        ("known_command play b", "= false"),
        ("query_boardsize now", "= 9"),
    ]);
}

#[test]
fn komi() {
    each(
        &[
            "komi 6.5",
            "komi -3.5",
            "komi 0",
            "komi 1e2",
            "komi 400",
            "komi -400",
        ],
        "= ",
    );
    each(
        &["komi", "komi x", "komi 7,5", "komi nan", "komi inf"],
        SYNTAX_ERROR,
    );
    each(
        &[
            "komi 400.5",
            "komi -1e300",
            "kata-set-rules koSIMPLEkomi500",
        ],
        "? unacceptable komi: not between -400 and 400",
    );
    follow(&[("komi x", SYNTAX_ERROR), ("get_komi", "= 7")]);
    follow(&[
        (
            "komi 1e300",
            "? unacceptable komi: not between -400 and 400",
        ),
        ("get_komi", "= 7"),
    ]);
    follow(&[
        ("komi 5.5", "= "),
        ("clear_board", "= "),
        ("get_komi", "= 5.5"),
    ]);
    follow(&[
        ("komi 5.5", "= "),
        ("boardsize 13", "= "),
        ("get_komi", "= 5.5"),
    ]);
}

#[test]
fn fixed_handicap_is_the_traditional_one() {
    for (stones, points) in [
        (2, "C3 G7"),
        (3, "C3 C7 G7"),
        (4, "C3 C7 G3 G7"),
        (5, "C3 C7 E5 G3 G7"),
        (6, "C3 C5 C7 G3 G5 G7"),
        (7, "C3 C5 C7 E5 G3 G5 G7"),
        (8, "C3 C5 C7 E3 E7 G3 G5 G7"),
        (9, "C3 C5 C7 E3 E5 E7 G3 G5 G7"),
    ] {
        let mut session = session();
        let answer = response(&mut session, &format!("fixed_handicap {stones}"));
        let answered: BTreeSet<&str> = answer[2..].split(' ').collect();
        assert_eq!(answered, points.split(' ').collect(), "{stones} stones");
        assert_eq!(
            response(&mut session, "get_handicap"),
            format!("= {stones}")
        );
    }
}

#[test]
fn impossible_handicaps_are_refused() {
    let no_stones = ("list_stones b", "= ");
    for (command, most) in [
        ("fixed_handicap 1", 9),
        ("fixed_handicap 0", 9),
        ("fixed_handicap 10", 9),
        ("place_free_handicap 81", 80),
    ] {
        let refusal = format!("? invalid number of stones: from 2 to {most} on 9x9");
        follow(&[(command, &refusal), no_stones]);
    }
    for command in [
        "fixed_handicap",
        "fixed_handicap x",
        "fixed_handicap -2",
        "place_free_handicap 2.5",
    ] {
        follow(&[(command, SYNTAX_ERROR), no_stones]);
    }
    for command in [
        "fixed_handicap 2",
        "place_free_handicap 2",
        "set_free_handicap C3 G7",
    ] {
        follow(&[("play b e5", "= "), (command, "? board not empty")]);
    }
    for list in ["C3", "C3 C3", "C3 pass", "C3 z9", "C3 i5", ""] {
        let command = format!("set_free_handicap {list}");
        follow(&[(&command, "? bad vertex list"), no_stones]);
    }
    follow(&[("fixed_handicap 2", "= C3 G7"), ("undo", "? cannot undo")]);
    follow(&[
        ("fixed_handicap 2", "= C3 G7"),
        ("clear_board", "= "),
        ("fixed_handicap 2", "= C3 G7"),
        ("genmove w", VERTEX),
    ]);
}

#[test]
fn a_handicap_leaves_a_point_to_white() {
    let points: Vec<String> = tao_rules::board::Coord::all(9)
        .map(|coord| coord.to_string())
        .collect();
    let all = format!("set_free_handicap {}", points.join(" "));
    let all_but_one = format!("set_free_handicap {}", points[1..].join(" "));
    follow(&[(&all, "? bad vertex list"), (&all_but_one, "= ")]);
}

#[test]
fn the_engine_places_as_many_stones_as_asked() {
    let mut session = session();
    let answer = response(&mut session, "place_free_handicap 4");
    let stones: BTreeSet<&str> = answer[2..].split(' ').collect();
    assert_eq!(stones.len(), 4);
    let list = response(&mut session, "list_stones b");
    assert_eq!(list[2..].split(' ').collect::<BTreeSet<_>>(), stones);
}

#[test]
fn rules_by_name() {
    each(
        &[
            "kgs-rules chinese",
            "kgs-rules aga",
            "kgs-rules new_zealand",
            "kgs-rules cgos",
            "kgs-rules japanese",
        ],
        "= ",
    );
    each(&["kgs-rules foo", "kgs-rules house"], "? unknown rules");
    each(&["kgs-rules"], SYNTAX_ERROR);
    let suicide = [
        ("play w a2", "= "),
        ("play w b1", "= "),
        ("play b a1", "= "),
    ];
    follow(&[&[("kgs-rules new_zealand", "= ")], &suicide[..]].concat());
}

#[test]
fn rules_by_the_names_of_katago() {
    let chinese = r#"= {"friendlyPassOk":true,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#;
    let taylor = chinese
        .replace(r#"suicide":false"#, r#"suicide":true"#)
        .replace(r#"PassOk":true"#, r#"PassOk":false"#)
        .replace(r#"Bonus":"N""#, r#"Bonus":"0""#);
    let taylor = taylor.as_str();
    follow(&[
        ("kata-get-rules", chinese),
        (r#"kata-set-rules {"ko":"Simple", "scoring":"AREA"}"#, "= "),
        ("kata-get-rules", &taylor.replace("POSITIONAL", "SIMPLE")),
        ("kata-set-rules chinese-ogs", "= "),
        ("kata-set-rule suicide TRUE", "= "),
        ("kata-set-rule ko situational", "= "),
        (
            "kata-get-rules",
            &chinese
                .replace("POSITIONAL", "SITUATIONAL")
                .replace(r#"suicide":false"#, r#"suicide":true"#),
        ),
        ("kata-set-rules Tromp_Taylor", "= "),
        ("kata-get-rules", taylor),
        // A rule that another implies is back with that other one.
        ("kata-set-rule scoring TERRITORY", "= "),
        ("kata-set-rule tax SEKI", "= "),
        ("kata-set-rule scoring AREA", "= "),
        ("kata-get-rules", taylor),
    ]);
    for (refused, reason) in [
        ("foo", "unknown rules"),
        ("koSIMPLEx", "unknown rules"),
        ("stone-scoring", "unsupported rules: a tax on groups"),
        ("aga-button", "unsupported rules: the button"),
        ("{", "unknown rules"),
        (r#"{"ko":"ETERNAL"}"#, "unknown rules"),
        (r#"{"whiteHandicapBonus":"2"}"#, "unknown rules"),
        ("ancient-territory", "unsupported rules: a tax on groups"),
        (
            r#"{"scoring":"TERRITORY","tax":"NONE"}"#,
            "unsupported rules: territory in seki",
        ),
        (r#"{"tax":"ALL"}"#, "unsupported rules: a tax on groups"),
        (r#"{"hasButton":true}"#, "unsupported rules: the button"),
    ] {
        let command = format!("kata-set-rules {refused}");
        let answer = format!("? {reason}");
        follow(&[(&command, &answer), ("kata-get-rules", chinese)]);
    }
    each(&["kata-set-rules", "kata-set-rule ko"], SYNTAX_ERROR);
    each(
        &["kata-set-rule ko ETERNAL", "kata-set-rule \" \""],
        "? unknown rules",
    );
    let spight = "? unsupported rules: Spight's ko rule";
    each(&["kata-set-rule ko SPIGHT"], spight);
}

/// The output of `kata-get-rules` sets the same rules again, and so do the rules in one word.
#[test]
fn the_rules_of_katago_are_taken_in_every_form() {
    for (form, word) in [
        ("chinese", "koSIMPLEscoreAREAtaxNONEsui0whbNfpok1"),
        ("japanese", "koSIMPLEscoreTERRITORYtaxSEKIsui0whb0fpok1"),
        ("chineseOGS", "koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1"),
        ("chinese_kgs", "koPOSITIONALscoringAREAsui0button0whbNfpok1"),
        ("tromptaylor", "koPOSITIONALscoreAREAtaxNONEsui1whb0fpok0"),
        ("aga", "koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1"),
        ("New-Zealand", "koSITUATIONALscoreAREAtaxNONEsui1whb0fpok1"),
        ("ing", "koPOSITIONALscoreAREAtaxNONEsui1whb0fpok1"),
        ("GOE", "fpok1"),
    ] {
        let commands = [
            format!("kata-set-rules {form}"),
            format!("kata-set-rules {word}"),
        ];
        let printed = commands.map(|command| {
            let answers = responses(&mut session(), &[&command, "kata-get-rules"]);
            assert_eq!(answers[0], "= ", "{command}");
            answers[1].clone()
        });
        assert_eq!(printed[0], printed[1], "{form}");
        let json = printed[0].strip_prefix("= ").unwrap();
        let again = format!("kata-set-rules {json}");
        let expected = printed[0].as_str();
        follow(&[
            ("kata-set-rules cgos", "= "),
            (&again, "= "),
            ("kata-get-rules", expected),
        ]);
    }
    follow(&[
        ("kata-set-rules koSIMPLEkomi6.5", "= "),
        ("get_komi", "= 6.5"),
        (r#"kata-set-rules {"komi":-3}"#, "= "),
        ("get_komi", "= -3"),
    ]);
}

/// With only two handicap stones on the board, Black owns all 81 points.
#[test]
fn white_gets_points_for_handicap_stones_by_the_rules() {
    for (rules, score) in [
        ("kgs-rules chinese", "= B+72.0"),
        ("kgs-rules aga", "= B+73.0"),
        ("kgs-rules new_zealand", "= B+74.0"),
        ("kgs-rules cgos", "= B+74.0"),
        ("kata-set-rule whiteHandicapBonus 0", "= B+74.0"),
        ("kata-set-rule whiteHandicapBonus N-1", "= B+73.0"),
    ] {
        follow(&[
            (rules, "= "),
            ("fixed_handicap 2", "= C3 G7"),
            ("final_score", score),
            ("get_komi", "= 7"),
        ]);
    }
}

/// Handicap stones are counted as `KataGo` counts them.
#[test]
fn a_handicap_may_be_blacks_first_moves_or_a_position() {
    let score = ("final_score", "= B+72.0");
    follow(&[("set_free_handicap C3 G7", "= "), score]);
    follow(&[("play b C3", "= "), ("play b G7", "= "), score]);
    follow(&[
        ("play b C3", "= "),
        ("play w pass", "= "),
        ("play b G7", "= "),
        score,
        ("get_handicap", "= 2"),
        ("undo", "= "),
        ("final_score", "= B+74.0"),
    ]);
    follow(&[("set_position b C3 b G7", "= "), score]);
    follow(&[("gogui-setup b C3 b G7", "= "), score]);
    follow(&[
        ("gogui-play_sequence b C3 b G7", "= "),
        ("play w E5", "= "),
        ("get_handicap", "= 2"),
    ]);
    follow(&[("play b C3", "= "), ("final_score", "= B+74.0")]);
    follow(&[
        ("set_position b C3 b G7 w E5", "= "),
        ("get_handicap", "= 0"),
    ]);
}
