//! A cluster in one process and in virtual time, with the messages of a real one.
//!
//! `cargo run --release --example cluster -- gtp RANKS ROUND LATENCY PRESET PLAYOUTS [KEY=VALUE...]` speaks GTP, for matches
//! (`tao-go match`) at equal work for each rank: every rank makes PLAYOUTS simulations for a move, ROUND of them between two
//! rounds, and a message takes LATENCY microseconds.
//!
//! `cargo run --release --example cluster -- model ROUND PRESET PLAYOUTS FILE.svg [KEY=VALUE...]` prints what 1 to 256 ranks
//! exchange, and draws how many of their visits rank 0 has at the end.

use std::env;
use std::error::Error;
use std::fs;
use std::io;
use std::io::{BufReader, Write};
use std::time::Duration;

use tao_go::board::{AnyBoard, Color};
use tao_go::cluster::{Simulation, Wire};
use tao_go::engine::{Engine, EngineSettings};
use tao_go::game::Game;
use tao_go::gtp;
use tao_go::gtp::Session;
use tao_go::picture::{Chart, Series};
use tao_go::search::{Limit, Params, Request, Searcher};

const USAGE: &str = "usage: cluster gtp RANKS ROUND LATENCY PRESET PLAYOUTS [KEY=VALUE...]
       cluster model ROUND PRESET PLAYOUTS FILE.svg [KEY=VALUE...]";

/// Numbers of ranks in the model.
const RANKS: [usize; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/// Microseconds that a message takes: within a machine, over a fast net, and over a plain one.
const LATENCIES: [u64; 3] = [2, 20, 200];

/// Mebibytes for each rank of a simulation.
const MEMORY: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match &arguments[..] {
        ["gtp", ranks, round, latency, preset, playouts, changes @ ..] => {
            let params = params(preset, changes)?;
            let wire = Wire {
                playouts: round.parse()?,
                period: params.sharing.period(),
                latency: Duration::from_micros(latency.parse()?),
            };
            speak_gtp(ranks.parse()?, wire, params, playouts.parse()?)
        }
        ["model", round, preset, playouts, path, changes @ ..] => {
            let params = params(preset, changes)?;
            let svg = model(round.parse()?, &params, playouts.parse()?)?;
            Ok(fs::write(path, svg)?)
        }
        _ => Err(USAGE.into()),
    }
}

/// A preset with changes, on one thread and in little memory.
fn params(preset: &str, changes: &[&str]) -> Result<Params, Box<dyn Error>> {
    let mut params = Params {
        threads: 1,
        memory: MEMORY,
        ..Params::preset(preset).ok_or(USAGE)?
    };
    for change in changes {
        let (key, value) = change.split_once('=').ok_or(USAGE)?;
        params.set(key, value)?;
    }
    Ok(params)
}

fn speak_gtp(
    ranks: usize,
    wire: Wire,
    params: Params,
    playouts: u64,
) -> Result<(), Box<dyn Error>> {
    let simulation = Simulation::start(ranks, wire, &params, Searcher::default);
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
    writeln!(io::stderr(), "{per_second:.0} bytes a second and a rank")?;
    Ok(())
}

/// Prints a table, and returns a chart.
fn model(round: u64, params: &Params, playouts: u64) -> Result<String, Box<dyn Error>> {
    let mut output = io::stdout().lock();
    writeln!(
        output,
        "| ranks | latency | visits of rank 0 | of all | bytes a second and a rank | of the busiest | longest message |\n|---|---|---|---|---|---|---|"
    )?;
    let mut lines = Vec::new();
    for latency in LATENCIES {
        let mut shares = Vec::new();
        for ranks in RANKS {
            let wire = Wire {
                playouts: round,
                period: params.sharing.period(),
                latency: Duration::from_micros(latency),
            };
            let simulation = Simulation::start(ranks, wire, params, Searcher::default);
            let mut searcher = Searcher::default();
            searcher.set_exchange(simulation.leader());
            let board = AnyBoard::new(9);
            let request = Request {
                limit: Limit {
                    playouts: Some(playouts),
                    time: None,
                },
                ..Request::new(&board, Color::Black, 7.0)
            };
            let visits = searcher.search(params, &request, None).playouts;
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
    let chart = Chart {
        title: &title,
        setting: "ranks",
        share: "of all visits",
        values: &RANKS.map(|ranks| ranks.to_string()),
        series: &lines,
    };
    Ok(chart.svg().to_string())
}
