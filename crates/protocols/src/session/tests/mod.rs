mod earlier_games;
mod explore;
mod problems;
mod variations;

use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};
use web_time::Instant;

use tao_engine::Level;
use tao_engine::raw::{EngineSettings, Thought, settle};
use tao_rules::board::{ByColor, Color};
use tao_rules::game::{Game, Rules, TimeControl};
use tao_sgf as sgf;

use super::board_game::BoardGame;
use super::{Solo, refusal_code, view};
use crate::review::MistakeSizes;
use crate::schema::page::{self, Action, RefusalCode};

fn new() -> BoardGame {
    BoardGame::new(
        Game::new(5).unwrap(),
        None,
        Level::FULL,
        TimeControl::Unlimited,
    )
}

fn act(board: &mut BoardGame, action: Value) -> Result<(), String> {
    let action: Action = serde_json::from_value(action).map_err(|error| error.to_string())?;
    let done = board.act(action, MistakeSizes::default());
    done.map_err(|refusal| refusal.to_string())
}

fn play(board: &mut BoardGame, moves: &str) {
    for mv in moves.split(' ') {
        act(board, json!({"action": "play", "move": mv})).unwrap();
    }
}

fn state(board: &BoardGame) -> Value {
    json(view::state(board, MistakeSizes::default(), 0, false))
}

fn json(object: impl Serialize) -> Value {
    serde_json::to_value(object).unwrap()
}

/// A wall on each side, a black stone inside White's area, and two passes.
fn counted() -> BoardGame {
    let mut board = new();
    play(&mut board, "B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 E3 pass pass");
    assert!(board.table.needs_count());
    let settlement = settle(board.table.game(), None);
    board.table.count(settlement.dead());
    board
}

#[test]
fn dead_stones_are_marked_and_corrected() {
    let mut board = counted();
    let before = state(&board);
    assert_eq!(
        (&before["dead"], &before["result"]),
        (&json!(["E3"]), &json!("W+7.0"))
    );
    assert_eq!(before["owners"][0], json!("XX.OO"));
    act(&mut board, json!({"action": "toggle", "point": "E3"})).unwrap();
    let after = state(&board);
    assert_eq!(after["dead"], json!([]));
    assert_ne!(after["result"], before["result"]);
    act(&mut board, json!({"action": "toggle", "point": "E3"})).unwrap();
    assert_eq!(state(&board), before);
    for point in ["A1", "T19"] {
        let none = act(&mut board, json!({"action": "toggle", "point": point}));
        assert!(none.unwrap_err().contains("no stone"));
    }
    assert!(
        board.table.to_sgf().contains("RE[W+7]"),
        "{}",
        board.table.to_sgf()
    );
}

#[test]
fn a_count_by_hand_replaces_the_recorded_result() {
    let record = counted().table.to_sgf();
    let mut board = BoardGame::resumed(record.as_bytes(), Rules::default(), Level::FULL).unwrap();
    let settlement = settle(board.table.game(), None);
    board.table.count(settlement.dead());
    assert_eq!(board.table.to_sgf(), record);
    act(&mut board, json!({"action": "toggle", "point": "E3"})).unwrap();
    let result = state(&board)["result"].as_str().unwrap().replace(".0", "");
    let record = board.table.to_sgf();
    assert!(record.contains(&format!("RE[{result}]")), "{record}");
    assert!(state(&board)["recorded_result"].is_null());
}

#[test]
fn a_game_that_goes_on_has_no_dead_stones() {
    let mut board = counted();
    let refused = act(&mut board, json!({"action": "play", "move": "A1"}));
    assert!(refused.unwrap_err().contains("over"));
    act(&mut board, json!({"action": "resume"})).unwrap();
    assert_eq!(state(&board)["phase"], json!("open"));
    // It stays open when the program is restarted meanwhile.
    let record = board.to_sgf();
    let mut board = BoardGame::resumed(record.as_bytes(), Rules::default(), Level::FULL).unwrap();
    assert_eq!(state(&board)["phase"], json!("open"));
    play(&mut board, "A1");
    act(&mut board, json!({"action": "resign"})).unwrap();
    assert_eq!(state(&board)["result"], json!("W+R"));
    act(&mut board, json!({"action": "undo"})).unwrap();
    assert_eq!(state(&board)["phase"], json!("open"));
}

