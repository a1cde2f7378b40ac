use serde_json::json;

use super::{act, counted, loaded, new, play, state};
use crate::schema::page::Value;
use crate::session::board_game::BoardGame;
use tao_engine::Level;
use tao_rules::board::Color;
use tao_rules::game::Rules;
use tao_rules::raw::PointSet;

const RECORD: &[u8] = b"(;SZ[5]C[begin];B[cc]C[middle](;W[dd];B[bb])(;W[cd];B[dd]))";

#[test]
fn the_variations_of_a_record_are_walked() {
    let mut board = new();
    board.load(RECORD, Rules::default()).unwrap();
    let first = state(&board);
    assert_eq!(
        (&first["main"], &first["line"]),
        (&json!([0, 1, 2, 3]), &json!([0, 1, 2, 3]))
    );
    assert_eq!(
        first["tree"][0],
        json!({"parent": null, "color": null, "move": null, "comment": "begin"})
    );
    assert_eq!(
        first["tree"][4],
        json!({"parent": 1, "color": "white", "move": "C2", "comment": ""})
    );
    act(&mut board, json!({"action": "visit", "node": 4})).unwrap();
    let varied = state(&board);
    assert_eq!(
        (&varied["line"], &varied["at"]),
        (&json!([0, 1, 4, 5]), &json!(2))
    );
    assert_eq!(
        (&varied["moves"][2]["move"], &varied["stones"][3]),
        (&json!("D2"), &json!("..O.."))
    );
    // A position that is in both lines is shown in the line that is shown already.
    act(&mut board, json!({"action": "visit", "node": 1})).unwrap();
    assert_eq!(state(&board)["line"], varied["line"]);
    act(&mut board, json!({"action": "visit", "node": 2})).unwrap();
    assert_eq!(state(&board)["line"], first["line"]);
    assert!(act(&mut board, json!({"action": "visit", "node": 6})).is_err());
}

#[test]
fn marks_of_a_record_are_told_and_written_again() {
    let mut board = new();
    let record = b"(;SZ[5];B[cc]TR[aa]LB[bb:A]XX[other])";
    board.load(record, Rules::default()).unwrap();
    let tree = &state(&board)["tree"];
    assert!(tree[0].get("marks").is_none());
    let [triangle, label] = [0, 1].map(|i| tree[1]["marks"][i].clone());
    assert_eq!(
        triangle,
        json!({"point": "A5", "shape": "triangle", "text": ""})
    );
    assert_eq!(label, json!({"point": "B4", "shape": "label", "text": "A"}));
    assert!(board.to_sgf().contains("TR[aa]LB[bb:A]XX[other]"));
}

#[test]
fn comments_and_marks_are_written() {
    let mut board = new();
    board.load(RECORD, Rules::default()).unwrap();
    let annotate = |node: usize, comment: &str, marks: &str| json!({"action": "annotate", "node": node, "comment": comment, "marks": marks});
    for node in [0, 1] {
        act(
            &mut board,
            annotate(node, "Good [or not]?", "TR[aa]LB[bb:A]"),
        )
        .unwrap();
    }
    let again = state(&loaded(&board.to_sgf()));
    assert_eq!(again["tree"], state(&board)["tree"]);
    for node in &again["tree"].as_array().unwrap()[..2] {
        let noted = (&node["comment"], &node["marks"][1]["text"]);
        assert_eq!(noted, (&json!("Good [or not]?"), &json!("A")));
    }
    let before = board.to_sgf();
    for (node, comment) in [(1, "x".repeat(1 << 20)), (99, String::new())] {
        act(&mut board, annotate(node, &comment, "")).unwrap_err();
        assert_eq!(board.to_sgf(), before);
    }
}

#[test]
fn another_move_in_a_record_is_a_variation() {
    let mut board = new();
    board.load(RECORD, Rules::default()).unwrap();
    act(&mut board, json!({"action": "go", "to": 1})).unwrap();
    play(&mut board, "E5 E4");
    let varied = state(&board);
    assert_eq!(
        (&varied["line"], &varied["at"], &varied["phase"]),
        (&json!([0, 1, 6, 7]), &json!(3), &json!("open"))
    );
    assert_eq!(
        (board.moves().len(), &varied["can_restore"]),
        (3, &json!(false))
    );
    assert!(
        board
            .to_sgf()
            .contains("(;W[dd];B[bb])(;W[cd];B[dd])(;W[ea];B[eb])"),
        "{}",
        board.to_sgf()
    );
    // A recorded move is a step into its variation.
    act(&mut board, json!({"action": "go", "to": 1})).unwrap();
    play(&mut board, "C2");
    assert_eq!(state(&board)["line"], json!([0, 1, 4, 5]));
    let refused = act(&mut board, json!({"action": "play", "move": "C3"}));
    assert!(refused.unwrap_err().contains("occupied"));
    // What was tried can be taken back, and the record stays.
    let undone = |board: &mut BoardGame| {
        act(board, json!({"action": "undo"})).unwrap();
        (board.at, board.moves().len(), board.tree.nodes().len())
    };
    assert_eq!(undone(&mut board), (1, 3, 8));
    act(&mut board, json!({"action": "visit", "node": 6})).unwrap();
    assert_eq!(undone(&mut board), (1, 3, 6));
    assert_eq!(undone(&mut board), (0, 3, 6));
    assert!(act(&mut board, json!({"action": "undo"})).is_err());
    assert_eq!(state(&board)["line"], json!([0, 1, 2, 3]));
    act(&mut board, json!({"action": "restore"})).unwrap();
    assert_eq!(board.tree.nodes().len(), 8);
    let record = board.to_sgf();
    let resumed = BoardGame::resumed(record.as_bytes(), Rules::default(), Level::FULL).unwrap();
    assert_eq!(resumed.tree, board.tree);
}

