//! The rates of playouts and of the network, for `tao-go bench`. They are measured here so that the hot code is compiled once.

use std::array;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use tao_rules::cpu::Build;
use tao_rules::game::Game;
use tao_rules::raw::{Board, Color, Move, Point, Symmetry, with_class};
use web_time::Instant;

use crate::candidates::{LineRules, LineTables};
use crate::net::{self, Evaluator, Situation};
use crate::playout::{PlayoutContext, PlayoutRng, Policy, Uniform, run_many};
use crate::search::PlayoutPolicy;

/// Playouts from the empty board.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutRate {
    /// Name of the policy.
    pub policy: &'static str,
    /// Moves of all playouts, passes included.
    pub moves: usize,
    /// Playouts that Black won.
    pub black_wins: u64,
    pub time: Duration,
}

/// Measures `count` playouts from the empty board of this size with this komi.
pub fn playouts(
    policy: &PlayoutPolicy,
    lines: LineRules,
    size: usize,
    komi: f64,
    count: u64,
) -> PlayoutRate {
    with_class!(size, W => match policy {
        PlayoutPolicy::Uniform => playouts_by::<W, _>(&Uniform, lines, size, komi, count),
        PlayoutPolicy::Ordered(policy) => playouts_by::<W, _>(policy, lines, size, komi, count),
        PlayoutPolicy::Tactical(policy) => playouts_by::<W, _>(policy, lines, size, komi, count),
    })
}

fn playouts_by<const W: usize, P: Policy<W>>(
    policy: &P,
    lines: LineRules,
    size: usize,
    komi: f64,
    count: u64,
) -> PlayoutRate {
    let board = Board::<W>::new(size);
    let line_tables = LineTables::new(size, lines);
    let context = PlayoutContext::new(&board, Color::Black, &line_tables);
    let (mut moves, mut black_wins) = (0, 0);
    let clock = Instant::now();
    run_many(
        &board,
        policy,
        context,
        count,
        &mut PlayoutRng::new(1),
        |_, outcome| {
            moves += outcome.moves;
            black_wins += u64::from(f64::from(outcome.lead) > komi);
        },
    );
    PlayoutRate {
        policy: P::NAME,
        moves,
        black_wins,
        time: clock.elapsed(),
    }
}

/// Tries of each build; the fastest counts, as other programs only make them longer.
const TRIES: usize = 20;

/// Time of a try.
const TRY: Duration = Duration::from_millis(20);

/// Measures evaluations of the last position of a 9x9 game by the network in the program. The builds take turns.
pub fn networks(game: &Game, komi: f64) -> Vec<NetworkRates> {
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
        return Vec::new();
    };
    let rates = |build| NetworkRates {
        evaluator: Evaluator::with_build(Arc::clone(&network), build),
        best: [0.0; 2],
    };
    let mut rates: Vec<NetworkRates> = Build::available().map(rates).collect();
    for _ in 0..TRIES {
        for rates in &mut rates {
            rates.measure(&situation);
        }
    }
    rates
}

/// The best rates of a build.
#[derive(Debug)]
pub struct NetworkRates {
    /// The build and the network.
    pub evaluator: Evaluator,
    /// Evaluations and inputs per second.
    pub best: [f64; 2],
}

impl NetworkRates {
    fn measure(&mut self, situation: &Situation<'_, 2>) {
        let evaluator = &mut self.evaluator;
        let evaluations = rate(|symmetry| {
            black_box(evaluator.evaluate(situation, symmetry));
        });
        let inputs = rate(|symmetry| evaluator.write_planes(situation, symmetry));
        let rates = [evaluations, inputs];
        self.best = array::from_fn(|i| self.best[i].max(rates[i]));
    }
}

/// Calls of `work` per second, with each symmetry in turn.
fn rate(mut work: impl FnMut(Symmetry)) -> f64 {
    let clock = Instant::now();
    let mut done = 0;
    while clock.elapsed() < TRY {
        for symmetry in Symmetry::all() {
            work(symmetry);
            done += 1;
        }
    }
    f64::from(done) / clock.elapsed().as_secs_f64()
}
