//! Longer conversations: undo, resignation, several games, clocks, peers that start again.

use std::time::Duration;

use super::{NOTHING, Rig, WHITE_ON_9};
use crate::board::Color;
use crate::engine::Decision;
use crate::game::TimeControl;
use crate::gmp::{Conditions, Placement, RuleSet};

/// A human at CGoban steps back twice and plays elsewhere, then both pass.
#[test]
fn a_game_with_cgoban() {
    let mut rig = Rig::answered();
    rig.talk(&[
        ("02 88 87 ff", ""),
        ("03 e5 e0 82", "03 89 87 ff"),
        ("02 e7 d0 95", "01 87 87 ff"),
    ]);
    assert_eq!(rig.moves(), "C3");
    assert_eq!(rig.decide("G7"), "00 91 d4 bd");
    rig.talk(&[("00 86 87 ff", ""), ("01 d1 d0 80", "02 88 87 ff")]);
    assert_eq!(rig.decide("D6"), "03 88 d4 b1");
    rig.talk(&[("03 89 87 ff", "")]);
    assert_eq!(rig.moves(), "C3 G7 pass D6");
}

#[test]
fn undo_stops_the_search() {
    let mut rig = Rig::playing();
    rig.talk(&[("00 f9 d0 a9", "00 86 87 ff")]);
    assert!(rig.is_thinking());
    rig.talk(&[("01 e2 e0 81", "02 88 87 ff")]);
    assert!(!rig.is_thinking());
    assert_eq!(rig.decide("C4"), "", "too late");
    assert_eq!(rig.moves(), "");
}

#[test]
fn after_an_undo_that_leaves_us_in_turn_we_move() {
    let mut rig = Rig::answered();
    rig.talk(&[("02 88 87 ff", ""), ("03 e4 e0 81", "03 89 87 ff")]);
    assert_eq!(rig.moves(), "E5");
    assert!(!rig.is_thinking(), "a move may follow");
    assert_eq!(rig.wait(300), []);
    assert_eq!(rig.decide("D3"), "02 ec d4 96");
}

#[test]
fn our_moves_are_awaited_to_be_answered() {
    let awaited = |rig: &Rig| rig.session.awaiting().map(|game| game.moves().len());
    let mut rig = Rig::playing();
    assert_eq!(awaited(&rig), None, "the first move is no answer");
    rig.talk(&[("00 f9 d0 a9", "00 86 87 ff")]);
    assert_eq!(awaited(&rig), None, "our turn");
    assert_eq!(rig.decide("C4"), "01 f3 d4 9e");
    assert_eq!(awaited(&rig), Some(2));
    rig.talk(&[("02 88 87 ff", ""), ("03 e4 e0 81", "03 89 87 ff")]);
    assert_eq!(awaited(&rig), None, "taken back");
}

#[test]
fn an_undo_brings_a_finished_game_back() {
    let mut rig = Rig::playing();
    rig.talk(&[("00 d0 d0 80", "00 86 87 ff")]);
    assert_eq!(rig.decide("pass"), "01 d5 d4 80");
    rig.talk(&[
        ("02 88 87 ff", ""),
        ("03 e5 e0 82", "03 89 87 ff"),
        ("02 fb d0 a9", "01 87 87 ff"),
    ]);
    assert!(rig.is_thinking());
    assert_eq!(rig.moves(), "E5");
}

#[test]
fn who_resigns_passes_to_the_end() {
    let mut rig = Rig::playing();
    rig.talk(&[("00 f9 d0 a9", "00 86 87 ff")]);
    assert_eq!(rig.decide_to(Decision::Resign), "01 d5 d4 80");
    // No more thinking.
    rig.talk(&[("03 e8 d0 95", "03 89 87 ff 02 d6 d4 80")]);
    assert!(!rig.is_thinking());
    rig.talk(&[("00 d0 d0 80", "00 86 87 ff")]);
    assert_eq!(rig.moves(), "E5 pass C3 pass pass");
    assert_eq!(rig.wait(5000), []);
    // The next game is played.
    rig.talk(&[("01 a1 a0 80", "03 ba b0 87")]);
    rig.talk(&super::CGOBAN_IS_BLACK[1..]);
    rig.talk(&[("00 f9 d0 a9", "00 86 87 ff")]);
    assert!(rig.is_thinking());
}

