//! Which rule answers which position, and that rates are kept.

use super::*;
use crate::board::Diagram;
use crate::board::cpu::{CpuTask, dispatch};
use crate::candidates::{LineRules, LineState, LineTables};

/// One choice, in the build of the processor.
struct Choice<'a>(Tactical, Turn<'a, 2>, &'a mut PlayoutRng);

impl CpuTask for Choice<'_> {
    type Output = Option<(Point<2>, Origin)>;

    #[inline(always)]
    fn run<C: Cpu>(self) -> Self::Output {
        let Self(policy, turn, rng) = self;
        Policy::<2>::choose::<C>(&policy, &turn, rng)
    }
}

/// No rule is asked.
const SILENT: Tactical = Tactical {
    atari: 0,
    defence: 0,
    attack: 0,
    nakade: 0,
    shape: 0,
    old_shape: 0,
    capture: 0,
    self_atari: 0,
};

/// What the policy chooses for Black in a thousand tries, after White's stone at the label `l` and with a stone of its
/// own at `b`.
fn choices(policy: Tactical, diagram: &str) -> Vec<(String, Origin)> {
    let diagram: Diagram<2> = diagram.parse().unwrap();
    let mut board = diagram.board.clone();
    let second_last = diagram.labelled('b');
    for (color, label) in [(Color::Black, 'b'), (Color::White, 'l')] {
        if let Some(point) = diagram.labelled(label) {
            board.play(color, point).unwrap();
        }
    }
    let near = LineTables::new(board.size(), LineRules::Off);
    let turn = Turn {
        board: &board,
        color: Color::Black,
        last: diagram.labelled('l'),
        second_last,
        lines: LineState::new(&near, &board, 0),
        near: &near,
    };
    let mut rng = PlayoutRng::new(1);
    let choose = |_| {
        dispatch(Choice(policy, turn.clone(), &mut rng))
            .map_or(("pass".to_owned(), Origin::Pass), |(point, origin)| {
                (point.coord().to_string(), origin)
            })
    };
    (0..1000).map(choose).collect()
}

/// Asserts that the policy, with one rule always asked, plays one of the vertices by that rule.
fn always(policy: Tactical, origin: Origin, vertices: &[&str], diagram: &str) {
    for (vertex, by) in choices(policy, diagram) {
        assert_eq!(by, origin, "{vertex}");
        assert!(vertices.contains(&vertex.as_str()), "{vertex}");
    }
}

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
        ..SILENT
    };
    let choices = choices(policy, ATARI);
    let answers = choices.iter().filter(|(_, by)| *by == Origin::Escape);
    // 90 % of 1000, within five standard errors of 9.5.
    assert!((852..=948).contains(&answers.clone().count()));
    assert!(answers.clone().all(|(vertex, _)| vertex == "C2"));
}

#[test]
fn a_stone_that_puts_itself_in_atari_is_captured() {
    let policy = Tactical {
        atari: 100,
        ..SILENT
    };
    let diagram = "
        . . . . .
        . X . . .
        X l . . .
        . X . . .
        . . . . .";
    always(policy, Origin::Escape, &["C3"], diagram);
}

#[test]
fn two_liberties_are_defended_and_attacked() {
    let policy = Tactical {
        defence: 100,
        attack: 100,
        ..SILENT
    };
    let weak = "
        . . . . .
        . . . . .
        . . O O .
        O O l . .
        . . X . .";
    always(policy, Origin::Defence, &["D1"], weak);
    let target = "
        . . . . .
        . . . . .
        . . X . .
        X X X . .
        . . l . .";
    always(policy, Origin::Attack, &["D1"], target);
}

#[test]
fn the_vital_point_of_an_eye_is_played() {
    let policy = Tactical {
        nakade: 100,
        ..SILENT
    };
    let diagram = "
        . . . l O X .
        O O O O O X .
        X X X X X X .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    always(policy, Origin::Nakade, &["B7"], diagram);
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
        ..SILENT
    };
    always(
        policy,
        Origin::Pattern,
        &["B5", "C5", "D5", "B7", "C7", "D7"],
        &hane("l"),
    );
    let old = Tactical {
        old_shape: 100,
        ..SILENT
    };
    let diagram = "
        . . . . . . .
        . b O X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    always(old, Origin::Pattern, &["B5", "C5", "B7", "C7"], diagram);
}

#[test]
fn captures_are_made_anywhere() {
    let policy = Tactical {
        capture: 100,
        ..SILENT
    };
    let diagram = "
        . . . . O X
        . . . . . .
        . . . . . .
        . . . . . .
        l . . . . .
        . . . . . .";
    let choices = choices(policy, diagram);
    let is_random = |(_, by): &(String, Origin)| *by == Origin::Random;
    assert!(choices.iter().all(is_random), "E6 has two liberties");
    let diagram = diagram.replacen(". . . . . .", ". . . . X .", 1);
    always(policy, Origin::Capture, &["D6"], &diagram);
}

#[test]
fn random_moves_give_no_stones_away_as_often_as_the_rate_says() {
    // A5 can be taken at once, and gains nothing.
    let corner = "
        . O . . .
        . O . . .
        O . . . .
        . . . . .
        . . . . .";
    let tries_of_corner = |self_atari| {
        let policy = Tactical {
            self_atari,
            ..SILENT
        };
        let choices = choices(policy, corner);
        choices.iter().filter(|(vertex, _)| vertex == "A5").count()
    };
    assert_eq!(tries_of_corner(100), 0);
    assert!(tries_of_corner(50) > 0);
    assert!(tries_of_corner(0) > tries_of_corner(50));
}

#[test]
fn a_snapback_stays_possible() {
    // White takes the stone on B1 with A1, and loses five stones to the next one there.
    let throw_in = "
        . . . . .
        . . . . .
        X X X X .
        O O O X .
        . . O X .";
    let policy = Tactical {
        self_atari: 100,
        ..SILENT
    };
    let choices = choices(policy, throw_in);
    assert!(choices.iter().any(|(vertex, _)| vertex == "B1"));
}
