//! Simulates ranks in one process and in virtual time, with the messages of real ranks.
//!
//! `cargo run --release --example cluster -- gtp RANKS ROUND LATENCY PRESET PLAYOUTS [KEY=VALUE...]` speaks GTP, for matches
//! (`tao-go match`) at equal work for each rank: every rank makes PLAYOUTS simulations for a move, ROUND of them in each round, and
//! a message takes LATENCY microseconds.
//!
//! `cargo run --release --example cluster -- model ROUND PRESET PLAYOUTS FILE.svg [KEY=VALUE...]` prints what 1 to 256 ranks
//! exchange, and draws how many of their visits rank 0 has at the end.
//!
//! `cargo run --release --example cluster -- moves ROUND PRESET PLAYOUTS GAME.sgf FILE.svg [KEY=VALUE...]` searches positions of a
//! game with 1 to 256 ranks, and with as many simulations in one process, and draws how often each finds a good move.

mod simulation;
#[cfg(test)]
mod tests;

use std::env;
use std::error::Error;
use std::fs;
use std::io;
use std::io::{BufReader, Write};
use std::time::Duration;

use tao_engine::engine::{Engine, EngineSettings};
use tao_rules::game::Game;
use tao_protocols::gtp;
use tao_protocols::gtp::Session;
use tao_go::picture::{Chart, Series};
use tao_engine::search::{Audience, Limit, MachineParams, Params, Report, Request, Searcher};
use tao_sgf as sgf;

use simulation::{Simulation, Speed};

const USAGE: &str = "usage: cluster gtp RANKS ROUND LATENCY PRESET PLAYOUTS [KEY=VALUE...]
       cluster model ROUND PRESET PLAYOUTS FILE.svg [KEY=VALUE...]
       cluster moves ROUND PRESET PLAYOUTS GAME.sgf FILE.svg [KEY=VALUE...]";

/// Numbers of ranks in the model.
const RANKS: [usize; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/// Microseconds that a message takes: within a machine, over a fast net, and over a plain one.
const LATENCIES: [u64; 3] = [2, 20, 200];

/// Mebibytes for each rank of a simulation.
const MEMORY: usize = 64;

/// Mebibytes for a search of one process that makes the simulations of all ranks.
const ALONE_MEMORY: usize = 1024;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match &arguments[..] {
        ["gtp", ranks, round, latency, preset, playouts, changes @ ..] => {
            let params = params(preset, changes)?;
            let speed = speed(round.parse()?, latency.parse()?, &params);
            speak_gtp(ranks.parse()?, speed, params, playouts.parse()?)
        }
        ["model", round, preset, playouts, path, changes @ ..] => {
            let params = params(preset, changes)?;
            let svg = model(round.parse()?, &params, playouts.parse()?)?;
            Ok(fs::write(path, svg)?)
        }
        ["moves", round, preset, playouts, game, path, changes @ ..] => {
            let params = params(preset, changes)?;
            let game = sgf::read(&fs::read(game)?)?;
            let svg = moves(round.parse()?, &params, playouts.parse()?, &game)?;
            Ok(fs::write(path, svg)?)
        }
        _ => Err(USAGE.into()),
    }
}

/// A preset with changes, on one thread and in little memory.
fn params(preset: &str, changes: &[&str]) -> Result<Params, Box<dyn Error>> {
    let mut params = Params::preset(preset).ok_or(USAGE)?;
    params.machine = MachineParams {
        threads: 1,
        memory: MEMORY,
    };
    for change in changes {
        let (key, value) = change.split_once('=').ok_or(USAGE)?;
        params.set(Audience::Lab, key, value)?;
    }
    Ok(params)
}

/// Rounds of so many simulations, and messages that take so many microseconds.
fn speed(round: u64, latency: u64, params: &Params) -> Speed {
    Speed {
        playouts: round,
        period: params.sharing.period(),
        latency: Duration::from_micros(latency),
    }
}

fn speak_gtp(
    ranks: usize,
    speed: Speed,
    params: Params,
    playouts: u64,
) -> Result<(), Box<dyn Error>> {
    let simulation = Simulation::start(ranks, speed, &params, Searcher::default);
    let mut engine = Engine::new(EngineSettings {
        params,
        playouts: Some(playouts),
        ..EngineSettings::default()
    });
    engine.set_exchange(simulation.leader());
    let mut session = Session::new(Game::new(9)?, engine);
    gtp::serve(BufReader::new(io::stdin()), io::stdout(), &mut session)?;
    let (traffic, time) = simulation.traffic();
    let bytes: u64 = traffic.iter().map(|rank| rank.bytes).sum();
    let per_second = bytes as f64 / ranks as f64 / time.as_secs_f64().max(f64::MIN_POSITIVE);
    writeln!(io::stderr(), "{per_second:.0} bytes per second and rank")?;
    Ok(())
}