#[test]
fn a_peer_that_moves_out_of_turn_ends_the_game() {
    let mut rig = Rig::playing();
    rig.talk(&[
        ("00 f9 d0 a9", "00 86 87 ff"),
        ("01 e6 d0 95", "02 88 87 ff"),
    ]);
    assert!(!rig.is_thinking());
    assert_eq!(rig.wait(5000), []);
}

#[test]
fn suicide_and_repetition_are_the_peers_affair_under_area_rules() {
    for (rules, suicide_is_played) in [("02 c4 c0 82", true), ("02 c3 c0 81", false)] {
        let mut rig = Rig::new(WHITE_ON_9);
        rig.talk(&[
            ("01 a1 a0 80", "03 ba b0 87"),
            (rules, "00 b9 b0 89"),
            ("01 ca c0 89", "03 bb b0 88"),
            ("02 c3 c0 81", "00 bb b0 8b"),
            ("01 c3 c0 82", "02 88 87 ff"),
        ]);
        // Black passes until White has B1 and A2, then goes into the corner.
        rig.talk(&[("00 d0 d0 80", "00 86 87 ff")]);
        assert_eq!(rig.decide("B1"), "01 d7 d4 82");
        rig.talk(&[("03 d3 d0 80", "03 89 87 ff")]);
        assert_eq!(rig.decide("A2"), "02 e0 d4 8a");
        rig.talk(&[("00 d1 d0 81", "00 86 87 ff")]);
        assert_eq!(rig.is_thinking(), suicide_is_played);
    }
}

#[test]
fn our_free_handicap_stones_are_moves_in_a_row() {
    let mut rig = Rig::new(Conditions {
        color: Some(Color::Black),
        size: Some(9),
        rules: Some(RuleSet::Chinese),
        handicap: Some(2),
        ..NOTHING
    });
    assert_eq!(rig.output(), "01 a1 a0 80");
    rig.talk(&[
        ("03 ba b0 87", "02 c4 c0 82"),
        ("00 b9 b0 89", "01 ca c0 89"),
        ("03 bb b0 88", "02 c4 c0 82"),
        ("00 bb b0 8b", "01 c3 c0 82"),
        ("02 88 87 ff", ""),
    ]);
    assert_eq!(rig.wait(300), [(300, "00 e5 d0 95".to_owned())], "C3");
    assert_eq!(rig.hear("00 86 87 ff"), "01 8e d0 bd", "G7");
    rig.talk(&[("02 88 87 ff", ""), ("03 80 d4 a9", "03 89 87 ff")]);
    assert!(rig.is_thinking());
    assert_eq!(rig.moves(), "C3 G7 E5");
    assert_eq!(rig.session.game().moves()[1].0, Color::Black);
}

#[test]
fn the_placement_of_handicap_stones_can_be_chosen() {
    let mut rig = Rig::new(Conditions {
        placement: Some(Placement::Fixed),
        komi: Some(7.0),
        ..WHITE_ON_9
    });
    rig.talk(&[
        ("01 a1 a0 80", "03 ba b0 87"),
        ("02 c4 c0 82", "00 b9 b0 89"),
        ("01 ca c0 89", "03 bb b0 88"),
        ("02 c4 c0 82", "00 bb b0 8b"),
        ("01 c3 c0 82", "02 88 87 ff"),
    ]);
    let game = rig.session.game();
    assert_eq!((game.handicap(), game.moves().len()), (2, 0));
    assert!((game.komi() - 7.0).abs() < 1e-9, "asked for");
}

