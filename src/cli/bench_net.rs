//! The network part of `tao-go bench`.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::{Board, Point, Symmetry};
use crate::game::Game;
use crate::net::{self, Evaluator, Kernel, RECENT_MOVES, Situation};

/// Tries of each kernel; the fastest counts, as other programs only make them longer.
const TRIES: usize = 20;

/// Time of a try.
const TRY: Duration = Duration::from_millis(20);

/// Measures evaluations of the last position of a 9x9 game by the network in the program: a line for each kernel, whose
/// tries alternate with those of the others.
pub(super) fn networks(game: &Game, komi: f64) -> String {
    let mut board = Board::<2>::new(9);
    let mut recent_moves = [None; RECENT_MOVES];
    for &(color, played) in game.moves() {
        let point = played.coord().map(Point::new);
        match point {
            Some(point) => board.play_legal(color, point),
            None => board.pass(),
        }
        recent_moves.rotate_right(1);
        recent_moves[0] = point;
    }
    let situation = Situation {
        board: &board,
        to_move: game.to_move(),
        recent_moves,
        last_was_pass: false,
        komi,
    };

    let Some(network) = net::embedded() else {
        return String::new();
    };
    let mut parts: Vec<_> = Kernel::available()
        .map(|kernel| Evaluator::with_kernel(Arc::clone(&network), kernel))
        .map(|evaluator| (evaluator, 0_f64, 0_f64))
        .collect();
    for _ in 0..TRIES {
        for (evaluator, evaluations, inputs) in &mut parts {
            let rate_of_evaluations = rate(|symmetry| {
                black_box(evaluator.evaluate(&situation, symmetry));
            });
            *evaluations = evaluations.max(rate_of_evaluations);
            let rate_of_inputs = rate(|symmetry| evaluator.write_planes(&situation, symmetry));
            *inputs = inputs.max(rate_of_inputs);
        }
    }
    let line = |(evaluator, evaluations, inputs): &(Evaluator, f64, f64)| {
        format!(
            "net    {:<12} {evaluations:>9.0} evaluations/s  {:>7.1} G multiply-accumulates/s  {:>5.2} us/input  {}\n",
            evaluator.kernel().name(),
            evaluations * network.multiplications() as f64 / 1e9,
            1e6 / inputs,
            network.name(),
        )
    };
    parts.iter().map(line).collect()
}

/// How often a second `work` is done, with each of the symmetries in turn.
fn rate(mut work: impl FnMut(Symmetry)) -> f64 {
    let clock = Instant::now();
    let mut count = 0;
    while clock.elapsed() < TRY {
        Symmetry::all().into_iter().for_each(&mut work);
        count += Symmetry::all().len();
    }
    count as f64 / clock.elapsed().as_secs_f64()
}
