//! Analysis: each command is ended by the next one, which is sent together with it.

use std::collections::BTreeSet;

use tao_engine::raw::EngineSettings;
use tao_rules::board::{Coord, Move};

use super::conversation::{each, output, response, responses, session, session_with};

/// The lines of a response, the status first.
pub(crate) fn lines(response: &str) -> Vec<&str> {
    response.lines().collect()
}

/// A move of an `info` line: its fields by name, and the expected line.
#[derive(Debug)]
pub(crate) struct Info {
    fields: Vec<(String, String)>,
    variation: Vec<Move>,
}

impl Info {
    fn field(&self, name: &str) -> &str {
        let found = self.fields.iter().find(|(key, _)| key == name);
        found.map_or_else(|| panic!("no {name} in {self:?}"), |(_, value)| value)
    }

    pub(crate) fn number(&self, name: &str) -> f64 {
        self.field(name).parse().unwrap()
    }

    pub(crate) fn mv(&self) -> Move {
        self.field("move").parse().unwrap()
    }
}

/// Parses the moves of an `info` line.
pub(crate) fn infos(line: &str) -> Vec<Info> {
    assert!(
        !line.contains("  ") && !line.ends_with(' '),
        "single blanks: `{line}`"
    );
    let moves = line.split(" rootInfo ").next().unwrap();
    let moves = moves.split(" ownership ").next().unwrap();
    let chunks = moves.strip_prefix("info ").unwrap().split(" info ");
    chunks
        .map(|chunk| {
            let (fields, variation) = chunk.split_once(" pv ").unwrap();
            let words: Vec<&str> = fields.split(' ').collect();
            let fields = words
                .chunks(2)
                .map(|pair| (pair[0].to_owned(), pair[1].to_owned()));
            Info {
                fields: fields.collect(),
                variation: variation.split(' ').map(|mv| mv.parse().unwrap()).collect(),
            }
        })
        .collect()
}

/// The last `info` line of a fresh engine's answer to `command`, after these moves of Black.
fn analysis(setup: &[&str], command: &str) -> Vec<Info> {
    let responses = responses(&mut session(), &[setup, &[command, "name"]].concat());
    let lines = lines(&responses[setup.len()]);
    assert_eq!(lines[0], "= ");
    infos(lines.last().unwrap())
}

#[test]
fn each_analysis_is_a_response_of_its_own() {
    let sent = output(b"lz-analyze 10\n2 lz-analyze 10\n3 lz-analyze\n# comment\n\nquit\n");
    let responses: Vec<&str> = sent.split_terminator("\n\n").collect();
    assert_eq!(responses.len(), 4, "{sent}");
    for (response, status) in responses.iter().zip(["= ", "=2", "=3"]) {
        let lines = lines(response);
        assert_eq!(lines[0], status);
        assert!(
            lines.len() > 1 && lines[1..].iter().all(|line| line.starts_with("info ")),
            "{response}"
        );
    }
    assert_eq!(responses[3], "= ");
}

#[test]
fn every_move_is_legal_listed_once_and_in_order() {
    for (command, most) in [("lz-analyze 10", 10_000), ("kata-analyze 10", 1)] {
        let infos = analysis(&["play b e5"], command);
        let moves: BTreeSet<String> = infos.iter().map(|info| info.mv().to_string()).collect();
        assert_eq!(moves.len(), infos.len());
        for (order, info) in infos.iter().enumerate() {
            assert_eq!(info.field("order"), order.to_string());
            assert_eq!(info.variation[0], info.mv());
            assert!(info.mv() != "E5".parse().unwrap());
            let names = info
                .fields
                .iter()
                .map(|(name, _)| name.as_str())
                .collect::<Vec<_>>();
            assert_eq!(
                names[..2],
                ["move", "visits"],
                "the expression of Sabaki and Lizzie"
            );
            for share in ["winrate", "prior", "lcb"] {
                assert!(
                    (0.0..=f64::from(most)).contains(&info.number(share)),
                    "{share}: {info:?}"
                );
                assert_eq!(
                    info.field(share).contains('.'),
                    most == 1,
                    "{share}: {info:?}"
                );
            }
            assert!(info.number("lcb") <= info.number("winrate"));
        }
        let visits: Vec<f64> = infos.iter().map(|info| info.number("visits")).collect();
        assert!(visits.iter().rev().is_sorted() && visits.iter().all(|&visits| visits >= 1.0));
    }
}

