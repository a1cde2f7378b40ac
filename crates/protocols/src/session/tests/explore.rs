use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value, json};

use super::{act, json as to_json, loaded};
use crate::review::MistakeSizes;
use crate::session::view::{explored, solved};
use tao_engine::raw::EngineSettings;
use tao_engine::raw::book::BookSource;
use tao_engine::raw::solve::{Budget, open_points};
use tao_rules::game::Game;

const TIME: Duration = Duration::from_secs(10);

/// The game after these moves.
fn after(size: usize, moves: &str) -> Game {
    let mut game = Game::new(size).unwrap();
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap();
    }
    game
}

fn solve(game: &Game) -> Value {
    to_json(solved(
        game,
        1 << 20,
        TIME,
        &AtomicBool::new(false),
        MistakeSizes::default(),
        7,
    ))
}

fn find<'a>(moves: &'a Value, name: &str) -> &'a Value {
    let mut all = moves.as_array().unwrap().iter();
    all.find(|each| each["move"] == name).unwrap()
}

#[test]
fn the_book_tells_its_moves_and_other_orders() {
    let settings = EngineSettings {
        book: BookSource::BuiltIn,
        ..EngineSettings::default()
    };
    let known = |game: &Game| to_json(explored(game, &settings, 3));
    let start = known(&after(9, ""));
    assert_eq!(
        (&start["revision"], &start["open_points"]),
        (&json!(3), &json!(81))
    );
    let best = &start["book"]["moves"][0];
    assert_eq!(best["line"][0], best["move"]);
    assert_eq!(best["is_good"], json!(true));
    assert!(best["visits"].as_u64().unwrap() > 1000, "{best}");
    // Somewhere within six moves, two orders of moves lead to the same position.
    let (mut lines, mut has_other) = (vec![String::new()], false);
    for _ in 0..6 {
        let mut longer = Vec::new();
        for line in &lines {
            let book = known(&after(9, line));
            let moves: Vec<&Value> = book["book"]["moves"]
                .as_array()
                .into_iter()
                .flatten()
                .collect();
            has_other |= moves.iter().any(|mv| mv["other_last"] != json!([]));
            let best = moves.iter().take(2).filter_map(|mv| mv["move"].as_str());
            longer.extend(best.map(|mv| format!("{line} {mv}")));
        }
        lines = longer;
    }
    assert!(has_other);
    for game in [after(9, "A1 J9 A9 J1"), after(9, "E5 pass"), after(5, "")] {
        assert_eq!(known(&game)["book"], Value::Null);
    }
}

/// A wall on each side: Black has ten points and the middle, where the first stone counts.
const WALLS: &str = "B1 D1 B2 D2 B3 D3 B4 D4 B5 D5";

#[test]
fn each_move_has_its_exact_result() {
    let mut game = after(5, WALLS);
    game.set_komi(0.0).unwrap();
    let found = solve(&game);
    let lead = found["lead"].as_f64().unwrap();
    assert_eq!(
        (&found["revision"], &found["to_move"]),
        (&json!(7), &json!("black"))
    );
    let moves = &found["moves"];
    assert_eq!(moves[0]["lead"], json!(lead));
    assert_eq!(
        find(moves, found["line"][0].as_str().unwrap())["lead"],
        json!(lead)
    );
    let leads = moves
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv["lead"].as_f64().unwrap());
    let leads: Vec<f64> = leads.collect();
    assert!(leads.is_sorted_by(|one, other| one >= other), "{leads:?}");
    // Leaving the middle to White or filling one's own eye loses points.
    assert!(leads.last() < leads.first(), "{leads:?}");
    assert!(
        moves
            .as_array()
            .unwrap()
            .iter()
            .all(|mv| mv["move"] != "B1")
    );
}

/// Whoever plays first in the corner decides whether Black's stones live there.
#[test]
fn a_part_alone_decides_with_stones_around_it() {
    let stones = "AB[ah][bh][ch][dh][di][gc]AW[ag][bg][cg][dg][eh][ei][gh]";
    for (first, sign) in [("B", 1.0), ("W", -1.0)] {
        let mut board = loaded(&format!("(;SZ[9]KM[7]{stones}PL[{first}])"));
        let frame = json!({"action": "frame", "part": ["E3", "A1"]});
        act(&mut board, frame).unwrap();
        let game = board.shown();
        assert!(open_points(game.board()) <= 15);
        let budget = Budget {
            table_bytes: 1 << 20,
            ..Budget::nodes(100_000)
        };
        let solution = tao_engine::raw::solve(&game, game.to_move(), &budget);
        let lead = solution.score().unwrap().lead;
        assert!(sign * lead > 0.0, "{first}: {lead}");
        // The record has the same game, komi included.
        let again = loaded(&board.to_sgf()).shown();
        assert_eq!((again.board(), again.komi()), (game.board(), game.komi()));
    }
    for part in [["A1", "J9"], ["A1", "Z30"], ["A1", ""]] {
        let mut board = loaded("(;SZ[9])");
        let frame = json!({"action": "frame", "part": part});
        assert!(act(&mut board, frame).is_err(), "{part:?}");
    }
}

#[test]
fn what_nobody_can_solve_is_open() {
    let stop = AtomicBool::new(true);
    let open = solved(
        &after(9, ""),
        1 << 20,
        TIME,
        &stop,
        MistakeSizes::default(),
        0,
    );
    assert_eq!((open.lead, open.moves.len()), (None, 0));
}
