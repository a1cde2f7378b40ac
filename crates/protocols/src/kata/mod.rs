//! `KataGo`'s analysis protocol: queries and answers are JSON objects, each on a line of its own, and answers come in any
//! order. Source: `docs/Analysis_Engine.md` of `KataGo`.
//!
//! [`serve`] starts a thread that reads and parses each line (`reader`, `query`, by means of `fields`) and puts positions into the
//! `queues`, from which workers take them. The calling thread writes their answers (`answer`). A setting of `KataGo` is a row in the
//! table of `options`; its GTP commands read and write its `rules`, too.

mod answer;
mod fields;
mod options;
mod query;
mod queues;
mod reader;
mod rules;
#[cfg(test)]
mod tests;

use std::io;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use crate::catch_panic;
use answer::{AnalyzedPosition, no_results};
use fields::{QueryFault, object, to_line};
use query::Query;
use queues::{Queues, SearchTask};
use tao_engine::engine::{Engine, EngineSettings, Purpose, Question};
use tao_engine::search::{MEBIBYTE, Observer, Snapshot};

pub use options::{AnalysisOptions, Perspective, SetOptionError};
pub(crate) use rules::{KataRules, rules_to_json};

/// Half of the memory for searches is for what waits, but no more than this: half a million short queries.
const MAX_QUEUE_BYTES: usize = 160 * MEBIBYTE;

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
    fn queue_bytes(&self) -> usize {
        (self.settings.params.search_bytes() / 2).min(MAX_QUEUE_BYTES)
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
    let queues = Arc::new(Queues::new(service.queue_bytes()));
    reader::start(reader, Arc::clone(&queues), Arc::clone(&service))?;
    thread::scope(|scope| {
        for _ in 0..service.workers.max(1) {
            let started = thread::Builder::new()
                .name("worker".to_owned())
                .spawn_scoped(scope, || work(&queues, &service));
            if let Err(error) = started {
                queues.abandon();
                return Err(error);
            }
        }
        let written = write_all(&queues, &mut writer);
        if written.is_err() {
            queues.abandon();
        }
        written
    })?;
    queues.read_result()
}

/// Writes the lines of the queues until all queries are answered.
fn write_all(queues: &Queues, writer: &mut impl Write) -> io::Result<()> {
    while let Some(line) = queues.next_line() {
        writer.write_all(format!("{line}\n").as_bytes())?;
        writer.flush()?;
    }
    Ok(())
}

/// Searches positions until there will be no more. A panic fails one position.
fn work(queues: &Queues, service: &AnalysisService) {
    let mut engine = Engine::new(worker_settings(service));
    let mut clears = 0;
    while let Some(task) = queues.take() {
        if task.clears != clears {
            engine.new_game();
            clears = task.clears;
        }
        let analyze = || analyze(&mut engine, &task, queues, service);
        let answer = catch_panic(analyze).unwrap_or_else(|_| {
            engine = Engine::new(worker_settings(service));
            Err(QueryFault::new("internal error"))
        });
        let fault = |fault: QueryFault| fault.line("error", Some(&task.position.query.id));
        queues.push_answer(answer.unwrap_or_else(fault));
        queues.finish(&task);
    }
}

/// The settings of one engine: its part of the memory, and no reuse of the tree of one position for the next.
fn worker_settings(service: &AnalysisService) -> EngineSettings {
    let mut settings = service.settings.clone();
    let memory = &mut settings.params.machine.memory;
    *memory = memory.saturating_sub(service.queue_bytes() / MEBIBYTE);
    settings = settings.sharing_memory(service.workers);
    settings.params.tree.reuse = false;
    settings
}

/// The number of threads for a position while this many positions are open.
fn threads(service: &AnalysisService, open: usize) -> usize {
    match service.settings.seed {
        Some(_) => 1,
        None => (service.threads / open.clamp(1, service.workers.max(1))).max(1),
    }
}

/// Searches a position and returns the last line of its answer.
fn analyze(
    engine: &mut Engine,
    task: &SearchTask,
    queues: &Queues,
    service: &AnalysisService,
) -> Result<String, QueryFault> {
    let (position, turn) = (&task.position, task.position.turn);
    let (query, _) = &Query::read(object(&position.query.text)?, service)?;
    let mut settings = engine.settings().clone();
    settings.params.machine.threads = threads(service, task.open);
    let visits = query.options.max_visits.or(service.settings.playouts);
    settings.playouts = Some(visits.unwrap_or(settings.params.playouts.count));
    settings.time_per_move = None;
    engine.set_settings(settings);
    engine.set_stop_flag(Arc::clone(&task.stop));

    let game = query.game_after(turn)?;
    let to_move = game.to_move();
    let raw = engine.raw_evaluation(&game, to_move);
    let analyzed = AnalyzedPosition {
        query,
        turn,
        game: &game,
        raw: raw.as_ref(),
    };
    let (start, max_time) = (Instant::now(), query.options.max_time);
    let (first, interval) = query.reports.snapshots(max_time).unzip();
    let mut next_report = query.reports.first;
    let mut show = |snapshot: &Snapshot| {
        let elapsed = start.elapsed();
        let is_over = max_time.is_some_and(|limit| elapsed >= limit);
        let mut is_read = true;
        if let Some(next) = next_report.filter(|&next| elapsed >= next && !is_over) {
            let interval = query.reports.every.and(interval);
            next_report = interval.map(|interval| (next + interval).max(elapsed));
            is_read = queues.offer_report(|| to_line(analyzed.answer(snapshot)));
        }
        if is_read && !is_over {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let question = Question {
        restrictions: &query.restrictions,
        widening: query.options.widening(),
        detail: query.detail(),
        observer: Some(Observer {
            first,
            interval,
            show: &mut show,
        }),
        ..Question::new(to_move, Purpose::Inspect, None)
    };
    let report = engine.think(&game, question).report;
    let line = report.map(|report| {
        let mut answer = analyzed.answer(&report.snapshot);
        answer["isDuringSearch"] = false.into();
        to_line(answer)
    });
    Ok(line.unwrap_or_else(|| no_results(position)))
}
