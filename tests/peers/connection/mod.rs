//! Our program and a peer, each reading what the other writes.

mod arena;
mod game_log;
mod traffic;

use std::io::{Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub(crate) use arena::Arena;
pub(crate) use game_log::GameLog;
use traffic::{Sender, Traffic};

/// Time limit of a whole game, far more than it needs even on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(180);

/// Time without a byte after which neither side has anything to send.
const SILENCE: Duration = Duration::from_millis(500);

/// Two connected programs. Both are stopped when it goes out of scope; if the test has failed, it prints what they sent.
pub(crate) struct Connection {
    ours: Program,
    theirs: Program,
    traffic: Arc<Traffic>,
    deadline: Instant,
}

impl Connection {
    /// Starts both programs.
    pub(crate) fn connect(ours: &mut Command, theirs: &mut Command) -> Self {
        let [(ours, our_output), (theirs, their_output)] = [ours, theirs].map(Program::start);
        let traffic = Arc::new(Traffic::default());
        for (sender, from, to) in [
            (Sender::Ours, our_output, &theirs.input),
            (Sender::Theirs, their_output, &ours.input),
        ] {
            let (to, traffic) = (Arc::clone(to), Arc::clone(&traffic));
            thread::spawn(move || copy(from, &to, |bytes| traffic.add(sender, bytes)));
        }
        Self {
            ours,
            theirs,
            traffic,
            deadline: Instant::now() + TIMEOUT,
        }
    }

    /// Waits until each log contains the given text and both programs are silent, then closes the peer's input.
    pub(crate) fn close_after(&mut self, ours: &str, theirs: &str) {
        self.wait_until("the end of the game", |connection| {
            let is_over = connection.ours.has_logged(ours) && connection.theirs.has_logged(theirs);
            is_over && connection.traffic.silence() > SILENCE
        });
        assert!(
            self.traffic.ends_with_our_ok(),
            "the last packet must be our acknowledgement"
        );
        self.theirs.close_input();
    }

    /// Waits until both programs have ended with exit code 0, the peer first, and returns our log. When one ends, the input of
    /// the other is closed.
    pub(crate) fn close(mut self) -> String {
        self.wait_until("the peer ends", |connection| connection.theirs.has_ended());
        self.wait_until("we end", |connection| connection.ours.has_ended());
        for (name, program) in [("the peer", &self.theirs), ("ours", &self.ours)] {
            let code = program.status.and_then(|status| status.code());
            assert_eq!(code, Some(0), "exit code of {name}");
        }
        self.ours.logged()
    }

    /// Fails the test if `event` does not happen before the deadline.
    fn wait_until(&mut self, event: &str, mut has_happened: impl FnMut(&mut Self) -> bool) {
        let left = self.deadline.saturating_duration_since(Instant::now());
        assert!(
            wait_for(left, || has_happened(self)),
            "not within {TIMEOUT:?}: {event}"
        );
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.theirs.stop();
        self.ours.stop();
        if thread::panicking() {
            println!("{}", self.traffic);
            println!("our log:\n{}", self.ours.logged());
            println!("the peer's log:\n{}", self.theirs.logged());
        }
    }
}

/// One of the programs.
struct Program {
    process: Child,
    /// `None` once it is closed.
    input: Arc<Mutex<Option<ChildStdin>>>,
    log: Arc<Mutex<Vec<u8>>>,
    /// Fills the log until the program closes its error stream.
    log_thread: JoinHandle<()>,
    status: Option<ExitStatus>,
}

impl Program {
    fn start(command: &mut Command) -> (Self, ChildStdout) {
        let mut process = command
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
        let output = process.stdout.take().unwrap();
        let errors = process.stderr.take().unwrap();
        let input = Arc::new(Mutex::new(process.stdin.take()));
        let log = Arc::default();
        let log_thread = thread::spawn({
            let log = Arc::clone(&log);
            move || collect_log(errors, &log)
        });
        let program = Self {
            process,
            input,
            log,
            log_thread,
            status: None,
        };
        (program, output)
    }

    fn logged(&self) -> String {
        String::from_utf8_lossy(&self.log.lock().unwrap()).into_owned()
    }

    fn has_logged(&self, text: &str) -> bool {
        self.logged().contains(text)
    }

    fn close_input(&self) {
        *self.input.lock().unwrap() = None;
    }

    /// Whether the program has ended and its log is complete.
    fn has_ended(&mut self) -> bool {
        self.status = self.process.try_wait().unwrap();
        self.status.is_some() && self.log_thread.is_finished()
    }

    fn stop(&mut self) {
        // Both fail only for a process that has ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Copies the output of one program to the input of the other, and closes the input when the output ends.
fn copy(mut from: ChildStdout, to: &Mutex<Option<ChildStdin>>, record: impl Fn(&[u8])) {
    let mut buffer = [0; 64];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        record(&buffer[..count]);
        if let Some(input) = to.lock().unwrap().as_mut() {
            // Fails only for a program that has ended.
            let _ = input.write_all(&buffer[..count]);
        }
    }
    *to.lock().unwrap() = None;
}

/// Copies bytes, not lines, because GNU Go does not end its last line.
fn collect_log(mut errors: ChildStderr, log: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 256];
    while let Ok(count @ 1..) = errors.read(&mut buffer) {
        log.lock().unwrap().extend_from_slice(&buffer[..count]);
    }
}

/// Waits until a condition is true; returns `false` after the time limit.
fn wait_for(limit: Duration, mut is_true: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while !is_true() {
        if start.elapsed() > limit {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
    true
}
