//! `KataGo`'s analysis protocol: queries and answers are JSON objects, each on a line of its own, and answers come in any
//! order. Source: `docs/Analysis_Engine.md` of `KataGo`.
//!
//! [`serve`] starts a thread that reads and parses each line (`query`) and puts positions into the `queues`, from which workers
//! take them. The calling thread writes their answers (`answer`). The settings of `KataGo` are in `options`; its GTP commands read
//! and write its `rules`, too.

mod answer;
mod options;
mod query;
mod queues;
mod rules;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use serde_json::{Map, Value, json};

use crate::files::{LineRead, read_line};
use crate::{catch_panic, spawn};
use answer::{AnalyzedPosition, no_results};
use query::{Fields, Query, QueryFault, object, required, to_line};
use queues::{QueuedPosition, Queues, SearchTask};
use tao_engine::Engine;
use tao_engine::raw::search::{MEBIBYTE, Observer, Snapshot, allow_nothing};
use tao_engine::raw::{EngineSettings, Purpose, Question};
use tao_rules::board::Symmetry;

pub use options::{AnalysisOptions, SetOptionError};
pub(crate) use options::{MAX_NOISE, widening};
pub(crate) use rules::{parse_rules, rules_to_json};

/// Half of the memory for searches is for what waits, but no more than this: half a million short queries.
const MAX_QUEUE_BYTES: usize = 160 * MEBIBYTE;

/// Maximum bytes of a line, its end included. The query for a long game on 19x19 has about 10 000.
/// A move takes 15 bytes there and about 500 while the line is read.
const MAX_LINE_BYTES: usize = 256 << 10;

const ACTIONS: &str =
    "must be query_version, query_models, clear_cache, terminate or terminate_all";

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
    start_reader(reader, Arc::clone(&queues), Arc::clone(&service))?;
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
    let position = &task.position;
    let (query, _) = &Query::read(object(&position.query.text)?, service)?;
    let mut settings = engine.settings().clone();
    settings.params.machine.threads = threads(service, task.open);
    let visits = query.options.max_visits.or(service.settings.playouts);
    settings.playouts = Some(visits.unwrap_or(settings.params.playouts.count));
    settings.time_per_move = None;
    engine.set_settings(settings);
    engine.set_stop_flag(Arc::clone(&task.stop));

    let game = query.game_after(position.turn)?;
    let to_move = game.to_move();
    if allow_nothing(&query.restrictions, &game, to_move) {
        return Err(QueryFault::in_field("allowMoves", "allows no legal move"));
    }
    let raw = engine.raw_evaluation(&game, to_move, Symmetry::default());
    let analyzed = AnalyzedPosition {
        query,
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

/// Starts a thread that reads to the end of the input or the first error.
fn start_reader(
    mut reader: impl BufRead + Send + 'static,
    queues: Arc<Queues>,
    service: Arc<AnalysisService>,
) -> io::Result<()> {
    let read = move || {
        let read_all = || {
            let mut buffer = Vec::new();
            loop {
                match read_line(&mut reader, MAX_LINE_BYTES, &mut buffer)? {
                    LineRead::Whole => handle(&buffer, &queues, &service),
                    LineRead::TooLong => {
                        let text = format!("line longer than {MAX_LINE_BYTES} bytes");
                        queues.push_reader_line(QueryFault::new(text).line("error", None));
                    }
                    LineRead::End => return Ok(()),
                }
            }
        };
        let panicked = |_| Err(io::Error::other("reading panicked"));
        let result = catch_panic(read_all).unwrap_or_else(panicked);
        if service.stops_at_end {
            stop_searches(&queues, |_| true);
        }
        queues.close(result);
    };
    spawn("reader", read)
}

/// Carries out the query of a line, or says what is wrong with it.
fn handle(line: &[u8], queues: &Queues, service: &AnalysisService) {
    if line.trim_ascii().is_empty() {
        return;
    }
    let object = match object(line) {
        Ok(object) => object,
        Err(fault) => return queues.push_reader_line(fault.line("error", None)),
    };
    let Some(id) = object.get("id").and_then(Value::as_str).map(str::to_owned) else {
        let fault = QueryFault::new(r#"a query must have a string "id""#);
        return queues.push_reader_line(fault.line("error", None));
    };
    let done = if object.contains_key("action") {
        carry_out(object, service, queues)
    } else {
        Query::read(object, service).map(|(query, warnings)| {
            for warning in warnings {
                queues.push_reader_line(warning.line("warning", Some(&id)));
            }
            queues.submit(&query, line);
        })
    };
    if let Err(fault) = done {
        queues.push_reader_line(fault.line("error", Some(&id)));
    }
}

/// Carries out a query that asks for something other than an analysis. The answer is the query itself, with what it asks for.
fn carry_out(
    object: Map<String, Value>,
    service: &AnalysisService,
    queues: &Queues,
) -> Result<(), QueryFault> {
    let mut answer = object.clone();
    let mut fields = Fields(object);
    let action: String = required("action", fields.read("action", "a string")?)?;
    match &*action {
        "query_version" => {
            answer.insert("git_hash".to_owned(), "<omitted>".into());
            answer.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
        }
        "query_models" => {
            answer.insert("models".to_owned(), models(service));
        }
        "clear_cache" => queues.clear(),
        "terminate" => {
            let id: String = required("terminateId", fields.read("terminateId", "a string")?)?;
            terminate(&mut fields, queues, Some(&id))?;
        }
        "terminate_all" => terminate(&mut fields, queues, None)?,
        _ => return Err(QueryFault::in_field("action", ACTIONS)),
    }
    queues.push_reader_line(to_line(answer.into()));
    Ok(())
}

/// Ends the analyses of one query or of all queries, at some turns or at all turns.
fn terminate(fields: &mut Fields, queues: &Queues, id: Option<&str>) -> Result<(), QueryFault> {
    let turns: Option<Vec<i64>> = fields.read("turnNumbers", "a list of integers")?;
    stop_searches(queues, |position| {
        let is_turn = |turns: &Vec<i64>| turns.contains(&(position.turn as i64));
        id.is_none_or(|id| &*position.query.id == id) && turns.as_ref().is_none_or(is_turn)
    });
    Ok(())
}

/// Ends the searches of the selected positions, and answers those that have not begun without results.
fn stop_searches(queues: &Queues, selects: impl FnMut(&QueuedPosition) -> bool) {
    for position in queues.stop(selects) {
        queues.push_reader_line(no_results(&position));
    }
}

/// The network, if there is one.
fn models(service: &AnalysisService) -> Value {
    let network = service.settings.network.as_ref();
    let models = network.map(|network| {
        json!({
            "internalName": format!("tao-go-{}", network.name),
            "maxBatchSize": 1,
            "name": network.name,
            "usesHumanSLProfile": false,
            "usingFP16": "false",
            "version": 1,
        })
    });
    models.into_iter().collect()
}
