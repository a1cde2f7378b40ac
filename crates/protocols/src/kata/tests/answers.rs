use std::time::{Duration, Instant};

use super::*;

/// The network, with a few visits.
fn with_network() -> AnalysisService {
    let mut service = service();
    service.settings.params = Params {
        machine: MachineParams {
            memory: 32,
            ..Params::default().machine
        },
        ..Params::default()
    };
    service
}

fn numbers(value: &Value) -> Vec<f64> {
    let numbers = value.as_array().unwrap().iter();
    numbers.map(|number| number.as_f64().unwrap()).collect()
}

fn assert_close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-5, "{one} is not {other}");
}

#[test]
fn an_answer_has_the_fields_of_katago() {
    let answer = answer(json!({
        "id": "x", "moves": [["B", "C3"], ["W", "(1,1)"]], "includeOwnership": true, "includePolicy": true,
        "includeMovesOwnership": true, "includePVVisits": true, "includeOwnershipStdev": true, "includeNoResultValue": true,
        "includeMovesOwnershipStdev": true,
    }));
    assert_eq!(answer["id"], "x");
    assert_eq!(answer["isDuringSearch"], false);
    assert_eq!(answer["turnNumber"], 2);
    for (field, count) in [("ownership", 25), ("ownershipStdev", 25), ("policy", 26)] {
        assert_eq!(numbers(&answer[field]).len(), count, "{field}");
    }
    // C3 and B4 are not empty; rows begin at the top.
    let policy = numbers(&answer["policy"]);
    let illegal: Vec<usize> = (0..26).filter(|&i| policy[i] < 0.0).collect();
    assert_eq!(illegal, [6, 12]);
    let root = &answer["rootInfo"];
    assert_eq!(root["currentPlayer"], "B");
    assert_eq!(root["visits"], 40);
    let infos = answer["moveInfos"].as_array().unwrap();
    let visits: u64 = infos
        .iter()
        .filter_map(|info| info["visits"].as_u64())
        .sum();
    assert!((38..=40).contains(&visits), "{visits}");
    for (order, info) in infos.iter().enumerate() {
        assert_eq!(info["order"], order);
        assert_eq!(info["pv"][0], info["move"]);
        let line = info["pv"].as_array().unwrap().len();
        assert!(line <= 16);
        assert_eq!(numbers(&info["pvVisits"]).len(), line);
        assert_eq!(info["pvVisits"], info["pvEdgeVisits"]);
        assert_eq!(numbers(&info["ownership"]).len(), 25);
        assert_eq!(numbers(&info["ownershipStdev"]).len(), 25);
        assert_eq!(info["scoreLead"], info["scoreMean"]);
        let fields = "edgeVisits edgeWeight lcb noResultValue prior scoreSelfplay scoreStdev utility utilityLcb weight winrate";
        for field in fields.split(' ') {
            assert!(info[field].is_number(), "{field}");
        }
    }
}

#[test]
fn numbers_are_seen_from_the_perspective_that_was_asked_for() {
    let seen_by = |perspective: &str| {
        answer(json!({
            "moves": [["B", "C3"]], "includeOwnership": true,
            "overrideSettings": {"reportAnalysisWinratesAs": perspective},
        }))
    };
    let [black, white, to_move] = ["BLACK", "WHITE", "SIDETOMOVE"].map(seen_by);
    assert_eq!(white, to_move);
    for info in ["/rootInfo", "/moveInfos/0"] {
        let number = |answer: &Value, field: &str| {
            let value = answer.pointer(&format!("{info}/{field}")).unwrap();
            value.as_f64().unwrap()
        };
        assert_close(number(&black, "winrate"), 1.0 - number(&white, "winrate"));
        for field in ["scoreLead", "scoreSelfplay", "utility"] {
            assert_close(number(&black, field), -number(&white, field));
        }
    }
    let [blacks, whites] = [&black, &white].map(|answer| numbers(&answer["ownership"]));
    assert!(
        blacks
            .iter()
            .zip(&whites)
            .all(|(one, other)| one + other == 0.0)
    );
    // Black owns the center of 5x5.
    assert!(blacks.iter().sum::<f64>() > 5.0, "{blacks:?}");
}

#[test]
fn each_turn_is_answered_once_and_alike_whoever_answers() {
    let moves = [["B", "C3"], ["W", "C4"], ["B", "D4"]];
    let query = query(json!({
        "moves": moves, "analyzeTurns": [2, 0, 3, 2, 1], "priorities": [0, 7, 0, 9, 1], "includePolicy": true,
    }));
    let line = format!("{query}\n");
    let by = |workers: usize| {
        let service = AnalysisService {
            workers,
            threads: 3,
            ..service()
        };
        let mut answers = answers_to(service, line.as_bytes());
        answers.sort_by_key(|answer| answer["turnNumber"].as_u64());
        answers
    };
    let answers = by(1);
    let turns: Vec<_> = answers.iter().map(|answer| &answer["turnNumber"]).collect();
    assert_eq!(turns, [0, 1, 2, 3]);
    let players = answers
        .iter()
        .map(|answer| &answer["rootInfo"]["currentPlayer"]);
    assert_eq!(players.collect::<Vec<_>>(), ["B", "W", "B", "W"]);
    assert_eq!(answers, by(3));
}

