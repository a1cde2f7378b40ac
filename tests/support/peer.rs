//! A GTP controller: starts a program, sends commands and expects answers in time.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// Maximum time for an answer: far more than a move needs, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(300);

/// A GTP program. It is killed when this goes out of scope.
pub(crate) struct Peer {
    name: String,
    process: Child,
    input: ChildStdin,
    responses: Receiver<String>,
}

impl Peer {
    /// Starts a program. The name is for messages and game records.
    pub(crate) fn start(name: &str, command: &mut Command) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command
            .spawn()
            .unwrap_or_else(|error| panic!("{name} does not start: {error}"));
        let input = process.stdin.take().unwrap();
        let output = process.stdout.take().unwrap();
        let (sender, responses) = channel();
        thread::spawn(move || read_responses(output, &sender));
        Self {
            name: name.to_owned(),
            process,
            input,
            responses,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The process ID.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Sends a command and returns the answer. Panics if the program refuses the command, is too slow or has ended.
    pub(crate) fn ask(&mut self, command: &str) -> String {
        self.send(command);
        let response = self.response(command);
        match response.strip_prefix('=') {
            Some(answer) => answer.trim().to_owned(),
            None => panic!(
                "{} answers `{command}` with `{}`",
                self.name(),
                response.trim()
            ),
        }
    }

    /// Sends a command. Panics if the program has ended.
    pub(crate) fn send(&mut self, command: &str) {
        writeln!(self.input, "{command}")
            .unwrap_or_else(|error| panic!("{} ended before `{command}`: {error}", self.name));
    }

    /// The response to a command that was sent, whether it was carried out or refused. Panics if the program is too slow or has
    /// ended.
    pub(crate) fn response(&self, command: &str) -> String {
        let (name, id) = (self.name(), self.id());
        let response = self.responses.recv_timeout(TIMEOUT);
        response.unwrap_or_else(|error| panic!("{name}, process {id}, asked `{command}`: {error}"))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // Both fail only for a process that has ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Sends on each response, without the empty line that ends it, until the program closes its output.
fn read_responses(output: ChildStdout, responses: &Sender<String>) {
    let mut response = String::new();
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        if !line.is_empty() {
            response.push_str(&line);
            response.push('\n');
        } else if responses.send(std::mem::take(&mut response)).is_err() {
            return;
        }
    }
}
