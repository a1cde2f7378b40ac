//! Single packets in a known state, and the expected answers.

use super::{
    CHINESE, ConversationTest, JAPANESE, NINE, NOTHING, TWO_STONES, WHITE_ON_9, negotiation,
};
use crate::gmp::{RuleSet, Wishes};
use tao_rules::board::Color;

const BLACK: Wishes = Wishes {
    color: Some(Color::Black),
    ..NOTHING
};

#[test]
fn white_waits_for_a_new_game() {
    assert_eq!(ConversationTest::new(WHITE_ON_9).wait(2000), []);
}

#[test]
fn a_new_game_is_answered_with_questions_and_an_ok() {
    let test = ConversationTest::playing();
    assert!(!test.is_thinking());
    assert_eq!(test.conversation.game().size(), 9);
}

#[test]
fn a_move_is_acknowledged_before_we_think() {
    let mut test = ConversationTest::playing();
    assert_eq!(test.receive("00 f9 d0 a9"), "00 86 87 ff");
    assert!(test.is_thinking());
    assert_eq!(test.decide("C4"), "01 f3 d4 9e");
    assert_eq!(test.moves(), "E5 C4");
}

#[test]
fn a_move_that_comes_twice_is_made_once() {
    let mut test = ConversationTest::playing();
    test.exchange(&[
        ("00 f9 d0 a9", "00 86 87 ff"),
        ("00 f9 d0 a9", "00 86 87 ff"),
    ]);
    assert!(test.is_thinking());
    assert_eq!(test.moves(), "E5");
}

#[test]
fn damaged_old_and_empty_packets_do_nothing() {
    for packet in [
        "00 fa d0 a9",    // the checksum is off by one
        "00 f9 68 d0 a9", // text inside
        "02 fb d0 a9",    // acknowledges what we never sent
        "00 81 d8 a9",    // the reserved bit
        "00 86 87 ff",    // acknowledgements of nothing
        "01 87 87 ff",
        "03 89 87 ff",
    ] {
        let mut test = ConversationTest::playing();
        assert_eq!(test.receive(packet), "", "{packet}");
        assert!(!test.is_thinking());
        assert_eq!(test.receive("00 f9 d0 a9"), "00 86 87 ff", "after {packet}");
        assert_eq!(test.moves(), "E5", "after {packet}");
    }
}

#[test]
fn packets_are_found_between_other_bytes() {
    for bytes in [
        "00 f9 d0 00 f9 d0 a9",
        "ff fe 80 90 00 f9 d0 a9",
        "68 65 6c 6c 6f 0d 0a 00 f9 d0 a9",
    ] {
        let mut test = ConversationTest::playing();
        assert_eq!(test.receive(bytes), "00 86 87 ff", "{bytes}");
        assert_eq!(test.moves(), "E5", "{bytes}");
    }
    let mut test = ConversationTest::playing();
    for byte in ["00", "f9", "d0"] {
        assert_eq!(test.receive(byte), "");
        assert_eq!(test.wait(100), []);
    }
    assert_eq!(test.receive("a9"), "00 86 87 ff");
}

#[test]
fn an_ok_and_a_move_may_come_together() {
    let mut test = ConversationTest::answered();
    assert_eq!(test.receive("02 88 87 ff 03 e8 d0 95"), "03 89 87 ff");
    assert_eq!(test.moves(), "E5 C4 C3");
    assert_eq!(test.decide("G7"), "02 93 d4 bd");
}

#[test]
fn the_next_command_acknowledges_ours() {
    let mut test = ConversationTest::answered();
    assert_eq!(test.receive("03 e8 d0 95"), "03 89 87 ff");
    assert_eq!(test.moves(), "E5 C4 C3");
}

#[test]
fn a_command_is_repeated_until_it_arrives() {
    let mut test = ConversationTest::answered();
    let sent = test.wait(3500);
    assert_eq!(sent.len(), 3);
    let mut last = 0;
    for (time, packet) in sent {
        assert_eq!(packet, "01 f3 d4 9e");
        assert!(
            (900..=1300).contains(&(time - last)),
            "after {} ms",
            time - last
        );
        last = time;
    }
    assert_eq!(test.receive("02 88 87 ff"), "");
    assert_eq!(test.wait(10_000), []);
}

