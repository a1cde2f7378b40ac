//! Which rule of [`Ordered`] answers which position.

use std::collections::HashSet;

use super::*;

fn policy(escape_below: usize, attack_below: usize, shapes: bool) -> Ordered {
    Ordered {
        escape_below,
        attack_below,
        shapes,
        ..Ordered::TUNED
    }
}

const ATARI: &str = "
    . . . . . .
    . . . . . .
    . . O . . .
    . O X l . .
    . . . . . .
    . . . . . .";

/// Asserts that this rule makes every move of the policy.
fn assert_origin(policy: &Ordered, origin: Origin, diagram: &str) {
    for (vertex, chosen_by) in choices(policy, diagram, 100) {
        assert_eq!(chosen_by, origin, "{vertex}");
    }
}

#[test]
fn a_chain_with_few_liberties_escapes_first() {
    assert_plays(&policy(2, 4, true), Origin::Escape, &["C2"], ATARI);
}

#[test]
fn shapes_come_before_attacks() {
    assert_origin(&policy(0, 4, true), Origin::Pattern, ATARI);
    assert_origin(&policy(0, 4, false), Origin::Attack, ATARI);
    assert_origin(&policy(0, 0, false), Origin::Random, ATARI);
}

#[test]
fn without_a_last_stone_the_choice_is_random() {
    let diagram = ATARI.replace('l', "O");
    assert_origin(&Ordered::TUNED, Origin::Random, &diagram);
    let choices = choices(&Ordered::TUNED, &diagram, 100);
    let vertices: HashSet<_> = choices.iter().map(|(vertex, _)| vertex).collect();
    assert!(vertices.len() > 10);
}

#[test]
fn an_attack_captures() {
    let diagram = "
        . . . . .
        . X . . .
        X l . . .
        . X . . .
        . . . . .";
    let policy = policy(0, 2, false);
    assert_plays(&policy, Origin::Attack, &["C3"], diagram);
}

/// C1 is a false eye by the white stone on B2; the label `d` is its other diagonal.
const FALSE_EYE: &str = "
    . . . . .
    . . . . .
    . . . . .
    . O X d .
    . X . X .";

#[test]
fn a_false_eye_with_an_empty_diagonal_is_made_a_true_one() {
    let choices = choices(&policy(0, 0, false), FALSE_EYE, 100);
    assert!(choices.contains(&("D2".to_owned(), Origin::EyeShape)));
    assert!(choices.iter().all(|(vertex, _)| vertex != "C1"));
}

#[test]
fn a_false_eye_without_an_empty_diagonal_is_connected() {
    let diagram = FALSE_EYE.replace('d', "X");
    let choices = choices(&policy(0, 0, false), &diagram, 100);
    assert!(choices.contains(&("C1".to_owned(), Origin::Random)));
}

#[test]
fn in_the_second_order_shapes_come_first_then_escapes_and_attacks_alike() {
    let with_shapes = Ordered {
        order: RuleOrder::ShapeFirst,
        ..Ordered::TUNED
    };
    assert_origin(&with_shapes, Origin::Pattern, ATARI);
    let without = Ordered {
        shapes: false,
        ..with_shapes
    };
    let origins: HashSet<_> = choices(&without, ATARI, 100)
        .into_iter()
        .map(|(_, origin)| format!("{origin:?}"))
        .collect();
    assert_eq!(
        origins,
        HashSet::from(["Escape", "Attack"].map(str::to_owned))
    );
}

#[test]
fn any_chain_may_escape() {
    // The last stone is far from the stone in atari, which can extend to two liberties at F2, its only liberty.
    let far = "
        . . . . . .
        . l . . . .
        . . . . . .
        . . . . O .
        . . . O X .
        . . . . O .";
    let anywhere = Ordered {
        escape_place: Place::Anywhere,
        ..policy(2, 0, false)
    };
    assert_origin(&policy(2, 0, false), Origin::Random, far);
    assert_plays(&anywhere, Origin::Escape, &["F2"], far);
    // The rule needs no last stone.
    assert_plays(&anywhere, Origin::Escape, &["F2"], &far.replace('l', "O"));
}

#[test]
fn shapes_may_be_played_anywhere() {
    let far = "
        . . . . . . .
        . X O X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . l .
        . . . . . . .";
    let anywhere = Ordered {
        shape_place: Place::Anywhere,
        ..policy(0, 0, true)
    };
    assert_origin(&policy(0, 0, true), Origin::Random, far);
    let shapes = ["B5", "C5", "D5", "B7", "C7", "D7"];
    assert_plays(&anywhere, Origin::Pattern, &shapes, far);
}

#[test]
fn any_chain_may_be_attacked() {
    let far = "
        . . . . .
        . X . . .
        X O . . .
        . X . . .
        . . . . l";
    let anywhere = Ordered {
        attack_place: Place::Anywhere,
        ..policy(0, 2, false)
    };
    assert_origin(&policy(0, 2, false), Origin::Random, far);
    assert_plays(&anywhere, Origin::Attack, &["C3"], far);
}

/// Plays 200 games with these settings from the empty board. Returns the number of moves, and the number of games in which
/// Black is ahead.
fn counted(policy: &Ordered) -> (usize, usize) {
    let board = Board::<2>::new(9);
    let line_tables = LineTables::new(9, LineRules::Off);
    let (mut moves, mut won) = (0, 0);
    run_many(
        &board,
        policy,
        PlayoutContext::new(&board, Color::Black, &line_tables),
        200,
        &mut PlayoutRng::new(1),
        |_, outcome| {
            moves += outcome.moves;
            won += usize::from(outcome.lead > 0);
        },
    );
    (moves, won)
}

#[test]
fn the_games_of_both_readings_are_unchanged() {
    assert_eq!(counted(&Ordered::TUNED), (22_510, 93));
    assert_eq!(counted(&Ordered::THESIS), (22_115, 102));
}
