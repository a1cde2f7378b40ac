//! Rows M01 to M51 of the checklist: one packet or two in a known state, and what must come back.

use super::{NOTHING, Rig, WHITE_ON_9};
use crate::board::Color;
use crate::gmp::{Conditions, Handshake, RuleSet};

const BLACK: Conditions = Conditions {
    color: Some(Color::Black),
    ..NOTHING
};

#[test]
fn m01_white_waits_for_the_call() {
    assert_eq!(Rig::new(WHITE_ON_9).wait(2000), []);
}

#[test]
fn m02_m03_a_call_is_answered_with_questions_and_an_ok() {
    let rig = Rig::playing();
    assert!(!rig.is_thinking());
    assert_eq!(rig.session.game().size(), 9);
}

#[test]
fn m04_a_move_is_acknowledged_before_we_think() {
    let mut rig = Rig::playing();
    assert_eq!(rig.hear("00 f9 d0 a9"), "00 86 87 ff");
    assert!(rig.is_thinking());
    assert_eq!(rig.decide("C4"), "01 f3 d4 9e");
    assert_eq!(rig.moves(), "E5 C4");
}

#[test]
fn m05_a_move_that_comes_twice_is_made_once() {
    let mut rig = Rig::playing();
    rig.talk(&[
        ("00 f9 d0 a9", "00 86 87 ff"),
        ("00 f9 d0 a9", "00 86 87 ff"),
    ]);
    assert!(rig.is_thinking());
    assert_eq!(rig.moves(), "E5");
}

#[test]
fn m06_m10_m16_m26_m29_damaged_old_and_empty_packets_do_nothing() {
    for packet in [
        "00 fa d0 a9",    // M06: the checksum is off by one
        "00 f9 68 d0 a9", // M10: text inside
        "02 fb d0 a9",    // M16: acknowledges what we never sent
        "00 81 d8 a9",    // M26: the reserved bit
        "00 86 87 ff",    // M29: acknowledgements of nothing
        "01 87 87 ff",
        "03 89 87 ff",
    ] {
        let mut rig = Rig::playing();
        assert_eq!(rig.hear(packet), "", "{packet}");
        assert!(!rig.is_thinking());
        assert_eq!(rig.hear("00 f9 d0 a9"), "00 86 87 ff", "after {packet}");
        assert_eq!(rig.moves(), "E5", "after {packet}");
    }
}

#[test]
fn m07_m08_m09_m11_a_packet_is_found_among_other_bytes() {
    for bytes in [
        "00 f9 d0 00 f9 d0 a9",
        "ff fe 80 90 00 f9 d0 a9",
        "68 65 6c 6c 6f 0d 0a 00 f9 d0 a9",
    ] {
        let mut rig = Rig::playing();
        assert_eq!(rig.hear(bytes), "00 86 87 ff", "{bytes}");
        assert_eq!(rig.moves(), "E5", "{bytes}");
    }
    let mut rig = Rig::playing();
    for byte in ["00", "f9", "d0"] {
        assert_eq!(rig.hear(byte), "");
        assert_eq!(rig.wait(100), []);
    }
    assert_eq!(rig.hear("a9"), "00 86 87 ff");
}

#[test]
fn m12_an_ok_and_a_move_may_come_together() {
    let mut rig = Rig::answered();
    assert_eq!(rig.hear("02 88 87 ff 03 e8 d0 95"), "03 89 87 ff");
    assert_eq!(rig.moves(), "E5 C4 C3");
    assert_eq!(rig.decide("G7"), "02 93 d4 bd");
}

#[test]
fn m13_the_next_command_acknowledges_ours() {
    let mut rig = Rig::answered();
    assert_eq!(rig.hear("03 e8 d0 95"), "03 89 87 ff");
    assert_eq!(rig.moves(), "E5 C4 C3");
}

#[test]
fn m14_a_command_is_repeated_until_it_arrives() {
    let mut rig = Rig::answered();
    let said = rig.wait(3500);
    assert_eq!(said.len(), 3);
    let mut last = 0;
    for (time, packet) in said {
        assert_eq!(packet, "01 f3 d4 9e");
        assert!(
            (900..=1300).contains(&(time - last)),
            "after {} ms",
            time - last
        );
        last = time;
    }
    assert_eq!(rig.hear("02 88 87 ff"), "");
    assert_eq!(rig.wait(10_000), []);
}

