//! Ranks in one process: each is a thread with a search of its own, and all make the same number of simulations between two rounds,
//! so that the same seeds give the same moves. What is given in a round arrives at once, as every rank waits for it.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::thread::JoinHandle;

use parking_lot::{Condvar, Mutex, MutexGuard};

use tao_engine::raw::search::{Exchange, Params, Period, SearchStart, Searcher, Update};

/// Ranks in threads of this process. Rank 0 is the caller's: see [`leader`](Self::leader).
#[derive(Debug)]
pub(crate) struct Simulation {
    rounds: Arc<Rounds>,
    followers: Vec<JoinHandle<()>>,
}

impl Simulation {
    /// Starts all ranks but rank 0, with rounds of so many simulations and the memory and threads of `machine`. A rank should have one
    /// thread, because with more the results depend on chance.
    #[must_use]
    pub(crate) fn start(ranks: usize, playouts: u64, machine: &Params) -> Self {
        let rounds = Arc::new(Rounds {
            playouts,
            state: Mutex::new(State {
                given: Vec::new(),
                arrived: vec![Update::default(); ranks],
                starts: vec![None; ranks],
                searching: 0,
                waiting: 0,
                round: 0,
                leader: Leader::Waits,
                stop: Arc::default(),
            }),
            changed: Condvar::new(),
        });
        let followers = (1..ranks).map(|rank| {
            let follower = SimulatedRank {
                rank,
                rounds: Arc::clone(&rounds),
            };
            let machine = machine.clone();
            thread::spawn(move || follower.follow(&machine))
        });
        Self {
            followers: followers.collect(),
            rounds,
        }
    }

    /// Returns the exchange that joins the searches of rank 0 to those of the other ranks.
    #[must_use]
    pub(crate) fn leader(&self) -> Box<dyn Exchange> {
        Box::new(SimulatedRank {
            rank: 0,
            rounds: Arc::clone(&self.rounds),
        })
    }
}

impl Drop for Simulation {
    fn drop(&mut self) {
        self.rounds.state.lock().leader = Leader::HasLeft;
        self.rounds.changed.notify_all();
        for follower in self.followers.drain(..) {
            // A panic was reported on its thread.
            let _ = follower.join();
        }
    }
}

/// The rounds of all ranks.
#[derive(Debug)]
struct Rounds {
    /// Simulations of a rank in a round.
    playouts: u64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    /// What ranks gave in this round.
    given: Vec<(usize, Update)>,
    /// For each rank, what others gave in the rounds before.
    arrived: Vec<Update>,
    /// The searches that followers are to begin.
    starts: Vec<Option<Box<SearchStart>>>,
    /// Number of ranks that search.
    searching: usize,
    /// Number of searching ranks that wait for the others to come to the end of the round.
    waiting: usize,
    round: u64,
    leader: Leader,
    /// Ends the searches of the followers.
    stop: Arc<AtomicBool>,
}

/// What rank 0 does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leader {
    Waits,
    Searches,
    HasLeft,
}

impl Rounds {
    /// Waits as long as `while_` returns `true`, and returns the state.
    fn wait(&self, while_: impl FnMut(&mut State) -> bool) -> MutexGuard<'_, State> {
        let mut state = self.state.lock();
        self.changed.wait_while(&mut state, while_);
        state
    }

    /// Begins a search of all ranks, when all have ended the one before.
    fn begin(&self, start: SearchStart) {
        let mut state = self.wait(|state| state.searching > 0);
        let ranks = state.starts.len();
        state.starts = vec![Some(Box::new(start)); ranks];
        state.given = Vec::new();
        state.arrived = vec![Update::default(); ranks];
        state.stop = Arc::default();
        state.searching = ranks;
        state.leader = Leader::Searches;
        self.changed.notify_all();
    }

    /// Waits until all searching ranks have given their updates.
    fn give(&self, rank: usize, own: Update) {
        let mut state = self.state.lock();
        state.given.push((rank, own));
        state.waiting += 1;
        let round = state.round;
        state.end_round();
        self.changed.notify_all();
        self.changed
            .wait_while(&mut state, |state| state.round == round);
    }

    fn leave(&self, rank: usize) {
        let mut state = self.state.lock();
        state.searching -= 1;
        if rank == 0 {
            state.leader = Leader::Waits;
        }
        state.end_round();
        self.changed.notify_all();
    }
}

impl State {
    /// Ends the round if all searching ranks wait for it.
    fn end_round(&mut self) {
        if self.waiting < self.searching {
            return;
        }
        for (from, update) in mem::take(&mut self.given) {
            let others = self.arrived.iter_mut().enumerate();
            for (_, arrived) in others.filter(|(rank, _)| *rank != from) {
                arrived.add(&update);
            }
        }
        if self.leader != Leader::Searches {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.waiting = 0;
        self.round += 1;
    }
}

/// A rank of a simulation.
#[derive(Clone, Debug)]
struct SimulatedRank {
    rank: usize,
    rounds: Arc<Rounds>,
}

impl SimulatedRank {
    /// Makes the searches of rank 0 until the simulation ends.
    fn follow(&self, machine: &Params) {
        let rank = self.rank;
        let mut searcher = Searcher::default();
        searcher.set_exchange(Box::new(self.clone()));
        loop {
            let mut state = self
                .rounds
                .wait(|state| state.starts[rank].is_none() && state.leader != Leader::HasLeft);
            let Some(start) = state.starts[rank].take() else {
                return;
            };
            let stop = Arc::clone(&state.stop);
            drop(state);
            searcher.follow(&start.for_rank(rank, machine), &stop);
        }
    }
}

impl Exchange for SimulatedRank {
    fn begin(&mut self, start: SearchStart) -> Period {
        if self.rank == 0 {
            self.rounds.begin(start);
        }
        Period::Playouts(self.rounds.playouts)
    }

    fn give(&mut self, own: Update) {
        self.rounds.give(self.rank, own);
    }

    fn take(&mut self) -> Update {
        mem::take(&mut self.rounds.state.lock().arrived[self.rank])
    }

    fn end(&mut self) {
        self.rounds.leave(self.rank);
    }
}