/// What is shown of a game that is kept, before and after a restart.
#[track_caller]
fn check_restart(board: &BoardGame) -> Value {
    let kept = board.to_kept();
    let rules = Rules::default();
    let again = BoardGame::of_kept(kept.as_bytes(), rules, Level::LOWEST).unwrap();
    assert_eq!(again.to_kept(), kept);
    let shown = state(board);
    assert_eq!(state(&again), shown);
    // It is a record for other programs.
    let record = sgf::read(kept.as_bytes()).unwrap();
    assert_eq!(record.moves(), board.moves());
    shown
}

fn loaded(record: &str) -> BoardGame {
    let mut board = new();
    board.load(record.as_bytes(), Rules::default()).unwrap();
    board.former = None;
    board
}

#[test]
fn a_game_without_moves_is_the_same_after_a_restart() {
    let mut board = new();
    for action in [
        json!({"action": "set", "level": 3, "player": "both"}),
        json!({"action": "new", "size": 9, "komi": 1.5, "level": 5, "handicap": 3, "player": "white"}),
        json!({"action": "new", "size": 7, "rules": "japanese", "player": "both", "minutes": 1}),
    ] {
        act(&mut board, action).unwrap();
        check_restart(&board);
    }
    let set_up = loaded("(;SZ[5]C[Who wins?]AB[bb][cc]AW[dd]PL[W]PB[Human]PW[Human])");
    let shown = check_restart(&set_up);
    assert_eq!(shown["names"], json!(["Human", "Human"]));
    assert_eq!(shown["tree"][0]["comment"], "Who wins?");
}

#[test]
fn a_game_that_is_over_is_the_same_after_a_restart() {
    let mut board = counted();
    let by_engine = check_restart(&board);
    act(&mut board, json!({"action": "toggle", "point": "E3"})).unwrap();
    let by_hand = check_restart(&board);
    assert_ne!(by_hand["result"], by_engine["result"]);
    act(&mut board, json!({"action": "resume"})).unwrap();
    assert_eq!(check_restart(&board)["phase"], "open");
    act(&mut board, json!({"action": "resign"})).unwrap();
    assert_eq!(check_restart(&board)["phase"], "over");
    let (mut board, thought) = resigned();
    assert_eq!(check_restart(&board)["result"], "B+R");
    // The engine still does not resign again.
    act(&mut board, json!({"action": "resume"})).unwrap();
    let kept = board.to_kept();
    let mut board = BoardGame::of_kept(kept.as_bytes(), Rules::default(), Level::FULL).unwrap();
    board.answer(&thought).unwrap();
    assert_eq!(check_restart(&board)["phase"], "open");
}

#[test]
fn a_record_of_others_is_the_same_after_a_restart() {
    for end in [
        "RE[B+R];B[cc]",
        "RE[W+T]TM[60];B[cc]BL[3]",
        "RE[W+3.5];B[cc];W[dd](;B[bb])(;B[aa])",
    ] {
        let mut board = loaded(&format!("(;SZ[5]PB[Lee]PW[Cho]BR[9p]RU[AGA]{end})"));
        let shown = check_restart(&board);
        assert_eq!(
            (&shown["phase"], &shown["names"]),
            (&json!("open"), &json!(["Lee", "Cho"]))
        );
        assert!(shown["recorded_result"].is_string());
        for player in ["white", "both", "black"] {
            act(
                &mut board,
                json!({"action": "set", "level": 7, "player": player}),
            )
            .unwrap();
            check_restart(&board);
        }
        act(&mut board, json!({"action": "resign"})).unwrap();
        assert_eq!(check_restart(&board)["phase"], "over");
    }
}

