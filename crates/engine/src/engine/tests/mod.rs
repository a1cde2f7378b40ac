//! Resignation, seeds, limits, reports, and legal moves.

use std::time::Duration;

use super::choose::choose_legal;
use super::passing::is_premature_pass;
use super::resign::{LOST_BELOW, LOST_MOVES, MIN_EVALUATIONS, MIN_PLAYOUTS, is_late};
use super::*;
use crate::search::{MoveStats, Params, Restriction, RestrictionKind};
use tao_rules::board::Coord;
use tao_rules::game::{Rules, TimeBudget};
use tao_rules::raw::AnyBoard;

mod book;
mod cleanup;
mod exact;
mod level;
mod passing;
mod ponder;
mod purposes;
mod resign;
mod shown;
mod territory;
mod whole_games;

use exact::ending;

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

/// White to move wins only by living in seki with E1.
pub(super) const ONLY_SEKI_WINS: &str = "
    . X . . . X O X .
    . . . . . X O . X
    X X X X X X O O O
    O O X X . X . O .
    O O O O O O O O O
    O X X X X X X X O
    O X O O O O O X O
    X X O X X X O X X
    . X O . . . O X .
";

/// White's group on the left lives in seki, and White wins by half a point.
pub(super) const SEKI: &str = "
    O X X . . X O . .
    O O X . X X O O .
    O X . X X O O . O
    O X X X O O O O O
    O X X X X O X O X
    O O O O X X X X X
    O O . O O X . . .
    O X X O X X . . .
    . X O O O X . . .
";

/// If Black captures the seven stones, White lives or captures the stones that did so. A white move inside is a self-atari.
pub(super) const SEKI_BY_SHAPE: &str = "
    . . . . . . . . .
    . O . O . O . O .
    O O O O O O O O O
    X X X X X X X X X
    . X . X . X . X .
    . . . . . . . . .
    X X X X X X X . .
    O O O O O O X . .
    . X X X . O X . .
";

/// Black owns the 36 points on the left and White the 45 on the right. The white stone on B7 is dead; counted as alive it
/// costs Black its point and the empty one beside it.
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

/// Settings with 50 visits for a move, evaluated by the network and by playouts.
fn both_settings() -> [EngineSettings; 2] {
    [Params::NETWORK, Params::PLAYOUTS].map(|params| EngineSettings {
        params,
        playouts: Some(50),
        seed: Some(1),
        ..EngineSettings::default()
    })
}

/// A turn of `color` with this time.
fn turn<'a>(
    game: &'a Game,
    color: Color,
    time: Option<Duration>,
    settings: &EngineSettings,
) -> Turn<'a> {
    static STOP: AtomicBool = AtomicBool::new(false);
    let question = Question::new(color, Purpose::Suggest, time.map(TimeBudget::fixed));
    Turn::new(game, &question, settings, 1, &STOP)
}

fn engines() -> [Engine; 2] {
    both_settings().map(Engine::new)
}

fn engine() -> Engine {
    let [engine, _] = engines();
    engine
}

/// The answer for the side to move.
fn ask(engine: &mut Engine, game: &Game, purpose: Purpose<'_>) -> Thought {
    engine.think(game, Question::new(game.to_move(), purpose, None))
}

/// The report of a search for the side to move that leaves out the pass.
fn ask_without_pass(engine: &mut Engine, game: &Game, purpose: Purpose<'_>) -> Report {
    let restrictions = [Restriction {
        color: game.to_move(),
        kind: RestrictionKind::Avoid,
        moves: vec![Move::Pass],
        depth: 1,
    }];
    let question = Question {
        restrictions: &restrictions,
        ..Question::new(game.to_move(), purpose, None)
    };
    engine.think(game, question).report.unwrap()
}

fn decide(engine: &mut Engine, game: &Game) -> Decision {
    ask(engine, game, Purpose::Play).decision()
}

/// Plays the engine's move, which must not be a resignation, and returns it.
fn play(engine: &mut Engine, game: &mut Game) -> Move {
    let Decision::Play(mv) = decide(engine, game) else {
        panic!("it resigns");
    };
    game.play(mv).unwrap();
    mv
}

/// Some report, for tests to change.
fn report() -> Report {
    let suggestion = ask(&mut engine(), &Game::new(9).unwrap(), Purpose::Suggest);
    suggestion.report.unwrap()
}

/// A lost game with White to move.
fn lost_game() -> Game {
    let mut game = game(Rules::CHINESE, -400.0);
    game.set_to_move(WHITE);
    game
}

