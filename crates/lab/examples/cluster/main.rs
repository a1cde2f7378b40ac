//! Simulates ranks in one process, with rounds of a fixed number of playouts.
//!
//! `cargo run --release -p tao-lab --example cluster -- gtp RANKS ROUND PRESET PLAYOUTS [KEY=VALUE...]` speaks GTP, for matches
//! (`tao-lab match`) at equal work for each rank: every rank makes PLAYOUTS simulations for a move, ROUND of them in each round.
//!
//! `cargo run --release -p tao-lab --example cluster -- moves ROUND PRESET PLAYOUTS GAME.sgf [KEY=VALUE...]` searches positions
//! of a game with 1 to 16 ranks, and with as many simulations in one process, and prints how often each finds a good move.

mod simulation;
#[cfg(test)]
mod tests;

use std::env;
use std::error::Error;
use std::fs;
use std::io;
use std::io::{BufReader, Write};

use simulation::Simulation;
use tao_engine::Engine;
use tao_engine::raw::EngineSettings;
use tao_engine::raw::search::{Audience, Limit, MachineParams, Params, Report, Request, Searcher};
use tao_protocols::gtp;
use tao_protocols::gtp::{Session, SessionOptions};
use tao_rules::game::Game;
use tao_sgf as sgf;

const USAGE: &str = "usage: cluster gtp RANKS ROUND PRESET PLAYOUTS [KEY=VALUE...]
       cluster moves ROUND PRESET PLAYOUTS GAME.sgf [KEY=VALUE...]";

/// Numbers of ranks that are compared.
const RANKS: [usize; 5] = [1, 2, 4, 8, 16];

/// Mebibytes for each rank of a simulation.
const MEMORY: usize = 64;

/// Mebibytes for a search of one process that makes the simulations of all ranks.
const ALONE_MEMORY: usize = 1024;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match &arguments[..] {
        ["gtp", ranks, round, preset, playouts, changes @ ..] => {
            let params = params(preset, changes)?;
            speak_gtp(ranks.parse()?, round.parse()?, params, playouts.parse()?)
        }
        ["moves", round, preset, playouts, game, changes @ ..] => {
            let params = params(preset, changes)?;
            let game = sgf::read(&fs::read(game)?)?;
            moves(round.parse()?, &params, playouts.parse()?, &game)
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

fn speak_gtp(
    ranks: usize,
    round: u64,
    params: Params,
    playouts: u64,
) -> Result<(), Box<dyn Error>> {
    let simulation = Simulation::start(ranks, round, &params);
    let mut engine = Engine::new(EngineSettings {
        params,
        playouts: Some(playouts),
        ..EngineSettings::default()
    });
    engine.set_exchange(simulation.leader());
    let mut session = Session::new(Game::new(9)?, engine, SessionOptions::default());
    gtp::serve(BufReader::new(io::stdin()), io::stdout(), &mut session)?;
    Ok(())
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

/// Prints a table.
fn moves(round: u64, params: &Params, playouts: u64, game: &Game) -> Result<(), Box<dyn Error>> {
    let mut found = MovesFound::default();
    for length in (0..game.moves().len()).step_by(STEP) {
        let mut position = game.clone();
        position.undo_many(game.moves().len() - length);
        found.add(round, params, playouts, &position);
    }
    Ok(found.print(io::stdout().lock())?)
}

impl MovesFound {
    /// Searches a position with each number of ranks, and adds what was found.
    fn add(&mut self, round: u64, params: &Params, playouts: u64, position: &Game) {
        let mut large = params.clone();
        large.machine.memory = ALONE_MEMORY;
        let alone = |playouts| search(&mut Searcher::default(), &large, position, playouts);
        let most = playouts * RANKS[RANKS.len() - 1] as u64;
        let judge = alone(JUDGE * most);
        let known = judge.moves().iter().filter(|mv| mv.visits > most / 100);
        let best = known.map(|mv| mv.win_rate).fold(0.0, f64::max);
        self.positions += 1;
        for (i, ranks) in RANKS.into_iter().enumerate() {
            let simulation = Simulation::start(ranks, round, params);
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