/// A game in which the visitor has played C3 and the engine then resigned, and the engine's resignation.
fn resigned() -> (BoardGame, Thought) {
    let mut board = new();
    board.set_player(Some(Color::Black));
    play(&mut board, "C3");
    let thought = Thought {
        mv: "D3".parse().unwrap(),
        resigns: true,
        report: None,
    };
    board.answer(&thought).unwrap();
    assert_eq!(state(&board)["result"], json!("B+R"));
    (board, thought)
}

#[test]
fn the_engine_does_not_resign_again_in_a_game_that_goes_on() {
    let (mut board, thought) = resigned();
    act(&mut board, json!({"action": "resume"})).unwrap();
    board.answer(&thought).unwrap();
    assert_eq!(state(&board)["phase"], json!("open"));
    assert_eq!(board.moves().len(), 2);
}

#[test]
fn undo_after_the_engine_resigned_takes_back_the_visitors_move() {
    let (mut board, thought) = resigned();
    act(&mut board, json!({"action": "undo"})).unwrap();
    assert_eq!(state(&board)["phase"], json!("open"));
    assert_eq!(board.moves().len(), 0);
    // Another move may lose less.
    play(&mut board, "B2");
    board.answer(&thought).unwrap();
    assert_eq!(state(&board)["result"], json!("B+R"));
}

#[test]
fn undo_takes_back_the_engines_answer() {
    let mut board = new();
    board.set_player(Some(Color::Black));
    play(&mut board, "C3");
    assert!(board.is_engines_turn());
    let refused = act(&mut board, json!({"action": "play", "move": "D3"}));
    assert!(refused.unwrap_err().contains("turn"));
    board.play("D3".parse().unwrap()).unwrap();
    act(&mut board, json!({"action": "undo"})).unwrap();
    assert_eq!(board.moves().len(), 0);
    assert!(act(&mut board, json!({"action": "undo"})).is_err());
}

#[test]
fn dropped_moves_and_replaced_games_come_back() {
    let mut board = new();
    play(&mut board, "C3 D3 C4");
    act(&mut board, json!({"action": "go", "to": 1})).unwrap();
    // Playing the same move again keeps the moves after it.
    play(&mut board, "D3");
    assert_eq!((board.at, board.moves().len()), (2, 3));
    act(&mut board, json!({"action": "go", "to": 1})).unwrap();
    play(&mut board, "B2");
    assert_eq!(board.moves().len(), 2);
    act(&mut board, json!({"action": "restore"})).unwrap();
    assert_eq!(board.moves().len(), 3);
    board.load(b"(;SZ[9];B[ee])", Rules::default()).unwrap();
    assert_eq!((board.table.game().size(), board.table.person()), (9, None));
    act(&mut board, json!({"action": "restore"})).unwrap();
    assert_eq!(board.table.game().size(), 5);
    let bad = board
        .load(b"(;SZ[99])", Rules::default())
        .unwrap_err()
        .to_string();
    assert!(bad.contains("expected a square"), "{bad}");
    assert_eq!(board.moves().len(), 3);
}

#[test]
fn bad_actions_change_nothing() {
    let mut board = new();
    play(&mut board, "C3");
    let before = state(&board);
    for action in [
        json!({"action": "fly"}),
        json!({"action": "play"}),
        json!({"action": "play", "move": "C3"}),
        json!({"action": "play", "move": "Z99"}),
        json!({"action": "undo", "more": 1}),
        json!({"action": "go", "to": 2}),
        json!({"action": "go", "to": -1}),
        json!({"action": "toggle", "point": "C3"}),
        json!({"action": "restore"}),
        json!({"action": "resume"}),
        json!({"action": "set", "level": 27, "player": "black"}),
        json!({"action": "new", "size": 1, "player": "both"}),
        json!({"action": "new", "size": 5, "handicap": 2, "player": "both"}),
        json!({"action": "new", "size": 9, "komi": 1e300, "player": "both"}),
        json!({"action": "new", "size": 9, "player": "both", "rules": "nobody's"}),
        json!({"action": "new", "size": 9, "player": "nobody"}),
        json!({"action": "new", "size": 9, "player": "both", "minutes": -1}),
        json!({"action": "new", "size": 9, "player": "both", "minutes": 1e9}),
        json!({"action": "new", "size": 9, "player": "both", "minutes": 0}),
        json!([]),
    ] {
        assert!(act(&mut board, action.clone()).is_err(), "{action}");
        assert_eq!(state(&board), before, "{action}");
    }
}

