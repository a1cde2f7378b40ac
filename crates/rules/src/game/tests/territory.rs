//! What counts under territory scoring.

use super::*;
use crate::raw::{ByColor, Point, PointSet};

/// A game on 5x5 under Japanese rules and without komi, with Black left of the wall and White on the right: 10 points to 5.
fn walls() -> Game {
    let mut game = Game::new(5).unwrap();
    game.set_rules(Rules::JAPANESE);
    game.set_komi(0.0).unwrap();
    play(&mut game, BLACK, "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5");
    game
}

/// Black's lead, without the stones on these points.
fn lead(game: &Game, dead: &[&str]) -> f64 {
    let dead: Vec<Coord> = dead.iter().map(|vertex| coord(vertex)).collect();
    let living = game.board().all_stones();
    let living = living.filter(|(_, stone)| !dead.contains(stone));
    let board = AnyBoard::set_up(game.size(), living).unwrap();
    game.score_of(&board).lead
}

#[test]
fn territory_and_prisoners_count_and_stones_do_not() {
    for (moves, dead, expected) in [
        ("", &[][..], 5.0),
        ("pass pass", &[], 5.0),
        // A stone in one's own territory costs a point, unless the enemy plays such a stone, too.
        ("A1 pass", &[], 4.0),
        ("A1 E1", &[], 5.0),
        ("pass E1 pass E2", &[], 7.0),
        // So does a stone in the enemy's territory, which then becomes a prisoner.
        ("pass A1", &["A1"], 6.0),
        ("A2 A1 B1", &[], 4.0),
        ("pass A1 A2 pass B1", &[], 4.0),
        ("E3 E2 E4 pass", &["E3", "E4"], 4.0),
    ] {
        let mut game = walls();
        play(&mut game, BLACK, moves);
        assert!((lead(&game, dead) - expected).abs() < 1e-9, "{moves}");
        let area = Rules {
            scoring: Scoring::Area,
            ..Rules::JAPANESE
        };
        game.set_rules(area);
        assert_eq!(game.extra_stones(), 0);
    }
}

#[test]
fn handicap_and_set_up_stones_are_no_points() {
    let mut game = Game::new(9).unwrap();
    game.set_rules(Rules::JAPANESE);
    game.fixed_handicap(4).unwrap();
    assert_eq!(
        (game.extra_stones(), game.total_komi().to_string()),
        (4, "7".to_owned())
    );
    // Black has the whole board but for its own stones.
    assert!((game.standing_score().lead - (77.0 - 7.0)).abs() < 1e-9);
    game.set_earlier_captures(ByColor::new(3, 1));
    assert!((game.standing_score().lead - (77.0 + 2.0 - 7.0)).abs() < 1e-9);
    play(&mut game, WHITE, "E5 E4");
    game.undo_many(2);
    assert_eq!(game.captures(BLACK), 3);
}

#[test]
fn stones_after_a_dispute_cost_nothing() {
    let mut game = walls();
    play(&mut game, BLACK, "pass A1 pass pass");
    assert!(game.counts_stones());
    game.resume();
    assert!(!game.counts_stones());
    play(&mut game, BLACK, "A2 pass B1 pass");
    assert_eq!(game.captures(BLACK), 1);
    assert!((game.standing_score().lead - 6.0).abs() < 1e-9);
    assert!(game.undo_many(4));
    assert!(game.undo());
    assert!(game.counts_stones());
}

#[test]
fn a_second_dispute_does_not_charge_the_stones_after_the_first() {
    let mut game = walls();
    play(&mut game, BLACK, "pass A1 pass pass");
    game.resume();
    play(&mut game, BLACK, "A2 pass B1 pass pass");
    assert!((game.standing_score().lead - 6.0).abs() < 1e-9);
    game.resume();
    assert!(!game.is_over() && !game.counts_stones());
    assert!((game.standing_score().lead - 6.0).abs() < 1e-9);
    play(&mut game, WHITE, "pass pass");
    assert!(game.is_over());
    assert!((game.standing_score().lead - 6.0).abs() < 1e-9);
    // Before the second dispute, the game is still in the first one.
    assert!(game.undo_many(7));
    assert!(!game.is_over() && !game.counts_stones());
    assert!(game.undo());
    assert!(game.counts_stones());
}

/// Each side has an eye in a corner and shares a liberty with the other.
const SEKI_WITH_EYES: &str = "
    . X O .
    X X O O
    X X O O
    X X . O
";

/// The same with a second eye of Black.
const NO_SEKI: &str = "
    . X O .
    X X O O
    X X O O
    . X . O
";

/// A neutral point between living groups.
const NEUTRAL: &str = "
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . . X . O . .
    . . X O . . .
    . . X O . . .
    . . X O . . .
";

#[test]
fn eyes_in_seki_are_no_territory() {
    for (diagram, in_seki_is_all, points) in [
        (SEKI_WITH_EYES, true, [7, 6]),
        (NO_SEKI, false, [8, 7]),
        (NEUTRAL, false, [21, 27]),
    ] {
        let game = game(Rules::JAPANESE, diagram);
        let owned = game.owned_of(game.board());
        assert_eq!(owned.0.map(|points| points.len()), points, "{diagram}");
        let in_seki = in_seki(game.board());
        let stones = game.board().stones(BLACK) | game.board().stones(WHITE);
        assert_eq!(!in_seki.is_empty(), in_seki_is_all, "{diagram}");
        assert_eq!((stones & !in_seki).is_empty(), in_seki_is_all, "{diagram}");
        assert!(!in_seki.contains(Point::new(coord("C1"))));
        let area = super::game(Rules::CHINESE, diagram);
        assert_eq!(area.owned_of(area.board()), area.board().owned());
    }
    assert_eq!(in_seki(&AnyBoard::new(9)), PointSet::EMPTY);
}
