//! Scores, states of stones and boards, and queries that are not in the standard.

use std::collections::BTreeSet;

use super::conversation::{each, follow, response, responses, session};

#[test]
fn the_score_of_an_empty_board_is_the_komi() {
    follow(&[
        ("final_score", "= W+7.0"),
        ("komi 0", "= "),
        ("final_score", "= 0"),
    ]);
    follow(&[("komi -3.5", "= "), ("final_score", "= B+3.5")]);
}

#[test]
fn every_stone_is_alive_dead_or_in_seki() {
    let mut session = session();
    // Two walls share the board; a white stone is dead behind the black one.
    for row in 1..=9 {
        responses(
            &mut session,
            &[&format!("play b e{row}"), &format!("play w f{row}")],
        );
    }
    responses(&mut session, &["play w b2", "play b b8"]);
    let mut seen = BTreeSet::new();
    for status in ["alive", "dead", "seki"] {
        let answer = response(&mut session, &format!("final_status_list {status}"));
        for stone in answer[2..].split_whitespace() {
            assert!(seen.insert(stone.to_owned()), "{stone} is listed twice");
        }
    }
    assert_eq!(seen.len(), 20);
    assert!(
        seen.iter()
            .all(|stone| stone.parse::<tao_rules::board::Coord>().is_ok())
    );
}

#[test]
fn a_status_is_one_of_three_words() {
    each(
        &[
            "final_status_list",
            "final_status_list foo",
            "final_status_list ALIVE",
        ],
        "? syntax error",
    );
    each(
        &[
            "final_status_list dead",
            "final_status_list seki",
            "final_status_list alive",
        ],
        "= ",
    );
}

#[test]
fn the_board_stands_below_the_status() {
    let mut session = session();
    responses(
        &mut session,
        &["boardsize 3", "komi 0.5", "play b b2", "play w a3"],
    );
    let drawing = "=
   A B C
 3 O . .  3
 2 . X .  2
 1 . . .  1
   A B C
black to move, last move white A3, captures black 0 white 0, komi 0.5, rules chinese";
    let shown = response(&mut session, "showboard");
    assert_eq!(shown.replacen("= \n", "=\n", 1), drawing);
}

#[test]
fn queries_about_the_game() {
    follow(&[
        ("last_move", "? no previous move known"),
        ("move_history", "= "),
        ("boardsize 2", "= "),
        ("play b a1", "= "),
        ("play w b2", "= "),
        ("last_move", "= white B2"),
        ("move_history", "= white B2\nblack A1"),
        ("list_stones w", "= B2"),
        ("captures b", "= 0"),
        ("is_legal w a1", "= 0"),
        ("is_legal w a2", "= 1"),
        ("is_legal w pass", "= 1"),
        ("is_legal b z9", "= 0"),
        ("all_legal b", "= B1 A2"),
        ("query_boardsize", "= 2"),
    ]);
    let incomplete = [
        "list_stones",
        "list_stones x",
        "captures",
        "is_legal b",
        "is_legal x a1",
        "all_legal",
    ];
    each(&incomplete, "? syntax error");
}

#[test]
fn the_statistics_of_the_latest_search_are_shown() {
    let mut session = session();
    assert_eq!(response(&mut session, "tao-stats"), "? no search yet");
    assert!(responses(&mut session, &["genmove b", "tao-stats"])[1].starts_with("= "));
    assert_eq!(
        responses(&mut session, &["clear_cache", "tao-stats"]),
        ["= ", "? no search yet"]
    );
}

#[test]
fn a_search_after_clear_cache_begins_anew() {
    let game = |between: &[&str]| {
        let begin = ["genmove b", "undo"];
        let commands = [&begin[..], between, &["genmove b", "tao-stats"]].concat();
        let responses = responses(&mut session(), &commands);
        let mut stats = json(responses.last().unwrap());
        for field in ["seconds", "playouts_per_second"] {
            assert!(stats[field].take().is_number());
        }
        stats
    };
    assert_eq!(game(&["clear_cache"]), game(&["clear_board"]));
    assert_ne!(game(&["clear_cache"]), game(&[]));
}

/// The object in a response.
fn json(response: &str) -> serde_json::Value {
    serde_json::from_str(response.strip_prefix("= ").unwrap()).unwrap()
}

