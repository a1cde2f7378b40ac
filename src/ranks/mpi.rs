//! Messages by MPI.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use mpi::Threading;
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Equivalence};

use super::Launch;
use super::transport::{PAUSE, Transport};

/// This process as a rank of MPI. All its functions must be called on the thread that created it.
pub(super) struct MpiTransport {
    world: SimpleCommunicator,
    /// Leaves MPI when it is dropped.
    _universe: Universe,
}

impl MpiTransport {
    /// Joins the other processes that were started together with this one.
    ///
    /// # Errors
    /// Returns a text if MPI cannot be started.
    pub(super) fn open() -> Result<Self, String> {
        let started = mpi::initialize_with_threading(Threading::Funneled);
        let (universe, level) = started.ok_or("MPI cannot be started twice")?;
        if level < Threading::Funneled {
            return Err(format!(
                "MPI with threads is needed, and this one has {level:?}"
            ));
        }
        Ok(Self {
            world: universe.world(),
            _universe: universe,
        })
    }

    /// Gathers parts of the same length from all ranks. Meanwhile this thread mostly sleeps, as MPI's own waiting takes a whole core.
    fn gather<T: Equivalence + Default + Clone>(&self, own: &[T], gives_up: &AtomicBool) -> Vec<T> {
        let mut all = vec![T::default(); own.len() * self.place().count];
        mpi::request::scope(|scope| {
            let gathering = self
                .world
                .immediate_all_gather_into(scope, own, &mut all[..]);
            let mut open = gathering.test().err();
            while let Some(gathering) = open {
                if gives_up.load(Ordering::Relaxed) {
                    self.world.abort(1);
                }
                thread::sleep(PAUSE);
                open = gathering.test().err();
            }
        });
        all
    }
}

impl Transport for MpiTransport {
    fn place(&self) -> Launch {
        Launch {
            rank: usize::try_from(self.world.rank()).unwrap_or_default(),
            count: usize::try_from(self.world.size()).unwrap_or(1),
        }
    }

    fn all_gather(&mut self, own: &[u8], gives_up: &AtomicBool) -> Vec<Vec<u8>> {
        let lengths = self.gather(&[own.len() as u64], gives_up);
        let longest = lengths.iter().copied().max().unwrap_or_default() as usize;
        let mut padded = own.to_vec();
        padded.resize(longest, 0);
        let all = self.gather(&padded, gives_up);
        let parts = all.chunks(longest.max(1)).zip(lengths);
        parts
            .map(|(part, length)| part[..length as usize].to_vec())
            .collect()
    }

    fn abort(&mut self) {
        self.world.abort(1);
    }
}
