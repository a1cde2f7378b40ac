//! What waits between the threads: positions for the workers, and lines to write.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::query::Query;

/// Workers wait while the lines that wait to be written have at least this many bytes, so a client that reads slowly gets answers
/// slowly.
const MAX_ANSWER_BYTES: usize = 64 << 10;

/// Lines of the reader may take 1/8 of the room; the rest is for queries.
const LINES_DIVISOR: usize = 8;

/// Bytes that a waiting query, each of its positions and each line take in addition to their texts.
const QUERY_BYTES: usize = 128;
const POSITION_BYTES: usize = 64;
const LINE_BYTES: usize = 48;

/// A waiting query, kept as its text: parsed it would take hundreds of times the memory.
pub struct QueuedQuery {
    pub id: Box<str>,
    pub text: Box<[u8]>,
    /// Approximate bytes of each of its positions, with their part of the text.
    position_bytes: usize,
}

/// A position of a query.
#[derive(Clone)]
pub struct QueuedPosition {
    pub query: Arc<QueuedQuery>,
    pub turn: usize,
}

/// A position to search, with what its worker must know.
pub struct SearchTask {
    pub position: QueuedPosition,
    /// Ends the search.
    pub stop: Arc<AtomicBool>,
    /// Number of positions that are searched or wait, this one included.
    pub open: usize,
    /// How many times clients have asked to forget evaluations.
    pub clears: u64,
}

/// The positions that wait or are searched, and the lines to write; shared by all threads.
pub struct Queues {
    /// Bytes for the queries and lines that wait.
    room: usize,
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    /// The waiting positions, by priority, the highest first, then by arrival.
    waiting: BTreeMap<(Reverse<i64>, u64), QueuedPosition>,
    /// Approximate size of what waits to be searched.
    waiting_bytes: usize,
    /// The positions that are searched, with the flags that end the searches.
    running: Vec<(QueuedPosition, Arc<AtomicBool>)>,
    arrivals: u64,
    clears: u64,
    lines: VecDeque<String>,
    /// Approximate size of the lines.
    line_bytes: usize,
    /// Set once nothing more is read.
    end: Option<io::Result<()>>,
    /// Set once nobody reads what is written.
    is_abandoned: bool,
}

impl QueueState {
    fn is_done(&self) -> bool {
        self.end.is_some() && self.waiting.is_empty() && self.running.is_empty()
    }

    fn stop(&mut self, mut selects: impl FnMut(&QueuedPosition) -> bool) -> Vec<QueuedPosition> {
        for (position, stop) in &self.running {
            if selects(position) {
                // The flag guards no data.
                stop.store(true, Ordering::Relaxed);
            }
        }
        let mut stopped = Vec::new();
        self.waiting.retain(|_, position| {
            let stays = !selects(position);
            if !stays {
                self.waiting_bytes -= position.query.position_bytes;
                stopped.push(position.clone());
            }
            stays
        });
        stopped
    }

    fn add(&mut self, line: String) {
        if !self.is_abandoned {
            self.line_bytes += LINE_BYTES + line.len();
            self.lines.push_back(line);
        }
    }
}

