//! Positions that playouts must end correctly.

use super::*;

/// How often `vertex` ends up as `color`'s, by the policies of `tao-go-2010-tuned` and `playouts`, when each side begins 500
/// playouts of the position.
fn kept(diagram: &str, vertex: &str, color: Color) -> [f64; 2] {
    [
        kept_by(&Ordered::TUNED, diagram, vertex, color),
        kept_by(&Tactical::DEFAULT, diagram, vertex, color),
    ]
}

fn kept_by(policy: &impl Policy<2>, diagram: &str, vertex: &str, color: Color) -> f64 {
    let board: Board<2> = diagram.parse().unwrap();
    let line_tables = LineTables::new(board.size(), LineRules::Off);
    let point = Point::new(vertex.parse().unwrap());
    let mut kept = 0;
    for to_move in Color::BOTH {
        run_many(
            &board,
            policy,
            PlayoutContext::new(&board, to_move, &line_tables),
            500,
            &mut PlayoutRng::new(3),
            |board, _| {
                kept += u32::from(board.owned()[color].contains(point));
            },
        );
    }
    f64::from(kept) / 1_000.0
}

/// Asserts that `vertex` nearly always ends up as `color`'s.
fn assert_kept(diagram: &str, vertex: &str, color: Color) {
    let kept = kept(diagram, vertex, color);
    let is_kept = kept.iter().all(|&share| share > 0.99);
    assert!(is_kept, "{vertex} is {color}'s in {kept:?} of the games");
}

/// Black's two chains live by the false eyes A5 and J5 alone; White lives inside and above.
const TWO_HEADED_DRAGON: &str = "
    O . O O O O O . O
    O O O O O O O O O
    a O O O O O O O O
    X X X X X X X X X
    . X O O O O O X .
    X O O . O . O O X
    X O O O O O O O X
    X O O O O O O O X
    X X X X X X X X X";

#[test]
fn two_false_eyes_that_live_together_stay() {
    for outside in ["O", "."] {
        let dragon = TWO_HEADED_DRAGON.replace('a', outside);
        for vertex in ["E6", "E1"] {
            assert_kept(&dragon, vertex, Color::Black);
        }
    }
}

/// Each lower chain has one eye and shares D1: who plays there is captured.
const SEKI: &str = "
    . O O O X X .
    O O O O X X X
    O . O O X . X
    O O O O X X X
    O O O O X X X
    X X X X O O O
    . X X . O O .";

#[test]
fn a_seki_stays() {
    for (vertex, color) in [("B1", Color::Black), ("F1", Color::White)] {
        assert_kept(SEKI, vertex, color);
    }
}

#[test]
fn what_is_not_protected_is_destroyed() {
    let without_seki = Protected {
        seki: false,
        ..Protected::ALL
    };
    let without_false_eyes = Protected {
        false_eyes: false,
        ..Protected::ALL
    };
    for (protected, diagram, vertex) in [
        (without_seki, SEKI, "B1"),
        (
            without_false_eyes,
            &TWO_HEADED_DRAGON.replace('a', "O"),
            "E6",
        ),
    ] {
        let policy = Ordered {
            protected,
            ..Ordered::TUNED
        };
        for policy in [policy, Ordered::THESIS] {
            let share = kept_by(&policy, diagram, vertex, Color::Black);
            assert!(share < 0.6, "{vertex} is Black's in {share} of the games");
        }
    }
}

#[test]
fn a_nakade_is_played() {
    // White's eye space of three on the edge: B1 is the vital point, and two more stones there are a nakade.
    let eye_space = "
        X X X X X X .
        X X X X X X X
        X X X X X . X
        X X X X X X X
        O O O O O X X
        O O O O O X X
        . X X . O X .";
    let kept = kept(eye_space, "C2", Color::White);
    assert!(kept.iter().all(|&share| share < 0.9), "{kept:?}");
}
