//! Messages by MPI.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use mpi::Threading;
use mpi::environment::Universe;
use mpi::point_to_point::MatchedReceiveVec;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, Equivalence, Source};

use super::Launch;
use super::transport::{PAUSE, Transport};

/// Size of the buffer for messages that have not been received. The longest are the results of an analysis with all its pictures,
/// some MiB. The unused part of the buffer takes no memory.
const BUFFER_BYTES: usize = 256 << 20;

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
        let (mut universe, level) = started.ok_or("MPI cannot be started twice")?;
        if level < Threading::Funneled {
            return Err(format!(
                "MPI with threads is needed, and this one has {level:?}"
            ));
        }
        universe.set_buffer_size(BUFFER_BYTES);
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

    fn send(&mut self, to: usize, message: &[u8]) {
        self.world.process_at_rank(to as i32).buffered_send(message);
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        let message = self.world.any_process().immediate_matched_probe()?;
        let (bytes, status) = message.matched_receive_vec();
        Some((usize::try_from(status.source_rank()).ok()?, bytes))
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
