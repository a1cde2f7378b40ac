//! What analyses and moves with statistics show at the end of a game, and which move they show first.

use tao_rules::board::Move;

use super::analysis::{infos, lines};
use super::conversation::{response, responses, session};

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
    for level in ["1", "6", "9", "20"] {
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