#[test]
fn m15_an_undo_wins_against_our_move_when_the_peer_insists() {
    let mut rig = Rig::answered();
    let mut answers = Vec::new();
    for _ in 0..5 {
        answers.push(rig.hear("01 e3 e0 82"));
        if answers.last().is_some_and(|answer| !answer.is_empty()) {
            break;
        }
        assert_eq!(rig.moves(), "E5 C4");
        let said = rig.wait(1000);
        assert!(said.iter().all(|(_, packet)| packet == "01 f3 d4 9e"));
    }
    assert!(answers.len() > 2, "not at once");
    assert_eq!(answers.last().unwrap(), "02 88 87 ff");
    assert_eq!(rig.moves(), "");
    assert_eq!(rig.wait(5000), [], "our move is forgotten");
    assert!(!rig.is_thinking());
}

#[test]
fn m17_a_copy_is_acknowledged_and_not_played() {
    let mut rig = Rig::playing();
    assert_eq!(rig.hear("01 fa d0 a9"), "02 88 87 ff");
    assert_eq!(rig.moves(), "");
}

#[test]
fn m18_taking_nothing_back_changes_nothing() {
    let mut rig = Rig::playing();
    assert_eq!(rig.hear("00 e0 e0 80"), "00 86 87 ff");
    let mut rig = Rig::playing();
    rig.talk(&[
        ("00 f9 d0 a9", "00 86 87 ff"),
        ("01 e1 e0 80", "02 88 87 ff"),
    ]);
    assert!(rig.is_thinking());
    assert_eq!(rig.moves(), "E5");
}

#[test]
fn m19_more_undos_than_moves_lead_to_the_beginning() {
    let mut rig = Rig::answered();
    rig.talk(&[("03 e8 d0 95", "03 89 87 ff")]);
    assert_eq!(rig.decide("G7"), "02 93 d4 bd");
    assert_eq!(rig.hear("00 e6 e7 ff"), "00 86 87 ff");
    assert_eq!(rig.moves(), "");
    assert_eq!(rig.session.game().board().all_stones().count(), 0);
}

#[test]
fn m20_extended_commands_are_denied() {
    let mut rig = Rig::playing();
    rig.talk(&[("00 f0 f0 80", "01 91 90 80"), ("02 88 87 ff", "")]);
    assert_eq!(rig.wait(3000), []);
}

#[test]
fn m21_to_m25_every_question_has_an_answer() {
    for (question, answer) in [
        ("00 94 b0 e4", "01 c1 c0 80"), // M21: one that does not exist
        ("00 bb b4 87", "01 c1 c0 80"), // M22: an extended command
        ("00 b0 b0 80", "01 c2 c0 81"), // M23: the game is Go
        ("00 bb b0 8b", "01 c2 c0 81"), // M24: we are White
        ("00 b9 b0 89", "01 ca c0 89"), // M25: the size is 9
        ("00 b7 b0 87", "01 c2 c0 81"), // the rules that the peer told us
        ("00 b8 b0 88", "01 c2 c0 81"), // an even game
        ("00 b3 b0 83", "01 c2 c0 81"), // no stone on the board
        ("00 bc b0 8c", "01 c1 c0 80"), // who we are has no number
    ] {
        let mut rig = Rig::playing();
        assert_eq!(rig.hear(question), answer, "{question}");
        assert_eq!(rig.hear("02 88 87 ff"), "");
        assert_eq!(rig.hear("03 fc d0 a9"), "03 89 87 ff", "the game goes on");
    }
}

#[test]
fn time_used_and_stones_are_told() {
    let mut rig = Rig::playing();
    rig.wait(5000);
    rig.talk(&[
        ("00 f9 d0 a9", "00 86 87 ff"), // Black has used 5 s
        ("01 b5 b0 84", "03 c9 c0 86"),
    ]);
    rig.wait(10_000); // White thinks
    rig.talk(&[
        ("02 b7 b0 85", "00 cb c0 8b"),
        ("01 b4 b0 83", "03 c5 c0 82"),
    ]);
}

#[test]
fn m27_m28_m30_odd_commands_are_acknowledged_and_do_nothing() {
    for packet in [
        "00 90 90 80", // M27: a denial of nothing
        "00 c9 c0 89", // M28: an answer to nothing
        "00 a2 d0 d2", // M30: point 82
    ] {
        let mut rig = Rig::playing();
        assert_eq!(rig.hear(packet), "00 86 87 ff", "{packet}");
        assert_eq!((rig.is_thinking(), rig.moves().as_str()), (false, ""));
        assert_eq!(rig.hear("01 fa d0 a9"), "02 88 87 ff");
        assert_eq!(rig.moves(), "E5", "after {packet}");
    }
}

#[test]
fn m31_point_511_gives_the_game_up() {
    let mut rig = Rig::playing();
    assert_eq!(rig.hear("00 d2 d3 ff"), "00 86 87 ff");
    assert_eq!(rig.hear("01 fa d0 a9"), "02 88 87 ff");
    assert_eq!(rig.wait(5000), []);
    assert_eq!((rig.is_thinking(), rig.moves().as_str()), (false, ""));
}

