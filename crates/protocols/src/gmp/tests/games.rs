//! Longer conversations: undo, resignation, several games, clocks, peers that restart.

use std::time::Duration;

use super::{
    CHINESE, ConversationTest, EVEN, JAPANESE, NINE, NOTHING, TWO_STONES, WHITE_ON_9, negotiation,
};
use crate::gmp::{RuleSet, Wishes};
use tao_engine::Decision;
use tao_rules::board::Color;
use tao_rules::game::TimeControl;

/// The user of CGoban steps back twice and plays elsewhere, then passes.
#[test]
fn a_game_with_cgoban() {
    let mut test = ConversationTest::answered();
    test.exchange(&[
        ("02 88 87 ff", ""),
        ("03 e5 e0 82", "03 89 87 ff"),
        ("02 e7 d0 95", "01 87 87 ff"),
    ]);
    assert_eq!(test.moves(), "C3");
    assert_eq!(test.decide("G7"), "00 91 d4 bd");
    test.exchange(&[("00 86 87 ff", ""), ("01 d1 d0 80", "02 88 87 ff")]);
    assert_eq!(test.decide("D6"), "03 88 d4 b1");
    test.exchange(&[("03 89 87 ff", "")]);
    assert_eq!(test.moves(), "C3 G7 pass D6");
}

#[test]
fn undo_stops_the_search() {
    let mut test = ConversationTest::playing();
    test.exchange(&[("00 f9 d0 a9", "00 86 87 ff")]);
    assert!(test.is_thinking());
    test.exchange(&[("01 e2 e0 81", "02 88 87 ff")]);
    assert!(!test.is_thinking());
    assert_eq!(test.decide("C4"), "", "too late");
    assert_eq!(test.moves(), "");
}

#[test]
fn after_an_undo_that_leaves_us_in_turn_we_move() {
    let mut test = ConversationTest::answered();
    test.exchange(&[("02 88 87 ff", ""), ("03 e4 e0 81", "03 89 87 ff")]);
    assert_eq!(test.moves(), "E5");
    assert!(!test.is_thinking(), "a move may follow");
    assert_eq!(test.wait(300), []);
    assert_eq!(test.decide("D3"), "02 ec d4 96");
}

#[test]
fn the_game_is_pondered_while_the_peer_must_answer() {
    let pondered = |test: &ConversationTest| {
        test.conversation
            .game_to_ponder()
            .map(|game| game.moves().len())
    };
    let mut test = ConversationTest::playing();
    assert_eq!(pondered(&test), None, "the first move is no answer");
    test.exchange(&[("00 f9 d0 a9", "00 86 87 ff")]);
    assert_eq!(pondered(&test), None, "our turn");
    assert_eq!(test.decide("C4"), "01 f3 d4 9e");
    assert_eq!(pondered(&test), Some(2));
    test.exchange(&[("02 88 87 ff", ""), ("03 e4 e0 81", "03 89 87 ff")]);
    assert_eq!(pondered(&test), None, "taken back");
}

#[test]
fn an_undo_continues_a_finished_game() {
    let mut test = ConversationTest::playing();
    test.exchange(&[("00 d0 d0 80", "00 86 87 ff")]);
    assert_eq!(test.decide("pass"), "01 d5 d4 80");
    test.exchange(&[
        ("02 88 87 ff", ""),
        ("03 e5 e0 82", "03 89 87 ff"),
        ("02 fb d0 a9", "01 87 87 ff"),
    ]);
    assert!(test.is_thinking());
    assert_eq!(test.moves(), "E5");
}

#[test]
fn after_resigning_we_pass_until_the_end() {
    let mut test = ConversationTest::playing();
    test.exchange(&[("00 f9 d0 a9", "00 86 87 ff")]);
    assert_eq!(test.decide_to(Decision::Resign), "01 d5 d4 80");
    test.exchange(&[("03 e8 d0 95", "03 89 87 ff 02 d6 d4 80")]);
    assert!(!test.is_thinking());
    test.exchange(&[("00 d0 d0 80", "00 86 87 ff")]);
    assert_eq!(test.moves(), "E5 pass C3 pass pass");
    assert_eq!(test.wait(5000), []);
    // In the next game we think again.
    test.exchange(&[("01 a1 a0 80", "03 ba b0 87")]);
    test.exchange(&super::CGOBAN_IS_BLACK[1..]);
    test.exchange(&[("00 f9 d0 a9", "00 86 87 ff")]);
    assert!(test.is_thinking());
}

