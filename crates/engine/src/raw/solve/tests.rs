//! Life, history, ko, and what a budget does.

use super::*;
use tao_rules::game::{Game, Rules};
use tao_rules::raw::Point;

fn board(diagram: &str) -> AnyBoard {
    diagram.parse().unwrap()
}

fn found(problem: &Problem<'_>) -> Solution {
    solve(problem, &Budget::nodes(100_000))
}

fn lead(diagram: &str, to_move: Color) -> Option<i32> {
    found(&Problem::new(&board(diagram), to_move)).lead()
}

/// Black lives with two eyes. White's two chains live by sharing theirs.
const LIVING: &str = "
    . X . X O
    X X X X O
    O O O O O
    . O . O .
    O O O O O";

#[test]
fn chains_with_two_eyes_live_and_own_what_they_enclose() {
    let board = board(LIVING);
    let black = Life::of(&board, Color::Black);
    assert_eq!((black.stones.len(), black.territory.len()), (6, 2));
    let white = Life::of(&board, Color::White);
    assert_eq!((white.stones.len(), white.territory.len()), (14, 3));
    assert_eq!(open_points(&board), 0);
    assert_eq!(open_points(&AnyBoard::new(5)), 25);
}

#[test]
fn an_eye_that_the_enemy_can_make_false_is_no_life() {
    let board = board(
        "
        . X O . .
        X . O . .
        X X O . .
        O O O . .
        . . . . .",
    );
    assert!(Life::of(&board, Color::Black).stones.is_empty());
}

#[test]
fn the_owner_does_not_own_where_the_enemy_can_live() {
    let board = board(
        "
        . . . . . X .
        . . . . . X X
        . . . . . X .
        . . . . . X X
        X X X X X X .
        . X . X . X X
        X X X X X X .",
    );
    let black = Life::of(&board, Color::Black);
    assert_eq!(black.stones, board.stones(Color::Black));
    assert_eq!(black.territory.len(), 7);
}

#[test]
fn who_moves_first_in_the_middle_wins_it() {
    // B2 makes two eyes, or leaves one.
    let race = "
        . X X O .
        X X X O O
        X O O O .
        X X X O O
        . . . X O";
    let [black, white] = [Color::Black, Color::White].map(|color| lead(race, color).unwrap());
    assert!(black > white, "{black} {white}");
}

#[test]
fn a_pass_ends_the_game_after_a_pass() {
    let board = board(LIVING);
    for passes in [0, 1, 2] {
        let problem = Problem {
            passes,
            ..Problem::new(&board, Color::Black)
        };
        let solution = found(&problem);
        assert_eq!(solution.lead(), Some(8 - 17));
        assert!(solution.line.is_empty());
    }
}

/// Dead stones stand on the board when two passes end the game, so they are captured before.
#[test]
fn dead_stones_are_captured_before_the_game_ends() {
    let diagram = "
        . X . X O
        X X X X O
        O O O O O
        . O X O .
        O O . O O";
    let before = board(diagram);
    for color in Color::BOTH {
        let problem = Problem {
            passes: 1,
            ..Problem::new(&before, color)
        };
        let solution = found(&problem);
        // Black, to move after a pass of White, ends the game and keeps the stone on C2.
        let expected = if color == Color::Black {
            9 - 15
        } else {
            8 - 17
        };
        assert_eq!(solution.lead(), Some(expected), "{color}");
    }
}