#[test]
fn an_undo_that_conflicts_with_our_move_is_accepted_when_repeated() {
    let mut test = ConversationTest::answered();
    let mut answers = Vec::new();
    for _ in 0..5 {
        answers.push(test.receive("01 e3 e0 82"));
        if answers.last().is_some_and(|answer| !answer.is_empty()) {
            break;
        }
        assert_eq!(test.moves(), "E5 C4");
        let sent = test.wait(1000);
        assert!(sent.iter().all(|(_, packet)| packet == "01 f3 d4 9e"));
    }
    assert!(answers.len() > 2, "not at once");
    assert_eq!(answers.last().unwrap(), "02 88 87 ff");
    assert_eq!(test.moves(), "");
    assert_eq!(test.wait(5000), [], "our move is forgotten");
    assert!(!test.is_thinking());
}

#[test]
fn a_copy_is_acknowledged_and_not_played() {
    let mut test = ConversationTest::playing();
    assert_eq!(test.receive("01 fa d0 a9"), "02 88 87 ff");
    assert_eq!(test.moves(), "");
}

#[test]
fn an_undo_of_no_moves_changes_nothing() {
    let mut test = ConversationTest::playing();
    assert_eq!(test.receive("00 e0 e0 80"), "00 86 87 ff");
    let mut test = ConversationTest::playing();
    test.exchange(&[
        ("00 f9 d0 a9", "00 86 87 ff"),
        ("01 e1 e0 80", "02 88 87 ff"),
    ]);
    assert!(test.is_thinking());
    assert_eq!(test.moves(), "E5");
}

#[test]
fn an_undo_of_too_many_moves_takes_back_all() {
    let mut test = ConversationTest::answered();
    test.exchange(&[("03 e8 d0 95", "03 89 87 ff")]);
    assert_eq!(test.decide("G7"), "02 93 d4 bd");
    assert_eq!(test.receive("00 e6 e7 ff"), "00 86 87 ff");
    assert_eq!(test.moves(), "");
    assert_eq!(test.conversation.game().board().all_stones().count(), 0);
}

#[test]
fn extended_commands_are_denied() {
    let mut test = ConversationTest::playing();
    test.exchange(&[("00 f0 f0 80", "01 91 90 80"), ("02 88 87 ff", "")]);
    assert_eq!(test.wait(3000), []);
}

#[test]
fn every_question_has_an_answer() {
    for (question, answer) in [
        ("00 94 b0 e4", "01 c1 c0 80"), // one that does not exist
        ("00 bb b4 87", "01 c1 c0 80"), // an extended command
        ("00 b0 b0 80", "01 c2 c0 81"), // the game is Go
        ("00 bb b0 8b", "01 c2 c0 81"), // we are White
        ("00 b9 b0 89", "01 ca c0 89"), // the size is 9
        ("00 b7 b0 87", "01 c2 c0 81"), // the rules that the peer told us
        ("00 b8 b0 88", "01 c2 c0 81"), // an even game
        ("00 b3 b0 83", "01 c2 c0 81"), // no stone on the board
        ("00 bc b0 8c", "01 c1 c0 80"), // who we are has no number
    ] {
        let mut test = ConversationTest::playing();
        assert_eq!(test.receive(question), answer, "{question}");
        assert_eq!(test.receive("02 88 87 ff"), "");
        assert_eq!(
            test.receive("03 fc d0 a9"),
            "03 89 87 ff",
            "the game goes on"
        );
    }
}

#[test]
fn time_used_and_stones_are_told() {
    let mut test = ConversationTest::playing();
    test.wait(5000);
    test.exchange(&[
        ("00 f9 d0 a9", "00 86 87 ff"), // Black has used 5 s
        ("01 b5 b0 84", "03 c9 c0 86"),
    ]);
    test.wait(10_000); // White thinks
    test.exchange(&[
        ("02 b7 b0 85", "00 cb c0 8b"),
        ("01 b4 b0 83", "03 c5 c0 82"),
    ]);
}

#[test]
fn commands_without_a_meaning_are_acknowledged_and_ignored() {
    for packet in [
        "00 90 90 80", // a denial of nothing
        "00 c9 c0 89", // an answer to nothing
        "00 a2 d0 d2", // point 82
    ] {
        let mut test = ConversationTest::playing();
        assert_eq!(test.receive(packet), "00 86 87 ff", "{packet}");
        assert_eq!((test.is_thinking(), test.moves().as_str()), (false, ""));
        assert_eq!(test.receive("01 fa d0 a9"), "02 88 87 ff");
        assert_eq!(test.moves(), "E5", "after {packet}");
    }
}

