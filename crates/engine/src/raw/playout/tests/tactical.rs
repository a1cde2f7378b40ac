//! Which rule of [`Tactical`] answers which position, and how often.

use super::*;

/// Random moves only.
const RANDOM: Tactical = Tactical {
    atari: 0,
    defense: 0,
    attack: 0,
    shape: 0,
    old_shape: 0,
    capture: 0,
    self_atari: 0,
};

const ATARI: &str = "
    . . . . . .
    . . . . . .
    . . O . . .
    . O X l . .
    . . . . . .
    . . . . . .";

#[test]
fn an_atari_is_answered_as_often_as_the_rate_says() {
    let policy = Tactical {
        atari: 90,
        ..RANDOM
    };
    let choices = choices(&policy, ATARI, 1000);
    let answers = choices.iter().filter(|(_, by)| *by == Origin::Escape);
    // 90 % of 1000, within five standard errors of 9.5.
    assert!((852..=948).contains(&answers.clone().count()));
    assert!(answers.clone().all(|(vertex, _)| vertex == "C2"));
}

#[test]
fn a_stone_that_puts_itself_in_atari_is_captured() {
    let policy = Tactical {
        atari: 100,
        ..RANDOM
    };
    let diagram = "
        . . . . .
        . X . . .
        X l . . .
        . X . . .
        . . . . .";
    assert_plays(&policy, Origin::Escape, &["C3"], diagram);
}

#[test]
fn two_liberties_are_defended_and_attacked() {
    let policy = Tactical {
        defense: 100,
        attack: 100,
        ..RANDOM
    };
    let weak = "
        . . . . .
        . . . . .
        . . O O .
        O O l . .
        . . X . .";
    assert_plays(&policy, Origin::Defense, &["D1"], weak);
    let target = "
        . . . . .
        . . . . .
        . . X . .
        X X X . .
        . . l . .";
    assert_plays(&policy, Origin::Attack, &["D1"], target);
}

#[test]
fn shapes_are_played_around_both_last_stones() {
    let hane = |stone| {
        "
        . . . . . . .
        . X O X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."
            .replacen('O', stone, 1)
    };
    let policy = Tactical {
        shape: 100,
        ..RANDOM
    };
    assert_plays(
        &policy,
        Origin::Pattern,
        &["B5", "C5", "D5", "B7", "C7", "D7"],
        &hane("l"),
    );
    let old = Tactical {
        old_shape: 100,
        ..RANDOM
    };
    let diagram = "
        . . . . . . .
        . b O X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert_plays(&old, Origin::Pattern, &["B5", "C5", "B7", "C7"], diagram);
}

#[test]
fn captures_are_made_anywhere() {
    let policy = Tactical {
        capture: 100,
        ..RANDOM
    };
    let diagram = "
        . . . . O X
        . . . . . .
        . . . . . .
        . . . . . .
        l . . . . .
        . . . . . .";
    let choices = choices(&policy, diagram, 1000);
    let is_random = |(_, by): &(String, Origin)| *by == Origin::Random;
    assert!(choices.iter().all(is_random), "E6 has two liberties");
    let diagram = diagram.replacen(". . . . . .", ". . . . X .", 1);
    assert_plays(&policy, Origin::Capture, &["D6"], &diagram);
}

#[test]
fn random_moves_give_no_stones_away_as_often_as_the_rate_says() {
    // A stone on A5 can be captured at once, and gains nothing.
    let corner = "
        . O . . .
        . O . . .
        O . . . .
        . . . . .
        . . . . .";
    let tries_of_corner = |self_atari| {
        let policy = Tactical {
            self_atari,
            ..RANDOM
        };
        let choices = choices(&policy, corner, 1000);
        choices.iter().filter(|(vertex, _)| vertex == "A5").count()
    };
    assert_eq!(tries_of_corner(100), 0);
    assert!(tries_of_corner(50) > 0);
    assert!(tries_of_corner(0) > tries_of_corner(50));
}

#[test]
fn a_snapback_stays_possible() {
    // White can capture a black stone on B1 with A1, but then loses five stones to the next black stone on B1.
    let throw_in = "
        . . . . .
        . . . . .
        X X X X .
        O O O X .
        . . O X .";
    let policy = Tactical {
        self_atari: 100,
        ..RANDOM
    };
    let choices = choices(&policy, throw_in, 1000);
    assert!(choices.iter().any(|(vertex, _)| vertex == "B1"));
}