#[test]
fn the_figures_are_those_of_the_search() {
    let answers = responses(
        &mut session(),
        &["reg_genmove b", "tao-stats", "tao-stats xml"],
    );
    let stats = json(&answers[1]);
    assert!(
        stats["playouts"] == 10 && stats["games"].is_null(),
        "{stats}"
    );
    assert_eq!(answers[2], "? syntax error");
}

#[test]
fn the_tree_of_the_latest_search_is_shown() {
    let mut session = session();
    assert_eq!(response(&mut session, "tao-tree"), "? no search yet");
    let answers = responses(&mut session, &["reg_genmove b", "tao-tree", "tao-tree 2"]);
    let lines: Vec<Vec<&str>> = (answers[1][2..].lines())
        .map(|line| line.split(' ').collect())
        .collect();
    // Ten playouts in all.
    let visits = |depth: &str| -> u64 {
        let at_depth = lines.iter().filter(|line| line[0] == depth);
        at_depth.map(|line| line[2].parse::<u64>().unwrap()).sum()
    };
    assert_eq!(visits("1"), 10);
    assert!(visits("2") < 10);
    for line in &lines {
        line[1].parse::<tao_rules::board::Move>().unwrap();
        assert!((0.0..=1.0).contains(&line[3].parse::<f64>().unwrap()));
    }
    assert!(answers[2].lines().count() < lines.len());
    let refused = ["tao-tree -1", "tao-tree x", "tao-tree 1 2"];
    each(&refused, "? syntax error");
    assert_eq!(
        responses(&mut session, &["clear_cache", "tao-tree"]),
        ["= ", "? no search yet"]
    );
}

/// White owns the two columns on the right, Black the other three but for a white stone that is dead.
const FINISHED: &[&str] = &[
    "boardsize 5",
    "play b c1",
    "play b c2",
    "play b c3",
    "play b c4",
    "play b c5",
    "play w d1",
    "play w d2",
    "play w d3",
    "play w d4",
    "play w d5",
];

#[test]
fn programs_made_for_gnu_go_get_its_lists() {
    let mut session = session();
    responses(&mut session, FINISHED);
    // As GNU Go 3.8 answers, in another order.
    for (list, expected) in [
        ("white_territory", "= E1 E2 E3 E4 E5"),
        ("black_territory", "= A1 A2 A3 A4 A5 B1 B2 B3 B4 B5"),
        ("dame", "= "),
    ] {
        let answer = response(&mut session, &format!("final_status_list {list}"));
        let mut points: Vec<&str> = answer[2..].split(' ').collect();
        points.sort_unstable();
        assert_eq!(format!("= {}", points.join(" ")), expected, "{list}");
    }
    let score = response(&mut session, "estimate_score");
    let (score, bounds) = score.split_once(" (upper bound: ").unwrap();
    let (upper, lower) = bounds
        .strip_suffix(')')
        .unwrap()
        .split_once(", lower: ")
        .unwrap();
    let lead: f64 = score.strip_prefix("= B+").map_or_else(
        || -score.strip_prefix("= W+").unwrap().parse::<f64>().unwrap(),
        |points| points.parse().unwrap(),
    );
    let [upper, lower]: [f64; 2] = [upper, lower].map(|bound| bound.parse().unwrap());
    assert!(
        lower <= -lead + 0.1 && -lead - 0.1 <= upper,
        "{score} {lower} {upper}"
    );
}

#[test]
fn the_best_moves_are_listed_for_either_color() {
    let mut session = session();
    for command in ["top_moves", "top_moves_black", "top_moves_white"] {
        let answer = response(&mut session, command);
        let words: Vec<&str> = answer[2..].split(' ').collect();
        assert!(
            words.len() >= 2 && words.len().is_multiple_of(2),
            "{answer}"
        );
        for pair in words.chunks(2) {
            pair[0].parse::<tao_rules::board::Coord>().unwrap();
            assert!(
                (0.0..=100.0).contains(&pair[1].parse::<f64>().unwrap()),
                "{answer}"
            );
        }
    }
}

/// On 5x5, Black's wall has a dead white stone behind it, and white's has none.
const WALLS: [&str; 4] = [
    "boardsize 5",
    "kata-set-rules chinese-ogs",
    "komi 0",
    "set_position b C5 b C4 b A3 b B3 b C3 b A2 b C2 b B1 b C1 w D5 w B4 w D4 w E4 w D3 w D2 w E2 w D1",
];

