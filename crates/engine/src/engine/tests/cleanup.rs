//! The capture of dead stones after a dispute.

use super::*;

/// Plays `game` to its end with moves of the cleanup, and returns them.
fn clean_up(engine: &mut Engine, game: &mut Game) -> Vec<Move> {
    let mut moves = Vec::new();
    while moves.len() < 100 && !moves.ends_with(&[Move::Pass, Move::Pass]) {
        let mv = ask(engine, game, Purpose::CleanUp).mv;
        game.play(mv).unwrap();
        moves.push(mv);
    }
    moves
}

/// A game that was resumed after two passes, with the score that it had then.
fn disputed(board: &str, komi: f64, to_move: Color) -> (Game, f64) {
    let board: AnyBoard = board.parse().unwrap();
    let mut game = Game::new(board.size()).unwrap();
    game.set_komi(komi).unwrap();
    game.set_up(board.all_stones(), to_move).unwrap();
    for _ in 0..2 {
        game.play(Move::Pass).unwrap();
    }
    let score = engine().score(&game).score.lead;
    game.resume();
    (game, score)
}

/// Whoever wins the game, every dead stone is captured, and the board as it then stands has the score from before the cleanup.
#[test]
fn dead_stones_are_captured_without_a_loss() {
    // White has three dead stones with two liberties left, and one dead stone in the corner.
    let several = "
        . X X O O . O . .
        X X X O O O O O O
        . . X X O . O . O
        . O X X O O O O O
        . O . X O . O . O
        . O . X O O O O O
        . . X X X O . . .
        X X X . X O O O O
        O . X X X X O . .
    ";
    for board in [FINISHED, several] {
        for (komi, to_move) in [(7.0, BLACK), (7.0, WHITE), (-30.0, BLACK), (30.0, BLACK)] {
            for mut engine in engines() {
                let (mut game, score) = disputed(board, komi, to_move);
                let before = game.standing_score().lead;
                assert!((score - before).abs() > 0.5, "{score} {before}");
                let moves = clean_up(&mut engine, &mut game);
                assert!(moves.ends_with(&[Move::Pass, Move::Pass]), "{moves:?}");
                let after = game.standing_score().lead;
                assert!((after - score).abs() < 0.1, "{score} {after}: {moves:?}");
            }
        }
    }
}

#[test]
fn without_dead_stones_a_cleanup_is_a_pass() {
    let clean = FINISHED.replacen(". O X X O .", ". . X X O .", 1);
    for mut engine in engines() {
        let (mut game, _) = disputed(&clean, 30.0, BLACK);
        let moves = clean_up(&mut engine, &mut game);
        assert_eq!(moves, [Move::Pass, Move::Pass]);
    }
}
