//! When a game is given up: handicap games, and searches with few visits.

use super::*;
use crate::engine::{Level, Thought};

/// Plays this many moves, each on the first legal one of every second point of the board.
fn begun(game: &mut Game, moves: usize) {
    let points: Vec<Coord> = Coord::all(9).collect();
    for _ in 0..moves {
        let color = game.to_move();
        let is_sound = |&&coord: &&Coord| game.is_legal(color, Move::Play(coord));
        let coord = *points.iter().step_by(2).find(is_sound).unwrap();
        game.play_as(color, Move::Play(coord)).unwrap();
    }
}

/// Whether a search with many visits and a win rate of one percent is a reason to resign.
fn may_resign(game: &Game) -> bool {
    let mut report = report();
    report.snapshot.to_move = game.to_move();
    (report.win_rate, report.playouts) = (0.01, MIN_PLAYOUTS);
    let thought = Thought {
        mv: report.best,
        resigns: false,
        report: Some(report),
    };
    engine().may_resign(game, &thought)
}

fn with_handicap(place: impl Fn(&mut Game)) -> Game {
    let mut game = Game::new(9).unwrap();
    game.set_komi(0.5).unwrap();
    place(&mut game);
    game.set_to_move(WHITE);
    begun(&mut game, 24);
    game
}

type Place<'a> = dyn Fn(&mut Game) + 'a;

#[test]
fn a_handicap_game_is_not_given_up_by_its_win_rate() {
    let point = |name: &str| name.parse::<Coord>().unwrap();
    let stone = |color, name: &str| (color, point(name));
    let handicaps: [(&str, &Place<'_>); 6] = [
        ("fixed", &|game| drop(game.fixed_handicap(4).unwrap())),
        ("placed", &|game| drop(game.place_free_handicap(3).unwrap())),
        ("set", &|game| {
            game.set_free_handicap(&[point("C3"), point("G7")]).unwrap();
        }),
        ("moves", &|game| {
            for name in ["C3", "G7"] {
                game.play_as(BLACK, Move::Play(point(name))).unwrap();
            }
        }),
        ("position", &|game| {
            let black = ["C3", "G7", "G3"].map(|name| stone(BLACK, name));
            let stones = black.into_iter().chain([stone(WHITE, "C7")]);
            game.set_up(stones, WHITE).unwrap();
        }),
        ("komi", &|game| game.set_komi(-20.0).unwrap()),
    ];
    for (name, place) in handicaps {
        let game = with_handicap(place);
        assert!(
            is_late(&game) && !may_resign(&game),
            "{name}\n{}",
            game.board()
        );
    }
    let even = with_handicap(|_| {});
    assert!(may_resign(&even), "{}", even.board());
}

#[test]
fn handicap_stones_are_no_moves() {
    let mut game = Game::new(9).unwrap();
    game.fixed_handicap(9).unwrap();
    begun(&mut game, 19);
    assert!(!is_late(&game));
    begun(&mut game, 1);
    assert!(is_late(&game));
}

/// Black to move in a finished game with these stones.
fn finished(diagram: &str, komi: f64) -> Game {
    let board: AnyBoard = diagram.parse().unwrap();
    let mut game = Game::new(9).unwrap();
    game.set_komi(komi).unwrap();
    game.set_up(board.all_stones(), BLACK).unwrap();
    game
}

/// White owns 45 points unconditionally, 9 more than it leaves to Black.
#[test]
fn a_handicap_game_is_given_up_when_it_is_lost_for_good() {
    for (komi, expected) in [(-1.0, true), (-8.0, true), (-10.0, false)] {
        let game = finished(FINISHED, komi);
        assert_eq!(may_resign(&game), expected, "{komi}");
    }
}

fn of_level(number: u8) -> EngineSettings {
    EngineSettings {
        level: Level::new(number).unwrap(),
        playouts: Some(60),
        seed: Some(number.into()),
        ..EngineSettings::default()
    }
}

#[test]
fn every_level_resigns_a_lost_game_late() {
    for number in 1..=Level::FULL.number() {
        let mut engine = Engine::new(of_level(number));
        let mut game = finished(FINISHED, 7.0);
        for whites in ["J8", "J2"] {
            play(&mut engine, &mut game);
            game.play_as(WHITE, whites.parse().unwrap()).unwrap();
        }
        let decision = decide(&mut engine, &game);
        assert_eq!(decision, Decision::Resign, "level {number}");
    }
}

#[test]
fn every_level_passes_when_nothing_is_left_to_play() {
    for number in 1..=Level::FULL.number() {
        let mut engine = Engine::new(of_level(number));
        engine.play_on();
        let mut game = finished(FINISHED, 7.0);
        game.set_to_move(WHITE);
        game.play_as(WHITE, Move::Pass).unwrap();
        let mv = play(&mut engine, &mut game);
        assert_eq!(mv, Move::Pass, "level {number}");
    }
}

#[test]
fn a_weak_level_plays_on_where_a_point_is_left() {
    // The board without D5, which Black gains.
    for number in [1, 5, 11, 14] {
        let mut engine = Engine::new(of_level(number));
        engine.play_on();
        let board: AnyBoard = FINISHED.parse().unwrap();
        let mut stones: Vec<_> = board.all_stones().collect();
        stones.retain(|(_, coord)| coord.to_string() != "D5");
        let mut game = Game::new(9).unwrap();
        game.set_up(stones, BLACK).unwrap();
        let mv = play(&mut engine, &mut game);
        assert_ne!(mv, Move::Pass, "level {number}");
    }
}
