//! The network part of `tao-go bench`.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::{Move, Point, Symmetry};
use crate::cpu::Build;
use crate::game::Game;
use crate::net::{self, Evaluator, Situation};

/// Tries of each build; the fastest counts, as other programs only make them longer.
const TRIES: usize = 20;

/// Time of a try.
const TRY: Duration = Duration::from_millis(20);

/// Rounds of multiplications of registers between two looks at the clock.
const ROUNDS: usize = 1_000;

/// Measures evaluations of the last position of a 9x9 game by the network in the program, a line for each build. The
/// builds take turns.
pub(super) fn networks(game: &Game, komi: f64) -> String {
    let recent_moves = game.recent_moves();
    let situation = Situation {
        board: &game.board().convert::<2>(),
        to_move: game.to_move(),
        recent_moves: recent_moves.map(|mv| mv.and_then(Move::coord).map(Point::new)),
        last_was_pass: false,
        komi,
    };

    let Some(network) = net::embedded() else {
        return String::new();
    };
    let mut rates: Vec<_> = Build::available()
        .map(|build| Rates::of(Evaluator::with_build(Arc::clone(&network), build)))
        .collect();
    for _ in 0..TRIES {
        for rates in &mut rates {
            rates.measure(&situation);
        }
    }
    rates.iter().map(Rates::line).collect()
}

/// The best rates of a build, each for a second.
struct Rates {
    evaluator: Evaluator,
    evaluations: f64,
    inputs: f64,
    /// Multiply-accumulates of values in registers; 0 where that is not known.
    limit: f64,
}

impl Rates {
    const fn of(evaluator: Evaluator) -> Self {
        Self {
            evaluator,
            evaluations: 0.0,
            inputs: 0.0,
            limit: 0.0,
        }
    }

    fn measure(&mut self, situation: &Situation<'_, 2>) {
        let evaluator = &mut self.evaluator;
        let build = evaluator.build();
        let evaluations = rate(|symmetry| {
            black_box(evaluator.evaluate(situation, symmetry));
            1
        });
        let inputs = rate(|symmetry| {
            evaluator.write_planes(situation, symmetry);
            1
        });
        let limit = rate(|_| net::multiply_registers(build, ROUNDS).unwrap_or(0));
        self.evaluations = self.evaluations.max(evaluations);
        self.inputs = self.inputs.max(inputs);
        self.limit = self.limit.max(limit);
    }

    fn line(&self) -> String {
        let network = self.evaluator.network();
        let products = self.evaluations * network.multiplications() as f64;
        let limit = if self.limit > 0.0 {
            format!("of {:.0}", self.limit / 1e9)
        } else {
            String::new()
        };
        format!(
            "net    {:<12} {:>9.0} evaluations/s  {:>7.1} {limit:<7} G multiply-accumulates/s  {:>5.2} us/input  {}\n",
            self.evaluator.build().name(),
            self.evaluations,
            products / 1e9,
            1e6 / self.inputs,
            network.name(),
        )
    }
}

/// How much a second `work` does, which gets each of the symmetries in turn and returns how much it has done.
fn rate(mut work: impl FnMut(Symmetry) -> usize) -> f64 {
    let clock = Instant::now();
    let mut done = 0;
    while clock.elapsed() < TRY {
        done += Symmetry::all().into_iter().map(&mut work).sum::<usize>();
    }
    done as f64 / clock.elapsed().as_secs_f64()
}
