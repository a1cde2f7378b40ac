//! `tao-go bench`: the speed of each part, and a signature that changes with the play.
//!
//! Rates are for one thread unless the line says otherwise; compare them within one run only. The signature is the same
//! on every machine: moves made in all playouts plus tree nodes, over fixed positions, seeds and playout counts. A commit
//! that changes it changes how the engine plays. The bench says nothing about playing strength.

use std::hint::black_box;
use std::io::Write;
use std::iter;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use tao_engine::raw::bench::{self, NetworkRates};
use tao_engine::raw::candidates::LineRules;
use tao_engine::raw::playout::{Ordered, Tactical};
use tao_engine::raw::search::{self, EvaluationKind, Limit, Params, PlayoutPolicy, Request};
use tao_rules::board::Color;
use tao_rules::game::Game;
use tao_rules::raw::AnyBoard;

use super::position::play_moves;
use super::settings::processors;
use super::{Context, Error};

/// Measure speed: the rate of every part, then the signature
///
/// `--playouts` sets how many playouts each part makes; by default as many as take about a second.
/// The other settings of game and engine do not apply: the parts are always the same.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct BenchArgs {
    /// Run one part only
    #[arg(long, value_name = "PART")]
    part: Option<Part>,
}

const EXAMPLES: &str = "\
Examples:
  tao-go bench
  tao-go bench --part search --playouts 200000
  tao-go bench --part signature | tail -n 1
";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Uniform playouts on 9x9.
    Light9,
    /// Uniform playouts on 13x13.
    Light13,
    /// Uniform playouts on 19x19.
    Light19,
    /// Playouts of the preset `tao-go-2010-tuned` on 9x9.
    Ordered9,
    /// Playouts of the preset `playouts` on 9x9.
    Tactical9,
    /// The search, one line for each preset with UCT.
    Search,
    /// The search of the default preset on one thread and more.
    Threads,
    /// The evaluation by the neural network in the program, a line for each build that this machine can run.
    Net,
    /// The signature alone.
    Signature,
}

const KOMI: f64 = 7.5;
const SEED: u64 = 1;

pub(super) fn run(args: &BenchArgs, context: &mut Context) -> Result<(), Error> {
    let parts = match args.part.as_slice() {
        [] => Part::value_variants(),
        parts => parts,
    };
    let cycle = cycle_time();
    let playouts_set = context.sources.flags.engine.playouts;
    let count = |default| playouts_set.unwrap_or(default);
    let (off, thesis) = (LineRules::Off, Params::TAO_GO_2010_TUNED.tree.lines);
    let ordered = PlayoutPolicy::Ordered(Ordered::TUNED);
    let tactical = PlayoutPolicy::Tactical(Tactical::DEFAULT);
    for part in parts {
        let report = match part {
            Part::Light9 => playouts(&PlayoutPolicy::Uniform, off, 9, count(300_000), cycle),
            Part::Light13 => playouts(&PlayoutPolicy::Uniform, off, 13, count(120_000), cycle),
            Part::Light19 => playouts(&PlayoutPolicy::Uniform, off, 19, count(50_000), cycle),
            Part::Ordered9 => playouts(&ordered, thesis, 9, count(70_000), cycle),
            Part::Tactical9 => playouts(&tactical, off, 9, count(70_000), cycle),
            Part::Search => searches(count(50_000)),
            Part::Threads => threads(count(50_000)),
            Part::Net => networks(&position(9, SIGNATURE_POSITIONS[1].2)?),
            Part::Signature => signature()?,
        };
        write!(context.output, "{report}")?;
    }
    Ok(())
}

/// Time of a thousand processor cycles, from a chain of multiplications (three cycles on the processors of the last
/// fifteen years) and additions (one cycle). The minimum of many tries, as other programs only make them longer.
fn cycle_time() -> Duration {
    const STEPS: u32 = 500_000;
    const CYCLES_PER_STEP: u32 = 4;
    let measure = |_| {
        let start = Instant::now();
        let mut x = black_box(3_u64);
        for _ in 0..STEPS {
            x = x.wrapping_mul(x).wrapping_add(3);
        }
        black_box(x);
        start.elapsed() * 1_000 / (STEPS * CYCLES_PER_STEP)
    };
    (0..40).map(measure).min().unwrap_or_default()
}

/// Measures playouts from the empty board; `cycle` is the time of a thousand cycles.
fn playouts(
    policy: &PlayoutPolicy,
    lines: LineRules,
    size: usize,
    count: u64,
    cycle: Duration,
) -> String {
    let measured = bench::playouts(policy, lines, size, KOMI, count);
    let time = measured.time.as_secs_f64();
    let per_move = time / measured.moves as f64;
    format!(
        "{:<8}{size:>2}x{size:<2} {:>9.0} playouts/s  {:>6.1} ns/move  {:>5.0} cycles/move  {:>7.2} moves/game  Black wins {:.4}\n",
        measured.policy,
        count as f64 / time,
        per_move * 1e9,
        per_move / cycle.as_secs_f64() * 1e3,
        measured.moves as f64 / count as f64,
        measured.black_wins as f64 / count as f64,
    )
}

