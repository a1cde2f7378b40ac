//! The lines that the controller sends. A thread reads them, so that each is noticed while the engine is busy.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::command::Command;
use crate::files::{LineRead, read_line};
use crate::{catch_panic, spawn};

/// Maximum bytes of a line, its end included. The longest commands are positions of 19x19, about 3000 bytes.
const MAX_LINE_BYTES: usize = 2 << 20;

/// Maximum digits of a command number that the answer to an overlong line repeats.
const MAX_ID_DIGITS: usize = 100;

#[derive(Debug)]
pub enum InputLine {
    Command(Command),
    /// A line of more than [`MAX_LINE_BYTES`], with its command number if it has one.
    TooLong(Option<String>),
    /// The comment `# interrupt`, by which `GoGui` asks for the move of the running search.
    Interrupt,
    Blank,
}

impl InputLine {
    /// Reads the next line; `None` at the end of the input. `buffer` saves an allocation per line.
    pub(super) fn read(
        reader: &mut impl BufRead,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Option<Self>> {
        Ok(match read_line(reader, MAX_LINE_BYTES, buffer)? {
            LineRead::Whole => Some(Self::parse(buffer)),
            LineRead::TooLong => Some(Self::parse_truncated(buffer)),
            LineRead::End => None,
        })
    }

    pub(super) fn parse(line: &[u8]) -> Self {
        if line.trim_ascii() == b"# interrupt" {
            Self::Interrupt
        } else {
            Command::parse(line).map_or(Self::Blank, Self::Command)
        }
    }

    fn parse_truncated(start: &[u8]) -> Self {
        if start.trim_ascii_start().starts_with(b"#") {
            return Self::Blank;
        }
        let id = Command::parse(start).and_then(|command| command.id);
        Self::TooLong(id.filter(|id| id.len() <= MAX_ID_DIGITS))
    }

    /// Approximate size in bytes.
    pub(super) fn size(&self) -> usize {
        let length = |id: &Option<String>| id.as_ref().map_or(0, String::len);
        let texts = match self {
            Self::Command(command) => {
                length(&command.id) + command.name.len() + command.arguments.len()
            }
            Self::TooLong(id) => length(id),
            Self::Interrupt | Self::Blank => 0,
        };
        texts + size_of::<Self>()
    }

    pub(super) const fn is_interrupt(&self) -> bool {
        matches!(self, Self::Interrupt)
    }

    pub fn is_quit(&self) -> bool {
        matches!(self, Self::Command(command) if command.name == "quit")
    }
}

/// If a `quit` or the end of the input arrives sooner than this after a command, they count as sent together, as in
/// `echo genmove b | tao-go gtp`, and the command is carried out in full. If it arrives later, it stops the search.
const SENT_TOGETHER: Duration = Duration::from_millis(100);

/// Bytes of waiting lines above which the reader pauses.
const MAX_WAITING_BYTES: usize = 4 << 20;

/// How reading ended: at the end of the input, with an error or with a panic.
type ReadResult = thread::Result<io::Result<()>>;

/// The lines that were read and not yet taken, with flags that stop a running search.
#[derive(Debug, Default)]
pub(super) struct InputQueue {
    queued: Mutex<QueuedLines>,
    /// Notified when a line, or the end of the input, is added or taken.
    changed: Condvar,
    /// Set while a line, or the end of the input, waits to be taken.
    pub(super) is_waiting: AtomicBool,
    /// Set while the search for the current command must stop: after an interrupt, or after a `quit` or an end of the input that
    /// came later than the command.
    pub(super) stop: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
struct QueuedLines {
    /// Each line with its time of arrival.
    lines: VecDeque<(Instant, InputLine)>,
    /// Approximate size of the lines in bytes.
    bytes: usize,
    interrupt_count: usize,
    /// Set once there is nothing more to read.
    end: Option<ReadResult>,
    /// Arrival of the line that was taken last.
    current: Option<Instant>,
    /// Arrival of the first `quit` or of the end of the input.
    quit: Option<Instant>,
    /// When the reader went on after a pause: lines that waited until then count as sent at this time.
    resumed: Option<Instant>,
}

impl InputQueue {
    /// Starts a thread that reads to the end of the input or the first error.
    pub(super) fn open(mut reader: impl BufRead + Send + 'static) -> io::Result<Arc<Self>> {
        let queue = Arc::new(Self::default());
        let filled = Arc::clone(&queue);
        let read = move || {
            let read_all = || {
                let mut buffer = Vec::new();
                while let Some(line) = InputLine::read(&mut reader, &mut buffer)? {
                    filled.push(line, Instant::now());
                    filled.wait_for_room();
                }
                Ok(())
            };
            let end = catch_panic(read_all);
            filled.close(end, Instant::now());
        };
        spawn("reader", read)?;
        Ok(queue)
    }

