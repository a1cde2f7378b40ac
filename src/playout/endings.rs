//! Positions that playouts must end rightly, by the policies that play well.

use super::*;
use crate::candidates::LineRules;

/// How often `vertex` ends up as `color`'s when each side begins 500 playouts of the position.
fn kept_by<P: Policy<2>>(policy: &P, diagram: &str, vertex: &str, color: Color) -> f64 {
    let board: Board<2> = diagram.parse().unwrap();
    let near = LineTables::new(board.size(), LineRules::Off);
    let point = Point::new(vertex.parse().unwrap());
    let mut kept = 0;
    for to_move in Color::BOTH {
        let batch = PlayoutBatch {
            board: &board,
            start: Start::fresh(&board, to_move, &near),
            policy,
            count: 500,
        };
        batch.run(&mut PlayoutRng::new(3), |game, _| {
            kept += u32::from(game.owned()[color as usize].contains(point));
        });
    }
    f64::from(kept) / 1_000.0
}

/// The same by the policies of `tao-go-2010` and `default`.
fn kept(diagram: &str, vertex: &str, color: Color) -> [f64; 2] {
    [
        kept_by(&Ordered::THESIS, diagram, vertex, color),
        kept_by(&Tactical::DEFAULT, diagram, vertex, color),
    ]
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
            let kept = kept(&dragon, vertex, Color::Black);
            let is_kept = kept.iter().all(|&share| share > 0.99);
            assert!(is_kept, "{vertex} is Black's in {kept:?} of the games");
        }
    }
}

#[test]
fn a_seki_stays() {
    // Each lower chain has one eye and shares D1: who plays there is captured.
    let seki = "
        . O O O X X .
        O O O O X X X
        O . O O X . X
        O O O O X X X
        O O O O X X X
        X X X X O O O
        . X X . O O .";
    for (vertex, color) in [("B1", Color::Black), ("F1", Color::White)] {
        let kept = kept(seki, vertex, color);
        let is_kept = kept.iter().all(|&share| share > 0.99);
        assert!(is_kept, "{vertex}: {kept:?}");
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
