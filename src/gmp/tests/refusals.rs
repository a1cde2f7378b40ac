//! Rows M47 and M48, and other peers that there is no game with.

use super::{NOTHING, Rig, WHITE_ON_9};
use crate::board::Color;
use crate::gmp::{Conditions, Handshake, RuleSet};

/// Says the last answer, which must be the end of it: not acknowledged, now or when it is repeated, and nothing follows.
fn is_refused(rig: &mut Rig, answer: &str) {
    for _ in 0..3 {
        assert_eq!(rig.hear(answer), "", "{answer}");
        assert_eq!(rig.wait(1000), []);
    }
    assert!(!rig.session.is_dead());
    assert!(!rig.is_thinking());
}

#[test]
fn m47_another_size_than_asked_for() {
    let mut rig = Rig::new(WHITE_ON_9);
    rig.talk(&[
        ("01 a1 a0 80", "03 ba b0 87"),
        ("02 c3 c0 81", "00 b9 b0 89"),
    ]);
    is_refused(&mut rig, "01 d4 c0 93");
    // The next call is another chance.
    rig.talk(&[("00 a0 a0 80", "01 b8 b0 87")]);
}

#[test]
fn sizes_that_no_board_has() {
    for answer in ["01 c2 c0 81", "01 d5 c0 94", "01 c7 c7 ff"] {
        let mut rig = Rig::new(NOTHING);
        rig.talk(&[
            ("01 a1 a0 80", "03 ba b0 87"),
            ("02 c3 c0 81", "00 b9 b0 89"),
        ]);
        is_refused(&mut rig, answer);
    }
}

#[test]
fn m48_the_same_color() {
    let mut rig = Rig::new(WHITE_ON_9);
    rig.talk(&super::CGOBAN_IS_BLACK[..4]);
    is_refused(&mut rig, "01 c2 c0 81");
}

#[test]
fn other_rules() {
    let mut rig = Rig::new(Conditions {
        rules: Some(RuleSet::Chinese),
        ..WHITE_ON_9
    });
    rig.talk(&[("01 a1 a0 80", "03 ba b0 87")]);
    is_refused(&mut rig, "02 c3 c0 81");
}

#[test]
fn another_handicap() {
    let mut rig = Rig::new(Conditions {
        handicap: Some(0),
        ..WHITE_ON_9
    });
    rig.talk(&super::CGOBAN_IS_BLACK[..3]);
    is_refused(&mut rig, "02 c4 c0 82");
}

#[test]
fn a_handicap_that_has_no_place() {
    // 14 fixed stones; the color is asked for before the sum is drawn.
    let mut rig = Rig::new(WHITE_ON_9);
    rig.talk(&super::CGOBAN_IS_BLACK[..3]);
    rig.talk(&[("02 d0 c0 8e", "00 bb b0 8b")]);
    is_refused(&mut rig, "01 c3 c0 82");
    // 81 free ones.
    let mut rig = Rig::new(WHITE_ON_9);
    rig.talk(&[
        ("01 a1 a0 80", "03 ba b0 87"),
        ("02 c4 c0 82", "00 b9 b0 89"),
        ("01 ca c0 89", "03 bb b0 88"),
        ("02 93 c0 d1", "00 bb b0 8b"),
    ]);
    is_refused(&mut rig, "01 c3 c0 82");
}

#[test]
fn a_call_that_is_denied() {
    let mut rig = Rig::new(Conditions {
        color: Some(Color::Black),
        ..NOTHING
    });
    assert_eq!(rig.output(), "01 a1 a0 80");
    assert_eq!(rig.hear("03 93 90 80"), "03 89 87 ff");
    assert_eq!(rig.wait(5000), []);
    assert_eq!(rig.hear("02 a2 a0 80"), "00 b7 b0 87", "the peer may call");
}

#[test]
fn questions_that_are_denied_are_no_obstacle() {
    let mut rig = Rig::new(WHITE_ON_9);
    rig.talk(&[
        ("01 a1 a0 80", "03 ba b0 87"),
        ("02 92 90 80", "01 87 87 ff 00 b9 b0 89"),
        ("01 ca c0 89", "03 bb b0 88"),
        ("02 88 87 ff", ""),
    ]);
    assert_eq!(rig.session.game().size(), 9);
}

#[test]
fn a_move_that_is_denied_ends_the_game() {
    let mut rig = Rig::answered();
    assert_eq!(rig.hear("03 93 90 80"), "03 89 87 ff");
    assert_eq!(rig.hear("02 e7 d0 95"), "01 87 87 ff");
    assert!(!rig.is_thinking());
    assert_eq!(rig.moves(), "E5 C4");
}

#[test]
fn answers_without_a_meaning_are_no_wishes() {
    let mut rig = Rig::new(WHITE_ON_9);
    rig.talk(&[
        ("01 a1 a0 80", "03 ba b0 87"),
        ("02 c5 c0 83", "00 b9 b0 89"), // rules 3
        ("01 ca c0 89", "03 bb b0 88"),
        ("02 c2 c0 80", "00 bb b0 8b"),
        ("01 c4 c0 83", "02 88 87 ff"), // color 3
    ]);
    assert_eq!(rig.hear("00 f9 d0 a9"), "00 86 87 ff");
    assert!(rig.is_thinking());
}

#[test]
fn in_the_simplified_protocol_the_caller_is_black() {
    let simplified = Conditions {
        handshake: Handshake::Simplified,
        ..NOTHING
    };
    let mut caller = Rig::new(simplified);
    assert_eq!(caller.wait(700).len(), 1);
    // Definite answers, though nothing was asked for.
    caller.talk(&[
        ("03 be b0 8b", "02 c4 c0 82"),
        ("00 b8 b0 88", "01 c2 c0 81"),
        ("02 88 87 ff", ""),
    ]);
    assert_eq!(caller.wait(300), []);
    assert!(caller.is_thinking());
}
