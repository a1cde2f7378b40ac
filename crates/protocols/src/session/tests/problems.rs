use super::*;

/// A game in which Black passes where E4 takes White's stones, reviewed.
const MISTAKE: &[u8] =
    b"(;GM[1]SZ[5]KM[7]AB[aa][ba][ca][ab][cb][ac][bc][cc][ad][bd][cd][ae][be][ce]\
    AW[da][ea][db][dc][ec][dd][ed][de][ee]PL[B];B[];W[bb])";

fn reviewed() -> Solo {
    let mut solo = solo();
    solo.load(MISTAKE).unwrap();
    for node in 0..3 {
        let review = json!({"action": "review", "node": node});
        while json(does(&mut solo, &review))["reviewed"][node] != json!(true) {}
    }
    solo
}

fn does(solo: &mut Solo, action: &Value) -> page::GameState {
    solo.act(&action.to_string(), LONG).unwrap()
}

fn learn(solo: &mut Solo, player: &str) -> usize {
    let learn = json!({"action": "learn", "player": player});
    does(solo, &learn).status.problems
}

#[test]
fn mistakes_become_problems_once_and_only_those_of_the_player() {
    let mut solo = reviewed();
    assert_eq!(learn(&mut solo, "white"), 0);
    assert_eq!(learn(&mut solo, "black"), 1);
    assert_eq!(learn(&mut solo, "both"), 1);
}

#[test]
fn a_problem_is_asked_and_the_game_comes_back() {
    let mut solo = reviewed();
    learn(&mut solo, "black");
    let game = solo.record();
    let asked = json(does(&mut solo, &json!({"action": "ask"})));
    let problem = &asked["problem"];
    assert_eq!(
        (&asked["at"], &asked["to_move"]),
        (&json!(0), &json!("black"))
    );
    assert_eq!([&problem["number"], &problem["of"]], [1, 1]);
    assert_eq!([&problem["move"], &problem["better"][0]], ["pass", "E4"]);
    assert_eq!(problem["days"], Value::Null);
    // A page that is closed now goes on with the game.
    let kept = solo.kept();
    assert!(kept.starts_with(&game), "{kept}");
    does(&mut solo, &json!({"action": "play", "move": "E4"}));
    let answered = json(does(&mut solo, &json!({"action": "answer", "right": true})));
    assert_eq!(
        (&answered["problem"]["days"], &answered["problems"]),
        (&json!(1), &json!(0))
    );
    for action in [
        json!({"action": "answer", "right": true}),
        json!({"action": "ask"}),
    ] {
        let refused = solo.act(&action.to_string(), LONG).unwrap_err();
        assert_eq!(refusal_code(&refused), RefusalCode::NotAllowed);
    }
    let restored = json(does(&mut solo, &json!({"action": "restore"})));
    assert_eq!(
        (solo.record(), &restored["can_restore"]),
        (game, &json!(false))
    );
    // Answered today, it is not asked again after a restart.
    let mut again = super::solo();
    again.resume(solo.kept().as_bytes()).unwrap();
    assert_eq!(learn(&mut again, "black"), 0);
    again.resume(kept.as_bytes()).unwrap();
    assert_eq!(json(again.state())["problems"], json!(1));
}

#[test]
fn a_problem_of_a_file_is_posed_from_its_beginning() {
    let mut solo = reviewed();
    let game = solo.record();
    for record in [
        "(;GM[1]SZ[5]AB[aa]AW[ba]PL[W];W[ab]C[RIGHT])",
        "(;GM[1]SZ[5]AB[ee]PL[W])",
    ] {
        let posed = json(does(
            &mut solo,
            &json!({"action": "pose", "record": record}),
        ));
        assert_eq!(
            (&posed["at"], &posed["to_move"]),
            (&json!(0), &json!("white"))
        );
        assert_eq!(
            (&posed["problem"]["number"], &posed["problem"]["color"]),
            (&json!(0), &json!("white"))
        );
    }
    let bad = json!({"action": "pose", "record": "hello"}).to_string();
    solo.act(&bad, LONG).unwrap_err();
    does(&mut solo, &json!({"action": "restore"}));
    assert_eq!(solo.record(), game);
}

#[test]
fn a_new_game_after_a_problem_keeps_the_game_before_it() {
    let mut solo = reviewed();
    learn(&mut solo, "black");
    let game = solo.record();
    does(&mut solo, &json!({"action": "ask"}));
    let begun = json(does(
        &mut solo,
        &json!({"action": "new", "size": 9, "komi": null, "rules": null, "level": null, "player": "both", "minutes": null}),
    ));
    assert_eq!((&begun["size"], &begun["problems"]), (&json!(9), &json!(1)));
    does(&mut solo, &json!({"action": "restore"}));
    assert_eq!(solo.record(), game);
}