#[test]
fn a_variation_of_a_game_is_not_answered_and_does_not_change_it() {
    let mut board = counted();
    let result = state(&board)["result"].clone();
    board.set_player(Some(Color::Black));
    act(&mut board, json!({"action": "go", "to": 3})).unwrap();
    play(&mut board, "C3");
    assert!(!board.is_engines_turn());
    assert_eq!(
        (&state(&board)["phase"], board.moves().len()),
        (&json!("open"), 13)
    );
    assert!(act(&mut board, json!({"action": "resign"})).is_err());
    let end = *board.main.last().unwrap();
    act(&mut board, json!({"action": "visit", "node": end})).unwrap();
    assert_eq!(state(&board)["result"], result);
    // In a game that goes on, dropped moves are a variation beside the new ones.
    let mut board = new();
    play(&mut board, "C3 D3 C4");
    act(&mut board, json!({"action": "go", "to": 1})).unwrap();
    play(&mut board, "B2");
    assert_eq!(
        (&state(&board)["main"], board.moves().len()),
        (&json!([0, 1, 4]), 2)
    );
    act(&mut board, json!({"action": "visit", "node": 3})).unwrap();
    assert_eq!(
        (board.at, &state(&board)["line"]),
        (3, &json!([0, 1, 2, 3]))
    );
}

#[test]
fn undo_inside_of_a_game_that_is_over_steps_back() {
    let mut board = counted();
    board.table.count(PointSet::EMPTY);
    act(&mut board, json!({"action": "go", "to": 5})).unwrap();
    act(&mut board, json!({"action": "undo"})).unwrap();
    assert_eq!((board.at, board.moves().len()), (4, 13));
}

#[test]
fn moves_that_undo_takes_back_come_back_beside_an_older_variation() {
    let mut board = new();
    play(&mut board, "C3 D3 C4 D4");
    act(&mut board, json!({"action": "go", "to": 3})).unwrap();
    play(&mut board, "B2 A1 A2");
    act(&mut board, json!({"action": "go", "to": 4})).unwrap();
    board.set_player(Some(Color::Black));
    act(&mut board, json!({"action": "undo"})).unwrap();
    assert_eq!((board.moves().len(), board.tree.nodes().len()), (2, 3));
    act(&mut board, json!({"action": "restore"})).unwrap();
    assert_eq!((board.moves().len(), board.tree.nodes().len()), (6, 8));
}

#[test]
fn a_game_for_both_sides_and_a_record_stay_so_after_a_restart() {
    let mut game = new();
    play(&mut game, "C3 D3 C4");
    let mut record = new();
    record.load(RECORD, Rules::default()).unwrap();
    for (board, moves) in [(game, 2), (record, 3)] {
        let text = board.to_sgf();
        let mut board = BoardGame::resumed(text.as_bytes(), Rules::default(), Level::FULL).unwrap();
        assert_eq!(
            (&state(&board)["player"], &state(&board)["names"]),
            (&json!("both"), &json!([null, null]))
        );
        act(&mut board, json!({"action": "go", "to": 1})).unwrap();
        play(&mut board, "B2");
        assert_eq!(board.moves().len(), moves, "{text}");
    }
}

#[test]
fn a_move_at_the_end_joins_the_game_though_a_variation_has_it() {
    let mut board = new();
    play(&mut board, "C3 D3 C4 D4");
    act(&mut board, json!({"action": "go", "to": 2})).unwrap();
    play(&mut board, "B2");
    act(&mut board, json!({"action": "undo"})).unwrap();
    act(&mut board, json!({"action": "visit", "node": 4})).unwrap();
    act(&mut board, json!({"action": "go", "to": 2})).unwrap();
    board.set_player(Some(Color::Black));
    play(&mut board, "C4");
    assert_eq!(state(&board)["main"], json!([0, 1, 2, 3]));
    assert!(board.is_engines_turn());
}

#[test]
fn values_stay_with_their_positions() {
    let mut board = new();
    board.load(RECORD, Rules::default()).unwrap();
    let value = |visits| Value {
        win_rate: 0.5,
        lead: None,
        visits,
    };
    board.note(2, value(7));
    act(&mut board, json!({"action": "visit", "node": 5})).unwrap();
    board.note(3, value(9));
    let visits = |board: &BoardGame| [1, 2, 3].map(|at| board.value(at).map(|value| value.visits));
    assert_eq!(visits(&board), [None, None, Some(9)]);
    act(&mut board, json!({"action": "visit", "node": 2})).unwrap();
    assert_eq!(visits(&board), [None, Some(7), None]);
    // Of two moves that were tried, the first is taken back.
    for mv in ["E5", "A1"] {
        act(&mut board, json!({"action": "visit", "node": 1})).unwrap();
        play(&mut board, mv);
    }
    board.note(2, value(5));
    act(&mut board, json!({"action": "visit", "node": 6})).unwrap();
    act(&mut board, json!({"action": "undo"})).unwrap();
    act(&mut board, json!({"action": "visit", "node": 6})).unwrap();
    assert_eq!(visits(&board), [None, Some(5), None]);
}