#[test]
fn the_size_may_change_from_game_to_game() {
    let mut rig = Rig::new(NOTHING);
    for (size, answer) in [(9, "01 ca c0 89"), (19, "01 d4 c0 93")] {
        rig.talk(&[
            ("01 a1 a0 80", "03 ba b0 87"),
            ("02 c3 c0 81", "00 b9 b0 89"),
            (answer, "03 bb b0 88"),
            ("02 c3 c0 81", "00 bb b0 8b"),
            ("01 c3 c0 82", "02 88 87 ff"),
        ]);
        assert_eq!(rig.session.game().size(), size);
        // Numbers begin again with the next call as they did with the first.
        rig.talk(&[("00 d0 d0 80", "00 86 87 ff")]);
        assert!(rig.order.take().is_some_and(|order| order.is_first));
    }
}

#[test]
fn the_clock_runs_while_we_think() {
    let mut rig = Rig::new(Conditions {
        time: TimeControl::Absolute {
            main: Duration::from_secs(60),
        },
        ..WHITE_ON_9
    });
    rig.talk(&super::CGOBAN_IS_BLACK);
    rig.talk(&[("00 f9 d0 a9", "00 86 87 ff")]);
    let first = rig
        .order
        .as_ref()
        .and_then(|order| order.budget)
        .unwrap()
        .target;
    assert!(first > Duration::from_secs(1));
    rig.wait(50_000);
    assert_eq!(rig.decide("C4"), "01 f3 d4 9e");
    rig.talk(&[("03 e8 d0 95", "03 89 87 ff")]);
    let second = rig
        .order
        .as_ref()
        .and_then(|order| order.budget)
        .unwrap()
        .target;
    assert!(second < first / 3, "{second:?} of the last 10 s");
    // A search in vain has taken its time, too.
    rig.wait(9_000);
    rig.order = None;
    rig.talk(&[
        ("02 e3 e0 81", "01 87 87 ff"),
        ("03 e8 d0 95", "03 89 87 ff"),
    ]);
    let third = rig
        .order
        .as_ref()
        .and_then(|order| order.budget)
        .unwrap()
        .target;
    assert!(third < second / 3, "{third:?} of the last 1 s");
}

/// A new process at the other end counts from the beginning, whatever was said before.
#[test]
fn a_peer_that_starts_again_is_heard() {
    for before in [&[][..], &[("00 f9 d0 a9", "00 86 87 ff")]] {
        let mut rig = Rig::playing();
        rig.talk(before);
        if !before.is_empty() {
            assert_eq!(rig.decide("C4"), "01 f3 d4 9e");
        }
        let answers = (0..8).map(|_| {
            let answer = rig.hear("01 a1 a0 80");
            rig.wait(1000);
            answer
        });
        let answers: Vec<String> = answers.collect();
        assert!(
            answers.iter().any(|answer| answer == "03 ba b0 87"),
            "{answers:?}"
        );
    }
}

#[test]
fn a_line_that_worked_is_dead_after_a_minute_without_an_answer() {
    let mut rig = Rig::answered();
    let said = rig.wait(50_000);
    assert!(!rig.session.is_dead() && said.len() > 35);
    rig.wait(30_000);
    assert!(rig.session.is_dead());
}

#[test]
fn nobody_is_dead_who_was_never_there() {
    let mut rig = Rig::new(Conditions {
        color: Some(Color::Black),
        ..NOTHING
    });
    assert!(rig.wait(600_000).len() > 400);
    assert!(!rig.session.is_dead());
}

/// CGoban stops listening when both have passed. Whoever speaks then is heard.
#[test]
fn after_a_minute_of_silence_we_listen_on() {
    let mut rig = Rig::playing();
    rig.talk(&[("00 d0 d0 80", "00 86 87 ff")]);
    assert_eq!(rig.decide("pass"), "01 d5 d4 80");
    rig.wait(100_000);
    assert!(rig.session.is_dead());
    rig.session.give_up();
    assert!(!rig.session.is_dead());
    assert_eq!(rig.wait(10_000), []);
    // The peer takes its pass back, and has never heard ours.
    let answers = (0..6).map(|_| {
        let answer = rig.hear("01 e2 e0 81");
        rig.wait(1000);
        answer
    });
    let answers: Vec<String> = answers.filter(|answer| !answer.is_empty()).collect();
    assert_eq!(answers[0], "02 88 87 ff");
    assert_eq!(rig.moves(), "");
}

