//! The solver against brute force, on a board of 2x2.

use std::array;
use std::cmp::Ordering;

use tao_engine::raw::{EngineSettings, Purpose, Question};
use tao_engine::{Engine, Resign};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::{Game, Rules, Superko};

/// Playouts for each search, enough to solve positions of 2x2.
const PLAYOUTS: u64 = 2_000;

/// Points of the board.
const POINTS: f64 = 4.0;

/// Komi on both sides of every possible result, and equal to some of them.
const KOMI: [f64; 9] = [-3.5, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 3.5];

/// All legal moves. The pass comes first, because it ends most games soon.
fn moves(game: &Game) -> Vec<Move> {
    let points = Coord::all(game.size()).map(Move::Play);
    let legal = points.filter(|&mv| game.is_legal(game.to_move(), mv));
    [Move::Pass].into_iter().chain(legal).collect()
}

/// Black's lead in points with perfect play, by brute force, if it is between `low` and `high`. A result at or beyond one of
/// these is only a bound of the lead.
fn lead(game: &mut Game, low: f64, high: f64) -> f64 {
    if game.is_over() {
        return game.standing_score().lead;
    }
    let color = game.to_move();
    let (mut low, mut high) = (low, high);
    for mv in moves(game) {
        game.play_as(color, mv).unwrap();
        let found = lead(game, low, high);
        game.undo_many(1);
        game.set_to_move(color);
        match color {
            Color::Black => low = low.max(found),
            Color::White => high = high.min(found),
        }
        if low >= high {
            break;
        }
    }
    match color {
        Color::Black => low,
        Color::White => high,
    }
}

/// Compares the solver with brute force here and in all positions up to `depth` moves later, with each komi. Returns the number
/// of positions that it solved with each.
fn compare(game: &mut Game, engine: &mut Engine, depth: usize) -> [usize; KOMI.len()] {
    if game.is_over() {
        return [0; KOMI.len()];
    }
    let color = game.to_move();
    game.set_komi(0.0).unwrap();
    let lead = lead(game, -POINTS, POINTS);
    let mut solved = KOMI.map(|komi| {
        game.set_komi(komi).unwrap();
        engine.new_game();
        let question = Question::new(color, Purpose::Inspect, None);
        let report = engine.think(game, question).report.unwrap();
        if report.is_solved {
            let black = (lead - komi).partial_cmp(&0.0).unwrap();
            let own = match color {
                Color::Black => black,
                Color::White => black.reverse(),
            };
            let expected = match own {
                Ordering::Greater => "1",
                Ordering::Equal => "0.5",
                Ordering::Less => "0",
            };
            let found = report.win_rate.to_string();
            let place = (game.moves(), game.board());
            assert_eq!(found, expected, "komi {komi}: {:?}\n{}", place.0, place.1);
        }
        usize::from(report.is_solved)
    });
    for mv in if depth > 0 { moves(game) } else { Vec::new() } {
        game.play_as(color, mv).unwrap();
        let more = compare(game, engine, depth - 1);
        solved = array::from_fn(|i| solved[i] + more[i]);
        game.undo_many(1);
        game.set_to_move(color);
    }
    solved
}

#[test]
fn proven_results_on_2x2_are_correct() {
    let mut engine = Engine::new(EngineSettings {
        playouts: Some(PLAYOUTS),
        seed: Some(1),
        resign: Resign::Never,
        ..EngineSettings::default()
    });
    for superko in [Superko::Positional, Superko::Situational] {
        let mut game = Game::new(2).unwrap();
        game.set_rules(Rules {
            superko,
            ..Rules::CGOS
        });
        let solved = compare(&mut game, &mut engine, 2);
        for (komi, solved) in KOMI.into_iter().zip(solved) {
            assert!(solved > 10, "{superko:?} {komi}: {solved}");
        }
    }
}
