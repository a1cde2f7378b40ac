//! What analyses and moves with statistics show at the end of a game, and which move they show first.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use serde_json::Value;
use tao_engine::Resign;
use tao_engine::raw::EngineSettings;
use tao_engine::raw::search::Params;
use tao_protocols::gtp::Session;
use tao_rules::board::Move;

use super::analysis::{infos, lines};
use super::conversation::{response, responses, session, session_with};

/// White's stone on B4 is dead; counted as alive it wins the game for White.
const FINISHED: [&str; 4] = [
    "boardsize 5",
    "kgs-rules chinese",
    "komi 2",
    "set_position b C5 b C4 b A3 b B3 b C3 b A2 b C2 b B1 b C1 w D5 w B4 w D4 w E4 w D3 w D2 w E2 w D1",
];

#[test]
fn after_two_passes_an_analysis_shows_the_settled_score() {
    let passes = ["play w pass", "play b pass"];
    let commands = [
        "kata-analyze w 1 rootInfo true",
        "lz-analyze w 1 minmoves 3",
        "final_score",
    ];
    let answers = responses(
        &mut session(),
        &[&FINISHED[..], &passes, &commands].concat(),
    );
    let [.., kata, lz, score] = &answers[..] else {
        panic!("{answers:?}");
    };
    assert_eq!(score, "= B+3.0");
    let line = lines(kata)[1];
    let [end] = &infos(line)[..] else {
        panic!("{line}");
    };
    assert_eq!(end.mv(), Move::Pass);
    assert_eq!(
        (end.number("winrate"), end.number("scoreLead")),
        (0.0, -3.0)
    );
    let (_, root) = line.split_once(" rootInfo visits 1 ").unwrap();
    assert!(
        root.contains("winrate 0.000000") && root.contains("scoreLead -3.0000"),
        "{root}"
    );
    assert_eq!(
        lines(lz)[1],
        "info move pass visits 1 winrate 0 prior 10000 lcb 0 order 0 pv pass"
    );
}

/// After White's pass Black wins by another pass, which is played; but an analysis has candidates.
#[test]
fn after_a_pass_a_search_shows_candidates() {
    let commands = [&FINISHED[..], &["play w pass"]].concat();
    for command in ["kata-search_analyze b", "kata-analyze b 1"] {
        let answers = responses(&mut session(), &[&commands[..], &[command]].concat());
        let answer = lines(answers.last().unwrap());
        let line = answer.iter().rfind(|line| line.starts_with("info"));
        let moves = infos(line.unwrap());
        assert!(
            moves.iter().any(|info| info.mv() != Move::Pass),
            "{answer:?}"
        );
        // As the board stands, White is two points ahead.
        assert!(moves[0].number("scoreLead") > 0.0, "{answer:?}");
        if let Some(played) = answer.last().unwrap().strip_prefix("play ") {
            assert_eq!(moves[0].mv().to_string(), played);
        }
    }
}

#[test]
fn the_first_move_is_played_on_any_level() {
    for level in ["1", "7", "15", "26"] {
        let mut session = session();
        response(&mut session, &format!("level {level}"));
        for color in ["b", "w", "b", "w"] {
            let answer = response(&mut session, &format!("kata-genmove_analyze {color} 100"));
            let line = answer.lines().rfind(|line| line.starts_with("info"));
            let first = infos(line.unwrap()).remove(0).mv().to_string();
            let played = format!("play {first}");
            assert_eq!(answer.lines().last(), Some(&*played), "{level}");
        }
    }
}

/// Whether what is shown first is what is played, in the answer to a command that shows its search and a move.
fn assert_first_is_played(answer: &str) {
    let answer = lines(answer);
    let [.., shown, last] = &answer[..] else {
        panic!("{answer:?}");
    };
    let first = if shown.starts_with('{') {
        let json: Value = serde_json::from_str(shown).unwrap();
        json["moves"][0]["move"].as_str().unwrap().to_owned()
    } else {
        infos(shown)[0].mv().to_string()
    };
    assert_eq!(last, &format!("play {first}"), "{answer:?}");
}

/// Sessions with each kind of search.
fn sessions() -> impl Iterator<Item = Session> {
    let presets = ["default", "playouts", "tao-go-2010"];
    presets.into_iter().map(|preset| {
        session_with(EngineSettings {
            params: Params::preset(preset).unwrap(),
            playouts: Some(20),
            seed: Some(1),
            resign: Resign::Never,
            ..EngineSettings::default()
        })
    })
}