#[test]
fn m32_a_move_of_the_wrong_color_is_the_move_in_turn() {
    let mut rig = Rig::playing();
    assert_eq!(rig.hear("00 fd d4 a9"), "00 86 87 ff");
    assert_eq!(rig.session.game().moves()[0].0, Color::Black);
    assert_eq!(rig.moves(), "E5");
}

#[test]
fn m33_an_illegal_move_ends_the_game() {
    let mut rig = Rig::answered();
    // C4, where we stand; point 30.
    rig.talk(&[("03 f1 d0 9e", "03 89 87 ff")]);
    assert!(!rig.is_thinking());
    rig.talk(&[("02 fb d0 a9", "01 87 87 ff")]);
    assert_eq!(rig.wait(5000), []);
    assert_eq!(rig.moves(), "E5 C4");
}

#[test]
fn m34_passes_after_the_end_are_acknowledged() {
    let mut rig = Rig::playing();
    rig.talk(&[("00 d0 d0 80", "00 86 87 ff")]);
    assert_eq!(rig.decide("pass"), "01 d5 d4 80");
    rig.talk(&[("02 88 87 ff", ""), ("03 d3 d0 80", "03 89 87 ff")]);
    assert_eq!(rig.wait(5000), []);
    assert_eq!(
        (rig.is_thinking(), rig.moves().as_str()),
        (false, "pass pass")
    );
}

#[test]
fn m37_a_call_in_mid_game_begins_another() {
    let mut rig = Rig::playing();
    assert_eq!(rig.hear("00 a0 a0 80"), "01 b8 b0 87");
    let mut rig = Rig::playing();
    rig.talk(&[("00 f9 d0 a9", "00 86 87 ff")]);
    assert!(rig.is_thinking());
    assert_eq!(rig.hear("01 a1 a0 80"), "03 ba b0 87");
    assert!(!rig.is_thinking(), "the search is stopped");
    rig.talk(&CGOBAN_AGAIN);
    assert_eq!(rig.moves(), "");
}

/// The rest of [`super::CGOBAN_IS_BLACK`].
const CGOBAN_AGAIN: [(&str, &str); 4] = [
    ("02 c3 c0 81", "00 b9 b0 89"),
    ("01 ca c0 89", "03 bb b0 88"),
    ("02 c3 c0 81", "00 bb b0 8b"),
    ("01 c3 c0 82", "02 88 87 ff"),
];

#[test]
fn m38_a_call_that_comes_twice_is_one() {
    let mut rig = Rig::new(WHITE_ON_9);
    rig.talk(&[("01 a1 a0 80", "03 ba b0 87"), ("01 a1 a0 80", "")]);
    rig.talk(&CGOBAN_AGAIN);
}

#[test]
fn m39_a_move_before_the_game_waits_for_it() {
    let mut rig = Rig::new(WHITE_ON_9);
    rig.talk(&[
        ("01 a1 a0 80", "03 ba b0 87"),
        ("02 fb d0 a9", "01 87 87 ff 00 b7 b0 87"),
        ("01 c2 c0 81", "03 bc b0 89"),
        ("02 cb c0 89", "00 b8 b0 88"),
        ("01 c2 c0 81", "03 be b0 8b"),
        ("02 c4 c0 82", "01 87 87 ff"),
    ]);
    assert_eq!(rig.moves(), "E5");
    assert_eq!(rig.wait(300), []);
    assert!(rig.is_thinking());
}

#[test]
fn m40_black_calls_at_once() {
    let mut rig = Rig::new(BLACK);
    assert_eq!(rig.output(), "01 a1 a0 80");
    let said = rig.wait(10_000);
    assert!((8..=10).contains(&said.len()), "{said:?}");
    assert!(said.iter().all(|(_, packet)| packet == "01 a1 a0 80"));
}

#[test]
fn m41_black_answers_and_asks_what_it_was_not_asked() {
    let mut rig = Rig::new(BLACK);
    assert_eq!(rig.output(), "01 a1 a0 80");
    rig.talk(&[
        ("03 ba b0 87", "02 c2 c0 80"),
        ("00 b8 b0 88", "01 c1 c0 80"),
        ("03 bc b0 89", "02 c2 c0 80"),
        ("00 bb b0 8b", "01 c3 c0 82"),
        ("02 88 87 ff", "00 b7 b0 87"),
        ("01 c3 c0 82", "03 bc b0 89"),
        ("02 cb c0 89", "00 b8 b0 88"),
        ("01 c2 c0 81", "02 88 87 ff"),
    ]);
    assert_eq!(rig.wait(299), []);
    assert!(!rig.is_thinking(), "the peer may have questions");
    rig.wait(1);
    assert_eq!(rig.decide("E5"), "03 fc d0 a9");
    rig.talk(&[("03 89 87 ff", ""), ("02 f4 d4 9e", "01 87 87 ff")]);
    assert_eq!(rig.moves(), "E5 C4");
}