impl Queues {
    /// Empty queues with this room, in bytes.
    pub fn new(room: usize) -> Self {
        Self {
            room,
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Adds the positions of a query, whose text is `text`, once there is room; adds nothing if nobody reads the answers. A query
    /// that is larger than all the room is added when no other one waits.
    pub fn submit(&self, query: &Query, text: &[u8]) {
        let (turns, text_bytes) = (query.turns.len(), query.id.len() + text.len());
        let queued = Arc::new(QueuedQuery {
            id: query.id.as_str().into(),
            text: text.into(),
            position_bytes: POSITION_BYTES + (QUERY_BYTES + text_bytes).div_ceil(turns),
        });
        let bytes = turns * queued.position_bytes;
        let room = self.room - self.room / LINES_DIVISOR;
        let is_full = |state: &mut QueueState| {
            let is_over = state.waiting_bytes.saturating_add(bytes) > room;
            is_over && !state.waiting.is_empty() && !state.is_abandoned
        };
        let mut state = self.wait_while(is_full);
        if state.is_abandoned {
            return;
        }
        state.waiting_bytes += bytes;
        for (&turn, &priority) in &query.turns {
            state.arrivals += 1;
            let place = (Reverse(priority), state.arrivals);
            let query = Arc::clone(&queued);
            state.waiting.insert(place, QueuedPosition { query, turn });
        }
        self.changed.notify_all();
    }

    /// Waits for a position to search; `None` when there will be none. [`finish`](Self::finish) must follow.
    pub fn take(&self) -> Option<SearchTask> {
        let is_idle = |state: &mut QueueState| {
            state.waiting.is_empty() && state.end.is_none() && !state.is_abandoned
        };
        let mut state = self.wait_while(is_idle);
        let (_, position) = state.waiting.pop_first()?;
        state.waiting_bytes -= position.query.position_bytes;
        let stop = Arc::default();
        state.running.push((position.clone(), Arc::clone(&stop)));
        self.changed.notify_all();
        Some(SearchTask {
            position,
            stop,
            open: state.running.len() + state.waiting.len(),
            clears: state.clears,
        })
    }

    pub fn finish(&self, task: &SearchTask) {
        let mut state = self.state.lock();
        state
            .running
            .retain(|(_, stop)| !Arc::ptr_eq(stop, &task.stop));
        self.changed.notify_all();
    }

    /// Ends the searches of the positions that `selects` selects. Removes and returns those whose search has not begun.
    pub fn stop(&self, selects: impl FnMut(&QueuedPosition) -> bool) -> Vec<QueuedPosition> {
        let stopped = self.state.lock().stop(selects);
        self.changed.notify_all();
        stopped
    }

    /// Makes all engines forget their evaluations before their next search.
    pub fn clear(&self) {
        self.state.lock().clears += 1;
    }

    /// Adds a line of the reader, once there is room. More bytes may wait than for lines of the workers, so that a client may
    /// write many queries before it reads.
    pub fn push_reader_line(&self, line: String) {
        self.add_below(self.room / LINES_DIVISOR, line);
    }

    /// Adds a line of a worker, once there is room.
    pub fn push_answer(&self, line: String) {
        self.add_below(MAX_ANSWER_BYTES, line);
    }

    /// Adds a line as soon as those before it take less than `limit`, in bytes.
    fn add_below(&self, limit: usize, line: String) {
        let is_full = |state: &mut QueueState| {
            state.line_bytes >= limit && !state.lines.is_empty() && !state.is_abandoned
        };
        self.wait_while(is_full).add(line);
        self.changed.notify_all();
    }

    /// Adds a line that later ones make superfluous, if there is room. Returns whether anyone still reads the lines.
    pub fn offer_report(&self, line: impl FnOnce() -> String) -> bool {
        let mut state = self.state.lock();
        if state.line_bytes < MAX_ANSWER_BYTES && !state.is_abandoned {
            state.add(line());
            self.changed.notify_all();
        }
        !state.is_abandoned
    }

    /// Waits for the next line; `None` after the last one.
    pub fn next_line(&self) -> Option<String> {
        let mut state = self.wait_while(|state| state.lines.is_empty() && !state.is_done());
        let line = state.lines.pop_front()?;
        state.line_bytes -= LINE_BYTES + line.len();
        self.changed.notify_all();
        Some(line)
    }

    /// Ends the reading, with its result.
    pub fn close(&self, result: io::Result<()>) {
        self.state.lock().end.get_or_insert(result);
        self.changed.notify_all();
    }

    /// Ends everything at once: nobody reads what is written.
    pub fn abandon(&self) {
        let mut state = self.state.lock();
        state.stop(|_| true);
        state.is_abandoned = true;
        state.lines.clear();
        state.line_bytes = 0;
        self.changed.notify_all();
    }

    /// The error that ended the reading, which is returned only once; `Ok` while the reading goes on.
    pub fn read_result(&self) -> io::Result<()> {
        self.state.lock().end.take().unwrap_or(Ok(()))
    }

    /// Whether a thread waits for a change. Wakes it to find out, after which it goes on waiting.
    #[cfg(test)]
    pub fn has_waiting_thread(&self) -> bool {
        self.changed.notify_all() > 0
    }

    fn wait_while(
        &self,
        condition: impl FnMut(&mut QueueState) -> bool,
    ) -> MutexGuard<'_, QueueState> {
        let mut state = self.state.lock();
        self.changed.wait_while(&mut state, condition);
        state
    }
}