#[test]
fn the_game_is_set_up_as_the_query_says() {
    let player = |fields: Value| answer(fields)["rootInfo"]["currentPlayer"].clone();
    assert_eq!(player(json!({})), "B");
    assert_eq!(player(json!({"initialPlayer": "W"})), "W");
    let handicap = json!([["B", "B2"], ["B", "D4"]]);
    assert_eq!(player(json!({"initialStones": handicap})), "W");
    assert_eq!(
        player(json!({"initialStones": [["B", "B2"], ["W", "D4"]]})),
        "B"
    );
    assert_eq!(player(json!({"moves": [["W", "C3"], ["W", "pass"]]})), "B");
    let lead = |fields: Value| answer(fields)["rootInfo"]["scoreLead"].as_f64().unwrap();
    let handicap_lead = |bonus: Value| {
        lead(json!({
            "initialStones": handicap, "whiteHandicapBonus": bonus, "maxVisits": 1,
        }))
    };
    assert_close(handicap_lead(json!(0)) - handicap_lead(json!("N")), 2.0);
    let without = lead(json!({"komi": null, "maxVisits": 1}));
    assert_close(without, lead(json!({"komi": 7.0, "maxVisits": 1})));
    let by_rules = lead(json!({"komi": null, "rules": {"komi": 9.5}, "maxVisits": 1}));
    assert_close(without - by_rules, 2.5);
    // A record may have been played by another ko rule: here the whole board repeats.
    let cycle = [
        "B B1", "W A1", "B pass", "W pass", "B A2", "W pass", "B pass", "W A1",
    ];
    let moves = cycle.map(|mv| mv.split_once(' ').unwrap());
    assert_eq!(answer(json!({"moves": moves}))["turnNumber"], 8);
}

#[test]
fn moves_are_avoided_or_looked_at_alone() {
    let moves = |fields: Value| -> Vec<String> {
        let answer = answer(fields);
        let infos = answer["moveInfos"].as_array().unwrap().iter();
        infos
            .map(|info| info["move"].as_str().unwrap().to_owned())
            .collect()
    };
    let allowed = json!([{"player": "B", "moves": ["B2", "C3"], "untilDepth": 1}]);
    let mut found = moves(json!({"moves": [["B", "C4"], ["W", "D2"]], "allowMoves": allowed}));
    found.sort();
    assert_eq!(found, ["B2", "C3"]);
    let best = &moves(json!({}))[0];
    let avoided = json!([{"player": "B", "moves": [best], "untilDepth": 1}]);
    assert!(!moves(json!({"avoidMoves": avoided})).contains(best));
}

#[test]
fn near_the_end_the_best_move_has_its_exact_result() {
    // Black lives at once on all of a small board.
    let mut service = service();
    service.settings.params.tree.solve_below = 15;
    let wanted = query(json!({
        "boardXSize": 3, "boardYSize": 3, "moves": [["B", "B2"]], "komi": 0, "maxVisits": 1,
    }));
    let answers = answers_to(service, wanted.to_string().as_bytes());
    assert_eq!(answers[0]["rootInfo"]["winrate"], 1.0);
    assert_eq!(answers[0]["rootInfo"]["scoreLead"], 9.0);
    let best = &answers[0]["moveInfos"][0];
    assert_eq!([&best["winrate"], &best["scoreLead"]], [1.0, 9.0]);
}

