//! Positions in which a search once overlooked the best move.

use super::*;

/// White's H5 has put seven stones in atari. A game against GNU Go was lost because searches of 20 000 playouts gave at most
/// two visits to Black's E6, which captures two stones beside them: its prior was low, and most playouts in which it came
/// later were lost.
#[test]
fn the_capture_that_saves_the_most_stones_is_found() {
    let board = board(
        "
        . . . . . . . . X
        . . . . X O O X .
        X . . . X X O O X
        . X X X . O X X X
        X O O X X O X O O
        . X O O . X O O .
        X X . . O . O . .
        . O O . . . . . .
        . . . . . . . . .",
    );
    for seed in 1..=3 {
        let request = Request {
            recent_moves: recent(&["H5", "F4"]),
            seed,
            ..request(&board, Color::Black, 400)
        };
        let report = Search::<2>::new(&Params::PLAYOUTS, &request, None).run(None, None);
        assert_eq!(report.best.to_string(), "E6", "seed {seed}");
    }
}
