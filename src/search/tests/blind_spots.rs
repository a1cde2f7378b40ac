//! Moves that a search once did not see.

use super::*;

/// White's H5 has put seven stones in atari. A game against GNU Go was lost because searches of 20 000 playouts gave Black's
/// E6, which captures two stones beside them, two visits at most: the capture seemed worth little before its first visit,
/// and the games in which it came later were lost ones.
#[test]
fn the_capture_that_saves_most_is_found() {
    let board: AnyBoard = "
        . . . . . . . . X
        . . . . X O O X .
        X . . . X X O O X
        . X X X . O X X X
        X O O X X O X O O
        . X O O . X O O .
        X X . . O . O . .
        . O O . . . . . .
        . . . . . . . . ."
        .parse()
        .unwrap();
    let played = |vertex: &str| Some(vertex.parse().unwrap());
    for seed in 1..=3 {
        let request = Request {
            last: played("H5"),
            second_last: played("F4"),
            seed,
            ..request(&board, Color::Black, 400)
        };
        let report = Search::<2>::new(&Params::DEFAULT, &request, None).run(None);
        assert_eq!(report.best.to_string(), "E6", "seed {seed}");
    }
}
