//! What the controller has sent: read on a thread of its own, so that every line is seen when it comes, whatever the
//! engine is doing.

use std::collections::VecDeque;
use std::io;
use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::bounded::{Found, read_line};
use super::command::Command;

/// A command and a `quit`, or the end of the input, that comes so soon after it were sent together, as in `echo genmove b
/// | tao-go gtp`: the command is carried out in full. Later, somebody wants to leave.
const SENT_TOGETHER: Duration = Duration::from_millis(100);

/// Bytes of lines that wait, beyond which no more are read: who sends faster than the engine answers must wait, too.
const MOST_WAITING: usize = 4 << 20;

/// Most digits of a number that is repeated in the answer to a line that is too long.
const LONGEST_ID: usize = 100;

/// How reading ended: with the input, an error or a panic.
type End = thread::Result<io::Result<()>>;

/// One line of input.
#[derive(Debug)]
pub(super) enum Line {
    /// Something to answer.
    Command(Command),
    /// A line that is too long to be carried out, by its number if it has one.
    TooLong(Option<String>),
    /// The comment by which `GoGui` ends a move that is being thought about.
    Interrupt,
    /// Nothing to answer.
    Blank,
}

impl Line {
    fn parse(line: &[u8]) -> Self {
        if line.trim_ascii() == b"# interrupt" {
            Self::Interrupt
        } else {
            Command::parse(line).map_or(Self::Blank, Self::Command)
        }
    }

    /// What is left of a line whose end was cut off.
    fn parse_head(head: &[u8]) -> Self {
        if head.trim_ascii_start().starts_with(b"#") {
            return Self::Blank;
        }
        let id = Command::parse(head).and_then(|command| command.id);
        Self::TooLong(id.filter(|id| id.len() <= LONGEST_ID))
    }

    /// About as many bytes as it takes.
    fn size(&self) -> usize {
        let length = |id: &Option<String>| id.as_ref().map_or(0, String::len);
        let texts = match self {
            Self::Command(command) => {
                length(&command.id) + command.name.len() + command.arguments.len()
            }
            Self::TooLong(id) => length(id),
            Self::Interrupt | Self::Blank => 0,
        };
        texts + size_of::<(Instant, Self)>()
    }

    const fn is_interrupt(&self) -> bool {
        matches!(self, Self::Interrupt)
    }

    fn is_quit(&self) -> bool {
        matches!(self, Self::Command(command) if command.name == "quit")
    }
}

/// The lines that were read and not yet taken, with signs for a search to stop at.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    contents: Mutex<Contents>,
    arrival: Condvar,
    /// Lines are taken.
    departure: Condvar,
    /// Whether anything waits to be taken.
    is_waiting: AtomicBool,
    /// Whether the move that is being thought about is wanted now.
    hurry: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
struct Contents {
    /// Each with the time when it came.
    lines: VecDeque<(Instant, Line)>,
    /// About as many bytes as they take.
    size: usize,
    /// How many of the lines are interrupts.
    interrupts: usize,
    /// Set once there is nothing more to read.
    end: Option<End>,
    /// When the line came that was taken last.
    current: Option<Instant>,
    /// When somebody wanted to leave.
    left: Option<Instant>,
    /// When there was room again. What came before may have been sent together with what came then.
    resumed: Option<Instant>,
}

impl Inbox {
    /// Starts to read, up to the end of the input or the first error.
    ///
    /// # Errors
    ///
    /// When the thread cannot be started.
    pub(super) fn open(mut reader: impl BufRead + Send + 'static) -> io::Result<Arc<Self>> {
        let inbox = Arc::new(Self::default());
        let filled = Arc::clone(&inbox);
        let mut read_all = move |inbox: &Self| -> io::Result<()> {
            let mut line = Vec::new();
            loop {
                match read_line(&mut reader, &mut line)? {
                    Found::Line => inbox.push(Line::parse(&line)),
                    Found::Head => inbox.push(Line::parse_head(&line)),
                    Found::End => return Ok(()),
                }
                inbox.wait_for_room();
            }
        };
        let read = move || {
            let end = catch_unwind(AssertUnwindSafe(|| read_all(&filled)));
            filled.close(end);
        };
        thread::Builder::new()
            .name("reader".to_owned())
            .spawn(read)?;
        Ok(inbox)
    }