#[test]
fn a_visitor_is_told_what_the_figures_are_worth() {
    let mut board = new();
    let small = state(&board);
    assert_eq!(
        (&small["cautions"], &small["judges"]),
        (&json!([]), &json!(true))
    );
    board
        .load(b"(;SZ[19]RU[Japanese]RE[W+2.5];B[pd])", Rules::default())
        .unwrap();
    let large = state(&board);
    let cautions = large["cautions"].as_array().unwrap();
    let [caution] = &cautions[..] else {
        panic!("{cautions:?}");
    };
    let part = "no network for 19x19";
    assert!(caution.as_str().unwrap().contains(part), "{caution}");
    assert_eq!(large["judges"], json!(false));
    assert_eq!(
        (&large["recorded_rules"], &large["recorded_result"]),
        (&json!("Japanese"), &json!("W+2.5"))
    );
}

/// Whatever the record says of Tao Go, the visitor plays both sides.
#[test]
fn a_loaded_record_is_resumed_without_tao_go() {
    let rules = Rules::TROMP_TAYLOR;
    let mut board = new();
    let file = b"(;SZ[5]TM[60]PB[Tao Go]BR[level 3]PW[Lee];B[cc];W[dd])";
    board.load(file, rules).unwrap();
    let resume = |board: &BoardGame| {
        let record = board.table.to_sgf();
        BoardGame::resumed(record.as_bytes(), rules, Level::FULL).unwrap()
    };
    let mut resumed = resume(&board);
    for field in ["player", "names", "level", "rules", "clock", "phase"] {
        assert_eq!(state(&resumed)[field], state(&board)[field], "{field}");
    }
    for player in ["white", "both"] {
        let action = json!({"action": "set", "level": 26, "player": player});
        act(&mut resumed, action).unwrap();
        resumed = resume(&resumed);
        assert_eq!(state(&resumed)["player"], player);
    }
}

#[test]
fn what_is_before_a_set_up_is_counted_and_named() {
    let game = state(&loaded("(;SZ[5]C[one];B[cc];W[dd];AB[aa]C[two];B[bb])"));
    assert_eq!(
        (&game["moves_before"], &game["moves"][0]["move"]),
        (&json!(2), &json!("B4"))
    );
    let caution = game["cautions"][0].as_str().unwrap();
    assert!(caution.contains("after move 2"), "{caution}");
    let rest = state(&loaded("(;SZ[5];B[cc](;W[dd])(;AB[aa];W[ab]))"));
    let caution = rest["cautions"][0].as_str().unwrap();
    assert!(caution.contains("cannot be played"), "{caution}");
    let whole = state(&loaded("(;SZ[5]AB[aa];W[cc])"));
    assert!(whole["moves_before"].is_null() && whole["cautions"] == json!([]));
}