#[test]
fn point_511_is_a_resignation() {
    let mut test = ConversationTest::playing();
    assert_eq!(test.receive("00 d2 d3 ff"), "00 86 87 ff");
    assert_eq!(test.receive("01 fa d0 a9"), "02 88 87 ff");
    assert_eq!(test.wait(5000), []);
    assert_eq!((test.is_thinking(), test.moves().as_str()), (false, ""));
}

#[test]
fn the_color_of_a_move_is_that_of_the_side_to_move() {
    let mut test = ConversationTest::playing();
    assert_eq!(test.receive("00 fd d4 a9"), "00 86 87 ff");
    assert_eq!(test.conversation.game().moves()[0].0, Color::Black);
    assert_eq!(test.moves(), "E5");
}

#[test]
fn an_illegal_move_ends_the_game() {
    let mut test = ConversationTest::answered();
    // C4, where we stand; point 30.
    test.exchange(&[("03 f1 d0 9e", "03 89 87 ff")]);
    assert!(!test.is_thinking());
    test.exchange(&[("02 fb d0 a9", "01 87 87 ff")]);
    assert_eq!(test.wait(5000), []);
    assert_eq!(test.moves(), "E5 C4");
}

#[test]
fn passes_after_the_end_are_acknowledged() {
    let mut test = ConversationTest::playing();
    test.exchange(&[("00 d0 d0 80", "00 86 87 ff")]);
    assert_eq!(test.decide("pass"), "01 d5 d4 80");
    test.exchange(&[("02 88 87 ff", ""), ("03 d3 d0 80", "03 89 87 ff")]);
    assert_eq!(test.wait(5000), []);
    assert_eq!(
        (test.is_thinking(), test.moves().as_str()),
        (false, "pass pass")
    );
}

#[test]
fn a_new_game_replaces_the_one_in_progress() {
    let mut test = ConversationTest::playing();
    assert_eq!(test.receive("00 a0 a0 80"), "01 b8 b0 87");
    let mut test = ConversationTest::playing();
    test.exchange(&[("00 f9 d0 a9", "00 86 87 ff")]);
    assert!(test.is_thinking());
    assert_eq!(test.receive("01 a1 a0 80"), "03 ba b0 87");
    assert!(!test.is_thinking(), "the search is stopped");
    test.exchange(&CGOBAN_AGAIN);
    assert_eq!(test.moves(), "");
}

/// The rest of [`super::CGOBAN_IS_BLACK`].
const CGOBAN_AGAIN: [(&str, &str); 4] = [
    ("02 c3 c0 81", "00 b9 b0 89"),
    ("01 ca c0 89", "03 bb b0 88"),
    ("02 c3 c0 81", "00 bb b0 8b"),
    ("01 c3 c0 82", "02 88 87 ff"),
];

#[test]
fn a_repeated_new_game_is_ignored() {
    let mut test = ConversationTest::new(WHITE_ON_9);
    test.exchange(&[("01 a1 a0 80", "03 ba b0 87"), ("01 a1 a0 80", "")]);
    test.exchange(&CGOBAN_AGAIN);
}

#[test]
fn a_move_before_the_game_is_made_when_it_begins() {
    let mut test = ConversationTest::new(WHITE_ON_9);
    test.exchange(&[
        ("01 a1 a0 80", "03 ba b0 87"),
        ("02 fb d0 a9", "01 87 87 ff 00 b7 b0 87"),
        ("01 c2 c0 81", "03 bc b0 89"),
        ("02 cb c0 89", "00 b8 b0 88"),
        ("01 c2 c0 81", "03 be b0 8b"),
        ("02 c4 c0 82", "01 87 87 ff"),
    ]);
    assert_eq!(test.moves(), "E5");
    assert_eq!(test.wait(300), []);
    assert!(test.is_thinking());
}

#[test]
fn black_sends_new_game_at_once() {
    let mut test = ConversationTest::new(BLACK);
    assert_eq!(test.output(), "01 a1 a0 80");
    let sent = test.wait(10_000);
    assert!((8..=10).contains(&sent.len()), "{sent:?}");
    assert!(sent.iter().all(|(_, packet)| packet == "01 a1 a0 80"));
}

