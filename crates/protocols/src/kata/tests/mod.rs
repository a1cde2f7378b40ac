//! Whole conversations, in memory.

mod answers;
mod queues;
mod refusals;

use std::io::Cursor;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::*;
use tao_engine::raw::search::{MachineParams, Params};

/// A service whose answers are always the same: few playouts, no network.
fn service() -> AnalysisService {
    AnalysisService {
        settings: EngineSettings {
            params: Params {
                machine: MachineParams {
                    memory: 11,
                    ..Params::PLAYOUTS.machine
                },
                ..Params::PLAYOUTS
            },
            playouts: Some(40),
            seed: Some(1),
            ..EngineSettings::default()
        },
        workers: 1,
        threads: 1,
        options: AnalysisOptions::default(),
        komi: 7.0,
        stops_at_end: false,
    }
}

/// A query for an empty 5x5 board, changed and completed by these fields.
fn query(fields: Value) -> Value {
    let mut query = json!({
        "id": "q", "moves": [], "rules": "tromp-taylor", "komi": 7, "boardXSize": 5, "boardYSize": 5,
    });
    let (query_fields, Value::Object(fields)) = (query.as_object_mut().unwrap(), fields) else {
        panic!("fields are an object");
    };
    query_fields.extend(fields);
    query_fields.retain(|_, value| !value.is_null());
    query
}

/// The answers to these bytes, in the order in which they come.
fn answers_to(service: AnalysisService, input: &[u8]) -> Vec<Value> {
    let output = Arc::new(Mutex::new(Vec::new()));
    let writer = Shared(Arc::clone(&output));
    serve(Cursor::new(input.to_vec()), writer, service).unwrap();
    let text = String::from_utf8(output.lock().unwrap().clone()).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The answers of the usual service to some queries.
fn answers(queries: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = queries.iter().map(Value::to_string).collect();
    answers_to(service(), lines.join("\n").as_bytes())
}

/// The only answer to a query with these fields.
fn answer(fields: Value) -> Value {
    let answers = answers(&[query(fields)]);
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.into_iter().next().unwrap()
}

struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