/// White's stone on B4 is dead; counted as alive it wins the game for White.
#[test]
fn after_two_passes_the_answer_is_the_settled_score() {
    let rows = ["..BW.", ".WBWW", "BBBW.", "B.BWW", ".BBW."];
    let stones: Vec<Value> = rows
        .iter()
        .enumerate()
        .flat_map(|(row, line)| {
            let points = line.chars().enumerate();
            points.filter_map(move |(column, color)| {
                let column = char::from(b"ABCDE"[column]);
                (color != '.').then(|| json!([color.to_string(), format!("{column}{}", 5 - row)]))
            })
        })
        .collect();
    let answer = |service: AnalysisService, moves: Value| {
        let query = query(json!({
            "rules": "chinese", "komi": 2, "initialStones": stones, "initialPlayer": "W",
            "includeOwnership": true, "moves": moves,
        }));
        answers_to(service, query.to_string().as_bytes()).remove(0)
    };
    let over = answer(service(), json!([["W", "pass"], ["B", "pass"]]));
    assert_eq!(over["moveInfos"], json!([]));
    assert_eq!(over["isDuringSearch"], false);
    let root = &over["rootInfo"];
    // Black has 15 points and White 10.
    assert_eq!(
        (&root["winrate"], &root["scoreLead"]),
        (&json!(1.0), &json!(3.0))
    );
    assert_eq!(root["visits"], 1);
    let owners = numbers(&over["ownership"]);
    let owned = |owner: f64| {
        let points = owners.iter();
        points.filter(|&&one| (one - owner).abs() < 1e-9).count()
    };
    assert_eq!((owned(1.0), owned(-1.0)), (15, 10));
    // After one pass the search is as if there had been none: a second pass would not end the game.
    let after_one = answer(service(), json!([["W", "pass"]]));
    assert_ne!(after_one["moveInfos"][0]["move"], "pass", "{after_one}");
    assert_eq!(after_one["rootInfo"]["scoreLead"], 3.0);
}

#[test]
fn the_network_gives_raw_values_and_a_policy() {
    let size = json!({"boardXSize": 9, "boardYSize": 9, "includePolicy": true, "moves": [["B", "E5"]], "maxVisits": 100});
    let line = query(size.clone()).to_string();
    let answers = answers_to(with_network(), line.as_bytes());
    let root = &answers[0]["rootInfo"];
    for field in [
        "rawLead",
        "rawWinrate",
        "rawScoreSelfplay",
        "rawNoResultProb",
    ] {
        assert!(root[field].is_number(), "{field}");
    }
    let policy = numbers(&answers[0]["policy"]);
    assert_eq!((policy.len(), policy[40]), (82, -1.0));
    let sum: f64 = policy.iter().filter(|&&share| share >= 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{sum}");
    // A wider search looks at more moves.
    let mut wide = query(size);
    wide["overrideSettings"] = json!({"wideRootNoise": 2});
    let wide = answers_to(with_network(), wide.to_string().as_bytes());
    let count = |answer: &Value| answer["moveInfos"].as_array().unwrap().len();
    assert!(count(&wide[0]) > count(&answers[0]));
}

#[test]
fn of_two_names_of_a_setting_the_same_counts_in_any_order() {
    for settings in [
        r#"{"maxVisits":20,"maxPlayouts":10}"#,
        r#"{"maxPlayouts":10,"maxVisits":20}"#,
    ] {
        let line = format!(
            r#"{{"id":"a","moves":[],"rules":"cgos","boardXSize":5,"boardYSize":5,"overrideSettings":{settings}}}"#
        );
        let answers = answers_to(service(), line.as_bytes());
        assert_eq!(answers[0]["rootInfo"]["visits"], 20, "{settings}");
    }
}

#[test]
fn reports_come_while_the_search_lasts_until_its_time_is_over() {
    let start = Instant::now();
    let answers = answers(&[query(json!({
        "boardXSize": 19, "boardYSize": 19, "maxVisits": 1_000_000_000_u64, "reportDuringSearchEvery": 0.03,
        "overrideSettings": {"maxTime": 0.2},
    }))]);
    assert!(start.elapsed() >= Duration::from_millis(200));
    let (last, during) = answers.split_last().unwrap();
    assert_eq!(last["isDuringSearch"], false);
    assert!(!during.is_empty());
    assert!(during.iter().all(|answer| answer["isDuringSearch"] == true));
}

#[test]
fn without_a_legal_point_the_policy_is_the_pass() {
    // Black has two eyes and nothing else is empty: White may play on neither.
    let stones = ["B1", "C1", "A2", "B2", "C2", "A3", "B3"].map(|name| json!(["B", name]));
    let answer = answer(json!({
        "boardXSize": 3, "boardYSize": 3, "rules": "chinese", "initialStones": stones, "initialPlayer": "W",
        "includePolicy": true,
    }));
    let policy = numbers(&answer["policy"]);
    let (pass, points) = policy.split_last().unwrap();
    assert!(points.iter().all(|share| *share < 0.0), "{policy:?}");
    assert!((pass - 1.0).abs() < 1e-9, "{policy:?}");
}

#[test]
fn the_length_of_lines_is_a_field_of_the_query() {
    let answer = answer(json!({"analysisPVLen": 1, "maxVisits": 200}));
    let infos = answer["moveInfos"].as_array().unwrap();
    let lengths: Vec<usize> = infos
        .iter()
        .map(|info| info["pv"].as_array().unwrap().len())
        .collect();
    // The length does not count the first move.
    assert_eq!(lengths.iter().max(), Some(&2), "{lengths:?}");
    assert!(answer["warning"].is_null(), "{answer}");
}