/// Engines with just enough visits to resign a lost game.
fn engines_that_resign() -> [Engine; 2] {
    let [network, playouts] = both_settings();
    [(network, MIN_EVALUATIONS), (playouts, MIN_PLAYOUTS)].map(|(settings, visits)| {
        Engine::new(EngineSettings {
            playouts: Some(visits),
            ..settings
        })
    })
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

/// A position with komi 7.5.
fn doubtful(diagram: &str, to_move: Color) -> Game {
    let board: AnyBoard = diagram.parse().unwrap();
    let mut game = Game::new(9).unwrap();
    game.set_komi(7.5).unwrap();
    game.set_up(board.all_stones(), to_move).unwrap();
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
    let settings = EngineSettings::default();
    let turn = turn(&game, BLACK, None, &settings);
    for (moves, expected) in [(&[legal][..], legal), (&[], Move::Pass)] {
        let mut report = report();
        report.best = occupied;
        report.snapshot.moves = visited_once(moves);
        choose_legal(&turn, &mut report);
        assert_eq!(report.best, expected);
    }
}

#[test]
fn choosing_another_move_changes_the_report() {
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
    assert!(!report.is_solved, "the first move was solved");
}

#[test]
fn it_resigns_after_three_lost_moves_in_a_row_but_not_early_in_the_game() {
    let late = game(Rules::CHINESE, 7.0);
    let early = Game::new(9).unwrap();
    let mut report = report();
    report.playouts = MIN_EVALUATIONS;
    let mut resignations = |engine: &mut Engine, game: &Game, win_rates: &[f64]| -> Vec<bool> {
        let resigns = |&win_rate: &f64| {
            report.win_rate = win_rate;
            let lost = Some(&report).filter(|report| looks_lost(report, LOST_BELOW));
            let streak = engine.lost_moves.note(game, WHITE, lost, true);
            let is_lost = streak.certain >= LOST_MOVES && is_late(game);
            is_lost && engine.resign == Resign::WhenLost
        };
        win_rates.iter().map(resigns).collect()
    };
    let mut engine = engine();
    assert_eq!(
        resignations(&mut engine, &late, &[0.01; 4]),
        [false, false, true, true]
    );
    engine.new_game();
    assert_eq!(
        resignations(&mut engine, &late, &[0.01, 0.01, 0.5, 0.01, 0.01]),
        [false; 5]
    );
    engine.new_game();
    assert_eq!(resignations(&mut engine, &early, &[0.01; 9]), [false; 9]);
    engine.play_on();
    assert_eq!(resignations(&mut engine, &late, &[0.01; 9]), [false; 9]);
    engine.new_game();
    assert_eq!(
        resignations(&mut engine, &late, &[0.01; 3]),
        [false, false, true],
        "it may resign the next game"
    );
}

#[test]
fn the_threshold_of_the_settings_decides_what_looks_lost() {
    let mut thought = ask(&mut engine(), &lost_game(), Purpose::Suggest);
    let report = thought.report.as_mut().unwrap();
    (report.win_rate, report.playouts, report.exact) = (0.2, MIN_EVALUATIONS, None);
    for (below, expected) in [(LOST_BELOW, false), (0.19, false), (0.21, true)] {
        let [settings, _] = both_settings();
        let engine = Engine::new(EngineSettings {
            resign_below: below,
            ..settings
        });
        let mut game = lost_game();
        game.set_komi(7.0).unwrap();
        assert_eq!(engine.may_resign(&game, &thought), expected, "{below}");
    }
}

#[test]
fn reused_visits_count_for_a_resignation() {
    let game = game(Rules::CHINESE, 7.0);
    for (min_visits, has_network) in [(MIN_EVALUATIONS, true), (MIN_PLAYOUTS, false)] {
        for (reused, expected) in [(min_visits - 1, true), (min_visits - 2, false)] {
            let mut report = report();
            (report.win_rate, report.playouts, report.reused_visits) = (0.01, 1, reused);
            let mut lost_moves = LostMoves::default();
            let streaks =
                [(); 3].map(|()| lost_moves.note(&game, WHITE, Some(&report), has_network));
            let certain = streaks.map(|streak| streak.certain);
            assert_eq!(certain, if expected { [1, 2, 3] } else { [0; 3] });
            assert_eq!(streaks[2].lost, 3);
        }
    }
}

#[test]
fn moves_that_are_taken_back_do_not_count_as_lost() {
    for mut engine in engines_that_resign() {
        let mut game = lost_game();
        for _ in 0..5 {
            play(&mut engine, &mut game);
            assert!(game.undo());
        }
        for _ in 1..LOST_MOVES {
            play(&mut engine, &mut game);
            game.set_to_move(WHITE);
        }
        for _ in 0..2 {
            assert_eq!(decide(&mut engine, &game), Decision::Resign);
        }
    }
}

#[test]
fn a_move_that_is_only_considered_does_not_count_for_a_resignation() {
    for mut engine in engines_that_resign() {
        let mut game = lost_game();
        for _ in 1..LOST_MOVES {
            let question = Question::new(WHITE, Purpose::Play, None);
            assert!(!engine.consider(&game, question).resigns);
            play(&mut engine, &mut game);
            game.set_to_move(WHITE);
        }
        assert_eq!(decide(&mut engine, &game), Decision::Resign);
    }
}

#[test]
fn the_shorter_time_limit_applies() {
    let limit = |time_per_move, budget| {
        let settings = EngineSettings {
            time_per_move,
            ..EngineSettings::default()
        };
        let question = Question::new(BLACK, Purpose::Play, budget);
        let (game, stop) = (Game::new(9).unwrap(), AtomicBool::default());
        Turn::new(&game, &question, &settings, 1, &stop).limit
    };
    let [short, long] = [1, 2].map(Duration::from_secs);
    for (own, budget, time) in [
        (None, None, None),
        (Some(long), None, Some(long)),
        (None, Some(short), Some(short)),
        (Some(long), Some(short), Some(short)),
        (Some(short), Some(long), Some(short)),
    ] {
        let limit = limit(own, budget.map(TimeBudget::fixed));
        assert_eq!(
            (limit.time, limit.playouts),
            (time.map(TimeBudget::fixed), None)
        );
    }
    let clock = TimeBudget {
        target: short,
        maximum: 2 * long,
    };
    let time = limit(Some(long), Some(clock)).time;
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
    for settings in both_settings() {
        let mut engine = Engine::new(EngineSettings {
            playouts: Some(u64::MAX),
            ..settings
        });
        engine.set_stop_flag(Arc::new(true.into()));
        let game = Game::new(9).unwrap();
        let Decision::Play(mv) = decide(&mut engine, &game) else {
            panic!("nobody resigns on the first move");
        };
        assert!(game.is_legal(BLACK, mv));
    }
}

#[test]
fn a_stop_ends_the_reading_of_a_turn() {
    let game = doubtful(ONLY_SEKI_WINS, WHITE);
    let question = Question::new(WHITE, Purpose::Suggest, None);
    let is_read = |stop: bool| {
        let stop = AtomicBool::new(stop);
        let settings = EngineSettings::default();
        let turn = Turn::new(&game, &question, &settings, 1, &stop);
        let readings = &turn.settlement().unwrap().readings;
        readings[WHITE].is_some()
    };
    assert!(is_read(false) && !is_read(true));
}

#[test]
fn a_solver_takes_the_memory_of_the_last_search() {
    let mut engine = engine();
    let game = ending(BLACK, 0.0);
    ask(&mut engine, &game, Purpose::Suggest);
    assert!(engine.tree(0).is_some());
    let solution = engine.solve(&game, BLACK, &Budget::nodes(100_000));
    assert_eq!(solution.score().map(|score| score.lead), Some(1.0));
    assert!(engine.tree(0).is_none());
}

#[test]
fn a_solver_has_no_larger_table_than_its_budget() {
    let mut engine = engine();
    let game = Game::new(3).unwrap();
    let without = Budget {
        table_bytes: 0,
        ..Budget::nodes(1_000_000)
    };
    let nodes = solve(&game, BLACK, &without).nodes;
    assert_eq!(engine.solve(&game, BLACK, &without).nodes, nodes);
    let with = engine.solve(&game, BLACK, &Budget::nodes(1_000_000));
    assert!(with.nodes < nodes, "{} {nodes}", with.nodes);
}

#[test]
fn every_move_is_legal_and_determined_by_the_seed() {
    for size in [2, 3, 5, 9] {
        for rules in [Rules::CHINESE, Rules::TROMP_TAYLOR] {
            // With reuse the second search would go on with the tree of the first.
            let mut engine = engine();
            engine.settings.params.tree.reuse = false;
            engine.play_on();
            let mut game = Game::new(size).unwrap();
            game.set_rules(rules);
            for _ in 0..40 {
                let suggested = ask(&mut engine, &game, Purpose::Suggest).mv;
                assert_eq!(play(&mut engine, &mut game), suggested);
            }
        }
    }
}

#[test]
fn each_search_of_a_game_reuses_the_tree_of_the_one_before() {
    let play = |size| {
        let mut engine = engine();
        let mut game = Game::new(size).unwrap();
        let reused = [(); 5].map(|()| {
            let thought = ask(&mut engine, &game, Purpose::Play);
            assert!(!thought.resigns);
            game.play(thought.mv).unwrap();
            thought.report.unwrap().reused_visits
        });
        engine.new_game();
        let first = ask(&mut engine, &game, Purpose::Suggest).report.unwrap();
        assert_eq!(first.reused_visits, 0);
        (reused, game.moves().to_vec())
    };
    for size in [5, 9] {
        let (reused, moves) = play(size);
        assert_eq!(reused[0], 0);
        assert!(reused[1..].iter().all(|&visits| visits > 0), "{reused:?}");
        let again = play(size);
        assert_eq!(again, (reused, moves), "the same seed gives the same game");
    }
}