/// Measures the network in the program at this position, a line for each build.
fn networks(game: &Game) -> String {
    let line = |rates: &NetworkRates| {
        let (evaluator, [evaluations, inputs]) = (&rates.evaluator, rates.best);
        let network = evaluator.network();
        let products = evaluations * network.multiplications as f64;
        format!(
            "net    {:<12} {evaluations:>9.0} evaluations/s  {:>7.1} G multiply-accumulates/s  {:>5.2} us/input  {}\n",
            evaluator.build().name(),
            products / 1e9,
            1e6 / inputs,
            network.name,
        )
    };
    bench::networks(game, KOMI).iter().map(line).collect()
}

fn searches(playouts: u64) -> String {
    let line = |(name, params): (&str, Params)| {
        let (rate, nodes) = search_rate(&params, playouts);
        format!("search {name:<17} {rate:>9.0} playouts/s  {nodes:>9} nodes\n")
    };
    let presets = Params::presets();
    presets.map(line).collect()
}

/// Measures the same search by the default preset, a line for each number of threads: 1, 2, 4 and so on.
fn threads(playouts: u64) -> String {
    let mut single_rate = None;
    let line = |threads| {
        let mut params = Params::default();
        params.machine.threads = threads;
        let (rate, _) = search_rate(&params, playouts);
        let times = rate / *single_rate.get_or_insert(rate);
        format!("threads {threads:>16} {rate:>9.0} playouts/s  {times:>9.2} times one\n")
    };
    iter::successors(Some(1), |count| Some(2 * count))
        .take_while(|&count| count <= processors())
        .map(line)
        .collect()
}

/// Playouts per second of a search of the empty 9x9 board, and the nodes of its tree.
fn search_rate(params: &Params, playouts: u64) -> (f64, usize) {
    let board = AnyBoard::new(9);
    let report = search::search(params, &request(&board, Color::Black, playouts));
    let rate = report.playouts as f64 / report.time.as_secs_f64();
    (rate, report.nodes)
}

fn request(board: &AnyBoard, to_move: Color, playouts: u64) -> Request {
    Request {
        limit: Limit::visits(playouts),
        seed: SEED,
        ..Request::new(board, to_move, KOMI)
    }
}

/// Playouts for each position of the signature.
const SIGNATURE_PLAYOUTS: u64 = 2_000;

/// Positions of the signature: name, size, and the moves before them.
const SIGNATURE_POSITIONS: [(&str, usize, &str); 6] = [
    ("9x9 opening", 9, ""),
    (
        "9x9 fight",
        9,
        "E5 E3 C4 G5 D3 D2 C2 F4 E6 G7 C3 E2 D6 F6 F7 E7",
    ),
    ("9x9 ko", 9, "E6 F6 D5 G5 E4 F4 A1 E5 F5"),
    (
        "9x9 endgame",
        9,
        "E5 E3 C3 G4 G6 D3 C4 D4 D5 C2 B2 D2 F4 F3 G5 H4 H5 B1 A2 J5 J6 J4 H6 B3 A3 A1 E4",
    ),
    ("13x13 opening", 13, "D4 K10 K4 D10 C7"),
    ("19x19 opening", 19, "Q16 D4 Q3 D17 R10"),
];

/// Returns a line with a number for each preset and position, then `Bench:` and the sum.
fn signature() -> Result<String, Error> {
    let mut sum = 0;
    let mut lines = Vec::new();
    // Presets with a network are left out because networks change more often than the program. `tao-go-2010`, which has playouts of
    // its own to follow the thesis to the letter, has its own tests.
    let by_playouts = Params::presets().filter(|(_, params)| {
        params.evaluation.kind == EvaluationKind::Playout && *params != Params::TAO_GO_2010
    });
    for (preset, params) in by_playouts {
        for (name, size, moves) in SIGNATURE_POSITIONS {
            let game = position(size, moves)?;
            let request = request(game.board(), game.to_move(), SIGNATURE_PLAYOUTS);
            let found = search::search(&params, &request);
            let part = found.origins.total() + found.nodes as u64;
            sum += part;
            lines.push(format!("{preset:<17} {name:<14} {part:>9}\n"));
        }
    }
    Ok(format!("{}Bench: {sum}\n", lines.concat()))
}

fn position(size: usize, moves: &str) -> Result<Game, Error> {
    let mut game = Game::new(size).map_err(|error| Error::Failed(error.to_string()))?;
    play_moves(&mut game, moves).map_err(Error::Failed)?;
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_of_the_signature_is_legal() {
        for (name, size, moves) in SIGNATURE_POSITIONS {
            let game = position(size, moves).unwrap();
            assert_eq!(
                game.moves().len(),
                moves.split_whitespace().count(),
                "{name}"
            );
        }
        let ko = position(9, SIGNATURE_POSITIONS[2].2).unwrap();
        assert!(ko.board().ko().is_some());
    }
}
