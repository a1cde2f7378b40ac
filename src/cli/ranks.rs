//! Commands that run on several ranks, as `mpirun` starts them.

use std::io;
use std::io::Write;
use std::thread;
use std::time::Duration;

use crate::ranks;
use crate::ranks::{JoinError, Launch, Ranks};
use tao_engine::raw::EngineSettings;
use tao_engine::raw::search::Searcher;

use super::Error;

/// How long another rank waits before it reports an error, so that rank 0 can report it first.
const RANK_0_FIRST: Duration = Duration::from_secs(5);

/// Joins this process to the other ranks, if it was started with some. A rank other than 0 makes the searches of rank 0 until
/// rank 0 leaves, and then returns `None`. It reads no input, and writes only to the log.
///
/// # Errors
/// [`Error::Usage`] for a command that does not search on several ranks, [`Error::Failed`] where MPI cannot be started, and those of
/// the settings.
pub(super) fn join(
    uses_ranks: bool,
    settings: impl FnOnce() -> Result<EngineSettings, Error>,
) -> Result<Option<Ranks>, Error> {
    let Some(launch) = Launch::of_process() else {
        return Ok(Some(Ranks::default()));
    };
    let usage = |text: &str| Error::Usage(format!("started as {} ranks, but {text}", launch.count));
    if !uses_ranks {
        let text = "this command does not use several ranks: start it without `mpirun`, or see docs/cluster.md";
        return Err(usage(text));
    }
    let ranks = ranks::join(launch).map_err(|error| match error {
        JoinError::WithoutMpi => usage(&error.to_string()),
        JoinError::Failed(text) => Error::Failed(text),
    })?;
    if launch.rank == 0 {
        return Ok(Some(ranks));
    }
    let settings = settings()?;
    let mut searcher = Searcher::new(settings.network, 0);
    searcher.set_shapes(settings.shapes);
    ranks.follow_searches(&mut searcher, &settings.params);
    Ok(None)
}

/// The number of this rank, if it is not rank 0.
fn other_rank() -> Option<usize> {
    let launch = Launch::of_process()?;
    (launch.rank > 0).then_some(launch.rank)
}

/// Whether this process prints the text that it ends with: help if the exit code is 0, else an error. All ranks have the same
/// arguments, and mostly the same error. Ranks other than 0 print no help, and print an error only after rank 0 has had time to
/// print it and so to end them all.
#[must_use]
pub fn prints_text(exit_code: u8) -> bool {
    let is_other = other_rank().is_some();
    if is_other && exit_code != 0 {
        thread::sleep(RANK_0_FIRST);
    }
    !is_other || exit_code != 0
}

/// Returns the error of a command as this rank reports it. Ranks other than 0 first give rank 0 time to report the same error.
pub(super) fn error(error: Error) -> Error {
    let Some(rank) = other_rank().filter(|_| error.exit_code() != 0) else {
        return error;
    };
    thread::sleep(RANK_0_FIRST);
    Error::Failed(format!("rank {rank}: {error}"))
}

/// Returns the output on rank 0, and a sink on other ranks, which print nothing.
pub(super) fn only_of_rank_0<'o>(output: &'o mut impl Write) -> Box<dyn Write + 'o> {
    match other_rank() {
        Some(_) => Box::new(io::sink()),
        None => Box::new(output),
    }
}
