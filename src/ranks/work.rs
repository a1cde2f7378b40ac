//! Numbered work that all ranks share: rank 0 has the items and the results, and the others ask it for as many items at a time as
//! they have workers. A result does not depend on the worker that computes it.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::courier::{Arrived, Courier};
use super::{Ranks, Workers};
use crate::workers::run_workers;

/// Time that rank 0 waits at the end for a rank that does not leave.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where this rank is in the work that ranks share.
#[derive(Debug, Default)]
pub(super) struct SharedWork {
    /// On rank 0, the number of works that were begun; on other ranks, the number of the latest one. Messages that belong to
    /// another work are late, and ignored.
    pub(super) number: AtomicU32,
    /// Whether rank 0 has begun a work that this rank has not followed yet.
    has_begun: AtomicBool,
    /// Whether rank 0 has told this rank to leave.
    is_dismissed: AtomicBool,
}

/// What rank 0 tells another one.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ToRank<I> {
    /// The work with this number begins. Works are numbered from 0 on.
    Begin(u32),
    /// Work on an item: the number of the work, the number of the item, and the item.
    Item(u32, u64, I),
    /// The work with this number is over, finished or not.
    End(u32),
    /// Leave.
    Quit,
}

/// What a rank tells rank 0.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ToRank0<R> {
    /// So many workers are ready for the work with this number.
    Ready(u32, usize),
    /// A worker has finished an item, or gives up: the number of the work, the number of the item, and the result.
    Done(u32, u64, Option<R>),
    /// This rank leaves.
    Bye,
}

impl Ranks {
    /// Waits, on a rank other than 0, until rank 0 begins a work, and returns the number of the work. Rank 0 numbers all works that
    /// it leads from 0 on, including those without items, of which the other ranks are not told. Returns `None` once rank 0 tells
    /// this rank to leave.
    pub fn next_work(&self) -> Option<u32> {
        let courier = self.workmates()?;
        loop {
            if let ToRank::Begin(number) = self.next_order::<Value>(courier)? {
                self.work.number.store(number, Ordering::Relaxed);
                self.work.has_begun.store(true, Ordering::Relaxed);
                return Some(number);
            }
        }
    }

    /// Works for rank 0 until rank 0 ends the work, finished or not. The work is the one that [`next_work`](Self::next_work) has
    /// returned, or else the next one. On rank 0, which leads, returns the workers.
    pub fn follow<'a, W, I, R, F>(&self, workers: Workers<'a, W, F>) -> Option<Workers<'a, W, F>>
    where
        W: Send,
        I: Send + DeserializeOwned,
        R: Serialize,
        F: Fn(&mut W, &I) -> Option<R> + Sync,
    {
        let Some(courier) = self.workmates().filter(|_| self.rank() > 0) else {
            return Some(workers);
        };
        if !self.work.has_begun.load(Ordering::Relaxed) {
            self.next_work()?;
        }
        self.work.has_begun.store(false, Ordering::Relaxed);
        let number = self.work.number.load(Ordering::Relaxed);
        let Workers {
            states,
            work,
            abort,
        } = workers;
        let reply = |reply: &ToRank0<R>| send(courier, 0, reply);
        reply(&ToRank0::Ready(number, states.len()));
        let work = |worker: &mut W, (id, item): (u64, I)| {
            let _guard = AbortOnPanic(courier);
            let result = work(worker, &item);
            let is_done = result.is_some();
            reply(&ToRank0::Done(number, id, result));
            is_done.then_some(())
        };
        let (queue, items) = channel();
        run_workers(states, items.into_iter(), work, |_results| {
            while let Some(order) = self.next_order(courier) {
                match order {
                    ToRank::Item(work, id, item) if work == number => {
                        // This fails only if all workers have panicked, which ends all ranks.
                        let _ = queue.send((id, item));
                    }
                    ToRank::End(work) if work == number => break,
                    _ => {}
                }
            }
            drop(queue);
            abort.store(true, Ordering::Relaxed);
        });
        None
    }

    /// Ends the sharing of work: rank 0 tells the others to leave, and they wait for that. A rank that fails must not call this, so
    /// that the message system notices and ends all ranks.
    pub fn leave(&self) {
        let Some(courier) = self.workmates() else {
            return;
        };
        if self.rank() > 0 {
            while self.next_order::<Value>(courier).is_some() {}
            send(courier, 0, &ToRank0::<()>::Bye);
        } else {
            send_to_others(courier, &ToRank::<()>::Quit);
            if !have_left(courier) {
                courier.abort(&"another rank does not leave");
            }
        }
        courier.leave();
    }

    /// The courier to the ranks that share work with this one, if there are any.
    pub(super) fn workmates(&self) -> Option<&Courier> {
        let courier = self.courier.as_deref();
        courier.filter(|_| self.searches.is_none())
    }

    /// Waits for the next order; `None` once rank 0 has told this rank to leave.
    fn next_order<I: DeserializeOwned>(&self, courier: &Courier) -> Option<ToRank<I>> {
        if self.work.is_dismissed.load(Ordering::Relaxed) {
            return None;
        }
        let arrived = courier.inbox().recv().ok();
        let order = arrived
            .and_then(|message| read(courier, &message))
            .filter(|order| !matches!(order, ToRank::Quit));
        self.work
            .is_dismissed
            .store(order.is_none(), Ordering::Relaxed);
        order
    }
}

/// Ends all ranks if the thread panics. Otherwise rank 0 would wait for its result.
struct AbortOnPanic<'c>(&'c Courier);

impl Drop for AbortOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.abort(&"a worker has failed");
        }
    }
}

/// Waits until all other ranks leave. Returns whether they do so in time.
fn have_left(courier: &Courier) -> bool {
    let deadline = Instant::now() + PATIENCE;
    let mut left = 1;
    let inbox = courier.inbox();
    while left < courier.place.count {
        let patience = deadline.saturating_duration_since(Instant::now());
        let Ok(message) = inbox.recv_timeout(patience) else {
            return false;
        };
        if let Some(ToRank0::Bye) = read::<ToRank0<Value>>(courier, &message) {
            left += 1;
        }
    }
    true
}

/// Sends a message as JSON, which can hold items and results of any kind.
pub(super) fn send(courier: &Courier, to: usize, message: &impl Serialize) {
    match serde_json::to_vec(message) {
        Ok(bytes) => courier.send(to, bytes),
        Err(error) => courier.abort(&format_args!("a message to rank {to}: {error}")),
    }
}

/// Sends a message to all other ranks.
pub(super) fn send_to_others(courier: &Courier, message: &impl Serialize) {
    let others = (0..courier.place.count).filter(|&rank| rank != courier.place.rank);
    others.for_each(|rank| send(courier, rank, message));
}

/// Reads a message. A message that cannot be read ends all ranks.
pub(super) fn read<M: DeserializeOwned>(courier: &Courier, (from, message): &Arrived) -> Option<M> {
    serde_json::from_slice(message)
        .inspect_err(|error| courier.refuse(*from, error))
        .ok()
}