    /// Waits for the next line; `None` at the end of the input. Passes on, once, the error or panic that ended it.
    pub(super) fn take(&self) -> io::Result<Option<InputLine>> {
        let mut queued = self.wait_while(|queued| !queued.is_waiting());
        let Some((arrival, line)) = queued.lines.pop_front() else {
            let end = queued.end.replace(Ok(Ok(())));
            let end = end.map_or(Ok(()), |end| {
                end.unwrap_or_else(|panic| resume_unwind(panic))
            });
            return end.map(|()| None);
        };
        queued.interrupt_count -= usize::from(line.is_interrupt());
        queued.bytes -= line.size();
        queued.current = Some(arrival);
        self.announce(&queued);
        Ok(Some(line))
    }

    pub(super) fn wait(&self) {
        drop(self.wait_while(|queued| !queued.is_waiting()));
    }

    fn wait_for_room(&self) {
        let is_full = |queued: &mut QueuedLines| queued.bytes > MAX_WAITING_BYTES;
        if is_full(&mut self.queued.lock()) {
            drop(self.wait_while(is_full));
            self.resume(Instant::now());
        }
    }

    /// Notes that the reader goes on after a pause.
    fn resume(&self, time: Instant) {
        self.queued.lock().resumed = Some(time);
    }

    fn push(&self, line: InputLine, arrival: Instant) {
        let mut queued = self.queued.lock();
        queued.interrupt_count += usize::from(line.is_interrupt());
        queued.bytes += line.size();
        if line.is_quit() {
            queued.quit.get_or_insert(arrival);
        }
        queued.lines.push_back((arrival, line));
        self.announce(&queued);
    }

    fn close(&self, end: ReadResult, arrival: Instant) {
        let mut queued = self.queued.lock();
        queued.quit.get_or_insert(arrival);
        queued.end = Some(end);
        self.announce(&queued);
    }

    /// Updates both flags and wakes all waiting threads. The flags guard no data, so relaxed stores suffice.
    fn announce(&self, queued: &QueuedLines) {
        self.stop.store(queued.must_stop(), Ordering::Relaxed);
        self.is_waiting
            .store(queued.is_waiting(), Ordering::Relaxed);
        self.changed.notify_all();
    }

    fn wait_while(
        &self,
        condition: impl FnMut(&mut QueuedLines) -> bool,
    ) -> MutexGuard<'_, QueuedLines> {
        let mut queued = self.queued.lock();
        self.changed.wait_while(&mut queued, condition);
        queued
    }
}

impl QueuedLines {
    fn is_waiting(&self) -> bool {
        !self.lines.is_empty() || self.end.is_some()
    }