#[test]
fn m42_m43_a_peer_without_wishes_gets_ours() {
    let mut rig = Rig::new(Conditions {
        size: Some(9),
        handicap: Some(0),
        rules: Some(RuleSet::Chinese),
        ..BLACK
    });
    assert_eq!(rig.output(), "01 a1 a0 80");
    rig.talk(&[
        ("02 88 87 ff", "00 b7 b0 87"), // M42
        ("01 c1 c0 80", "03 bc b0 89"),
        ("02 c2 c0 80", "00 b8 b0 88"),
        ("01 c1 c0 80", "03 be b0 8b"),
        ("02 c2 c0 80", "01 87 87 ff"),
    ]);
    rig.wait(300);
    assert!(rig.is_thinking());
    assert_eq!(rig.session.game().size(), 9);
    assert_eq!(rig.decide("E5"), "00 f9 d0 a9");
}

#[test]
fn m44_without_a_color_we_let_the_peer_call() {
    let mut rig = Rig::new(NOTHING);
    assert_eq!(rig.wait(200), []);
    assert_eq!(rig.hear("01 a1 a0 80"), "03 ba b0 87");
    let said = rig.wait(3000);
    assert!(said.iter().all(|(_, packet)| packet == "03 ba b0 87"));
}

#[test]
fn m45_m46_without_a_color_we_call_in_the_end_and_yield() {
    let mut rig = Rig::new(NOTHING);
    assert_eq!(rig.wait(700), [(700, "01 a1 a0 80".to_owned())]);
    assert_eq!(rig.hear("01 a1 a0 80"), "03 ba b0 87");
}

#[test]
fn m49_fixed_handicap_stones_are_there_and_white_begins() {
    let mut rig = Rig::new(WHITE_ON_9);
    rig.talk(&CGOBAN_AGAIN_WITH_HANDICAP);
    let game = rig.session.game();
    let stones: Vec<_> = game.board().all_stones().collect();
    let [c3, g7] = ["C3", "G7"].map(|vertex| (Color::Black, vertex.parse().unwrap()));
    assert_eq!(stones, [c3, g7]);
    assert!((game.komi() - 0.5).abs() < 1e-9);
    assert_eq!(rig.wait(300), []);
    assert_eq!(rig.decide("E5"), "03 80 d4 a9");
}

const CGOBAN_AGAIN_WITH_HANDICAP: [(&str, &str); 5] = [
    ("01 a1 a0 80", "03 ba b0 87"),
    ("02 c3 c0 81", "00 b9 b0 89"),
    ("01 ca c0 89", "03 bb b0 88"),
    ("02 c4 c0 82", "00 bb b0 8b"),
    ("01 c3 c0 82", "02 88 87 ff"),
];

#[test]
fn m50_free_handicap_stones_are_the_first_moves() {
    let mut rig = Rig::new(WHITE_ON_9);
    rig.talk(&[
        ("01 a1 a0 80", "03 ba b0 87"),
        ("02 c4 c0 82", "00 b9 b0 89"),
        ("01 ca c0 89", "03 bb b0 88"),
        ("02 c4 c0 82", "00 bb b0 8b"),
        ("01 c3 c0 82", "02 88 87 ff"),
    ]);
    assert_eq!(rig.wait(5000), []);
    assert_eq!(rig.hear("00 f9 d0 a9"), "00 86 87 ff");
    assert_eq!(rig.wait(5000), []);
    assert!(!rig.is_thinking());
    assert_eq!(rig.hear("01 e6 d0 95"), "02 88 87 ff");
    assert_eq!(rig.moves(), "E5 C3");
    assert!(rig.is_thinking());
}

#[test]
fn m51_the_simplified_protocol_asks_for_color_and_handicap() {
    let mut rig = Rig::new(Conditions {
        handshake: Handshake::Simplified,
        ..WHITE_ON_9
    });
    rig.talk(&[
        ("01 a1 a0 80", "03 be b0 8b"),
        ("02 c4 c0 82", "00 b8 b0 88"),
        ("01 c2 c0 81", "02 88 87 ff"),
        ("00 d0 d0 80", "00 86 87 ff"),
    ]);
    assert_eq!(rig.decide("D5"), "01 fd d4 a8");
    assert_eq!(rig.hear("02 88 87 ff"), "");
}
