//! Exact results near the end of a game.

use std::ops::ControlFlow;

use super::*;
use crate::search::{Detail, Observer, Snapshot};

/// Five points in the middle are open; with komi 0.5 the side that moves first wins.
const OPEN: &str = "
    . X . O .
    X X . O O
    X X . O O
    X X . O O
    . X . O .
";

pub(super) fn ending(to_move: Color, komi: f64) -> Game {
    let board: AnyBoard = OPEN.parse().unwrap();
    let mut game = Game::new(5).unwrap();
    game.set_up(board.all_stones(), to_move).unwrap();
    game.set_komi(komi).unwrap();
    game
}

#[test]
fn a_won_ending_is_played_by_its_exact_result() {
    for color in Color::BOTH {
        let game = ending(color, 0.0);
        let thought = ask(&mut engine(), &game, Purpose::Play);
        let report = thought.report.unwrap();
        let exact = report.exact.as_ref().unwrap();
        assert_eq!(exact.win_rate.to_string(), "1");
        assert_eq!(exact.points_ahead, Some(1.0));
        assert_eq!(exact.line.first(), Some(&thought.mv));
        assert!(report.is_solved);
        assert_eq!(report.win_rate.to_string(), "1");
        assert_eq!(report.points_ahead(), Some(1.0));
        assert!(report.principal_variation().eq(exact.line.iter().copied()));
    }
}

#[test]
fn a_drawn_ending_is_known_to_be_drawn() {
    let thought = ask(&mut engine(), &ending(BLACK, 1.0), Purpose::Suggest);
    let report = thought.report.unwrap();
    assert_eq!(report.exact.unwrap().win_rate.to_string(), "0.5");
    assert!(report.is_solved);
}

#[test]
fn a_lost_ending_is_searched_as_usual() {
    let game = ending(BLACK, 5.5);
    let thought = ask(&mut engine(), &game, Purpose::Play);
    let report = thought.report.unwrap();
    assert_eq!(report.exact.as_ref().unwrap().win_rate.to_string(), "0");
    assert!(report.playouts > 1);
    assert!(game.is_legal(BLACK, thought.mv));
}

#[test]
fn with_many_open_points_or_by_the_settings_nothing_is_solved() {
    let open = ask(&mut engine(), &Game::new(9).unwrap(), Purpose::Play);
    assert_eq!(open.report.unwrap().exact, None);
    let [mut settings, _] = both_settings();
    settings.params.tree.solve_below = 0;
    let thought = ask(
        &mut Engine::new(settings),
        &ending(BLACK, 0.0),
        Purpose::Play,
    );
    assert_eq!(thought.report.unwrap().exact, None);
}

#[test]
fn an_analysis_shows_the_exact_result_of_won_and_lost_positions() {
    let stop = AtomicBool::new(false);
    for purpose in [Purpose::Inspect, Purpose::Analyze(&stop)] {
        for (komi, win_rate, points) in [(0.0, 1.0, 1.0), (5.5, 0.0, -4.5)] {
            let game = ending(BLACK, komi);
            let mut show = |_: &Snapshot| ControlFlow::Break(());
            let question = Question {
                observer: Some(Observer {
                    first: None,
                    interval: Some(Duration::ZERO),
                    show: &mut show,
                }),
                ..Question::new(BLACK, purpose, None)
            };
            let report = engine().think(&game, question).report.unwrap();
            let exact = report.exact.as_ref().unwrap();
            assert_eq!(exact.points_ahead, Some(points), "{purpose:?}");
            assert_eq!(report.moves()[0].mv, exact.line[0]);
            assert!((report.snapshot.win_rate - win_rate).abs() < 1e-9);
            assert!((report.moves()[0].win_rate - win_rate).abs() < 1e-9);
            let mut others = report.moves().iter();
            assert!(others.all(|stats| stats.win_rate <= win_rate));
        }
    }
}

#[test]
fn with_moves_left_out_nothing_is_solved() {
    let game = ending(BLACK, 0.0);
    let report = ask_without_pass(&mut engine(), &game, Purpose::Inspect);
    assert_eq!(report.exact, None);
}

#[test]
fn a_seki_that_wins_is_played() {
    let game = doubtful(ONLY_SEKI_WINS, WHITE);
    let [settings, _] = both_settings();
    let mut engine = Engine::new(EngineSettings {
        playouts: Some(2_000), // The number of positions to read depends on this.
        ..settings
    });
    let thought = ask(&mut engine, &game, Purpose::Play);
    assert_eq!(thought.mv.to_string(), "E1");
    let report = thought.report.unwrap();
    assert!(report.win_rate > 0.9);
    assert_eq!(report.exact, None, "it is not proven");
    assert!(!report.is_solved);
}

/// Black to move wins the race at the top with C9. F8 takes a liberty of Black's own chain, but is harmless once White's three
/// stones are taken for dead and their place is filled.
const RACE: &str = "
    . X . O X . O . .
    . X X O X . O . .
    . X X O X O O . .
    . X X X O O O O O
    . . . X X X X X O
    . . X O O O O X O
    . . X O X . O O O
    . . X O X X O . .
    . . X O X X O . .
";

#[test]
fn a_move_that_was_read_is_played_only_if_it_wins_on_the_real_board() {
    let mut game = doubtful(RACE, BLACK);
    game.set_komi(0.5).unwrap();
    let [settings, _] = both_settings();
    let mut engine = Engine::new(EngineSettings {
        playouts: Some(2_000),
        ..settings
    });
    let thought = ask(&mut engine, &game, Purpose::Play);
    assert_eq!(thought.mv.to_string(), "C9");
}

#[test]
fn a_lost_seki_is_shown_as_lost() {
    let stop = AtomicBool::new(false);
    let mut stop_at_once = |_: &Snapshot| ControlFlow::Break(());
    let game = doubtful(SEKI_BY_SHAPE, WHITE);
    for purpose in [Purpose::Inspect, Purpose::Analyze(&stop), Purpose::Suggest] {
        let question = Question {
            detail: Detail::Ownership,
            observer: Some(Observer {
                first: None,
                interval: Some(Duration::ZERO),
                show: &mut stop_at_once,
            }),
            ..Question::new(WHITE, purpose, None)
        };
        let report = engine().think(&game, question).report.unwrap();
        assert!(report.win_rate < 0.05, "{purpose:?}: {}", report.win_rate);
        assert!(report.moves().iter().all(|stats| stats.win_rate < 0.05));
        assert_eq!(report.points_ahead(), Some(-3.5), "{purpose:?}");
    }
}
