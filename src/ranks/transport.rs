//! What carries messages between ranks, and the thread that uses it.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::thread::JoinHandle;
use std::time::Duration;

use super::Launch;

/// Time between two checks for messages, much less than the usual time between two rounds of a search.
pub(super) const PAUSE: Duration = Duration::from_millis(1);

/// Carries messages between ranks. It is used on one thread only, which opened it.
pub trait Transport {
    /// The number of this rank and the number of ranks.
    fn place(&self) -> Launch;

    /// Waits until every rank gives a message in a call of this function, and returns all these messages by rank. Ends all ranks
    /// if `gives_up` is set meanwhile.
    fn all_gather(&mut self, own: &[u8], gives_up: &AtomicBool) -> Vec<Vec<u8>>;

    /// Ends all ranks at once, because this one cannot leave or go on.
    fn abort(&mut self);
}

/// Starts the thread that opens the transport and uses it in `run`. Returns when the transport is open.
///
/// # Errors
/// Returns the error of `open`, or a text if the thread cannot be started or the transport contradicts the launcher: ranks that the
/// launcher of another MPI has started do not know of each other.
pub(super) fn start<T: Transport>(
    launch: Launch,
    open: impl FnOnce() -> Result<T, String> + Send + 'static,
    run: impl FnOnce(T) + Send + 'static,
) -> Result<JoinHandle<()>, String> {
    let (sender, opened) = sync_channel(1);
    let open = move || {
        let transport = open()?;
        let place = transport.place();
        if place != launch {
            return Err(format!(
                "started as rank {} of {}, but MPI says {} of {}: was the program built for another MPI?",
                launch.rank, launch.count, place.rank, place.count
            ));
        }
        Ok(transport)
    };
    let run = move || match open() {
        Ok(transport) => {
            let _ = sender.send(Ok(()));
            run(transport);
        }
        Err(error) => {
            let _ = sender.send(Err(error));
        }
    };
    let thread = thread::Builder::new()
        .name("messages".to_owned())
        .spawn(run)
        .map_err(|error| format!("cannot start the thread for messages: {error}"))?;
    opened
        .recv()
        .unwrap_or_else(|_| Err("the thread for messages has failed".to_owned()))?;
    log::info!("rank {} of {}", launch.rank, launch.count);
    Ok(thread)
}