#[test]
fn black_answers_and_asks_what_is_still_open() {
    let mut test = ConversationTest::new(BLACK);
    assert_eq!(test.output(), "01 a1 a0 80");
    test.exchange(&[
        ("03 ba b0 87", "02 c2 c0 80"),
        ("00 b8 b0 88", "01 c1 c0 80"),
        ("03 bc b0 89", "02 c2 c0 80"),
        ("00 bb b0 8b", "01 c3 c0 82"),
        ("02 88 87 ff", "00 b7 b0 87"),
        ("01 c3 c0 82", "03 bc b0 89"),
        ("02 cb c0 89", "00 b8 b0 88"),
        ("01 c2 c0 81", "02 88 87 ff"),
    ]);
    assert_eq!(test.wait(299), []);
    assert!(!test.is_thinking(), "the peer may have questions");
    test.wait(1);
    assert_eq!(test.decide("E5"), "03 fc d0 a9");
    test.exchange(&[("03 89 87 ff", ""), ("02 f4 d4 9e", "01 87 87 ff")]);
    assert_eq!(test.moves(), "E5 C4");
}

#[test]
fn a_peer_without_wishes_accepts_ours() {
    let mut test = ConversationTest::new(Wishes {
        size: Some(9),
        handicap: Some(0),
        rules: Some(RuleSet::Chinese),
        ..BLACK
    });
    assert_eq!(test.output(), "01 a1 a0 80");
    test.exchange(&[
        ("02 88 87 ff", "00 b7 b0 87"),
        ("01 c1 c0 80", "03 bc b0 89"),
        ("02 c2 c0 80", "00 b8 b0 88"),
        ("01 c1 c0 80", "03 be b0 8b"),
        ("02 c2 c0 80", "01 87 87 ff"),
    ]);
    test.wait(300);
    assert!(test.is_thinking());
    assert_eq!(test.conversation.game().size(), 9);
    assert_eq!(test.decide("E5"), "00 f9 d0 a9");
}

#[test]
fn without_a_color_we_wait_for_a_new_game() {
    let mut test = ConversationTest::new(NOTHING);
    assert_eq!(test.wait(200), []);
    assert_eq!(test.receive("01 a1 a0 80"), "03 ba b0 87");
    let sent = test.wait(3000);
    assert!(sent.iter().all(|(_, packet)| packet == "03 ba b0 87"));
}

#[test]
fn without_a_color_we_send_new_game_later_and_give_in() {
    let mut test = ConversationTest::new(NOTHING);
    assert_eq!(test.wait(700), [(700, "01 a1 a0 80".to_owned())]);
    assert_eq!(test.receive("01 a1 a0 80"), "03 ba b0 87");
}

#[test]
fn fixed_handicap_stones_are_there_and_white_begins() {
    let mut test = ConversationTest::new(WHITE_ON_9);
    test.exchange(&negotiation(JAPANESE, NINE, TWO_STONES));
    let game = test.conversation.game();
    let stones: Vec<_> = game.board().all_stones().collect();
    let [c3, g7] = ["C3", "G7"].map(|vertex| (Color::Black, vertex.parse().unwrap()));
    assert_eq!(stones, [c3, g7]);
    assert!((game.komi() - 0.5).abs() < 1e-9);
    assert_eq!(test.wait(300), []);
    assert_eq!(test.decide("E5"), "03 80 d4 a9");
}

#[test]
fn free_handicap_stones_are_the_first_moves() {
    let mut test = ConversationTest::new(WHITE_ON_9);
    test.exchange(&negotiation(CHINESE, NINE, TWO_STONES));
    assert_eq!(test.wait(5000), []);
    assert_eq!(test.receive("00 f9 d0 a9"), "00 86 87 ff");
    assert_eq!(test.wait(5000), []);
    assert!(!test.is_thinking());
    assert_eq!(test.receive("01 e6 d0 95"), "02 88 87 ff");
    assert_eq!(test.moves(), "E5 C3");
    assert!(test.is_thinking());
}

#[test]
fn the_simplified_protocol_asks_for_color_and_handicap() {
    let mut test = ConversationTest::new(Wishes {
        is_simplified: true,
        ..WHITE_ON_9
    });
    test.exchange(&[
        ("01 a1 a0 80", "03 be b0 8b"),
        ("02 c4 c0 82", "00 b8 b0 88"),
        ("01 c2 c0 81", "02 88 87 ff"),
        ("00 d0 d0 80", "00 86 87 ff"),
    ]);
    assert_eq!(test.decide("D5"), "01 fd d4 a8");
    assert_eq!(test.receive("02 88 87 ff"), "");
}
