//! Child processes that speak GTP: their command lines, and a timeout for every answer.

use std::io;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::cpu_time;
use super::player::Fault;
use super::runner::StopSignal;

const POLL_INTERVAL: Duration = Duration::from_millis(50);

const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Maximum length of an answer in bytes. The longest one that a match asks for is a score.
const MAX_ANSWER: u64 = 64 << 10;

/// Maximum number of answers that wait to be read. A program gives one answer to each command.
const MAX_WAITING: usize = 8;

/// A program that cannot take part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{program}` {reason}")]
pub struct StartError {
    pub program: String,
    /// Why it cannot take part.
    pub reason: String,
}

/// A running program. When dropped it is sent `quit`, and killed if it does not end.
pub(super) struct Process {
    child: Child,
    /// `None` after [`kill`](Self::kill).
    input: Option<ChildStdin>,
    answers: Receiver<Vec<u8>>,
    stop: StopSignal,
}

impl Process {
    /// Starts the program. Its error stream is shown if the log is not quiet.
    pub(super) fn start(
        program: &Program,
        seed: u64,
        stop: &StopSignal,
    ) -> Result<Self, StartError> {
        let mut command = Command::new(&program.program);
        command
            .args(program.arguments_with_seed(seed))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(if log::log_enabled!(log::Level::Info) {
                Stdio::inherit()
            } else {
                Stdio::null()
            });
        // A process group of its own, so that Ctrl-C does not reach the program: games in progress are to be finished.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| StartError {
            program: program.program.clone(),
            reason: format!("cannot be started: {error}"),
        })?;
        let (sender, answers) = sync_channel(MAX_WAITING);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || forward_answers(output, &sender));
        }
        Ok(Self {
            input: child.stdin.take(),
            child,
            answers,
            stop: stop.clone(),
        })
    }

    /// Sends a command and returns the answer without its `=`; a stall if the match is aborted. After a fault
    /// answers no longer match commands, and the process must not be used again.
    pub(super) fn ask(&mut self, command: &str, timeout: Duration) -> Result<String, Fault> {
        let sent = self
            .input
            .as_mut()
            .map(|input| writeln!(input, "{command}"));
        if !matches!(sent, Some(Ok(()))) {
            return Err(self.crash());
        }
        let answer = self.wait_for_answer(command, timeout)?;
        let text = String::from_utf8_lossy(&answer);
        match text.strip_prefix('=') {
            Some(answer) => Ok(answer.trim().to_owned()),
            None => Err(Fault::bad_answer(command, text.trim())),
        }
    }

    fn wait_for_answer(&mut self, command: &str, timeout: Duration) -> Result<Vec<u8>, Fault> {
        let start = Instant::now();
        loop {
            let left = timeout.saturating_sub(start.elapsed());
            match self.answers.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() || self.stop.is_aborted() => {
                    return Err(Fault::stall(command));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    pub(super) fn cpu_time(&self) -> Option<Duration> {
        cpu_time::process_time(self.child.id())
    }

    /// Kills a program that has ended or closed its streams, and returns the fault.
    fn crash(&mut self) -> Fault {
        let status = self.wait_for_exit(QUIT_TIMEOUT);
        self.kill();
        status.map_or_else(
            || Fault::crash("the program has closed its streams"),
            |status| Fault::crash(format_args!("the program has ended, {status}")),
        )
    }

    pub(super) fn kill(&mut self) {
        self.input = None;
        // Both fail only for a process that has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn wait_for_exit(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if start.elapsed() >= timeout {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            // Fails only if the program has closed its input.
            let _ = writeln!(input, "quit");
            drop(input);
            let _ = self.wait_for_exit(QUIT_TIMEOUT);
        }
        self.kill();
    }
}

/// Sends all answers, each up to the empty line that ends it, until the program closes its output or nobody receives them. While
/// too many wait, nothing is read.
fn forward_answers(output: impl Read, answers: &SyncSender<Vec<u8>>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(answer)) = read_answer(&mut output)
        && answers.send(answer).is_ok()
    {}
}

/// Reads the next answer, cut at [`MAX_ANSWER`]; `None` at the end of the output.
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

const SEED: &str = "{seed}";

/// The command line of a program that speaks GTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The command line as the user wrote it, for reports.
    pub text: String,
    /// The program, by its path or as the system finds it.
    pub program: String,
    /// Its arguments. `{seed}` in an argument stands for the seed of the game; a program with such an argument is restarted for
    /// every game.
    pub arguments: Vec<String>,
    /// Time for each move, before rounding; see [`sent_time_per_move`](Self::sent_time_per_move).
    pub time_per_move: Option<Duration>,
}

impl FromStr for Program {
    type Err = &'static str;

    /// Splits a text into words as a shell does, without variables or other expansions.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words = shlex::split(text).ok_or("a quote is not closed")?;
        let (program, arguments) = words.split_first().ok_or("a command is missing")?;
        Ok(Self {
            text: text.to_owned(),
            program: program.clone(),
            arguments: arguments.to_vec(),
            time_per_move: None,
        })
    }
}

impl Program {
    /// The time for each move as GTP's `time_settings` sends it: whole seconds, at least one.
    pub fn sent_time_per_move(&self) -> Option<Duration> {
        let time = self.time_per_move?;
        Some(Duration::from_secs(time.as_secs().max(1)))
    }

    pub(super) fn arguments_with_seed(&self, seed: u64) -> impl Iterator<Item = String> {
        let seed = seed.to_string();
        let arguments = self.arguments.iter();
        arguments.map(move |argument| argument.replace(SEED, &seed))
    }

    pub(super) fn takes_seed(&self) -> bool {
        let mut arguments = self.arguments.iter();
        arguments.any(|argument| argument.contains(SEED))
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
    fn answers_that_nobody_receives_end_the_reading() {
        let (sender, answers) = sync_channel(MAX_WAITING);
        let reader = thread::spawn(move || forward_answers(io::repeat(b'x'), &sender));
        drop(answers);
        reader.join().unwrap();
    }

    #[test]
    fn an_endless_answer_is_cut() {
        let endless = b"x".repeat(MAX_ANSWER as usize + 10);
        assert_eq!(answers(&endless)[0].len(), MAX_ANSWER as usize);
    }

    #[test]
    fn command_lines_are_split_as_by_a_shell() {
        let program: Program = "'my engine' -x 'a b'".parse().unwrap();
        assert_eq!(program.program, "my engine");
        assert_eq!(program.arguments, ["-x", "a b"]);
        for (text, expected) in [
            ("", "a command is missing"),
            ("'gnugo", "a quote is not closed"),
        ] {
            assert_eq!(text.parse::<Program>(), Err(expected));
        }
    }
}