/// Small boards with random moves and passes: they are full, finished or over, and the engine often passes late.
#[test]
fn the_first_move_is_played_at_the_end_of_any_game() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for mut session in sessions() {
        for round in 0..24 {
            let size = 3 + round % 3;
            let rules = ["chinese", "japanese", "tromp-taylor", "aga"][round / 3 % 4];
            response(&mut session, &format!("boardsize {size}"));
            response(&mut session, &format!("kata-set-rules {rules}"));
            response(&mut session, &format!("komi {}", rng.next_u32() % 9));
            let colors = ["b", "w"];
            let moves = rng.next_u32() as usize % (2 * size * size);
            for number in 0..moves {
                let legal = response(&mut session, &format!("all_legal {}", colors[number % 2]));
                let mut points: Vec<&str> = legal[2..].split_whitespace().collect();
                if number + 3 > moves || rng.next_u32() % 8 == 0 {
                    points.push("pass");
                }
                let mv = points.get(rng.next_u32() as usize % points.len().max(1));
                let mv = mv.filter(|_| number + 2 < moves || round % 2 == 0);
                let mv = mv.copied().unwrap_or("pass");
                response(&mut session, &format!("play {} {mv}", colors[number % 2]));
            }
            let color = colors[moves % 2];
            for command in [
                "kata-search_analyze",
                "kata-genmove_analyze",
                "lz-genmove_analyze",
                "cgos-genmove_analyze",
            ] {
                let answer = response(&mut session, &format!("{command} {color}"));
                assert_first_is_played(&answer);
                if command != "kata-search_analyze" {
                    assert_eq!(response(&mut session, "undo"), "= ");
                }
            }
        }
    }
}

/// After two passes the pass that is played has the score of the game, where all stones stay.
#[test]
fn a_pass_after_two_passes_has_the_score_of_the_game() {
    let game = [
        "boardsize 4",
        "kata-set-rules tromp-taylor",
        "komi -3",
        "gogui-play_sequence b C1 w D1 b C2 w B3 b C3 w B2 b B1 w A2 b A1 w D3 b C4 w pass b B4 w A4 b A3 w pass b pass",
    ];
    for command in ["kata-search_analyze w", "kata-genmove_analyze w"] {
        for mut session in sessions() {
            responses(&mut session, &game);
            assert_eq!(response(&mut session, "final_score"), "= B+13.0");
            let answer = response(&mut session, command);
            assert_first_is_played(&answer);
            let answer = lines(&answer);
            if answer.last() == Some(&"play pass") {
                let first = infos(answer[answer.len() - 2]).remove(0);
                let lead = first.number("scoreLead");
                assert!((lead + 13.0).abs() < 1e-9, "{answer:?}");
            }
        }
    }
}

#[test]
fn a_move_that_is_allowed_by_name_is_made_wherever_it_is_legal() {
    let own_eye = [
        "kata-set-rules chinese",
        "play b a2",
        "play w e5",
        "play b b1",
        "play w e6",
    ];
    let suicide = [
        "kata-set-rules tromp-taylor",
        "set_position b a1 b a2 w a3 w b2 w b3 w c1",
    ];
    for (setup, mv) in [(&own_eye[..], "A1"), (&suicide[..], "B1")] {
        for mut session in sessions() {
            responses(&mut session, setup);
            for command in [
                "kata-search_analyze",
                "kata-genmove_analyze",
                "lz-genmove_analyze",
            ] {
                let answer = response(&mut session, &format!("{command} b allow b {mv} 1"));
                assert_first_is_played(&answer);
                assert_eq!(lines(&answer).last(), Some(&&*format!("play {mv}")));
                if command != "kata-search_analyze" {
                    response(&mut session, "undo");
                }
            }
            // Also after moves of the other side.
            let answer = response(&mut session, &format!("kata-analyze w 1 allow b {mv} 3"));
            assert!(answer.contains("info move"), "{answer}");
        }
    }
    let mut session = session();
    responses(&mut session, &["kata-set-rules chinese", "play b e5"]);
    for (list, answer) in [
        ("e5", "? no legal move is allowed"),
        ("e5,resign", "? no legal move is allowed"),
        ("e5,pass", "= "),
    ] {
        for command in ["lz-analyze w 1", "kata-genmove_analyze w"] {
            let shown = response(&mut session, &format!("{command} allow w {list} 1"));
            assert!(shown.starts_with(answer), "{shown}");
        }
    }
}
