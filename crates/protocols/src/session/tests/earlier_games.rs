use super::*;

fn does(solo: &mut Solo, action: &Value) -> Value {
    json(solo.act(&action.to_string(), LONG).unwrap())
}

fn begin(solo: &mut Solo, player: &str, level: u8) -> Value {
    does(
        solo,
        &json!({"action": "new", "size": 5, "komi": null, "rules": null, "level": level, "player": player, "minutes": null}),
    )
}

fn play(solo: &mut Solo, mv: &str) -> Value {
    does(solo, &json!({"action": "play", "move": mv}))
}

fn list(solo: &Solo) -> Value {
    serde_json::to_value(solo.games()).unwrap()
}

/// Opens or removes one of the earlier games, of which 0 is the latest.
fn pick(solo: &mut Solo, action: &str, number: usize) -> Value {
    let time = list(solo)[number]["time"].clone();
    does(solo, &json!({"action": action, "time": time}))
}

/// A game that White has given up, then one of a single move at level 9, and an empty one.
fn two_games() -> Solo {
    let mut solo = solo();
    begin(&mut solo, "white", 26);
    does(
        &mut solo,
        &json!({"action": "set", "level": 26, "player": "both"}),
    );
    play(&mut solo, "C3");
    does(&mut solo, &json!({"action": "resign"}));
    begin(&mut solo, "black", 9);
    play(&mut solo, "B2");
    begin(&mut solo, "black", 3);
    solo
}

#[test]
fn a_game_is_listed_when_another_takes_its_place() {
    let mut solo = two_games();
    let games = list(&solo);
    assert_eq!(json(solo.state())["games"], 2);
    assert!(games[0]["time"].as_u64() > games[1]["time"].as_u64());
    assert_eq!([&games[0]["moves"], &games[0]["level"]], [1, 9]);
    assert_eq!(games[0]["result"], Value::Null);
    assert_eq!(games[1]["result"], "B+R");
    assert_eq!(
        games[0]["stones"],
        json!([".....", ".....", ".....", ".X...", "....."])
    );
}

#[test]
fn an_earlier_game_goes_on_in_exchange_for_the_present_one() {
    let mut solo = two_games();
    play(&mut solo, "D4");
    let opened = pick(&mut solo, "open", 0);
    assert_eq!(
        [&opened["level"], &opened["player"]],
        [&json!(9), &json!("black")]
    );
    assert_eq!(opened["moves"][0]["move"], "B2");
    assert_eq!(opened["phase"], "engine_to_move");
    let games = list(&solo);
    assert_eq!([&games[0]["level"], &games[0]["moves"]], [3, 1]);
    assert_eq!(games[1]["result"], "B+R");
    // Bringing back undoes it.
    let back = does(&mut solo, &json!({"action": "restore"}));
    assert_eq!((&back["level"], &back["games"]), (&json!(3), &json!(2)));
    assert_eq!(list(&solo)[0]["level"], 9);
}

#[test]
fn a_game_that_is_brought_back_is_no_earlier_one() {
    let mut solo = two_games();
    let back = does(&mut solo, &json!({"action": "restore"}));
    assert_eq!((&back["level"], &back["games"]), (&json!(9), &json!(1)));
    // So is one whose moves are brought back.
    does(&mut solo, &json!({"action": "go", "to": 0}));
    play(&mut solo, "D4");
    let back = does(&mut solo, &json!({"action": "restore"}));
    assert_eq!(
        (&back["moves"][0]["move"], &back["games"]),
        (&json!("B2"), &json!(1))
    );
}

/// The game before that is brought back may not be listed: it was removed, or is too long.
#[test]
fn a_game_that_is_put_back_is_listed_whatever_it_was_put_back_for() {
    let mut solo = two_games();
    pick(&mut solo, "open", 0);
    begin(&mut solo, "black", 3);
    play(&mut solo, "D4");
    pick(&mut solo, "remove", 0);
    let back = does(&mut solo, &json!({"action": "restore"}));
    assert_eq!((&back["level"], &back["games"]), (&json!(9), &json!(2)));
    begin(&mut solo, "black", 4);
    let levels = |solo: &Solo| {
        let games = list(solo);
        let games = games.as_array().unwrap().iter();
        games.map(|game| game["level"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(levels(&solo), [9, 3, 26]);
    // What is opened is not what can be brought back, too.
    let opened = pick(&mut solo, "open", 0);
    assert_eq!(
        (&opened["level"], &opened["can_restore"]),
        (&json!(9), &json!(false))
    );
    assert_eq!(levels(&solo), [3, 26]);
}

#[test]
fn a_problem_is_no_earlier_game() {
    let mut solo = solo();
    for point in ["cc", "dd", "cc"] {
        let record = format!("(;GM[1]SZ[5];B[{point}])");
        solo.load(record.as_bytes()).unwrap();
    }
    let record = "(;GM[1]SZ[5];B[aa]C[RIGHT])";
    does(&mut solo, &json!({"action": "pose", "record": record}));
    let back = does(&mut solo, &json!({"action": "restore"}));
    assert_eq!(back["moves"][0]["move"], "C3");
    let stones: Vec<Value> = list(&solo)
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["stones"][3].clone())
        .collect();
    assert_eq!(stones, ["...X.", "....."]);
}

#[test]
fn earlier_games_are_kept_and_removed() {
    let mut solo = two_games();
    let mut again = self::solo();
    again.resume(solo.kept().as_bytes()).unwrap();
    assert_eq!(list(&again), list(&solo));
    let time = list(&again)[0]["time"].clone();
    let revision = again.state().revision;
    let removed = pick(&mut again, "remove", 0);
    assert_eq!(removed["games"], 1);
    assert_eq!(removed["revision"], revision, "the position stays");
    assert_eq!(list(&again)[0]["result"], "B+R");
    for action in ["open", "remove"] {
        let action = json!({"action": action, "time": time}).to_string();
        let refusal = again.act(&action, LONG).unwrap_err();
        assert_eq!(refusal.to_string(), "there is no such game");
    }
    // A record is listed, too, and a problem does not hide the game before it.
    solo.load(b"(;GM[1]SZ[5]DT[2024-05-01]PB[A]PW[B]RE[W+3];B[cc];W[bb])")
        .unwrap();
    does(
        &mut solo,
        &json!({"action": "pose", "record": "(;GM[1]SZ[5];B[aa]C[RIGHT])"}),
    );
    begin(&mut solo, "black", 5);
    let games = list(&solo);
    assert_eq!(games.as_array().map(Vec::len), Some(3));
    assert_eq!(
        [&games[0]["date"], &games[0]["result"]],
        ["2024-05-01", "W+3"]
    );
}
