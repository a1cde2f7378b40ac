//! Tao Go for a page without a server: a game and its engine, for a worker of the page. Requests and answers are those of
//! `docs/serve.md`, as JSON.

use std::time::Duration;

use tao_engine::book::BookSource;
use tao_engine::engine::EngineSettings;
use tao_engine::net::{Evaluator, Situation, embedded};
use tao_engine::search::Params;
use tao_protocols::schema::json;
use tao_protocols::session::{Refusal, Solo};
use tao_rules::board::{Move, Point, Symmetry};
use tao_rules::game::Game;
use wasm_bindgen::prelude::wasm_bindgen;

/// Memory of the engine in mebibytes, little enough for phones.
const MEMORY: usize = 128;

/// A game with the engine.
#[wasm_bindgen]
pub struct Session(Solo);

#[wasm_bindgen]
impl Session {
    /// Creates a session that goes on with the game of this record, or with a new game if the record cannot be read.
    #[wasm_bindgen(constructor)]
    pub fn new(record: &str) -> Result<Self, String> {
        let mut params = Params::default();
        params.machine.memory = MEMORY;
        let settings = EngineSettings {
            playouts: Some(params.playouts.count),
            params,
            book: BookSource::Automatic,
            ..EngineSettings::default()
        };
        let game = Game::new(9).map_err(|error| error.to_string())?;
        let mut solo = Solo::new(game, settings);
        // A record that cannot be read is ignored.
        let _ = solo.resume(record.as_bytes());
        Ok(Self(solo))
    }

    pub fn state(&mut self) -> String {
        json(&self.0.state())
    }

    pub fn act(&mut self, action: &str) -> Result<String, String> {
        let state = self.0.act(action).map_err(text)?;
        Ok(json(&state))
    }

    pub fn load(&mut self, record: &[u8]) -> Result<String, String> {
        let state = self.0.load(record).map_err(text)?;
        Ok(json(&state))
    }

    pub fn record(&self) -> String {
        self.0.record()
    }

    pub fn explore(&self) -> String {
        json(&self.0.explore())
    }

    pub fn solve(&self) -> String {
        json(&self.0.solve())
    }

    /// Searches for this time more and returns the analysis; `None` at the end of a game.
    pub fn analyze(&mut self, milliseconds: u32) -> Option<String> {
        let time = Duration::from_millis(milliseconds.into());
        let analysis = self.0.analyze(time)?;
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
    let mut game = Game::new(size).map_err(|error| error.to_string())?;
    let mut placed = 0.0;
    for mv in moves.split_whitespace() {
        let mv: Move = mv.parse().map_err(|_| format!("no move: {mv}"))?;
        if territory && mv != Move::Pass {
            placed += game.to_move().signed(1.0);
        }
        let color = game.to_move();
        game.play(color, mv).map_err(|error| error.to_string())?;
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
    let mut evaluator = Evaluator::new(embedded().ok_or("no network")?);
    let [identity, ..] = Symmetry::all();
    for _ in 1..times {
        evaluator.evaluate(&situation, identity);
    }
    let output = evaluator.evaluate(&situation, identity);
    let numbers = output.policy.iter().chain(&output.owner).copied();
    Ok([output.value, output.lead]
        .into_iter()
        .chain(numbers)
        .collect())
}

fn text(refusal: Refusal) -> String {
    refusal.to_string()
}
