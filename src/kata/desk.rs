//! Where the reader puts positions, workers take them, and both leave lines to write.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::query::Query;

/// Lines that wait to be written, above which workers wait: a client that reads slowly gets answers slowly. The reader
/// never waits, so that a client may write all its queries before it reads.
const MAX_LINES: usize = 64;

/// One position to search.
#[derive(Clone, Debug)]
pub(super) struct SearchTask {
    pub(super) query: Arc<Query>,
    pub(super) turn: usize,
    /// Ends the search.
    pub(super) stop: Arc<AtomicBool>,
}

/// A task with what its worker must know.
#[derive(Debug)]
pub(super) struct AssignedTask {
    pub(super) task: SearchTask,
    /// Number of positions that are searched or wait, this one included.
    pub(super) open: usize,
    /// How often evaluations were to be forgotten.
    pub(super) clears: u64,
}

/// The positions and the lines, shared by all threads.
#[derive(Debug, Default)]
pub(super) struct Desk {
    state: Mutex<DeskState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct DeskState {
    /// By priority, the highest first, then by arrival.
    waiting: BTreeMap<(Reverse<i64>, u64), SearchTask>,
    running: Vec<SearchTask>,
    arrivals: u64,
    clears: u64,
    lines: VecDeque<String>,
    /// Set once nothing more is read.
    end: Option<io::Result<()>>,
    /// Set once nobody reads what is written.
    is_abandoned: bool,
}

impl DeskState {
    fn is_done(&self) -> bool {
        self.end.is_some() && self.waiting.is_empty() && self.running.is_empty()
    }

    fn stop(&mut self, mut concerns: impl FnMut(&SearchTask) -> bool) -> Vec<SearchTask> {
        for task in self.running.iter().filter(|task| concerns(task)) {
            // The flag guards no data.
            task.stop.store(true, Ordering::Relaxed);
        }
        let mut stopped = Vec::new();
        self.waiting.retain(|_, task| {
            let stays = !concerns(task);
            if !stays {
                stopped.push(task.clone());
            }
            stays
        });
        stopped
    }

    fn add(&mut self, line: String) {
        if !self.is_abandoned {
            self.lines.push_back(line);
        }
    }
}

impl Desk {
    /// Adds the positions of a query, unless nobody reads the answers.
    pub(super) fn submit(&self, query: Query) {
        let query = Arc::new(query);
        let mut state = self.state.lock();
        if state.is_abandoned {
            return;
        }
        for (&turn, &priority) in &query.turns {
            state.arrivals += 1;
            let place = (Reverse(priority), state.arrivals);
            let task = SearchTask {
                query: Arc::clone(&query),
                turn,
                stop: Arc::default(),
            };
            state.waiting.insert(place, task);
        }
        self.changed.notify_all();
    }

    /// Waits for a position to search; `None` when there will be none. [`finish`](Self::finish) must follow.
    pub(super) fn take(&self) -> Option<AssignedTask> {
        let is_idle = |state: &mut DeskState| {
            state.waiting.is_empty() && state.end.is_none() && !state.is_abandoned
        };
        let mut state = self.wait_while(is_idle);
        let (_, task) = state.waiting.pop_first()?;
        state.running.push(task.clone());
        Some(AssignedTask {
            task,
            open: state.running.len() + state.waiting.len(),
            clears: state.clears,
        })
    }

    pub(super) fn finish(&self, task: &SearchTask) {
        let mut state = self.state.lock();
        let is_other = |other: &SearchTask| !Arc::ptr_eq(&other.stop, &task.stop);
        state.running.retain(is_other);
        self.changed.notify_all();
    }

    /// Ends the searches of the positions that `concerns` selects. Returns those that had not begun, which are gone.
    pub(super) fn stop(&self, concerns: impl FnMut(&SearchTask) -> bool) -> Vec<SearchTask> {
        let stopped = self.state.lock().stop(concerns);
        self.changed.notify_all();
        stopped
    }

    /// Makes all engines forget their evaluations before their next search.
    pub(super) fn clear(&self) {
        self.state.lock().clears += 1;
    }

    /// Leaves a line of the reader.
    pub(super) fn say(&self, line: String) {
        self.state.lock().add(line);
        self.changed.notify_all();
    }

    /// Leaves a line of a worker, once there is room.
    pub(super) fn answer(&self, line: String) {
        let is_full = |state: &mut DeskState| state.lines.len() >= MAX_LINES && !state.is_abandoned;
        self.wait_while(is_full).add(line);
        self.changed.notify_all();
    }

    /// Leaves a line that later ones make superfluous, if there is room. Returns whether anyone reads.
    pub(super) fn offer(&self, line: impl FnOnce() -> String) -> bool {
        let mut state = self.state.lock();
        if state.lines.len() < MAX_LINES && !state.is_abandoned {
            state.add(line());
            self.changed.notify_all();
        }
        !state.is_abandoned
    }

    /// Waits for the next line; `None` once all is said.
    pub(super) fn next_line(&self) -> Option<String> {
        let mut state = self.wait_while(|state| state.lines.is_empty() && !state.is_done());
        let line = state.lines.pop_front();
        self.changed.notify_all();
        line
    }

    /// Ends the reading, with its result.
    pub(super) fn close(&self, result: io::Result<()>) {
        self.state.lock().end.get_or_insert(result);
        self.changed.notify_all();
    }

    /// Ends everything at once: nobody reads what is written.
    pub(super) fn abandon(&self) {
        let mut state = self.state.lock();
        state.stop(|_| true);
        state.is_abandoned = true;
        state.lines.clear();
        self.changed.notify_all();
    }

    /// The error that ended the reading, once; fine as long as it goes on.
    pub(super) fn read_result(&self) -> io::Result<()> {
        self.state.lock().end.take().unwrap_or(Ok(()))
    }

    fn wait_while(
        &self,
        condition: impl FnMut(&mut DeskState) -> bool,
    ) -> MutexGuard<'_, DeskState> {
        let mut state = self.state.lock();
        self.changed.wait_while(&mut state, condition);
        state
    }
}
