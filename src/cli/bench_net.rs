//! The network part of `tao-go bench`.

use std::array;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tao_engine::net::{self, Evaluator, Situation};
use tao_rules::board::{Move, Point, Symmetry};
use tao_rules::cpu::Build;
use tao_rules::game::Game;

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
        territory: false,
    };

    let Some(network) = net::embedded() else {
        return String::new();
    };
    let rates = |build| Rates {
        evaluator: Evaluator::with_build(Arc::clone(&network), build),
        best: [0.0; 3],
    };
    let mut rates: Vec<Rates> = Build::available().map(rates).collect();
    for _ in 0..TRIES {
        for rates in &mut rates {
            rates.measure(&situation);
        }
    }
    rates.iter().map(Rates::line).collect()
}

/// The best rates of a build, per second.
struct Rates {
    evaluator: Evaluator,
    /// Evaluations, inputs, and multiply-accumulates of values in registers. The last is 0 where it is not known.
    best: [f64; 3],
}

impl Rates {
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
        let rates = [evaluations, inputs, limit];
        self.best = array::from_fn(|i| self.best[i].max(rates[i]));
    }

    fn line(&self) -> String {
        let network = self.evaluator.network();
        let [evaluations, inputs, limit] = self.best;
        let products = evaluations * network.multiplications as f64;
        let limit = match limit {
            0.0 => String::new(),
            _ => format!("of {:.0}", limit / 1e9),
        };
        format!(
            "net    {:<12} {evaluations:>9.0} evaluations/s  {:>7.1} {limit:<7} G multiply-accumulates/s  {:>5.2} us/input  {}\n",
            self.evaluator.build().name(),
            products / 1e9,
            1e6 / inputs,
            network.name,
        )
    }
}

/// Returns how much `work` does per second. It is called with each symmetry in turn, and returns how much it has done.
fn rate(mut work: impl FnMut(Symmetry) -> usize) -> f64 {
    let clock = Instant::now();
    let mut done = 0;
    while clock.elapsed() < TRY {
        done += Symmetry::all().into_iter().map(&mut work).sum::<usize>();
    }
    done as f64 / clock.elapsed().as_secs_f64()
}