#[test]
fn the_conversation_leaves_after_its_last_game_unless_moves_are_taken_back() {
    for (undo, games, leaves) in [("", 1, true), ("", 2, false), ("03 e5 e0 82", 1, false)] {
        let mut test = ConversationTest::playing();
        test.conversation.last_game = Some(games);
        test.exchange(&[("00 d0 d0 80", "00 86 87 ff")]);
        assert_eq!(test.decide("pass"), "01 d5 d4 80");
        test.conversation
            .tick(test.now + Duration::from_millis(1_500));
        assert!(
            !test.conversation.has_left(),
            "our pass may not have arrived"
        );
        test.output();
        test.exchange(&[("02 88 87 ff", "")]);
        if !undo.is_empty() {
            test.exchange(&[(undo, "03 89 87 ff")]);
        }
        test.conversation
            .tick(test.now + Duration::from_millis(1_500));
        assert_eq!(test.conversation.has_left(), leaves, "{undo} {games}");
    }
}

#[test]
fn each_game_is_reported_once_when_it_ends_or_another_begins() {
    let mut test = ConversationTest::playing();
    assert!(test.conversation.take_ended().is_none());
    test.exchange(&[("00 f9 d0 a9", "00 86 87 ff")]);
    test.exchange(&[("01 a1 a0 80", "03 ba b0 87")]);
    let (number, broken_off) = test.conversation.take_ended().unwrap();
    assert_eq!((number, broken_off.game().moves().len()), (1, 1));
    test.exchange(&super::CGOBAN_IS_BLACK[1..]);
    test.exchange(&[("00 d3 d3 ff", "")]);
    test.conversation.end_game();
    assert!(
        test.conversation.take_ended().is_none(),
        "a game without moves"
    );
}

#[test]
fn a_peer_that_moves_out_of_turn_ends_the_game() {
    let mut test = ConversationTest::playing();
    test.exchange(&[
        ("00 f9 d0 a9", "00 86 87 ff"),
        ("01 e6 d0 95", "02 88 87 ff"),
    ]);
    assert!(!test.is_thinking());
    assert_eq!(test.wait(5000), []);
}

#[test]
fn the_peer_may_play_suicide_under_chinese_rules() {
    for (rules, suicide_is_played) in [(CHINESE, true), (JAPANESE, false)] {
        let mut test = ConversationTest::new(WHITE_ON_9);
        test.exchange(&negotiation(rules, NINE, EVEN));
        // Black passes until White has B1 and A2, then plays A1.
        test.exchange(&[("00 d0 d0 80", "00 86 87 ff")]);
        assert_eq!(test.decide("B1"), "01 d7 d4 82");
        test.exchange(&[("03 d3 d0 80", "03 89 87 ff")]);
        assert_eq!(test.decide("A2"), "02 e0 d4 8a");
        test.exchange(&[("00 d1 d0 81", "00 86 87 ff")]);
        assert_eq!(test.is_thinking(), suicide_is_played);
    }
}

#[test]
fn our_free_handicap_stones_are_moves_in_a_row() {
    let mut test = ConversationTest::new(Wishes {
        color: Some(Color::Black),
        size: Some(9),
        rules: Some(RuleSet::Chinese),
        handicap: Some(2),
        ..NOTHING
    });
    assert_eq!(test.output(), "01 a1 a0 80");
    test.exchange(&[
        ("03 ba b0 87", "02 c4 c0 82"),
        ("00 b9 b0 89", "01 ca c0 89"),
        ("03 bb b0 88", "02 c4 c0 82"),
        ("00 bb b0 8b", "01 c3 c0 82"),
        ("02 88 87 ff", ""),
    ]);
    assert_eq!(test.wait(300), [(300, "00 e5 d0 95".to_owned())], "C3");
    assert_eq!(test.receive("00 86 87 ff"), "01 8e d0 bd", "G7");
    test.exchange(&[("02 88 87 ff", ""), ("03 80 d4 a9", "03 89 87 ff")]);
    assert!(test.is_thinking());
    assert_eq!(test.moves(), "C3 G7 E5");
    assert_eq!(test.conversation.game().moves()[1].0, Color::Black);
}

