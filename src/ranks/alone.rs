//! A process without others.

use std::fmt;
use std::iter;
use std::sync::mpsc::Receiver;
use std::task::Poll;
use std::thread;
use std::time::Duration;

use super::{BadOrder, Workers};
use crate::search::{Exchange, Params, Searcher};
use crate::workers::run_workers;

/// How long a worker waits for an item that is not there yet.
const PAUSE: Duration = Duration::from_millis(10);

/// This process, which is alone.
#[derive(Debug)]
pub struct Ranks(());

impl Ranks {
    /// The ranks of a process that was started alone.
    #[must_use]
    pub const fn alone() -> Self {
        Self(())
    }

    /// The number of this rank: 0.
    #[must_use]
    pub const fn rank(&self) -> usize {
        0
    }

    /// The number of ranks: 1.
    #[must_use]
    pub const fn count(&self) -> usize {
        1
    }

    /// An error as text.
    #[must_use]
    pub fn sign(&self, error: &impl fmt::Display) -> String {
        error.to_string()
    }

    /// What joins a search to those of others: nothing.
    #[must_use]
    pub const fn exchange(&self) -> Option<Box<dyn Exchange>> {
        None
    }

    /// Does nothing: there is no search to follow.
    ///
    /// # Errors
    /// Never.
    pub const fn follow_searches(&self, _: &mut Searcher, _: &Params) -> Result<(), BadOrder> {
        Ok(())
    }

    /// `None`: there is no work of another rank.
    #[must_use]
    pub const fn next_work(&self) -> Option<u32> {
        None
    }

    /// Gives the workers back: there is no work to follow.
    #[must_use]
    pub const fn follow<'a, W, F>(&self, workers: Workers<'a, W, F>) -> Option<Workers<'a, W, F>> {
        Some(workers)
    }

    /// Works on the items with threads of this process. `finish` gets each result before its worker gets another item, and
    /// `receive` what it makes of them. An item that is [`Poll::Pending`] is asked for again.
    pub fn lead<W: Send, I: Send, R, F, S: Send, T>(
        &self,
        workers: Workers<'_, W, F>,
        mut items: impl Iterator<Item = Poll<I>> + Send,
        finish: impl Fn(&I, R) -> S + Sync,
        receive: impl FnOnce(Receiver<S>) -> T,
    ) -> T
    where
        F: Fn(&mut W, &I) -> Option<R> + Sync,
    {
        let items = iter::from_fn(|| {
            loop {
                match items.next()? {
                    Poll::Ready(item) => return Some(item),
                    Poll::Pending => thread::sleep(PAUSE),
                }
            }
        });
        let Workers { states, work, .. } = workers;
        let work = |worker: &mut W, item: I| Some(finish(&item, work(worker, &item)?));
        run_workers(states, items, work, receive)
    }

    /// Does nothing.
    pub const fn leave(&self) {}
}
