//! `KataGo`'s analysis protocol, spoken by the real program. The answers are tested in `src/kata/tests`, a real client in
//! `tests/peers/katrain.rs`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use assert_cmd::Command;
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::support::{binary, program};

/// Longer than any test takes on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

const ENDLESS: u64 = 1_000_000_000;

fn query(id: &str, visits: u64) -> Value {
    json!({
        "id": id, "moves": [["B", "E5"], ["W", "E3"]], "rules": "chinese", "komi": 7,
        "boardXSize": 9, "boardYSize": 9, "maxVisits": visits,
    })
}

/// Returns this number of queries, one on each line, with the visits that `visits` gives each of them.
fn many(count: u64, visits: impl Fn(u64) -> u64) -> String {
    let queries = (0..count).map(|i| query(&i.to_string(), visits(i)).to_string());
    queries.collect::<Vec<_>>().join("\n")
}

fn tao_go(arguments: &[&str]) -> Command {
    let mut command = program::tao_go(&[&["kata"], arguments].concat());
    command.timeout(TIMEOUT);
    command
}

fn lines(output: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(output).unwrap();
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A running program that answers queries.
struct Engine {
    process: Child,
    input: ChildStdin,
    answers: Receiver<Value>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Self {
        let mut process = binary::tao_go()
            .arg("kata")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (
            process.stdin.take().unwrap(),
            process.stdout.take().unwrap(),
        );
        let (sender, answers) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let _ = sender.send(serde_json::from_str(&line).unwrap());
            }
        });
        Self {
            process,
            input,
            answers,
        }
    }

    fn send(&mut self, query: &Value) {
        writeln!(self.input, "{query}").unwrap();
    }

    /// The next answer, leaving out reports of searches in progress.
    fn next(&self) -> Value {
        loop {
            let answer = self.answers.recv_timeout(TIMEOUT).unwrap();
            if answer["isDuringSearch"] != true {
                return answer;
            }
        }
    }

    /// Closes the input and waits for the end.
    fn end(self) -> Option<i32> {
        let Self {
            mut process, input, ..
        } = self;
        drop(input);
        process.wait().unwrap().code()
    }
}

/// The example of `docs/analysis-protocol.md`, query and answer.
#[test]
fn the_example_of_the_document_has_this_answer() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/analysis-protocol.md");
    let document = fs::read_to_string(path).unwrap();
    let example: Vec<&str> = document
        .lines()
        .filter(|line| line.starts_with("{\"id\":\"example\""))
        .collect();
    let [query, answer] = example[..] else {
        panic!("{example:?}");
    };
    for threads in ["1", "3"] {
        let arguments = ["--preset", "plain-uct", "--seed", "1", "--threads", threads];
        let output = tao_go(&arguments).write_stdin(query).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            format!("{answer}\n")
        );
    }
}

#[test]
fn with_a_seed_the_network_gives_the_same_answers_on_any_number_of_workers() {
    let queries = many(6, |i| 40 + i);
    let ask = |threads: &str| {
        let mut command = tao_go(&["--seed", "1", "--threads", threads]);
        let output = command.write_stdin(queries.clone()).output().unwrap();
        let mut answers = lines(&output.stdout);
        answers.sort_by_key(|answer| answer["id"].to_string());
        answers
    };
    let answers = ask("1");
    assert_eq!(answers.len(), 6);
    assert_eq!(answers[0]["rootInfo"]["visits"], 40);
    assert_eq!(answers, ask("3"));
}

#[test]
fn the_first_report_does_not_wait_as_long_as_the_others() {
    let mut engine = Engine::start(&["--threads", "1"]);
    let mut endless = query("endless", ENDLESS);
    endless["reportDuringSearchEvery"] = 1e5.into();
    endless["firstReportDuringSearchAfter"] = 0.02.into();
    engine.send(&endless);
    let during = engine.answers.recv_timeout(TIMEOUT).unwrap();
    assert_eq!(during["isDuringSearch"], true);
    engine.send(&json!({"id": "all", "action": "terminate_all"}));
    let last = [engine.next(), engine.next()];
    assert!(
        last.iter().all(|answer| answer["isDuringSearch"] != true),
        "{last:?}"
    );
    assert_eq!(engine.end(), Some(0));
}

