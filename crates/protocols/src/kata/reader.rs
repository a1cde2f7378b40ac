//! The thread that reads queries: analyses wait for a worker, and other actions are carried out at once.

use std::io;
use std::io::BufRead;
use std::sync::Arc;
use std::thread;

use serde_json::{Map, Value, json};

use super::AnalysisService;
use super::answer::no_results;
use super::fields::{Fields, QueryFault, object, required, to_line};
use super::query::Query;
use super::queues::{QueuedPosition, Queues};
use crate::catch_panic;
use crate::files::{LineRead, read_line};

/// Maximum bytes of a line, its end included. The query for a long game on 19x19 has about 10 000.
/// A move takes 15 bytes there and about 500 while the line is read.
const MAX_LINE_BYTES: usize = 256 << 10;

const ACTIONS: &str =
    "must be query_version, query_models, clear_cache, terminate or terminate_all";

/// Starts a thread that reads to the end of the input or the first error.
pub fn start(
    mut reader: impl BufRead + Send + 'static,
    queues: Arc<Queues>,
    service: Arc<AnalysisService>,
) -> io::Result<()> {
    let read = move || {
        let read_all = || read_all(&mut reader, &queues, &service);
        let panicked = || Err(io::Error::other("reading panicked"));
        let result = catch_panic(read_all).unwrap_or_else(|_| panicked());
        if service.stops_at_end {
            stop_searches(&queues, |_| true);
        }
        queues.close(result);
    };
    let name = "reader".to_owned();
    thread::Builder::new().name(name).spawn(read).map(drop)
}

fn read_all(
    reader: &mut impl BufRead,
    queues: &Queues,
    service: &AnalysisService,
) -> io::Result<()> {
    let mut buffer = Vec::new();
    loop {
        match read_line(reader, MAX_LINE_BYTES, &mut buffer)? {
            LineRead::Whole => handle(&buffer, queues, service),
            LineRead::TooLong => {
                let fault = QueryFault::new(format!("line longer than {MAX_LINE_BYTES} bytes"));
                queues.push_reader_line(fault.line("error", None));
            }
            LineRead::End => return Ok(()),
        }
    }
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
