//! Resigning, seeds, reports, and always a legal move.

use std::time::Duration;

use super::resign::MIN_VISITS;
use super::*;
use crate::board::{AnyBoard, Coord};
use crate::game::Rules;
use crate::playout::Switch;
use crate::search::MoveStats;

mod ends;
mod passing;
mod ponder;

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

/// Black has the 36 points of the left and White the 45 of the right. The white stone on B7 is dead;
/// while it stands it costs Black its point and the one beside it.
const FINISHED: &str = "
    . X . X O . O . O
    X X X X O O O O .
    . O X X O . O O O
    X X X X O O O . O
    X . X X O . O O O
    X X X X O O O . O
    X . X X O O O O O
    X X X X O . O O .
    . X . X O O O . O
";

fn engine() -> Engine {
    Engine::new(EngineSettings {
        playouts: Some(50),
        seed: Some(1),
        ..EngineSettings::default()
    })
}

/// What a search found, to be changed at will.
fn report() -> Report {
    let question = Question::new(BLACK, Purpose::Suggest, None);
    let suggestion = engine().think(&Game::new(9).unwrap(), question);
    suggestion.report.unwrap()
}

fn visited_once(moves: &[Move]) -> Vec<MoveStats> {
    let stats = |&mv| MoveStats {
        win_rate: 0.5,
        variation: vec![(mv, 1)],
        ..MoveStats::new(mv, 1)
    };
    moves.iter().map(stats).collect()
}

fn game(rules: Rules, komi: f64) -> Game {
    let board: AnyBoard = FINISHED.parse().unwrap();
    let mut game = Game::new(9).unwrap();
    game.set_rules(rules);
    game.set_komi(komi).unwrap();
    game.set_up(board.all_stones(), BLACK).unwrap();
    game
}

#[test]
fn every_game_has_its_own_seed_unless_one_is_given() {
    let mut drawn = Engine::new(EngineSettings::default());
    let first = drawn.seed();
    drawn.new_game();
    assert_ne!(drawn.seed(), first);
    drawn.set_seed(5);
    drawn.new_game();
    assert_eq!(drawn.seed(), 5);
    let mut given = engine();
    given.new_game();
    assert_eq!(given.seed(), 1);
}

#[test]
fn an_illegal_best_move_gives_way_to_the_next() {
    let game = game(Rules::CHINESE, 7.0);
    let [occupied, legal] = ["A8", "A7"].map(|vertex| Move::Play(vertex.parse().unwrap()));
    let passing = Passing::new(&game, BLACK, None);
    let mut report = report();
    report.best = occupied;
    report.snapshot.moves = visited_once(&[legal]);
    assert_eq!(best_legal_move(&game, BLACK, &passing, &report), legal);
    report.snapshot.moves.clear();
    assert_eq!(best_legal_move(&game, BLACK, &passing, &report), Move::Pass);
}

#[test]
fn a_report_is_about_the_move_that_is_played() {
    let [best, other] = ["A7", "B5"].map(|vertex| Move::Play(vertex.parse().unwrap()));
    let mut report = report();
    report.best = best;
    report.win_rate = 0.75;
    report.is_solved = true;
    report.snapshot.moves = visited_once(&[best, other]);
    report.choose(best);
    assert_eq!((report.win_rate, report.is_solved), (0.75, true));
    assert!(report.principal_variation().eq([best]));
    report.choose(other);
    assert_eq!((report.best, report.win_rate), (other, 0.5));
    assert!(report.principal_variation().eq([other]));
    assert!(!report.is_solved, "the proof was of the other move");
}

#[test]
fn it_resigns_after_several_hopeless_moves_and_not_early() {
    let late = game(Rules::CHINESE, 7.0);
    let early = Game::new(9).unwrap();
    let mut report = report();
    report.playouts = MIN_VISITS;
    let mut verdicts = |engine: &mut Engine, game: &Game, win_rates: &[f64]| -> Vec<bool> {
        let judge = |&win_rate: &f64| {
            report.win_rate = win_rate;
            engine
                .lost_moves
                .resigns(game, WHITE, Some(&report), engine.resign)
        };
        win_rates.iter().map(judge).collect()
    };
    let mut engine = engine();
    assert_eq!(
        verdicts(&mut engine, &late, &[0.01; 4]),
        [false, false, true, true]
    );
    engine.new_game();
    assert_eq!(
        verdicts(&mut engine, &late, &[0.01, 0.01, 0.5, 0.01, 0.01]),
        [false; 5]
    );
    engine.new_game();
    assert_eq!(verdicts(&mut engine, &early, &[0.01; 9]), [false; 9]);
    engine.play_on();
    assert_eq!(verdicts(&mut engine, &late, &[0.01; 9]), [false; 9]);
    engine.new_game();
    assert_eq!(
        verdicts(&mut engine, &late, &[0.01; 3]),
        [false, false, true],
        "the next game may be given up"
    );
}