#[test]
fn what_is_before_a_set_up_is_saved_with_what_is_played_after_it() {
    let before = "TR[aa];B[cc]C[one]SQ[cc](;W[dd]N[main]";
    let after = ")(;W[ee]C[two];B[ed])(;W[ab])";
    let file = format!("(;SZ[5]C[root]{before};AB[aa]PL[W]C[three];W[bb]{after})");
    let mut board = loaded(&file);
    act(&mut board, json!({"action": "play", "move": "E1"})).unwrap();
    let notes = json!({"action": "annotate", "node": 2, "comment": "mine", "marks": "CR[ab]"});
    act(&mut board, notes).unwrap();
    let notes = json!({"action": "annotate", "node": 0, "comment": "new", "marks": ""});
    act(&mut board, notes).unwrap();
    for _ in 0..2 {
        let text = board.to_sgf();
        let line = text.replace('\n', "");
        let set_up = ";AB[cc][aa]AW[dd]PL[W]C[new];W[bb];B[ee]C[mine]CR[ab]";
        let whole = format!("C[root]{before}{set_up}{after})");
        assert!(line.ends_with(&whole), "{text}");
        assert_eq!(state(&board)["moves_before"], 2);
        board = loaded(&text);
    }
}

#[test]
fn a_game_is_resumed_at_its_level() {
    let mut board = new();
    act(
        &mut board,
        json!({"action": "set", "level": 3, "player": "black"}),
    )
    .unwrap();
    let record = board.table.to_sgf();
    let resumed = BoardGame::resumed(record.as_bytes(), Rules::default(), Level::FULL).unwrap();
    assert_eq!(Some(resumed.level()), Level::new(3));
}

#[test]
fn a_new_game_has_what_was_asked_for() {
    let mut board = new();
    let action = json!({"action": "new", "size": 9, "handicap": 2, "level": 3, "player": "black"});
    act(&mut board, action).unwrap();
    let state = state(&board);
    assert_eq!(
        (&state["komi"], &state["handicap"], &state["level"]),
        (&json!(0.5), &json!(2), &json!(3))
    );
    assert_eq!(state["phase"], json!("engine_to_move"));
}

#[test]
fn a_new_game_has_the_rules_that_were_asked_for_or_those_before() {
    let mut board = new();
    for rules in [json!("Tromp-Taylor"), Value::Null] {
        let action = json!({"action": "new", "size": 5, "player": "both", "rules": rules});
        act(&mut board, action).unwrap();
        assert_eq!(state(&board)["rules"], json!("tromp-taylor"));
    }
}

#[test]
fn a_clock_runs_for_the_side_to_move_and_ends_the_game() {
    let mut board = new();
    let action =
        json!({"action": "new", "size": 5, "player": "both", "minutes": 1, "increment": 5});
    act(&mut board, action).unwrap();
    let start = Instant::now();
    let run_to = |board: &mut BoardGame, seconds| board.run_clock(start + seconds);
    let left = |board: &BoardGame| {
        let left = board.time_left().unwrap();
        left.map(|left| (left + Duration::from_millis(500)).as_secs())
    };
    assert!(!run_to(&mut board, Duration::from_secs(20)));
    assert_eq!(left(&board), ByColor::new(40, 60));
    play(&mut board, "C3");
    assert_eq!(left(&board), ByColor::new(45, 60));
    assert_eq!(state(&board)["clock"]["runs"], json!("white"));
    act(&mut board, json!({"action": "go", "to": 0})).unwrap();
    assert!(!run_to(&mut board, Duration::from_secs(50)));
    assert_eq!(left(&board), ByColor::new(45, 30));
    assert!(run_to(&mut board, Duration::from_secs(90)));
    act(&mut board, json!({"action": "go", "to": 1})).unwrap();
    let over = state(&board);
    assert_eq!(
        (&over["result"], &over["clock"]["runs"]),
        (&json!("B+T"), &Value::Null)
    );
    assert!(
        board.table.to_sgf().contains("RE[B+T]"),
        "{}",
        board.table.to_sgf()
    );
    act(&mut board, json!({"action": "resume"})).unwrap();
    assert_eq!(state(&board)["clock"], Value::Null);
}