    fn must_stop(&self) -> bool {
        let current = self.current.max(self.resumed);
        let quits_later = current.zip(self.quit).is_some_and(|(current, quit)| {
            quit.saturating_duration_since(current) >= SENT_TOGETHER
        });
        self.interrupt_count > 0 || quits_later
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_command_an_interrupt_or_blank() {
        let is_command = |line: &[u8]| matches!(InputLine::parse(line), InputLine::Command(_));
        let is_blank = |line: &[u8]| matches!(InputLine::parse(line), InputLine::Blank);
        assert!(is_command(b"1 name"));
        assert!(InputLine::parse(b"# interrupt\r\n").is_interrupt());
        assert!(InputLine::parse(b"  # interrupt ").is_interrupt());
        assert!(is_blank(b"#interrupt") && is_blank(b"") && is_blank(b"# c"));
    }

    #[test]
    fn an_overlong_line_does_not_affect_the_next_one() {
        let lengths = [MAX_LINE_BYTES - 1, MAX_LINE_BYTES, 3 * MAX_LINE_BYTES, 1];
        let input = lengths.map(|bytes| "x".repeat(bytes)).join("\n");
        let (mut reader, mut buffer) = (input.as_bytes(), Vec::new());
        for (length, is_too_long) in lengths.into_iter().zip([false, true, true, false]) {
            let line = InputLine::read(&mut reader, &mut buffer).unwrap().unwrap();
            match line {
                InputLine::TooLong(None) => assert!(is_too_long, "{length}"),
                InputLine::Command(command) => {
                    assert!(!is_too_long, "{length}");
                    assert_eq!(command.name.len(), length);
                }
                other => panic!("{length}: {other:?}"),
            }
            assert!(buffer.len() <= MAX_LINE_BYTES, "{length}");
        }
        assert!(InputLine::read(&mut reader, &mut buffer).unwrap().is_none());
    }

    fn push(queue: &InputQueue, line: &str, arrival: Instant) {
        queue.push(InputLine::parse(line.as_bytes()), arrival);
    }

    /// The flags: input is waiting, the search must stop.
    fn flags(queue: &InputQueue) -> [bool; 2] {
        [&queue.is_waiting, &*queue.stop].map(|flag| flag.load(Ordering::Relaxed))
    }

    #[test]
    fn every_line_waits_until_it_is_taken() {
        let (queue, now) = (InputQueue::default(), Instant::now());
        assert_eq!(flags(&queue), [false, false]);
        for line in ["name", "", "# c"] {
            push(&queue, line, now);
            assert_eq!(flags(&queue), [true, false]);
        }
        for is_waiting in [true, true, false] {
            assert!(queue.take().unwrap().is_some());
            assert_eq!(flags(&queue), [is_waiting, false]);
        }
        queue.close(Ok(Ok(())), now);
        assert_eq!(flags(&queue), [true, false]);
        assert!(queue.take().unwrap().is_none() && queue.take().unwrap().is_none());
    }

    #[test]
    fn the_reader_pauses_while_too_much_waits() {
        let queue = InputQueue::open(io::BufReader::new(io::repeat(b'\n'))).unwrap();
        let expected = MAX_WAITING_BYTES / InputLine::Blank.size() + 1;
        for _ in 0..3 {
            while queue.queued.lock().bytes <= MAX_WAITING_BYTES {
                thread::yield_now();
            }
            thread::sleep(Duration::from_millis(20));
            assert_eq!(queue.queued.lock().lines.len(), expected);
            for _ in 0..expected {
                assert!(queue.take().unwrap().is_some());
            }
        }
    }

    #[test]
    fn the_end_of_the_input_after_a_pause_of_the_reader_stops_nothing() {
        for pauses in [true, false] {
            let (queue, now) = (InputQueue::default(), Instant::now());
            let later = now + SENT_TOGETHER;
            push(&queue, "genmove b", now);
            queue.take().unwrap();
            if pauses {
                queue.resume(later);
            }
            queue.close(Ok(Ok(())), later);
            assert_eq!(flags(&queue)[1], !pauses);
        }
    }

    #[test]
    fn an_interrupt_stops_only_the_command_before_it() {
        let (queue, now) = (InputQueue::default(), Instant::now());
        push(&queue, "# interrupt", now);
        push(&queue, "genmove b", now);
        assert!(matches!(queue.take(), Ok(Some(InputLine::Interrupt))));
        assert_eq!(flags(&queue), [true, false], "no command was running");
        assert!(matches!(queue.take(), Ok(Some(InputLine::Command(_)))));
        push(&queue, "# interrupt", now);
        assert_eq!(flags(&queue), [true, true]);
        queue.take().unwrap();
        assert_eq!(flags(&queue), [false, false]);
    }

    #[test]
    fn quit_stops_only_commands_that_were_sent_before_it() {
        for line in ["quit", "name"] {
            let (queue, now) = (InputQueue::default(), Instant::now());
            let later = now + SENT_TOGETHER;
            push(&queue, "genmove b", now);
            push(&queue, "genmove w", now);
            queue.take().unwrap();
            assert!(!flags(&queue)[1]);
            push(&queue, "reg_genmove b", later);
            push(&queue, line, later);
            assert_eq!(flags(&queue)[1], line == "quit", "`{line}` came later");
            queue.close(Ok(Ok(())), later);
            assert!(flags(&queue)[1], "the end of the input came later");
            queue.take().unwrap();
            assert!(flags(&queue)[1], "the second command was sent early, too");
            queue.take().unwrap();
            assert!(!flags(&queue)[1], "the third came together with the end");
        }
    }

    #[test]
    fn a_read_error_is_returned_once() {
        let queue = InputQueue::default();
        let error = io::ErrorKind::ConnectionReset;
        queue.close(Ok(Err(error.into())), Instant::now());
        queue.wait();
        assert!(queue.take().is_err());
        assert!(queue.take().unwrap().is_none());
    }

    #[test]
    fn a_panic_of_the_reader_is_passed_on_once() {
        struct PanickingReader;
        impl io::Read for PanickingReader {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                panic!("on purpose")
            }
        }
        let queue = InputQueue::open(io::BufReader::new(PanickingReader)).unwrap();
        assert!(catch_panic(|| queue.take()).is_err());
        assert!(queue.take().unwrap().is_none());
    }
}