#[test]
fn win_rates_are_for_the_side_to_move() {
    let walls: Vec<String> = (1..=9)
        .flat_map(|row| ["c", "f"].map(|column| format!("play b {column}{row}")))
        .collect();
    let walls: Vec<&str> = walls.iter().map(String::as_str).collect();
    for (command, is_winning) in [("lz-analyze b", true), ("lz-analyze w", false)] {
        let win_rate = analysis(&walls, command)[0].number("winrate");
        assert_eq!(win_rate > 5_000.0, is_winning, "{command}: {win_rate}");
    }
    let lead = |color| analysis(&walls, &format!("kata-analyze {color}"))[0].number("scoreLead");
    assert!(lead("b") > 0.0 && lead("w") < 0.0);
}

#[test]
fn an_analysis_leaves_the_position_unchanged() {
    let mut session = session();
    let commands = [
        "play b e5",
        "play w c3",
        "showboard",
        "lz-analyze b 10",
        "kata-analyze w",
        "showboard",
        "undo",
    ];
    let answers = responses(&mut session, &commands);
    assert_eq!(answers[2], answers[5]);
    assert_eq!(answers[6], "= ");
}

#[test]
fn moves_can_be_avoided_or_allowed() {
    let moves = |command: &str| -> BTreeSet<String> {
        let infos = analysis(&["play b a1"], command);
        infos.iter().map(|info| info.mv().to_string()).collect()
    };
    let avoided = moves("lz-analyze b 10 avoid b E5,D5 1 minmoves 82");
    assert!(avoided.len() == 79 && !avoided.contains("E5") && !avoided.contains("D5"));
    for command in [
        "lz-analyze b 10 minmoves 82 allow b E5,D5 1",
        "kata-analyze allow b E5,D5 1 b minmoves 82",
    ] {
        assert_eq!(
            moves(command),
            BTreeSet::from(["E5", "D5"].map(str::to_owned))
        );
    }
    // Restrictions of the opponent do not concern the root.
    assert!(moves("lz-analyze b 10 avoid w E5,D5 50 minmoves 81").contains("E5"));
}

#[test]
fn malformed_arguments_are_a_syntax_error() {
    for name in [
        "lz-analyze",
        "kata-analyze",
        "lz-genmove_analyze",
        "kata-genmove_analyze",
    ] {
        for arguments in [
            "b 10 allow b E5 1 avoid b D5 1",
            "b 10 avoid b q99 1",
            "avoid b k1 1",
            "avoid b E5",
            "avoid x E5 1",
            "interval",
            "foo 1",
        ] {
            each(&[&format!("{name} {arguments}")], "? syntax error");
        }
    }
    each(
        &[
            "lz-analyze ownership true",
            "cgos-genmove_analyze",
            "cgos-genmove_analyze b 10",
        ],
        "? syntax error",
    );
}

#[test]
fn the_number_of_moves_can_be_limited() {
    assert_eq!(analysis(&[], "lz-analyze 10 minmoves 81").len(), 81);
    assert_eq!(
        analysis(&[], "lz-analyze 10 minmoves 500").len(),
        82,
        "a pass is a move"
    );
    assert!(analysis(&[], "lz-analyze 10 maxmoves 2").len() <= 2);
    let unvisited = &analysis(&["play b e5"], "kata-analyze minmoves 81")[80];
    assert_eq!(unvisited.field("visits"), "0");
    assert_eq!(unvisited.variation, [unvisited.mv()]);
}

#[test]
fn a_move_follows_its_statistics() {
    for command in [
        "lz-genmove_analyze b 10",
        "lz-genmove_analyze b 100000",
        "lz-genmove_analyze 10",
        "kata-genmove_analyze b ownership true",
        "lz-genmove_analyze b 50",
    ] {
        let mut session = session();
        let answers = responses(&mut session, &[command, "name", "list_stones b"]);
        let lines = lines(&answers[0]);
        let [status, infos @ .., played] = &lines[..] else {
            panic!("{command}: {lines:?}");
        };
        assert_eq!(*status, "= ", "{command}");
        assert!(
            !infos.is_empty() && infos.iter().all(|line| line.starts_with("info move ")),
            "{command}"
        );
        let vertex = played.strip_prefix("play ").unwrap();
        assert_eq!(
            answers[1..],
            ["= Tao Go".to_owned(), format!("= {vertex}")],
            "{command}"
        );
        let best = super::analysis::infos(infos.last().unwrap()).remove(0);
        assert_eq!(best.mv().to_string(), vertex, "{command}");
        assert!(best.number("visits") > 0.0);
    }
}