#[test]
fn a_clock_goes_back_with_the_moves() {
    let mut board = new();
    let action = json!({"action": "new", "size": 5, "player": "both", "minutes": 2});
    act(&mut board, action).unwrap();
    let start = Instant::now();
    board.run_clock(start + Duration::from_secs(60));
    play(&mut board, "C3");
    act(&mut board, json!({"action": "undo"})).unwrap();
    let left = board.time_left().unwrap()[Color::Black];
    assert_eq!(left, Duration::from_secs(120));
}

#[test]
fn the_value_of_more_visits_is_kept() {
    let mut board = new();
    play(&mut board, "C3");
    let value = |visits| page::Value {
        win_rate: 0.5,
        lead: None,
        visits,
    };
    for visits in [10, 5] {
        board.note(1, value(visits));
    }
    board.note(2, value(1));
    let known = [0, 1, 2].map(|moves| board.value(moves).map(|value| value.visits));
    assert_eq!(known, [None, Some(10), None]);
}

const SHORT: Duration = Duration::from_millis(20);

/// Enough for the visits of a move.
const LONG: Duration = Duration::from_secs(10);

fn solo() -> Solo {
    let settings = EngineSettings {
        playouts: Some(20),
        seed: Some(1),
        ..EngineSettings::default().sharing_memory(12)
    };
    Solo::new(Game::new(5).unwrap(), settings)
}

#[test]
fn a_game_on_one_thread_is_played_and_resumed() {
    let mut solo = solo();
    let act = |solo: &mut Solo, action: Value| json(solo.act(&action.to_string(), LONG).unwrap());
    act(&mut solo, json!({"action": "play", "move": "C3"}));
    assert!(
        solo.act("{\"action\":\"play\",\"move\":\"C4\"}", SHORT)
            .is_err()
    );
    let answered = act(&mut solo, json!({"action": "genmove"}));
    assert_eq!(
        (&answered["at"], &answered["phase"]),
        (&json!(2), &json!("open"))
    );
    let mut other = self::solo();
    other.resume(solo.record().as_bytes()).unwrap();
    let resumed = json(other.state());
    for field in ["moves", "stones", "player", "level", "phase"] {
        assert_eq!(resumed[field], answered[field], "{field}");
    }
    assert!(solo.load(b"(;SZ[99])").is_err());
    assert_eq!(json(solo.state()), answered);
    act(
        &mut solo,
        json!({"action": "set", "level": 26, "player": "both"}),
    );
    for _ in 0..2 {
        act(&mut solo, json!({"action": "play", "move": "pass"}));
    }
    assert_eq!(json(solo.state())["phase"], "over");
    assert!(solo.act("{\"action\":\"genmove\"}", SHORT).is_err());
    assert!(solo.analyze(SHORT, true).is_none());
    let state = solo.state();
    let found = [solo.explore().revision, solo.solve(SHORT).revision];
    assert_eq!(found, [state.revision; 2]);
}

#[test]
fn rules_of_a_record_end_with_it() {
    let mut solo = solo();
    let own = json(solo.state())["rules"].clone();
    for (record, rules) in [("RU[Japanese]", json!("japanese")), ("", own.clone())] {
        let record = format!("(;SZ[5]{record};B[cc])");
        assert_eq!(json(solo.load(record.as_bytes()).unwrap())["rules"], rules);
    }
    solo.load(b"(;SZ[5]RU[Japanese])").unwrap();
    solo.resume(b"(;SZ[5];B[cc])").unwrap();
    assert_eq!(json(solo.state())["rules"], own);
}

/// Each search goes on where the one before has ended, with what it has counted.
#[test]
fn an_analysis_is_made_of_short_searches() {
    let mut solo = solo();
    let mut visits = 0;
    let mut owners = 0;
    for _ in 0..4 {
        let analysis = json(solo.analyze(SHORT, true).unwrap());
        assert!(analysis["visits"].as_u64() > Some(visits), "{analysis}");
        visits = analysis["visits"].as_u64().unwrap();
        owners = analysis["owners"].as_array().unwrap().len();
        assert_eq!(analysis["done"], false);
        let moves = analysis["candidates"].as_array().unwrap();
        assert!(moves.iter().all(|mv| mv["lead"].is_number()));
    }
    assert_eq!(owners, 25);
    assert_eq!(json(solo.state())["values"][0]["visits"], visits);
    solo.act("{\"action\":\"play\",\"move\":\"A1\"}", SHORT)
        .unwrap();
    let other = json(solo.analyze(SHORT, false).unwrap());
    assert_eq!(
        (&other["revision"], &other["owners"]),
        (&json!(1), &Value::Null)
    );
}

