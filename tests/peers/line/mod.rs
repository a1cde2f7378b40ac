//! Our program and a peer back to back, as if a modem line connected them: what one writes, the other reads.

mod arena;
mod story;
mod traffic;

use std::io::{Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub(crate) use arena::Arena;
pub(crate) use story::Story;
use traffic::{Side, Traffic};

/// How long a whole game may take: far more than it needs, even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);

/// After so long without a byte both sides have said what they had to say.
const SILENCE: Duration = Duration::from_millis(500);

/// Two programs that talk to each other. Both are stopped when it goes out of scope; if that is because the test has
/// failed, it prints what they said.
pub(crate) struct Line {
    ours: Program,
    theirs: Program,
    traffic: Arc<Traffic>,
    deadline: Instant,
}

impl Line {
    /// Starts both programs.
    pub(crate) fn connect(ours: &mut Command, theirs: &mut Command) -> Self {
        let [(ours, our_words), (theirs, their_words)] = [ours, theirs].map(Program::start);
        let traffic = Arc::new(Traffic::default());
        for (side, from, to) in [
            (Side::Ours, our_words, &theirs.input),
            (Side::Theirs, their_words, &ours.input),
        ] {
            let (to, traffic) = (Arc::clone(to), Arc::clone(&traffic));
            thread::spawn(move || copy(from, &to, |bytes| traffic.add(side, bytes)));
        }
        Self {
            ours,
            theirs,
            traffic,
            deadline: Instant::now() + PATIENCE,
        }
    }

    /// Waits until our log has one text and the peer's the other, and both keep silent. Then tells the peer that the
    /// line is gone.
    pub(crate) fn hang_up_after(&mut self, ours: &str, theirs: &str) {
        self.wait_until("the end of the game", |line| {
            let is_over = line.ours.has_logged(ours) && line.theirs.has_logged(theirs);
            is_over && line.traffic.silence() > SILENCE
        });
        assert!(
            self.traffic.ends_with_our_ok(),
            "the last word is to be our acknowledgement"
        );
        self.theirs.hang_up();
    }

    /// Waits until both programs have left, the peer first, and returns our log. The test fails unless both leave with
    /// exit code 0. Each sees the end of its input when the other has gone.
    pub(crate) fn close(mut self) -> String {
        self.wait_until("the peer leaves", |line| line.theirs.has_left());
        self.wait_until("we leave", |line| line.ours.has_left());
        for (name, program) in [("the peer", &self.theirs), ("ours", &self.ours)] {
            let code = program.status.and_then(|status| status.code());
            assert_eq!(code, Some(0), "exit code of {name}");
        }
        self.ours.logged()
    }

    /// The test fails when `what` does not happen before the deadline.
    fn wait_until(&mut self, what: &str, mut happens: impl FnMut(&mut Self) -> bool) {
        let left = self.deadline.saturating_duration_since(Instant::now());
        assert!(
            wait_for(left, || happens(self)),
            "not within {PATIENCE:?}: {what}"
        );
    }
}

impl Drop for Line {
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

/// One end of the line.
struct Program {
    process: Child,
    /// `None` after the line was cut.
    input: Arc<Mutex<Option<ChildStdin>>>,
    log: Arc<Mutex<Vec<u8>>>,
    /// Fills the log until the program closes its error stream.
    scribe: JoinHandle<()>,
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
        let scribe = thread::spawn({
            let log = Arc::clone(&log);
            move || write_down(errors, &log)
        });
        let program = Self {
            process,
            input,
            log,
            scribe,
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

    fn hang_up(&self) {
        *self.input.lock().unwrap() = None;
    }

    /// Whether it has ended and its log is complete.
    fn has_left(&mut self) -> bool {
        self.status = self.process.try_wait().unwrap();
        self.status.is_some() && self.scribe.is_finished()
    }

    fn stop(&mut self) {
        // Both fail only for a process that has ended, and then there is nothing left to do.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Copies what one program writes to the other one's input, and ends that input with it.
fn copy(mut from: ChildStdout, to: &Mutex<Option<ChildStdin>>, record: impl Fn(&[u8])) {
    let mut buffer = [0; 64];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        record(&buffer[..count]);
        if let Some(input) = to.lock().unwrap().as_mut() {
            // A program that has left hears nothing more.
            let _ = input.write_all(&buffer[..count]);
        }
    }
    *to.lock().unwrap() = None;
}

/// Not by lines: GNU Go leaves its last one without an end.
fn write_down(mut errors: ChildStderr, log: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 256];
    while let Ok(count @ 1..) = errors.read(&mut buffer) {
        log.lock().unwrap().extend_from_slice(&buffer[..count]);
    }
}

/// Looks again and again whether something is so, until it is or the time has passed.
fn wait_for(limit: Duration, mut is_so: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while !is_so() {
        if start.elapsed() > limit {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
    true
}
