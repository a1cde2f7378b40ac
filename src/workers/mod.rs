//! Numbered work that threads share, those of one process or of several that were started together.
//!
//! A [`Crew`] is these processes, its *ranks*. Rank 0 has the items and the results; the others ask it for items, for as many at
//! a time as they have workers. What a result is does not depend on who works it out.

#[cfg(test)]
pub(crate) mod channels;
mod courier;
mod crew;
mod launch;
#[cfg(test)]
mod tests;
mod transport;

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::thread::Scope;

pub use crew::{Crew, Workers};
pub use launch::unset_rank;
pub use transport::Transport;

/// Runs each worker on a thread of its own, where `work` takes one item after another, in their order, until there are
/// no more, it returns `None` or nobody receives the results. `receive` gets the results on the calling thread, in the
/// order in which they are ready.
pub fn run_workers<W: Send, I, R: Send, T>(
    workers: Vec<W>,
    items: impl Iterator<Item = I> + Send,
    work: impl Fn(&mut W, I) -> Option<R> + Sync,
    receive: impl FnOnce(Receiver<R>) -> T,
) -> T {
    let items = Mutex::new(items);
    let next = || items.lock().ok()?.next();
    let (sender, results) = channel();
    thread::scope(|scope| {
        spawn_workers(scope, workers, &next, &work, &sender);
        drop(sender);
        receive(results)
    })
}

/// The threads of [`run_workers`], and those of a [`Crew`] on rank 0.
fn spawn_workers<'s, W: Send + 's, I, R: Send + 's>(
    scope: &'s Scope<'s, '_>,
    workers: Vec<W>,
    next: &'s (impl Fn() -> Option<I> + Sync),
    work: &'s (impl Fn(&mut W, I) -> Option<R> + Sync),
    results: &Sender<R>,
) {
    for mut worker in workers {
        let results = results.clone();
        scope.spawn(move || {
            while let Some(result) = next().and_then(|item| work(&mut worker, item))
                && results.send(result).is_ok()
            {}
        });
    }
}