/// Otherwise two that take turns would never end.
#[test]
fn several_reviews_are_under_way_at_once() {
    let settings = EngineSettings {
        playouts: Some(900),
        ..EngineSettings::default().sharing_memory(12)
    };
    let mut solo = Solo::new(Game::new(5).unwrap(), settings);
    solo.load(b"(;SZ[5];B[cc];W[dc])").unwrap();
    let mut review = |node: usize| {
        let action = json!({"action": "review", "node": node}).to_string();
        json(solo.act(&action, LONG).unwrap())["reviewed"].clone()
    };
    let first: Vec<Value> = [1, 2, 1, 2].map(&mut review).into();
    assert!(
        first
            .iter()
            .all(|reviewed| *reviewed == json!([false, false, false]))
    );
    assert_eq!(review(1), json!([false, true, false]));
    assert_eq!(review(2), json!([false, true, true]));
}

#[test]
fn a_choice_is_made_of_short_searches() {
    let settings = EngineSettings::default().sharing_memory(12);
    let mut solo = Solo::new(Game::new(5).unwrap(), settings);
    let mut choose = |level, left, slice| json(solo.choose(level, left, slice).unwrap());
    let first = choose(26, LONG, SHORT);
    assert_eq!(first["done"], false);
    let second = choose(26, LONG, SHORT);
    assert!(second["value"]["visits"].as_u64() > first["value"]["visits"].as_u64());
    assert_eq!(second["line"][0], second["move"]);
    assert_eq!(choose(26, SHORT, LONG)["done"], true);
    assert_eq!(choose(3, LONG, SHORT)["done"], true);
    assert_eq!(json(solo.state())["moves"], json!([]));
    let score = json(solo.score());
    assert_eq!((&score["lead"], &score["dead"]), (&json!(-7.0), &json!([])));
}

#[test]
fn refusals_have_codes() {
    let mut solo = solo();
    let mut refuse = |action: Value| {
        let refusal = solo.act(&action.to_string(), SHORT).unwrap_err();
        refusal_code(&refusal)
    };
    let new =
        |size, rules| json!({"action": "new", "size": size, "rules": rules, "player": "both"});
    let play = |mv| json!({"action": "play", "move": mv});
    for action in [
        json!(null),
        json!({"action": "jump"}),
        play("E"),
        new(25, "chinese"),
        new(9, "loose"),
        json!({"action": "set", "level": 27, "player": "both"}),
        json!({"action": "new", "size": 9, "komi": 1e9, "player": "both"}),
        json!({"action": "new", "size": 9, "handicap": 77, "player": "both"}),
    ] {
        assert_eq!(refuse(action.clone()), RefusalCode::BadRequest, "{action}");
    }
    assert_eq!(refuse(play("J9")), RefusalCode::IllegalMove);
    assert_eq!(refuse(json!({"action": "undo"})), RefusalCode::NotAllowed);
    solo.act(&new(5, "chinese").to_string(), SHORT).unwrap();
    for mv in ["pass", "pass"] {
        solo.act(&play(mv).to_string(), SHORT).unwrap();
    }
    let over = solo.act(&play("C3").to_string(), SHORT).unwrap_err();
    assert_eq!(refusal_code(&over), RefusalCode::GameOver);
    let over = solo.choose(20, SHORT, SHORT).unwrap_err();
    assert_eq!(refusal_code(&over), RefusalCode::GameOver);
}
