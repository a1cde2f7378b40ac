//! A child process that speaks GTP, and its answers in time.

use std::io;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::brake::Brake;
use super::cpu;
use super::fault::Fault;

/// How often someone who waits looks whether the match was broken off.
const LOOK: Duration = Duration::from_millis(50);

/// How long a program may take to end after `quit`.
const FAREWELL: Duration = Duration::from_secs(1);

/// The longest answer that is read. The longest that a match asks for is a score.
const MAX_ANSWER: u64 = 64 << 10;

/// What stands for the seed of a game in a command line.
const SEED: &str = "{seed}";

/// The command line of a program that speaks GTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program, by its path or as the system finds it.
    pub program: String,
    /// Its arguments. In each `{seed}` stands for the seed of the game; the program is then started anew for each.
    pub arguments: Vec<String>,
    /// What becomes of its error stream.
    pub errors: ErrorStream,
    /// Time for each move; [`told_time`](Self::told_time) is what it hears of it.
    pub time_per_move: Option<Duration>,
}

/// What becomes of a program's error stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ErrorStream {
    /// Nobody sees it.
    #[default]
    Hidden,
    /// It goes to ours.
    Shown,
}

/// A program that cannot take part.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The system cannot run it.
    #[error("`{program}` cannot be started: {reason}")]
    Spawn {
        /// The program.
        program: String,
        /// What the system says.
        reason: io::Error,
    },
    /// It runs and is no use.
    #[error("`{program}` does not speak GTP: {fault}")]
    Mute {
        /// The program.
        program: String,
        /// What it did to the first command.
        fault: Fault,
    },
}

impl Program {
    /// The time for each move as GTP's `time_settings` tells it: whole seconds, and no less than one.
    #[must_use]
    pub fn told_time(&self) -> Option<Duration> {
        let time = self.time_per_move?;
        Some(Duration::from_secs(time.as_secs().max(1)))
    }

    /// Whether every game needs a process of its own.
    pub(super) fn takes_seed(&self) -> bool {
        self.arguments
            .iter()
            .any(|argument| argument.contains(SEED))
    }

    fn command(&self, seed: u64) -> Command {
        let mut command = Command::new(&self.program);
        let seed = seed.to_string();
        command
            .args(
                self.arguments
                    .iter()
                    .map(|argument| argument.replace(SEED, &seed)),
            )
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(match self.errors {
                ErrorStream::Hidden => Stdio::null(),
                ErrorStream::Shown => Stdio::inherit(),
            });
        // Ctrl-C is for us: it lets the games under way come to their end.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
    }
}

/// A running program. It is asked to quit, and ended if it does not, when it goes out of scope.
pub(super) struct Process {
    child: Child,
    /// `None` once the program was given up.
    input: Option<ChildStdin>,
    answers: Receiver<Vec<u8>>,
    brake: Brake,
}

impl Process {
    /// Starts the program.
    ///
    /// # Errors
    ///
    /// [`StartError::Spawn`] when the system cannot run it.
    pub(super) fn start(program: &Program, seed: u64, brake: &Brake) -> Result<Self, StartError> {
        let spawned = program.command(seed).spawn();
        let mut child = spawned.map_err(|reason| StartError::Spawn {
            program: program.program.clone(),
            reason,
        })?;
        let (sender, answers) = channel();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || pass_on(output, &sender));
        }
        Ok(Self {
            input: child.stdin.take(),
            child,
            answers,
            brake: brake.clone(),
        })
    }

    /// Sends a command and waits for the answer, which is returned without its mark.
    ///
    /// # Errors
    ///
    /// [`Fault::Crash`], [`Fault::Stall`], [`Fault::BadAnswer`]: after any of them the two no longer understand each
    /// other, and the process should be given up. A match that is broken off gives a stall.
    pub(super) fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Fault> {
        let sent = self
            .input
            .as_mut()
            .map(|input| writeln!(input, "{command}"));
        if !matches!(sent, Some(Ok(()))) {
            return Err(self.crash());
        }
        let answer = self.wait(command, patience)?;
        let text = String::from_utf8_lossy(&answer);
        match text.strip_prefix('=') {
            Some(answer) => Ok(answer.trim().to_owned()),
            None => Err(bad_answer(command, text.trim())),
        }
    }

    fn wait(&mut self, command: &str, patience: Duration) -> Result<Vec<u8>, Fault> {
        let start = Instant::now();
        loop {
            let left = patience.saturating_sub(start.elapsed());
            match self.answers.recv_timeout(left.min(LOOK)) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() || self.brake.is_aborted() => {
                    return Err(Fault::Stall(command.to_owned()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Processor time used so far.
    pub(super) fn cpu_time(&self) -> Option<Duration> {
        cpu::process_time(self.child.id())
    }

    /// Ends what is left of the program and says how it went.
    fn crash(&mut self) -> Fault {
        let ended = self.ended_within(FAREWELL);
        self.end();
        Fault::Crash(match ended {
            Some(status) => format!("the program has ended, {status}"),
            None => "the program has closed its streams".to_owned(),
        })
    }

    /// Ends the program without a word.
    pub(super) fn end(&mut self) {
        self.input = None;
        // Both fail only for a process that has ended, and then there is nothing left to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn ended_within(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let start = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if start.elapsed() >= time {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            // A program that is past hearing it is ended below.
            let _ = writeln!(input, "quit");
            drop(input);
            let _ = self.ended_within(FAREWELL);
        }
        self.end();
    }
}

/// The fault of an answer, of which a line is enough to see what is wrong.
pub(super) fn bad_answer(command: &str, answer: &str) -> Fault {
    let line = answer.lines().next().unwrap_or_default();
    Fault::BadAnswer {
        command: command.to_owned(),
        answer: line.chars().take(80).collect(),
    }
}

/// Passes answers on, each up to the empty line that ends it, until the program closes its output.
fn pass_on(output: ChildStdout, answers: &Sender<Vec<u8>>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(answer)) = read_answer(&mut output) {
        if answers.send(answer).is_err() {
            return;
        }
    }
}

/// The next answer; what is too long is cut. `None` at the end.
fn read_answer(output: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut answer = Vec::new();
    let mut output = output.take(MAX_ANSWER);
    loop {
        let length = answer.len();
        if output.read_until(b'\n', &mut answer)? == 0 {
            return Ok((output.limit() == 0).then_some(answer));
        }
        let is_empty = answer[length..].trim_ascii().is_empty();
        if is_empty && length > 0 {
            return Ok(Some(answer));
        }
        if is_empty {
            answer.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(mut output: &[u8]) -> Vec<String> {
        std::iter::from_fn(|| read_answer(&mut output).unwrap())
            .map(|answer| String::from_utf8(answer).unwrap())
            .collect()
    }

    #[test]
    fn an_empty_line_ends_an_answer() {
        assert_eq!(
            answers(b"= a\n\n\n\n=\nb\r\n\r\n"),
            ["= a\n\n", "=\nb\r\n\r\n"]
        );
        assert_eq!(answers(b"= cut off\n"), [""; 0]);
    }

    #[test]
    fn an_endless_answer_is_cut() {
        let endless = b"x".repeat(MAX_ANSWER as usize + 10);
        assert_eq!(answers(&endless)[0].len(), MAX_ANSWER as usize);
    }
}