#[test]
fn a_flood_of_moves_before_the_game_is_no_game() {
    let mut rig = Rig::new(NOTHING);
    rig.talk(&[("01 a1 a0 80", "03 ba b0 87")]);
    for _ in 0..200 {
        rig.talk(&[
            ("02 fb d0 a9", "01 87 87 ff 00 b7 b0 87"),
            ("01 fa d0 a9", "02 88 87 ff 03 ba b0 87"),
        ]);
    }
    rig.talk(&[("02 fb d0 a9", "01 87 87 ff"), ("01 fa d0 a9", "")]);
}

/// A move, an undo and a move may come in one read, before the engine was asked anything.
#[test]
fn the_engine_hears_of_every_new_game() {
    let mut rig = Rig::playing();
    rig.talk(&[("00 f9 d0 a9", "00 86 87 ff")]);
    assert!(rig.order.take().is_some_and(|order| order.is_first));
    rig.talk(&[("01 a1 a0 80", "03 ba b0 87")]);
    rig.talk(&super::CGOBAN_IS_BLACK[1..]);
    rig.hear("00 f9 d0 a9 01 e2 e0 81 00 f9 d0 a9");
    assert!(rig.order.take().is_some_and(|order| order.is_first));
    rig.talk(&[
        ("01 e2 e0 81", "02 88 87 ff"),
        ("00 f9 d0 a9", "00 86 87 ff"),
    ]);
    assert!(rig.order.take().is_some_and(|order| !order.is_first));
}

#[test]
fn noise_does_not_keep_us_from_repeating() {
    let mut rig = Rig::answered();
    let said = (0..10_000).filter(|_| {
        rig.now += Duration::from_millis(1);
        !rig.hear("41").is_empty()
    });
    assert!(said.count() > 7);
}

/// We have started again, and the peer goes on with the game before.
#[test]
fn a_move_is_no_answer_to_a_call() {
    let mut rig = Rig::new(Conditions {
        color: Some(Color::Black),
        ..NOTHING
    });
    assert_eq!(rig.output(), "01 a1 a0 80");
    rig.talk(&[("03 80 d4 a9", ""), ("02 88 87 ff", "00 b7 b0 87")]);
}

/// GNU Go as White, with a handicap, thinks as soon as it knows enough. A question of ours would meet its move.
#[test]
fn a_peer_that_may_move_first_is_not_asked_before_it_has() {
    let called = || {
        let mut rig = Rig::new(Conditions {
            color: None,
            handicap: Some(2),
            ..WHITE_ON_9
        });
        assert_eq!(rig.wait(700).len(), 1);
        rig.talk(&[
            ("03 ba b0 87", "02 c2 c0 80"),
            ("00 b9 b0 89", "01 ca c0 89"),
            ("03 bb b0 88", "02 c4 c0 82"),
            ("00 bb b0 8b", "01 c1 c0 80"),
            ("02 88 87 ff", ""),
        ]);
        rig
    };
    let mut rig = called();
    assert_eq!(rig.wait(2000), []);
    rig.talk(&[
        ("03 80 d4 a9", "03 89 87 ff 02 b9 b0 87"), // its move, and our question
        ("00 c1 c0 81", "01 bc b0 8b"),
        ("03 c4 c0 81", "03 89 87 ff"), // it is White
    ]);
    assert_eq!(rig.moves(), "E5");
    assert_eq!(rig.wait(300), []);
    assert!(rig.is_thinking());
    let mut rig = called();
    assert_eq!(rig.wait(5000), [(5000, "00 b7 b0 87".to_owned())]);
}