#[test]
fn placement_and_komi_of_a_handicap_game_can_be_set() {
    let mut test = ConversationTest::new(Wishes {
        fixes_handicap: Some(true),
        komi: Some(7.0),
        ..WHITE_ON_9
    });
    test.exchange(&negotiation(CHINESE, NINE, TWO_STONES));
    let game = test.conversation.game();
    assert_eq!((game.handicap(), game.moves().len()), (2, 0));
    assert!((game.komi() - 7.0).abs() < 1e-9, "asked for");
}

#[test]
fn the_size_may_change_from_game_to_game() {
    let mut test = ConversationTest::new(NOTHING);
    for (size, answer) in [(9, NINE), (19, "01 d4 c0 93")] {
        test.exchange(&negotiation(JAPANESE, answer, EVEN));
        assert_eq!(test.conversation.game().size(), size);
        test.exchange(&[("00 d0 d0 80", "00 86 87 ff")]);
        assert!(test.request.take().is_some_and(|request| request.is_first));
    }
}

#[test]
fn the_clock_runs_while_we_think() {
    let mut test = ConversationTest::new(Wishes {
        time: TimeControl::Absolute {
            main: Duration::from_secs(60),
        },
        ..WHITE_ON_9
    });
    test.exchange(&super::CGOBAN_IS_BLACK);
    test.exchange(&[("00 f9 d0 a9", "00 86 87 ff")]);
    let target = |test: &ConversationTest| {
        let request = test.request.as_ref();
        request.and_then(|request| request.budget).unwrap().target
    };
    let first = target(&test);
    assert!(first > Duration::from_secs(1));
    test.wait(50_000);
    assert_eq!(test.decide("C4"), "01 f3 d4 9e");
    test.exchange(&[("03 e8 d0 95", "03 89 87 ff")]);
    let second = target(&test);
    assert!(second < first / 3, "{second:?} of the last 10 s");
    // A search that is stopped by an undo uses time, too.
    test.wait(9_000);
    test.request = None;
    test.exchange(&[
        ("02 e3 e0 81", "01 87 87 ff"),
        ("03 e8 d0 95", "03 89 87 ff"),
    ]);
    let third = target(&test);
    assert!(third < second / 3, "{third:?} of the last 1 s");
}