#[test]
fn the_status_of_a_point_agrees_with_the_lists() {
    let mut session = session();
    responses(&mut session, &WALLS);
    let lists = [
        "alive",
        "dead",
        "seki",
        "black_territory",
        "white_territory",
        "dame",
    ];
    let mut count = 0;
    for status in lists {
        let list = response(&mut session, &format!("final_status_list {status}"));
        for point in list[2..].split_whitespace() {
            let answer = response(&mut session, &format!("final_status {point}"));
            assert!(
                answer[2..] == *status || status.ends_with("territory"),
                "{point} {answer}"
            );
            count += usize::from(answer[2..] == *status);
        }
    }
    // The dead stone stands in Black's territory, and each point has one status.
    assert_eq!(response(&mut session, "final_status b4"), "= dead");
    assert_eq!(count, 25);
    each(
        &[
            "final_status",
            "final_status pass",
            "final_status k1",
            "final_status x",
        ],
        "? syntax error",
    );
}

#[test]
fn liberties_are_counted() {
    let mut session = session();
    responses(&mut session, &WALLS);
    for (vertex, count) in [("b4", "2"), ("c5", "4"), ("e4", "3"), ("a2", "4")] {
        let answer = response(&mut session, &format!("countlib {vertex}"));
        assert_eq!(answer, format!("= {count}"), "{vertex}");
    }
    follow(&[
        ("countlib e5", "? vertex must not be empty"),
        ("countlib pass", "? syntax error"),
        ("dragon_status e5", "? vertex must not be empty"),
        ("dragon_status k1", "? syntax error"),
        ("dragon_status", "= "),
    ]);
}

/// White's two stones in the corner live or die by the next move on B1; all other stones are safe.
#[test]
fn dragons_are_alive_dead_or_critical() {
    let mut session = session();
    responses(&mut session, &WALLS);
    assert_eq!(response(&mut session, "dragon_status c5"), "= alive");
    assert_eq!(response(&mut session, "dragon_status b4"), "= dead");
    let all = response(&mut session, "dragon_status");
    assert!(all.contains("B4: dead") && all.contains(": alive"), "{all}");
    let critical = [
        "clear_board",
        "boardsize 7",
        "kata-set-param maxPlayouts 300",
        // White's three-point eye space on the lower edge.
        "set_position w A2 w B2 w C2 w D2 w E2 w E1 b A3 b B3 b C3 b D3 b E3 b F3 b F2 b F1 w A1 \
         b A5 b B5 b C5 b D5 b E5 b F5 b G5 b B7 b D7 b F6 b B6",
    ];
    responses(&mut session, &critical);
    let answer = response(&mut session, "dragon_status A2");
    assert_eq!(answer, "= critical C1 C1");
}

#[test]
fn the_network_is_shown_in_the_form_of_katago() {
    let mut session = session();
    response(&mut session, "play b e5");
    let one = response(&mut session, "kata-raw-nn 0");
    let words: Vec<&str> = one[2..].split_whitespace().collect();
    let after = |key: &str| words.iter().position(|word| *word == key).unwrap() + 1;
    let number = |at: usize| words[at].parse::<f64>().unwrap();
    assert_eq!(words[..2], ["symmetry", "0"]);
    let sum = number(after("whiteWin")) + number(after("whiteLoss"));
    assert!((sum - 1.0).abs() < 1e-5, "{one}");
    let policy = &words[after("policy")..][..81];
    let legal = policy.iter().filter(|word| **word != "NAN");
    let sum: f64 = legal.map(|word| word.parse::<f64>().unwrap()).sum();
    let pass = number(after("policyPass"));
    assert!((sum + pass - 1.0).abs() < 1e-3, "{one}");
    assert_eq!(policy.iter().position(|word| *word == "NAN"), Some(40));
    let owners = &words[after("whiteOwnership")..];
    assert_eq!(owners.len(), 81);
    assert!(
        owners[40].parse::<f64>().unwrap() < 0.0,
        "Black owns E5: {one}"
    );
    let all = response(&mut session, "kata-raw-nn all");
    assert_eq!(all.matches("symmetry ").count(), 8);
    each(
        &["kata-raw-nn", "kata-raw-nn 8", "kata-raw-nn x"],
        "? syntax error",
    );
    follow(&[
        ("boardsize 13", "= "),
        ("kata-raw-nn 0", "? no network for this board"),
    ]);
}
