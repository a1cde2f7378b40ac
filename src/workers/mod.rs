//! Threads that share work.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// Runs each worker on a thread of its own, where `work` takes one item after another, in their order, until there are no more
/// items, `work` returns `None`, or nobody receives the results. `receive` gets the results on the calling thread, in the order
/// in which they are ready.
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
        for mut worker in workers {
            let (results, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some(result) = next().and_then(|item| work(&mut worker, item))
                    && results.send(result).is_ok()
                {}
            });
        }
        drop(sender);
        receive(results)
    })
}
