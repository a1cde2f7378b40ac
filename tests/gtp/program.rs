//! The program with pipes for its streams, line by line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::binary::tao_go;

/// More than enough on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(300);

/// A running program. It is killed when it is dropped.
pub(crate) struct Program {
    process: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: Receiver<String>,
}

impl Program {
    /// Starts `tao-go gtp` with these options, and waits until it is ready.
    pub(crate) fn start(options: &str) -> Self {
        let mut process = tao_go()
            .arg("gtp")
            .args(options.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let program = Self {
            input: process.stdin.take(),
            output: lines(process.stdout.take().unwrap()),
            errors: lines(process.stderr.take().unwrap()),
            process,
        };
        while program.error_line() != "GTP ready" {}
        program
    }

    /// Sends text as it is, in one write.
    pub(crate) fn send(&mut self, text: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(text.as_bytes()).unwrap();
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Stops reading its output: the pipe closes with the next line.
    pub(crate) fn close_output(&mut self) {
        self.output = channel().1;
    }

    /// The next line of its output.
    pub(crate) fn line(&self) -> String {
        self.output.recv_timeout(TIMEOUT).unwrap()
    }

    /// The next line of its error stream.
    pub(crate) fn error_line(&self) -> String {
        self.errors.recv_timeout(TIMEOUT).unwrap()
    }

    /// The lines of a response, without the empty one that ends it.
    pub(crate) fn response(&self) -> Vec<String> {
        let lines = std::iter::from_fn(|| Some(self.line()));
        lines.take_while(|line| !line.is_empty()).collect()
    }

    /// The lines of its output that are there already.
    pub(crate) fn lines_so_far(&self) -> Vec<String> {
        self.output.try_iter().collect()
    }

    /// Waits for its end; returns the exit code and the remaining lines of both streams.
    pub(crate) fn end(mut self) -> (Option<i32>, Vec<String>, Vec<String>) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < TIMEOUT, "the program does not end");
            thread::sleep(Duration::from_millis(5));
        };
        (
            status.code(),
            self.output.iter().collect(),
            self.errors.iter().collect(),
        )
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Both fail only if the process has ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        BufReader::new(stream)
            .lines()
            .map_while(Result::ok)
            .try_for_each(|line| sender.send(line))
    });
    lines
}