/// Prints a table, and returns a chart.
fn model(round: u64, params: &Params, playouts: u64) -> Result<String, Box<dyn Error>> {
    let mut output = io::stdout().lock();
    writeln!(
        output,
        "| ranks | latency | visits of rank 0 | of all | bytes per second and rank | of the busiest rank | longest message |\n|---|---|---|---|---|---|---|"
    )?;
    let mut lines = Vec::new();
    for latency in LATENCIES {
        let mut shares = Vec::new();
        for ranks in RANKS {
            let speed = speed(round, latency, params);
            let simulation = Simulation::start(ranks, speed, params, Searcher::default);
            let mut searcher = Searcher::default();
            searcher.set_exchange(simulation.leader());
            let visits = search(&mut searcher, params, &Game::new(9)?, playouts).playouts;
            let share = visits as f64 / (ranks as u64 * playouts) as f64;
            let (traffic, time) = simulation.traffic();
            let seconds = time.as_secs_f64();
            let bytes = traffic.iter().map(|rank| rank.bytes);
            let (all, most) = (bytes.clone().sum::<u64>(), bytes.max().unwrap_or_default());
            let longest = traffic.iter().map(|rank| rank.longest).max();
            writeln!(
                output,
                "| {ranks} | {latency} µs | {visits} | {:.1} % | {:.0} | {:.0} | {} |",
                100.0 * share,
                all as f64 / ranks as f64 / seconds,
                most as f64 / seconds,
                longest.unwrap_or_default()
            )?;
            shares.push(Some([share; 3]));
        }
        lines.push(Series {
            name: format!("{latency} µs"),
            shares,
        });
    }
    let title = format!("Visits of all ranks that rank 0 has after {playouts} of its own");
    Ok(chart(&title, "of all visits", &lines))
}

/// A chart over the numbers of ranks.
fn chart(title: &str, share: &str, series: &[Series]) -> String {
    let chart = Chart {
        title,
        setting: "ranks",
        share,
        values: &RANKS.map(|ranks| ranks.to_string()),
        series,
    };
    chart.svg().to_string()
}

/// Number of moves of the game from one searched position to the next.
const STEP: usize = 2;

/// Number of simulations of the search that judges the moves, as a multiple of those of all ranks together.
const JUDGE: u64 = 4;

/// Maximum difference between the win rates of a good move and of the best one.
const TOLERANCE: f64 = 0.01;

/// How well moves are found in some positions, by number of ranks: first by the ranks, then by one process with as much work.
#[derive(Default)]
struct MovesFound {
    positions: u32,
    good: [[u32; RANKS.len()]; 2],
    /// Sums of the win rate that the moves lose.
    lost: [[f64; RANKS.len()]; 2],
}

/// Prints a table, and returns a chart.
fn moves(
    round: u64,
    params: &Params,
    playouts: u64,
    game: &Game,
) -> Result<String, Box<dyn Error>> {
    let mut found = MovesFound::default();
    for length in (0..game.moves().len()).step_by(STEP) {
        let mut position = game.clone();
        position.undo_many(game.moves().len() - length);
        found.add(round, params, playouts, &position);
    }
    found.print(io::stdout().lock())?;
    let line = |column: usize, name: &str| Series {
        name: name.to_owned(),
        shares: found.good[column]
            .iter()
            .map(|&good| Some([f64::from(good) / f64::from(found.positions); 3]))
            .collect(),
    };
    let title = format!(
        "Good moves in {} positions, {playouts} playouts a rank",
        found.positions
    );
    let lines = [line(0, "ranks"), line(1, "one process with the same work")];
    Ok(chart(&title, "of the moves", &lines))
}

impl MovesFound {
    /// Searches a position with each number of ranks, and adds what was found.
    fn add(&mut self, round: u64, params: &Params, playouts: u64, position: &Game) {
        let speed = speed(round, LATENCIES[0], params);
        let mut large = params.clone();
        large.machine.memory = ALONE_MEMORY;
        let alone = |playouts| search(&mut Searcher::default(), &large, position, playouts);
        let most = playouts * RANKS[RANKS.len() - 1] as u64;
        let judge = alone(JUDGE * most);
        let known = judge.moves().iter().filter(|mv| mv.visits > most / 100);
        let best = known.map(|mv| mv.win_rate).fold(0.0, f64::max);
        self.positions += 1;
        for (i, ranks) in RANKS.into_iter().enumerate() {
            let simulation = Simulation::start(ranks, speed, params, Searcher::default);
            let mut leader = Searcher::default();
            leader.set_exchange(simulation.leader());
            let shared = search(&mut leader, params, position, playouts);
            let reports = [shared, alone(ranks as u64 * playouts)];
            for (column, report) in reports.iter().enumerate() {
                let win_rate = judge.stats(report.best).map_or(0.0, |mv| mv.win_rate);
                self.good[column][i] += u32::from(win_rate >= best - TOLERANCE);
                self.lost[column][i] += (best - win_rate).max(0.0);
            }
        }
    }

    fn print(&self, mut output: impl Write) -> io::Result<()> {
        writeln!(
            output,
            "| ranks | good moves | win rate lost | one process: good moves | win rate lost |\n|---|---|---|---|---|"
        )?;
        let percent = |sum: f64| 100.0 * sum / f64::from(self.positions);
        for (i, ranks) in RANKS.iter().enumerate() {
            let cells = [0, 1].map(|column| {
                let (good, lost) = (self.good[column][i], self.lost[column][i]);
                format!("{:.0} % | {:.2} %", percent(good.into()), percent(lost))
            });
            writeln!(output, "| {ranks} | {} |", cells.join(" | "))?;
        }
        Ok(())
    }
}

fn search(searcher: &mut Searcher, params: &Params, game: &Game, playouts: u64) -> Report {
    let request = Request {
        limit: Limit {
            playouts: Some(playouts),
            time: None,
        },
        ..Request::of_game(game, game.to_move())
    };
    searcher.search(params, &request)
}