#[test]
fn a_search_without_end_is_reported_and_terminated() {
    let mut engine = Engine::start(&["--threads", "1"]);
    let mut endless = query("endless", ENDLESS);
    endless["reportDuringSearchEvery"] = 0.02.into();
    endless["analyzeTurns"] = json!([2, 1, 0]);
    engine.send(&endless);
    let during = engine.answers.recv_timeout(TIMEOUT).unwrap();
    assert_eq!(during["isDuringSearch"], true);
    assert_eq!(during["turnNumber"], 0);
    engine.send(&json!({"id": "v", "action": "query_version"}));
    assert_eq!(engine.next()["version"], env!("CARGO_PKG_VERSION"));
    // One worker searches the first turn, the others wait.
    let terminate =
        json!({"id": "t", "action": "terminate", "terminateId": "endless", "turnNumbers": [1]});
    engine.send(&terminate);
    let none =
        json!({"id": "endless", "isDuringSearch": false, "noResults": true, "turnNumber": 1});
    assert_eq!([engine.next(), engine.next()], [none, terminate]);
    // A more urgent query is searched next.
    let mut urgent = query("urgent", 5);
    urgent["priority"] = 3.into();
    engine.send(&urgent);
    engine.send(
        &json!({"id": "t", "action": "terminate", "terminateId": "endless", "turnNumbers": [0]}),
    );
    let mut answers = [engine.next(), engine.next(), engine.next()];
    answers.sort_by_key(|answer| answer["id"].to_string());
    let [first, acknowledged, urgent] = answers;
    assert!(first["rootInfo"]["visits"].as_u64().unwrap() > 0);
    assert_eq!(acknowledged["action"], "terminate");
    assert_eq!(urgent["id"], "urgent");
    engine.send(&json!({"id": "all", "action": "terminate_all"}));
    let ids = [engine.next(), engine.next()].map(|answer| answer["id"].to_string());
    assert!(ids.contains(&r#""endless""#.to_owned()), "{ids:?}");
    assert_eq!(engine.end(), Some(0));
}

#[test]
fn the_end_of_the_input_waits_for_all_answers_or_for_none() {
    let queries = many(20, |_| 30);
    let output = tao_go(&[]).write_stdin(queries).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(lines(&output.stdout).len(), 20);
    let messages = String::from_utf8(output.stderr).unwrap();
    assert_eq!(messages, "Started, ready to begin handling requests\n");
    let endless = query("endless", ENDLESS).to_string();
    let mut impatient = tao_go(&["-quit-without-waiting"]);
    let output = impatient.write_stdin(endless).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(lines(&output.stdout).len(), 1);
}

#[test]
fn the_options_and_settings_of_katago_are_taken() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("analysis.cfg");
    fs::write(
        &file,
        "maxVisits = 12 # few\nnumAnalysisThreads = 8\nreportAnalysisWinratesAs = WHITE\n",
    )
    .unwrap();
    let file = file.to_str().unwrap();
    let mut without_visits = query("a", 1);
    without_visits.as_object_mut().unwrap().remove("maxVisits");
    let ask = |more: &[&str]| {
        let arguments = [
            "-model",
            "none.bin.gz",
            "-config",
            file,
            "-analysis-threads",
            "2",
        ];
        let mut command = tao_go(&[&arguments[..], more].concat());
        let output = command
            .write_stdin(without_visits.to_string())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        lines(&output.stdout).remove(0)["rootInfo"].clone()
    };
    let root = ask(&[]);
    assert_eq!(root["visits"], 12);
    let changed = ask(&[
        "-override-config",
        "maxVisits=7,homeDataDir=/tmp,reportAnalysisWinratesAs=BLACK",
    ]);
    assert_eq!(changed["visits"], 7);
    fs::write(file, "maxVisits = many\n").unwrap();
    let refused = tao_go(&["-config", file]).output().unwrap();
    assert_eq!(refused.status.code(), Some(3));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains("line 1: maxVisits must be"), "{message}");
    let wrong = tao_go(&["-override-config", "maxTime=soon"])
        .output()
        .unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    let missing = tao_go(&["-config", "/nowhere"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(3));
}

#[cfg(unix)]
#[test]
fn a_closed_output_ends_the_program() {
    let mut process = binary::tao_go()
        .arg("kata")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(process.stdout.take());
    let mut input = process.stdin.take().unwrap();
    let _ = writeln!(input, "{}", query("endless", ENDLESS));
    let _ = writeln!(input, "{}", json!({"id": "v", "action": "query_version"}));
    // The input stays open.
    assert_eq!(process.wait().unwrap().code(), Some(0));
}