#[test]
fn a_winning_pass_has_an_info_line() {
    let commands = [
        "kgs-rules cgos",
        "play b e5",
        "play w pass",
        "lz-genmove_analyze b 10",
        "kata-genmove_analyze b",
    ];
    let answers = responses(&mut session(), &commands);
    let expected = "= \ninfo move pass visits 1 winrate 10000 prior 10000 lcb 10000 order 0 pv pass\nplay pass";
    assert_eq!(answers[3], expected);
}

#[test]
fn a_winning_pass_has_statistics() {
    let black_owns_all = ["boardsize 5", "play b c3", "reg_genmove w", "tao-stats"];
    let reasons = [
        "tao-stats",
        "gomill-explain_last_move",
        "kgs-chat game x hello",
    ];
    let after_a_pass = |mv: &str| {
        let commands = [&black_owns_all[..], &["play w pass", mv], &reasons].concat();
        let answers = responses(&mut session(), &commands);
        assert_eq!(answers[6], answers[3], "{mv}: the latest search");
        assert_eq!(
            answers[7], "= pass without a search: the score is B+18.0",
            "{mv}"
        );
        assert_eq!(answers[8], "= I passed, because the count is B+18.0.");
        answers[5].clone()
    };
    let kata = after_a_pass("kata-genmove_analyze b ownership true rootInfo true");
    assert_eq!(kata.matches(" scoreLead 18.0000 ").count(), 2, "{kata}");
    let owners = format!(" ownership{}\nplay pass", " 1.0000".repeat(25));
    assert!(kata.ends_with(&owners), "{kata}");
    let cgos = after_a_pass("cgos-genmove_analyze b");
    let json: serde_json::Value = serde_json::from_str(lines(&cgos)[1]).unwrap();
    assert!(json["score"] == 18.0 && json["winrate"] == 1.0, "{json}");
    assert_eq!(json["ownership"], "+".repeat(25));
    assert_eq!(after_a_pass("genmove b"), "= pass");
    assert_eq!(after_a_pass("kgs-genmove_cleanup b"), "= pass");
}

#[test]
fn ownership_and_the_root_follow_the_moves() {
    let command = "kata-analyze b 10 ownership true ownershipStdev true rootInfo true pvVisits true noResultValue true";
    let answers = responses(&mut session(), &["play b e5", "play w c3", command, "name"]);
    let line = lines(&answers[2]).pop().unwrap();
    let (moves, rest) = line.split_once(" rootInfo visits ").unwrap();
    assert!(moves.contains(" pvVisits ") && rest.contains(" noResultValue 0 "));
    let (_, boards) = rest.split_once(" ownership ").unwrap();
    let (ownership, deviations) = boards.split_once(" ownershipStdev ").unwrap();
    let numbers =
        |text: &str| -> Vec<f64> { text.split(' ').map(|word| word.parse().unwrap()).collect() };
    for (board, range) in [
        (numbers(ownership), -1.0..=1.0),
        (numbers(deviations), 0.0..=1.0),
    ] {
        assert_eq!(board.len(), 81);
        assert!(board.iter().all(|number| range.contains(number)));
    }
    // Rows from the top left, for the side to move: E5 is the middle, C3 is two rows above the last.
    let balance = |answer: &str, index: usize| {
        let (_, board) = answer.rsplit_once(" ownership ").unwrap();
        numbers(board)[index]
    };
    for (color, sign) in [("b", 1.0), ("w", -1.0)] {
        let command = format!("kata-genmove_analyze {color} ownership true");
        let answers = responses(&mut session(), &["play b e5", "play w c3", &command]);
        let line = *lines(&answers[2]).iter().rev().nth(1).unwrap();
        assert!(
            sign * balance(line, 40) > 0.0 && sign * balance(line, 6 * 9 + 2) < 0.2,
            "{line}"
        );
    }
}

