//! The solver against brute force, on a board of 2x2.

use tao_go::board::{Coord, Move};
use tao_go::engine::{Engine, EngineSettings, Purpose, Question, Resign};
use tao_go::game::{Game, Rules, Superko};

/// Enough to solve the positions.
const PLAYOUTS: u64 = 2_000;

/// All legal moves. The pass comes first, because it ends most games soon.
fn moves(game: &Game) -> Vec<Move> {
    let points = Coord::all(game.size()).map(Move::Play);
    let legal = points.filter(|&mv| game.is_legal(game.to_move(), mv));
    [Move::Pass].into_iter().chain(legal).collect()
}

/// 1 for a win of the side to move with perfect play, 0 for a draw, -1 for a loss, by brute force.
fn value(game: &mut Game) -> i8 {
    let color = game.to_move();
    if game.is_over() {
        let winner = game.area_score().winner();
        return winner.map_or(0, |winner| if winner == color { 1 } else { -1 });
    }
    let mut best = -1;
    for mv in moves(game) {
        game.play(color, mv).unwrap();
        best = best.max(-value(game));
        game.undo_many(1);
        game.set_to_move(color);
        if best == 1 {
            break;
        }
    }
    best
}

/// Compares the solver with brute force here and in all positions up to `depth` moves later. Returns the number of positions
/// that it solved.
fn compare(game: &mut Game, engine: &mut Engine, depth: usize) -> usize {
    if game.is_over() {
        return 0;
    }
    let color = game.to_move();
    engine.new_game();
    let question = Question::new(color, Purpose::Inspect, None);
    let report = engine.think(game, question).report.unwrap();
    if report.is_solved {
        let found = report.win_rate.to_string();
        let expected = match value(game) {
            1 => "1",
            0 => "0.5",
            _ => "0",
        };
        assert_eq!(found, expected, "{:?}\n{}", game.moves(), game.board());
    }
    let mut solved = usize::from(report.is_solved);
    for mv in if depth > 0 { moves(game) } else { Vec::new() } {
        game.play(color, mv).unwrap();
        solved += compare(game, engine, depth - 1);
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
        for half_points in [-7, -3, -2, -1, 0, 1, 2, 3, 7] {
            let mut game = Game::new(2).unwrap();
            game.set_rules(Rules {
                superko,
                ..Rules::CGOS
            });
            game.set_komi(f64::from(half_points) / 2.0).unwrap();
            let solved = compare(&mut game, &mut engine, 2);
            assert!(solved > 10, "{superko:?} {half_points}: {solved}");
        }
    }
}