#[test]
fn playouts_of_earlier_searches_tell_as_much() {
    let game = game(Rules::CHINESE, 7.0);
    for (kept, gives_up) in [(MIN_VISITS - 1, true), (MIN_VISITS - 2, false)] {
        let mut report = report();
        (report.win_rate, report.playouts, report.reused_visits) = (0.01, 1, kept);
        let mut engine = engine();
        let verdicts = [(); 3].map(|()| {
            let lost_moves = &mut engine.lost_moves;
            lost_moves.resigns(&game, WHITE, Some(&report), Resign::WhenLost)
        });
        assert_eq!(verdicts, [false, false, gives_up]);
    }
}

#[test]
fn moves_that_are_taken_back_are_no_reason_to_resign() {
    let lost = || {
        let mut game = game(Rules::CHINESE, -1000.0);
        game.set_to_move(WHITE);
        game
    };
    let mut engine = Engine::new(EngineSettings {
        playouts: Some(MIN_VISITS),
        seed: Some(1),
        ..EngineSettings::default()
    });
    let mut game = lost();
    let mut turn = |game: &mut Game| {
        let decision = engine
            .think(game, Question::new(WHITE, Purpose::Play, None))
            .decision();
        if let Decision::Play(mv) = decision {
            game.play(WHITE, mv).unwrap();
        }
        decision
    };
    for _ in 0..5 {
        assert_ne!(turn(&mut game), Decision::Resign);
        assert!(game.undo());
    }
    for _ in 0..2 {
        assert_ne!(turn(&mut game), Decision::Resign);
    }
    assert_eq!(turn(&mut game), Decision::Resign);
    assert_eq!(turn(&mut game), Decision::Resign, "asked again");
}

#[test]
fn the_shortest_limit_holds() {
    let [short, long] = [1, 2].map(Duration::from_secs);
    for (own, budget, time) in [
        (None, None, None),
        (Some(long), None, Some(long)),
        (None, Some(short), Some(short)),
        (Some(long), Some(short), Some(short)),
        (Some(short), Some(long), Some(short)),
    ] {
        let engine = Engine::new(EngineSettings {
            time_per_move: own,
            ..EngineSettings::default()
        });
        let limit = engine.limit(budget.map(TimeBudget::fixed));
        assert_eq!(
            (limit.time, limit.playouts),
            (time.map(TimeBudget::fixed), None)
        );
    }
    let engine = Engine::new(EngineSettings {
        time_per_move: Some(long),
        ..EngineSettings::default()
    });
    let clock = TimeBudget {
        target: short,
        maximum: 2 * long,
    };
    let time = engine.limit(Some(clock)).time;
    assert_eq!(
        time,
        Some(TimeBudget {
            target: short,
            maximum: long
        })
    );
}

#[test]
fn a_search_that_is_stopped_still_gives_a_move() {
    let mut engine = Engine::new(EngineSettings {
        playouts: Some(u64::MAX),
        ..EngineSettings::default()
    });
    engine.set_stop_flag(Arc::new(true.into()));
    let game = Game::new(9).unwrap();
    let Decision::Play(mv) = engine
        .think(&game, Question::new(BLACK, Purpose::Play, None))
        .decision()
    else {
        panic!("nobody resigns on the first move");
    };
    assert!(game.is_legal(BLACK, mv));
}

#[test]
fn every_move_is_legal_and_the_seed_decides_it() {
    for size in [2, 3, 5] {
        for rules in [Rules::CHINESE, Rules::TROMP_TAYLOR] {
            // A second search would go on where the first one ended.
            let mut engine = engine();
            engine.settings.params.reuse = Switch::Off;
            engine.play_on();
            let mut game = Game::new(size).unwrap();
            game.set_rules(rules);
            let mut color = BLACK;
            for _ in 0..40 {
                let suggested = engine
                    .think(&game, Question::new(color, Purpose::Suggest, None))
                    .mv;
                let thought = engine.think(&game, Question::new(color, Purpose::Play, None));
                assert_eq!(thought.decision(), Decision::Play(suggested));
                game.play(color, suggested).unwrap();
                color = !color;
            }
        }
    }
}

#[test]
fn a_game_profits_from_what_was_searched_before() {
    let play = || {
        let mut engine = engine();
        let mut game = Game::new(5).unwrap();
        let mut kept = Vec::new();
        for color in [BLACK, WHITE, BLACK, WHITE, BLACK] {
            let thought = engine.think(&game, Question::new(color, Purpose::Play, None));
            let Decision::Play(mv) = thought.decision() else {
                panic!("nobody resigns a game that has just begun");
            };
            game.play(color, mv).unwrap();
            kept.push(thought.report.unwrap().reused_visits);
        }
        engine.new_game();
        let anew = engine
            .think(&game, Question::new(WHITE, Purpose::Suggest, None))
            .report
            .unwrap();
        assert_eq!(anew.reused_visits, 0);
        (kept, game.moves().to_vec())
    };
    let (kept, moves) = play();
    assert_eq!(kept[0], 0);
    assert!(kept[1..].iter().all(|&visits| visits > 0), "{kept:?}");
    assert_eq!(play(), (kept, moves), "the same seed gives the same game");
}
