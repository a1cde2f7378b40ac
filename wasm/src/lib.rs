//! Tao Go in a page or in another program, without a server: games with the engine, for a worker. `web/src/engine` is the interface
//! for programmers. Requests and answers are those of `docs/serve.md`, as JSON; errors are a `Refused`.

use std::time::Duration;

use tao_engine::raw::EngineSettings;
use tao_engine::raw::book::BookSource;
use tao_engine::raw::net::{Evaluator, Situation};
use tao_engine::raw::search::Params;
use tao_protocols::schema::json;
use tao_protocols::schema::page::{RefusalCode, Refused};
use tao_protocols::session::{Refusal, Solo, refusal_code};
use tao_rules::board::{Move, Symmetry};
use tao_rules::game::Game;
use tao_rules::raw::Point;
use wasm_bindgen::prelude::wasm_bindgen;

/// A game with the engine. Times are in milliseconds.
#[wasm_bindgen]
pub struct Session(Solo);

#[wasm_bindgen]
impl Session {
    /// A new game. The searches take at most so many mebibytes.
    #[wasm_bindgen(constructor)]
    pub fn new(memory: usize) -> Result<Self, String> {
        // A panic becomes an error with its message in place of a bare `unreachable`.
        std::panic::set_hook(Box::new(|panic| {
            wasm_bindgen::throw_str(&panic.to_string())
        }));
        let mut params = Params::default();
        params.machine.memory = memory;
        let settings = EngineSettings {
            playouts: None,
            params,
            book: BookSource::Automatic,
            ..EngineSettings::default()
        };
        let game = Game::new(9).map_err(|error| error.to_string())?;
        Ok(Self(Solo::new(game, settings)))
    }

    pub fn state(&mut self) -> String {
        json(&self.0.state())
    }

    pub fn act(&mut self, action: &str, time: u32) -> Result<String, String> {
        let state = self.0.act(action, milliseconds(time)).map_err(refused)?;
        Ok(json(&state))
    }

    /// Loads a record, to look at it and to play both sides.
    pub fn load(&mut self, record: &[u8]) -> Result<String, String> {
        let state = self.0.load(record).map_err(bad_record)?;
        Ok(json(&state))
    }

    /// Goes on with the game of a record, or with what was kept, with players, level and clocks.
    pub fn resume(&mut self, record: &[u8]) -> Result<String, String> {
        self.0.resume(record).map_err(bad_record)?;
        Ok(self.state())
    }

    pub fn record(&self) -> String {
        self.0.record()
    }

    /// The record with what it does not tell, for `resume`.
    pub fn kept(&self) -> String {
        self.0.kept()
    }

    pub fn games(&self) -> String {
        json(&self.0.games())
    }

    pub fn explore(&self) -> String {
        json(&self.0.explore())
    }

    pub fn score(&self) -> String {
        json(&self.0.score())
    }

    pub fn solve(&self, time: u32) -> String {
        json(&self.0.solve(milliseconds(time)))
    }

    /// Chooses a move. The search ends after about `slice` even if it is not done; the next call goes on with it.
    pub fn choose(&mut self, level: u8, time: u32, slice: u32) -> Result<String, String> {
        let [time, slice] = [time, slice].map(milliseconds);
        let choice = self.0.choose(level, time, slice).map_err(refused)?;
        Ok(json(&choice))
    }

    /// Searches for this time more and returns the analysis; `None` at the end of a game.
    pub fn analyze(&mut self, time: u32, with_owners: bool) -> Option<String> {
        let analysis = self.0.analyze(milliseconds(time), with_owners)?;
        Some(json(&analysis))
    }
}

/// Evaluates the position after these moves so many times, for tests. Returns the value, the lead, the policy and the owners.
#[wasm_bindgen]
pub fn evaluate(
    size: usize,
    moves: &str,
    komi: f64,
    territory: bool,
    times: u32,
) -> Result<Vec<i32>, String> {
    let settings = EngineSettings::default();
    let network = settings.network_for(size).cloned();
    let mut evaluator = Evaluator::new(network.ok_or("there is no network for this size")?);
    let mut game = Game::new(size).map_err(|error| error.to_string())?;
    let mut placed = 0.0;
    for mv in moves.split_whitespace() {
        let mv: Move = mv.parse().map_err(|_| format!("no move: {mv}"))?;
        if territory && mv != Move::Pass {
            placed += game.to_move().signed(1.0);
        }
        let color = game.to_move();
        game.play_as(color, mv).map_err(|error| error.to_string())?;
    }
    let recent_moves = game.recent_moves();
    let situation = Situation {
        board: &game.board().convert::<2>(),
        to_move: game.to_move(),
        recent_moves: recent_moves.map(|mv| mv.and_then(Move::coord).map(Point::new)),
        last_was_pass: game.last_move() == Some(Move::Pass),
        komi: komi + placed,
        territory,
    };
    let [identity, ..] = Symmetry::all();
    for _ in 1..times {
        evaluator.evaluate(&situation, identity);
    }
    let output = evaluator.evaluate(&situation, identity);
    let logits = output.policy.iter().chain(&output.owner);
    Ok([output.value, output.lead]
        .into_iter()
        .chain(logits.map(|&logit| logit.into()))
        .collect())
}

fn milliseconds(time: u32) -> Duration {
    Duration::from_millis(time.into())
}

fn refused(refusal: Refusal) -> String {
    refused_as(refusal_code(&refusal), &refusal)
}

fn bad_record(refusal: Refusal) -> String {
    refused_as(RefusalCode::BadRecord, &refusal)
}

fn refused_as(code: RefusalCode, refusal: &Refusal) -> String {
    let error = refusal.to_string();
    json(&Refused { code, error })
}
