//! `KataGo`'s analysis protocol: queries and answers are JSON objects, each on a line of its own, and answers come in any
//! order. Source: `docs/Analysis_Engine.md` of `KataGo`.
//!
//! [`serve`] starts a thread that reads and parses each line (`query`, `action`, by means of `fields`) and puts positions on the
//! `desk`, from which workers take them (`worker`). The calling thread writes their answers (`answer`). The GTP commands of
//! `KataGo` read and write its `rules`, too.

mod action;
mod answer;
mod config;
mod desk;
mod fields;
mod hashes;
mod moves;
mod options;
mod query;
mod reader;
mod report_times;
mod rules;
#[cfg(test)]
mod tests;
mod worker;

use std::io;
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::thread;

use desk::Desk;
use tao_engine::engine::EngineSettings;
use tao_engine::search::MEBIBYTE;

pub use config::ConfigError;
pub use options::{AnalysisOptions, Perspective, SetOptionError};
pub use rules::{KataRules, UnknownKataRules, rules_to_json};

/// Half of the memory for searches is for what waits on the desk, but no more than this: half a million short queries.
const MAX_DESK_BYTES: usize = 160 * MEBIBYTE;

/// How queries are answered.
#[derive(Clone, Debug)]
pub struct AnalysisService {
    /// How to search. Threads are given by `threads`; no search uses the tree of another.
    pub settings: EngineSettings,
    /// Positions that are searched at the same time, each with its part of the memory of the settings; at least one.
    pub workers: usize,
    /// Threads for all of them, at least one: a position gets several while there are fewer positions than threads. With
    /// a seed each position has one, so that its answer is always the same.
    pub threads: usize,
    /// What queries do not set themselves.
    pub options: AnalysisOptions,
    /// White's compensation where a query names none.
    pub komi: f64,
    /// Whether the end of the input stops all open queries, where those that have not begun have no results. Otherwise all queries
    /// are answered.
    pub stops_at_end: bool,
}

impl AnalysisService {
    /// Bytes for the queries that wait to be searched and the lines that wait to be written.
    fn desk_bytes(&self) -> usize {
        (self.settings.params.search_bytes() / 2).min(MAX_DESK_BYTES)
    }
}

/// Answers the queries of `reader` on `writer` until the end of the input. A separate thread reads the input, and lives until the
/// reader has no more. Its memory is bounded: it pauses while too many queries wait to be searched, and while nobody takes the
/// lines that are written.
///
/// # Errors
///
/// Returns the error of reading or writing; [`io::ErrorKind::BrokenPipe`] means that the client has gone.
pub fn serve(
    reader: impl BufRead + Send + 'static,
    mut writer: impl Write,
    service: AnalysisService,
) -> io::Result<()> {
    let service = Arc::new(service);
    let desk = Arc::new(Desk::new(service.desk_bytes()));
    reader::start(reader, Arc::clone(&desk), Arc::clone(&service))?;
    thread::scope(|scope| {
        for _ in 0..service.workers.max(1) {
            let started = thread::Builder::new()
                .name("worker".to_owned())
                .spawn_scoped(scope, || worker::work(&desk, &service));
            if let Err(error) = started {
                desk.abandon();
                return Err(error);
            }
        }
        let written = write_all(&desk, &mut writer);
        if written.is_err() {
            desk.abandon();
        }
        written
    })?;
    desk.read_result()
}

/// Writes the lines of the desk until it is closed and all is said.
fn write_all(desk: &Desk, writer: &mut impl Write) -> io::Result<()> {
    while let Some(line) = desk.next_line() {
        writer.write_all(format!("{line}\n").as_bytes())?;
        writer.flush()?;
    }
    Ok(())
}
