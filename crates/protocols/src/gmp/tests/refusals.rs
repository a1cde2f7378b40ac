//! Negotiations that fail.

use super::{ConversationTest, NOTHING, WHITE_ON_9};
use crate::gmp::{RuleSet, Wishes};
use tao_rules::board::Color;

/// Receives the last answer several times, and checks that it is neither acknowledged nor followed by anything.
fn assert_refused(test: &mut ConversationTest, answer: &str) {
    for _ in 0..3 {
        assert_eq!(test.receive(answer), "", "{answer}");
        assert_eq!(test.wait(1000), []);
    }
    assert!(!test.conversation.has_timed_out());
    assert!(!test.is_thinking());
}

#[test]
fn a_different_size_is_refused() {
    let mut test = ConversationTest::new(WHITE_ON_9);
    test.exchange(&[
        ("01 a1 a0 80", "03 ba b0 87"),
        ("02 c3 c0 81", "00 b9 b0 89"),
    ]);
    assert_refused(&mut test, "01 d4 c0 93");
    // The next `NEWGAME` is accepted.
    test.exchange(&[("00 a0 a0 80", "01 b8 b0 87")]);
}

#[test]
fn impossible_sizes_are_refused() {
    for answer in ["01 c2 c0 81", "01 d5 c0 94", "01 c7 c7 ff"] {
        let mut test = ConversationTest::new(NOTHING);
        test.exchange(&[
            ("01 a1 a0 80", "03 ba b0 87"),
            ("02 c3 c0 81", "00 b9 b0 89"),
        ]);
        assert_refused(&mut test, answer);
    }
}

#[test]
fn the_same_color_is_refused() {
    let mut test = ConversationTest::new(WHITE_ON_9);
    test.exchange(&super::CGOBAN_IS_BLACK[..4]);
    assert_refused(&mut test, "01 c2 c0 81");
}

#[test]
fn different_rules_are_refused() {
    let mut test = ConversationTest::new(Wishes {
        rules: Some(RuleSet::Chinese),
        ..WHITE_ON_9
    });
    test.exchange(&[("01 a1 a0 80", "03 ba b0 87")]);
    assert_refused(&mut test, "02 c3 c0 81");
}

#[test]
fn a_different_handicap_is_refused() {
    let mut test = ConversationTest::new(Wishes {
        handicap: Some(0),
        ..WHITE_ON_9
    });
    test.exchange(&super::CGOBAN_IS_BLACK[..3]);
    assert_refused(&mut test, "02 c4 c0 82");
}

#[test]
fn a_handicap_that_does_not_fit_is_refused() {
    // 14 fixed stones; refused after the last question.
    let mut test = ConversationTest::new(WHITE_ON_9);
    test.exchange(&super::CGOBAN_IS_BLACK[..3]);
    test.exchange(&[("02 d0 c0 8e", "00 bb b0 8b")]);
    assert_refused(&mut test, "01 c3 c0 82");
    // 81 free stones.
    let mut test = ConversationTest::new(WHITE_ON_9);
    test.exchange(&[
        ("01 a1 a0 80", "03 ba b0 87"),
        ("02 c4 c0 82", "00 b9 b0 89"),
        ("01 ca c0 89", "03 bb b0 88"),
        ("02 93 c0 d1", "00 bb b0 8b"),
    ]);
    assert_refused(&mut test, "01 c3 c0 82");
}

#[test]
fn a_denied_new_game_is_not_repeated() {
    let mut test = ConversationTest::new(Wishes {
        color: Some(Color::Black),
        ..NOTHING
    });
    assert_eq!(test.output(), "01 a1 a0 80");
    assert_eq!(test.receive("03 93 90 80"), "03 89 87 ff");
    assert_eq!(test.wait(5000), []);
    assert_eq!(
        test.receive("02 a2 a0 80"),
        "00 b7 b0 87",
        "the peer may send it"
    );
}

#[test]
fn denied_questions_are_skipped() {
    let mut test = ConversationTest::new(WHITE_ON_9);
    test.exchange(&[
        ("01 a1 a0 80", "03 ba b0 87"),
        ("02 92 90 80", "01 87 87 ff 00 b9 b0 89"),
        ("01 ca c0 89", "03 bb b0 88"),
        ("02 88 87 ff", ""),
    ]);
    assert_eq!(test.conversation.game().size(), 9);
}

#[test]
fn a_denied_move_ends_the_game() {
    let mut test = ConversationTest::answered();
    assert_eq!(test.receive("03 93 90 80"), "03 89 87 ff");
    assert_eq!(test.receive("02 e7 d0 95"), "01 87 87 ff");
    assert!(!test.is_thinking());
    assert_eq!(test.moves(), "E5 C4");
}

#[test]
fn unknown_answers_are_ignored() {
    let mut test = ConversationTest::new(WHITE_ON_9);
    test.exchange(&[
        ("01 a1 a0 80", "03 ba b0 87"),
        ("02 c5 c0 83", "00 b9 b0 89"), // rules 3
        ("01 ca c0 89", "03 bb b0 88"),
        ("02 c2 c0 80", "00 bb b0 8b"),
        ("01 c4 c0 83", "02 88 87 ff"), // color 3
    ]);
    assert_eq!(test.receive("00 f9 d0 a9"), "00 86 87 ff");
    assert!(test.is_thinking());
}

#[test]
fn in_the_simplified_protocol_the_initiator_is_black() {
    let simplified = Wishes {
        is_simplified: true,
        ..NOTHING
    };
    let mut initiator = ConversationTest::new(simplified);
    assert_eq!(initiator.wait(700).len(), 1);
    // Definite answers, though we have no wishes.
    initiator.exchange(&[
        ("03 be b0 8b", "02 c4 c0 82"),
        ("00 b8 b0 88", "01 c2 c0 81"),
        ("02 88 87 ff", ""),
    ]);
    assert_eq!(initiator.wait(300), []);
    assert!(initiator.is_thinking());
}
