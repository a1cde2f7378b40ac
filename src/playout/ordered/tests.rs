//! Which rule answers which position, and what the playouts leave alone.

use super::*;
use crate::board::cpu::{CpuTask, dispatch};
use crate::board::{Color, Diagram};
use crate::candidates::{LineRules, LineState, LineTables};

/// One choice, in the build of the processor.
struct Choice<'a>(&'a Ordered, Turn<'a, 2>, &'a mut PlayoutRng);

impl CpuTask for Choice<'_> {
    type Output = Option<(Point<2>, Origin)>;

    #[inline(always)]
    fn run<C: Cpu>(self) -> Self::Output {
        let Self(policy, turn, rng) = self;
        Policy::<2>::choose::<C>(policy, &turn, rng)
    }
}

/// What the policy chooses for Black after White's stone at the label `l`, in a hundred tries: every answer once.
fn answers(policy: &Ordered, diagram: &str) -> Vec<(String, Origin)> {
    let diagram: Diagram<2> = diagram.parse().unwrap();
    let mut board = diagram.board.clone();
    let last = diagram.labelled('l');
    if let Some(last) = last {
        board.play(Color::White, last).unwrap();
    }
    let near = LineTables::new(board.size(), LineRules::Off);
    let mut rng = PlayoutRng::new(1);
    let mut answers = Vec::new();
    for _ in 0..100 {
        let lines = LineState::new(&near, &board, 0);
        let turn = Turn {
            board: &board,
            color: Color::Black,
            last,
            second_last: None,
            lines,
            near: &near,
        };
        let answer = dispatch(Choice(policy, turn, &mut rng))
            .map_or(("pass".to_owned(), Origin::Pass), |(point, origin)| {
                (point.coord().to_string(), origin)
            });
        if !answers.contains(&answer) {
            answers.push(answer);
        }
    }
    answers.sort_by(|(a, _), (b, _)| a.cmp(b));
    answers
}

fn with(escape_below: usize, attack_below: usize, shapes: Switch) -> Ordered {
    Ordered {
        escape_below,
        attack_below,
        shapes,
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
fn a_chain_short_of_liberties_escapes_first() {
    let answers = answers(&with(2, 4, Switch::On), ATARI);
    assert_eq!(answers, [("C2".to_owned(), Origin::Escape)]);
}

#[test]
fn shapes_come_before_attacks() {
    let policy = with(0, 4, Switch::On);
    assert!(
        answers(&policy, ATARI)
            .iter()
            .all(|(_, origin)| *origin == Origin::Pattern)
    );
    let policy = with(0, 4, Switch::Off);
    assert!(
        answers(&policy, ATARI)
            .iter()
            .all(|(_, origin)| *origin == Origin::Attack)
    );
    let policy = with(0, 0, Switch::Off);
    assert!(
        answers(&policy, ATARI)
            .iter()
            .all(|(_, origin)| *origin == Origin::Random)
    );
}

#[test]
fn without_a_last_stone_the_choice_is_random() {
    let answers = answers(&Ordered::THESIS, &ATARI.replace('l', "O"));
    assert!(answers.iter().all(|(_, origin)| *origin == Origin::Random));
    assert!(answers.len() > 10);
}

#[test]
fn an_attack_captures() {
    let answers = answers(
        &with(0, 2, Switch::Off),
        "
        . . . . .
        . X . . .
        X l . . .
        . X . . .
        . . . . .",
    );
    assert_eq!(answers, [("C3".to_owned(), Origin::Attack)]);
}

/// C1 is a false eye by the white stone on B2; the label `d` is its other diagonal.
const FALSE_EYE: &str = "
    . . . . .
    . . . . .
    . . . . .
    . O X d .
    . X . X .";

#[test]
fn a_false_eye_with_an_open_diagonal_is_made_a_true_one() {
    let answers = answers(&with(0, 0, Switch::Off), FALSE_EYE);
    assert!(
        answers.contains(&("D2".to_owned(), Origin::EyeShape)),
        "{answers:?}"
    );
    assert!(
        answers.iter().all(|(vertex, _)| vertex != "C1"),
        "{answers:?}"
    );
}

#[test]
fn a_false_eye_without_an_open_diagonal_is_connected() {
    let answers = answers(&with(0, 0, Switch::Off), &FALSE_EYE.replace('d', "X"));
    assert!(
        answers.contains(&("C1".to_owned(), Origin::Random)),
        "{answers:?}"
    );
}