/// White takes the corner and wins the board, unless the game forbids it.
#[test]
fn the_past_forbids_moves() {
    let mut game = Game::new(3).unwrap();
    for mv in "C1 B3 A1 A2 B2 C2 A3".split(' ') {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let alone = Problem::new(game.board(), Color::White);
    let in_game = Problem {
        earlier: game.past(),
        ..alone
    };
    assert_eq!(found(&alone).lead(), Some(-9));
    assert_eq!(found(&in_game).lead(), Some(9));
}

#[test]
fn komi_decides_what_is_asked_first() {
    let board = AnyBoard::new(3);
    for (komi, outcome) in [
        (8.5, Outcome::Win(Color::Black)),
        (9.0, Outcome::Draw),
        (9.5, Outcome::Win(Color::White)),
    ] {
        let problem = Problem {
            komi,
            ..Problem::new(&board, Color::Black)
        };
        assert_eq!(found(&problem).outcome(), Some(outcome));
    }
}

#[test]
fn out_of_budget_nothing_is_claimed() {
    let board = AnyBoard::new(4);
    for (nodes, table_bytes) in [(1, 0), (1_000, 0), (1_000, 1 << 20)] {
        let budget = Budget {
            table_bytes,
            ..Budget::nodes(nodes)
        };
        let solution = solve(&Problem::new(&board, Color::Black), &budget);
        assert_eq!((solution.lead(), solution.outcome()), (None, None));
        assert!(solution.line.is_empty());
        assert!(solution.nodes <= nodes + 1);
    }
}

#[test]
fn a_proven_win_has_a_move_where_the_budget_ends_before_the_lead_is_known() {
    let mut board = AnyBoard::new(3);
    let problem = Problem {
        komi: 0.5,
        ..Problem::new(&board, Color::Black)
    };
    let solution = solve(&problem, &Budget::nodes(8_000));
    assert_eq!(solution.outcome(), Some(Outcome::Win(Color::Black)));
    assert_eq!(solution.lead(), None);
    let &[Move::Play(point)] = &solution.line[..] else {
        panic!("{:?}", solution.line);
    };
    board.play(Color::Black, Point::new(point)).unwrap();
    let after = solve(
        &Problem {
            komi: 0.5,
            ..Problem::new(&board, Color::White)
        },
        &Budget::nodes(100_000),
    );
    assert_eq!(after.outcome(), solution.outcome());
}

#[test]
fn without_a_table_the_results_are_the_same() {
    let board = board(". X O .\nX X O O\n. X O .\nX . . O");
    for color in Color::BOTH {
        let problem = Problem::new(&board, color);
        let leads = [0, 1 << 12, 1 << 20].map(|table_bytes| {
            let budget = Budget {
                table_bytes,
                ..Budget::nodes(1_000_000)
            };
            solve(&problem, &budget).lead()
        });
        assert!(leads[0].is_some());
        assert!(leads.iter().all(|lead| *lead == leads[0]), "{leads:?}");
    }
}

/// Best play of both sides, which the rules allow, ends with the score that was found.
#[test]
fn the_line_leads_to_the_score() {
    let board = board(". X O .\nX X O O\n. X O .\nX . . O");
    for color in Color::BOTH {
        let solution = found(&Problem::new(&board, color));
        let mut game = Game::new(4).unwrap();
        game.set_rules(Rules::CGOS);
        game.set_up(board.all_stones(), color).unwrap();
        for &mv in &solution.line {
            let color = game.to_move();
            game.play_as(color, mv).unwrap();
        }
        let end = Problem {
            earlier: game.past(),
            passes: game.passes(),
            ..Problem::new(game.board(), game.to_move())
        };
        assert_eq!(found(&end).lead(), solution.lead());
    }
}

/// Of the points between the chains each side gets some, and D3 or D2 gains one more than the others.
const LAST_POINTS: &str = "
    X . O . O . X
    X O O O O O X
    X O X O X O X
    . O . O . O .
    X O X . X O X
    X X X . X X X
    . O O O O X .
";

#[test]
fn by_territory_the_last_points_go_to_the_side_that_plays_them_in_the_right_order() {
    let board = board(LAST_POINTS);
    let mut problem = Problem {
        scoring: Scoring::Territory,
        superko: Superko::Simple,
        ..Problem::new(&board, Color::Black)
    };
    assert_eq!(found(&problem).lead(), Some(1));
    let mut lost = board.clone();
    lost.play(Color::Black, Point::new("G4".parse().unwrap()))
        .unwrap();
    (problem.board, problem.to_move) = (&lost, Color::White);
    assert_eq!(
        found(&problem).lead(),
        Some(1),
        "the stone at G4 costs a point"
    );
}