/// A new process at the other end counts its commands from the beginning.
#[test]
fn a_restarted_peer_is_answered() {
    for before in [&[][..], &[("00 f9 d0 a9", "00 86 87 ff")]] {
        let mut test = ConversationTest::playing();
        test.exchange(before);
        if !before.is_empty() {
            assert_eq!(test.decide("C4"), "01 f3 d4 9e");
        }
        let answers = (0..8).map(|_| {
            let answer = test.receive("01 a1 a0 80");
            test.wait(1000);
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
fn a_peer_that_stops_answering_times_out_after_a_minute() {
    let mut test = ConversationTest::answered();
    let sent = test.wait(50_000);
    assert!(!test.conversation.has_timed_out() && sent.len() > 35);
    test.wait(30_000);
    assert!(test.conversation.has_timed_out());
}

#[test]
fn a_peer_that_was_never_there_does_not_time_out() {
    let mut test = ConversationTest::new(Wishes {
        color: Some(Color::Black),
        ..NOTHING
    });
    assert!(test.wait(600_000).len() > 400);
    assert!(!test.conversation.has_timed_out());
}

/// CGoban stops reading when both have passed.
#[test]
fn after_giving_up_the_peer_is_still_answered() {
    let mut test = ConversationTest::playing();
    test.exchange(&[("00 d0 d0 80", "00 86 87 ff")]);
    assert_eq!(test.decide("pass"), "01 d5 d4 80");
    test.wait(100_000);
    assert!(test.conversation.has_timed_out());
    test.conversation.give_up();
    assert!(!test.conversation.has_timed_out());
    assert_eq!(test.wait(10_000), []);
    // The peer takes back its pass, and has not received ours.
    let answers = (0..6).map(|_| {
        let answer = test.receive("01 e2 e0 81");
        test.wait(1000);
        answer
    });
    let answers: Vec<String> = answers.filter(|answer| !answer.is_empty()).collect();
    assert_eq!(answers[0], "02 88 87 ff");
    assert_eq!(test.moves(), "");
}

#[test]
fn too_many_moves_before_the_game_are_refused() {
    let mut test = ConversationTest::new(NOTHING);
    test.exchange(&[("01 a1 a0 80", "03 ba b0 87")]);
    for _ in 0..200 {
        test.exchange(&[
            ("02 fb d0 a9", "01 87 87 ff 00 b7 b0 87"),
            ("01 fa d0 a9", "02 88 87 ff 03 ba b0 87"),
        ]);
    }
    test.exchange(&[("02 fb d0 a9", "01 87 87 ff"), ("01 fa d0 a9", "")]);
}

/// The first request is marked even if a move, an undo and a move arrive before the engine is asked for a move.
#[test]
fn the_first_request_of_every_game_is_marked() {
    let mut test = ConversationTest::playing();
    test.exchange(&[("00 f9 d0 a9", "00 86 87 ff")]);
    assert!(test.request.take().is_some_and(|request| request.is_first));
    test.exchange(&[("01 a1 a0 80", "03 ba b0 87")]);
    test.exchange(&super::CGOBAN_IS_BLACK[1..]);
    test.receive("00 f9 d0 a9 01 e2 e0 81 00 f9 d0 a9");
    assert!(test.request.take().is_some_and(|request| request.is_first));
    test.exchange(&[
        ("01 e2 e0 81", "02 88 87 ff"),
        ("00 f9 d0 a9", "00 86 87 ff"),
    ]);
    assert!(test.request.take().is_some_and(|request| !request.is_first));
}

#[test]
fn commands_are_repeated_in_spite_of_noise() {
    let mut test = ConversationTest::answered();
    let sent = (0..10_000).filter(|_| {
        test.now += Duration::from_millis(1);
        !test.receive("41").is_empty()
    });
    assert!(sent.count() > 7);
}

/// We were restarted, and the peer continues the previous game.
#[test]
fn a_move_does_not_answer_a_new_game() {
    let mut test = ConversationTest::new(Wishes {
        color: Some(Color::Black),
        ..NOTHING
    });
    assert_eq!(test.output(), "01 a1 a0 80");
    test.exchange(&[("03 80 d4 a9", ""), ("02 88 87 ff", "00 b7 b0 87")]);
}

/// As White in a handicap game, GNU Go moves before we have asked anything. A question of ours would conflict with its move.
#[test]
fn a_peer_that_may_move_first_is_asked_after_its_move_or_five_seconds() {
    let after_its_questions = || {
        let mut test = ConversationTest::new(Wishes {
            color: None,
            handicap: Some(2),
            ..WHITE_ON_9
        });
        assert_eq!(test.wait(700).len(), 1);
        test.exchange(&[
            ("03 ba b0 87", "02 c2 c0 80"),
            ("00 b9 b0 89", "01 ca c0 89"),
            ("03 bb b0 88", "02 c4 c0 82"),
            ("00 bb b0 8b", "01 c1 c0 80"),
            ("02 88 87 ff", ""),
        ]);
        test
    };
    let mut test = after_its_questions();
    assert_eq!(test.wait(2000), []);
    test.exchange(&[
        ("03 80 d4 a9", "03 89 87 ff 02 b9 b0 87"), // its move, and our question
        ("00 c1 c0 81", "01 bc b0 8b"),
        ("03 c4 c0 81", "03 89 87 ff"), // it is White
    ]);
    assert_eq!(test.moves(), "E5");
    assert_eq!(test.wait(300), []);
    assert!(test.is_thinking());
    let mut test = after_its_questions();
    assert_eq!(test.wait(5000), [(5000, "00 b7 b0 87".to_owned())]);
}