#[test]
fn each_move_can_have_its_own_ownership() {
    let answers = responses(
        &mut session(),
        &[
            "kata-analyze movesOwnership true movesOwnershipStdev true",
            "name",
        ],
    );
    let line = lines(&answers[0]).pop().unwrap();
    for chunk in line.split("info move ").skip(1) {
        let (_, boards) = chunk.split_once(" movesOwnership ").unwrap();
        let (ownership, deviations) = boards
            .trim_end()
            .split_once(" movesOwnershipStdev ")
            .unwrap();
        assert_eq!(
            [ownership, deviations].map(|board| board.split(' ').count()),
            [81, 81]
        );
    }
}

#[test]
fn stop_is_a_command_and_an_idle_interrupt_is_ignored() {
    each(&["stop"], "= ");
    assert_eq!(output(b"# interrupt\n1 name\n"), "=1 Tao Go\n\n");
    assert!(output(b"lz-analyze\nstop\n").ends_with("\n\n= \n\n"));
}

#[test]
fn an_interrupt_gets_the_best_move_so_far() {
    for command in [
        "genmove b",
        "kgs-genmove_cleanup b",
        "lz-genmove_analyze b 100000",
        "cgos-genmove_analyze b",
        "tao-visits",
    ] {
        let mut endless = session_with(EngineSettings {
            playouts: Some(u64::MAX),
            seed: Some(1),
            ..EngineSettings::default()
        });
        let mut sent = Vec::new();
        let input = format!("{command}\n# interrupt\nname\n");
        tao_protocols::gtp::serve(std::io::Cursor::new(input), &mut sent, &mut endless).unwrap();
        let sent = String::from_utf8(sent).unwrap();
        assert!(
            sent.starts_with("= ") && sent.ends_with("\n\n= Tao Go\n\n"),
            "{sent}"
        );
    }
}

#[test]
fn without_legal_points_a_pass_is_analyzed() {
    let mut commands = vec!["boardsize 3".to_owned()];
    let stones = Coord::all(3).filter(|coord| !["A1", "C3"].contains(&coord.to_string().as_str()));
    commands.extend(stones.map(|coord| format!("play b {coord}")));
    commands.extend(["lz-analyze b", "lz-analyze w", "name"].map(str::to_owned));
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    let answers = responses(&mut session(), &commands);
    for answer in &answers[8..10] {
        let infos = infos(lines(answer).pop().unwrap());
        assert_eq!(infos[0].mv(), Move::Pass, "{answer}");
    }
}

#[test]
fn the_server_gets_a_line_of_json() {
    let mut session = session();
    let answer = response(&mut session, "cgos-genmove_analyze w");
    let [status, json, played] = lines(&answer)[..] else {
        panic!("{answer}");
    };
    assert_eq!(status, "= ");
    let vertex = played.strip_prefix("play ").unwrap();
    assert_eq!(
        response(&mut session, "last_move"),
        format!("= white {vertex}")
    );
    let json: serde_json::Value = serde_json::from_str(json).unwrap();
    assert!((0.0..=1.0).contains(&json["winrate"].as_f64().unwrap()));
    assert!(json["score"].is_number() && json["visits"].as_u64().unwrap() > 0);
    let ownership = json["ownership"].as_str().unwrap();
    assert_eq!(ownership.len(), 81);
    assert!(
        ownership
            .bytes()
            .all(|digit| digit == b'+' || digit.is_ascii_alphanumeric())
    );
    let best = &json["moves"][0];
    assert_eq!(best["move"], vertex);
    for key in ["winrate", "score", "prior", "visits"] {
        assert!(best[key].is_number(), "{key}");
    }
    assert!(!best["pv"].as_str().unwrap().starts_with(vertex));
}

#[test]
fn a_search_plays_nothing() {
    let mut session = session();
    let found = response(&mut session, "kata-search b");
    assert!(
        found.strip_prefix("= ").unwrap().parse::<Move>().is_ok(),
        "{found}"
    );
    let answer = response(&mut session, "kata-search_analyze b 100 rootInfo true");
    let last = answer.lines().last().unwrap();
    assert!(
        last.strip_prefix("play ").unwrap().parse::<Move>().is_ok(),
        "{answer}"
    );
    assert_eq!(response(&mut session, "move_history"), "= ");
}

#[test]
fn the_models_are_the_network_or_none() {
    let mut session = session();
    let models = response(&mut session, "kata-get-models");
    assert!(models.starts_with("= [{\"name\":\""), "{models}");
    let mut none = session_with(EngineSettings {
        network: None,
        ..EngineSettings::default()
    });
    assert_eq!(response(&mut none, "kata-get-models"), "= []");
}
