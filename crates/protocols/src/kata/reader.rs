//! The thread that reads queries and puts them on the desk.

use std::io;
use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use serde_json::Value;

use super::AnalysisService;
use super::action::{give_up, perform};
use super::desk::Desk;
use super::fields::{QueryFault, object};
use super::query::Query;
use crate::files::{LineRead, read_line};

/// Maximum bytes of a line, its end included. The query for a long game on 19x19 has about 10 000.
/// A move takes 15 bytes there and about 500 while the line is read.
const MAX_LINE_BYTES: usize = 256 << 10;

/// Starts a thread that reads to the end of the input or the first error.
pub(super) fn start(
    mut reader: impl BufRead + Send + 'static,
    desk: Arc<Desk>,
    service: Arc<AnalysisService>,
) -> io::Result<()> {
    let read = move || {
        let read_all = || read_all(&mut reader, &desk, &service);
        let panicked = || Err(io::Error::other("reading panicked"));
        let result = catch_unwind(AssertUnwindSafe(read_all)).unwrap_or_else(|_| panicked());
        if service.stops_at_end {
            give_up(&desk, |_| true);
        }
        desk.close(result);
    };
    let name = "reader".to_owned();
    thread::Builder::new().name(name).spawn(read).map(drop)
}

fn read_all(reader: &mut impl BufRead, desk: &Desk, service: &AnalysisService) -> io::Result<()> {
    let mut buffer = Vec::new();
    loop {
        match read_line(reader, MAX_LINE_BYTES, &mut buffer)? {
            LineRead::Whole => handle(&buffer, desk, service),
            LineRead::TooLong => {
                let fault = QueryFault::new(format!("line longer than {MAX_LINE_BYTES} bytes"));
                desk.say(fault.error(None));
            }
            LineRead::End => return Ok(()),
        }
    }
}

/// Carries out the query of a line, or says what is wrong with it.
fn handle(line: &[u8], desk: &Desk, service: &AnalysisService) {
    if line.trim_ascii().is_empty() {
        return;
    }
    let object = match object(line) {
        Ok(object) => object,
        Err(fault) => return desk.say(fault.error(None)),
    };
    let Some(id) = object.get("id").and_then(Value::as_str).map(str::to_owned) else {
        let fault = QueryFault::new(r#"a query must have a string "id""#);
        return desk.say(fault.error(None));
    };
    let done = if object.contains_key("action") {
        perform(object, service, desk)
    } else {
        Query::read(object, service).map(|(query, warnings)| {
            for warning in warnings {
                desk.say(warning.warning(&id));
            }
            desk.submit(&query, line);
        })
    };
    if let Err(fault) = done {
        desk.say(fault.error(Some(&id)));
    }
}