    /// The next line, as soon as there is one; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// With what reading failed with, once.
    ///
    /// # Panics
    ///
    /// Where the reader did, once.
    pub(super) fn take(&self) -> io::Result<Option<Line>> {
        let mut contents = self.lock();
        loop {
            if let Some((arrival, line)) = contents.lines.pop_front() {
                contents.interrupts -= usize::from(line.is_interrupt());
                contents.size -= line.size();
                self.departure.notify_all();
                contents.current = Some(arrival);
                self.set_signs(&contents);
                return Ok(Some(line));
            }
            if let Some(end) = &mut contents.end {
                let end = std::mem::replace(end, Ok(Ok(())));
                return end
                    .unwrap_or_else(|panic| resume_unwind(panic))
                    .map(|()| None);
            }
            contents = self
                .arrival
                .wait(contents)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until there is something to take.
    pub(super) fn wait(&self) {
        let mut contents = self.lock();
        while !contents.is_waiting() {
            contents = self
                .arrival
                .wait(contents)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Is set while a line, or the end of the input, waits to be taken: the sign for what goes on until then.
    pub(super) const fn waiting_sign(&self) -> &AtomicBool {
        &self.is_waiting
    }

    /// Is set while a move that is being thought about is wanted now: the sign for what other lines do not end.
    pub(super) fn hurry_sign(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.hurry)
    }

    /// Whether that sign is set.
    pub(super) fn is_in_a_hurry(&self) -> bool {
        self.hurry.load(Ordering::Relaxed)
    }

    /// Waits while too much waits to be taken.
    fn wait_for_room(&self) {
        let mut contents = self.lock();
        while contents.size > MOST_WAITING {
            contents = self
                .departure
                .wait(contents)
                .unwrap_or_else(PoisonError::into_inner);
            contents.resumed = Some(Instant::now());
        }
    }

    fn push(&self, line: Line) {
        let (mut contents, now) = (self.lock(), Instant::now());
        contents.interrupts += usize::from(line.is_interrupt());
        contents.size += line.size();
        if line.is_quit() {
            contents.left.get_or_insert(now);
        }
        contents.lines.push_back((now, line));
        self.announce(&contents);
    }

    fn close(&self, end: End) {
        let mut contents = self.lock();
        contents.left.get_or_insert_with(Instant::now);
        contents.end = Some(end);
        self.announce(&contents);
    }

    fn announce(&self, contents: &Contents) {
        self.set_signs(contents);
        self.arrival.notify_all();
    }

    /// Both signs follow from the contents. They guard no data: when a search sees them is all that matters.
    fn set_signs(&self, contents: &Contents) {
        self.hurry
            .store(contents.is_wanted_now(), Ordering::Relaxed);
        self.is_waiting
            .store(contents.is_waiting(), Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Contents {
    fn is_waiting(&self) -> bool {
        !self.lines.is_empty() || self.end.is_some()
    }

    /// Whether the answer to what was taken last is.
    fn is_wanted_now(&self) -> bool {
        let leaves_later = |(current, left): (Instant, Instant)| {
            left.saturating_duration_since(current) >= SENT_TOGETHER
        };
        let current = self.current.max(self.resumed);
        self.interrupts > 0 || current.zip(self.left).is_some_and(leaves_later)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(lines: &[&str]) -> Vec<Line> {
        lines
            .iter()
            .map(|line| Line::parse(line.as_bytes()))
            .collect()
    }

    fn signs(inbox: &Inbox) -> [bool; 2] {
        [&inbox.is_waiting, &*inbox.hurry].map(|sign| sign.load(Ordering::Relaxed))
    }

    /// Has all that has come, and what was taken last, be older.
    fn grow_old(inbox: &Inbox) {
        let mut contents = inbox.lock();
        let Contents { lines, current, .. } = &mut *contents;
        let arrivals = lines.iter_mut().map(|(arrival, _)| arrival).chain(current);
        arrivals.for_each(|arrival| *arrival -= SENT_TOGETHER);
    }

    #[test]
    fn lines_are_commands_interrupts_or_nothing() {
        let lines = names(&[
            "1 name",
            "# interrupt\r\n",
            "  # interrupt ",
            "#interrupt",
            "",
            "# c",
        ]);
        assert!(matches!(
            lines[..],
            [
                Line::Command(_),
                Line::Interrupt,
                Line::Interrupt,
                Line::Blank,
                Line::Blank,
                Line::Blank
            ]
        ));
    }

    #[test]
    fn whatever_comes_is_waiting_until_it_is_taken() {
        let inbox = Inbox::default();
        assert_eq!(signs(&inbox), [false, false]);
        for line in names(&["name", "", "# c"]) {
            inbox.push(line);
            assert_eq!(signs(&inbox), [true, false]);
        }
        for left in [true, true, false] {
            assert!(inbox.take().unwrap().is_some());
            assert_eq!(signs(&inbox), [left, false]);
        }
        inbox.close(Ok(Ok(())));
        assert_eq!(signs(&inbox), [true, false]);
        assert!(inbox.take().unwrap().is_none() && inbox.take().unwrap().is_none());
    }

    #[test]
    fn who_sends_too_much_waits_until_some_of_it_is_taken() {
        let inbox = Inbox::open(io::BufReader::new(io::repeat(b'\n'))).unwrap();
        let most = MOST_WAITING / Line::Blank.size() + 1;
        for _ in 0..3 {
            while inbox.lock().size <= MOST_WAITING {
                thread::yield_now();
            }
            thread::sleep(Duration::from_millis(20));
            assert_eq!(inbox.lock().lines.len(), most);
            for _ in 0..most {
                assert!(inbox.take().unwrap().is_some());
            }
        }
    }

    #[test]
    fn the_end_is_not_late_for_what_the_reader_had_to_wait_with() {
        let long = format!("x {}\n", "y".repeat(1 << 20));
        let inbox = Inbox::open(io::Cursor::new(long.repeat(5))).unwrap();
        while inbox.lock().size <= MOST_WAITING {
            thread::yield_now();
        }
        grow_old(&inbox);
        inbox.take().unwrap();
        inbox.take().unwrap();
        while inbox.lock().end.is_none() {
            thread::yield_now();
        }
        assert!(!signs(&inbox)[1]);
    }

    #[test]
    fn an_interrupt_is_for_what_was_sent_before() {
        let inbox = Inbox::default();
        for line in names(&["# interrupt", "genmove b"]) {
            inbox.push(line);
        }
        assert!(matches!(inbox.take(), Ok(Some(Line::Interrupt))));
        assert_eq!(signs(&inbox), [true, false], "nothing was under way");
        assert!(matches!(inbox.take(), Ok(Some(Line::Command(_)))));
        inbox.push(Line::Interrupt);
        assert_eq!(signs(&inbox), [true, true]);
        inbox.take().unwrap();
        assert_eq!(signs(&inbox), [false, false]);
    }

    #[test]
    fn who_leaves_waits_only_for_what_was_sent_with_that() {
        for line in ["quit", "name"] {
            let inbox = Inbox::default();
            let push = |text: &str| inbox.push(Line::parse(text.as_bytes()));
            push("genmove b");
            push("genmove w");
            inbox.take().unwrap();
            assert!(!signs(&inbox)[1]);
            grow_old(&inbox);
            push("reg_genmove b");
            push(line);
            assert_eq!(signs(&inbox)[1], line == "quit", "`{line}` came later");
            inbox.close(Ok(Ok(())));
            assert!(signs(&inbox)[1], "the end of the input came later");
            inbox.take().unwrap();
            assert!(signs(&inbox)[1], "the second was sent long before, too");
            inbox.take().unwrap();
            assert!(!signs(&inbox)[1], "the third came together with the end");
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_once() {
        let inbox = Inbox::default();
        inbox.close(Ok(Err(io::ErrorKind::ConnectionReset.into())));
        inbox.wait();
        assert!(inbox.take().is_err());
        assert!(inbox.take().unwrap().is_none());
    }

    #[test]
    fn a_reader_that_panics_is_told_of_where_lines_are_taken() {
        struct Broken;
        impl io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                panic!("on purpose")
            }
        }
        let inbox = Inbox::open(io::BufReader::new(Broken)).unwrap();
        assert!(catch_unwind(AssertUnwindSafe(|| inbox.take())).is_err());
        assert!(inbox.take().unwrap().is_none());
    }
}
