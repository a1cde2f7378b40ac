//! Ranks in one process and in virtual time: each is a thread with a search of its own, and all make the same number of simulations
//! between two rounds, so that the same seeds give the same moves. The messages are those of real ranks and take a given time.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::{Condvar, Mutex, MutexGuard};
use tao_go::ranks::{Launch, Order, Relay, Traffic};
use tao_engine::search::{Exchange, News, Params, Period, SearchStart, Searcher};

/// How fast the ranks and the messages between them are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Speed {
    /// Simulations of a rank in a period.
    pub(crate) playouts: u64,
    /// Time between two rounds.
    pub(crate) period: Duration,
    /// Time of a message from one rank to another.
    pub(crate) latency: Duration,
}

/// Ranks in threads of this process. Rank 0 is the caller's: see [`leader`](Self::leader).
#[derive(Debug)]
pub(crate) struct Simulation {
    timeline: Arc<Timeline>,
    followers: Vec<JoinHandle<()>>,
}

impl Simulation {
    /// Starts all ranks but rank 0, with searchers that `searcher` returns and the memory and threads of `machine`. A rank should
    /// have one thread, because with more the results depend on chance.
    #[must_use]
    pub(crate) fn start(
        ranks: usize,
        speed: Speed,
        machine: &Params,
        mut searcher: impl FnMut() -> Searcher,
    ) -> Self {
        let timeline = Arc::new(Timeline::new(ranks, speed));
        let followers = (1..ranks).map(|rank| {
            let follower = SimulatedRank {
                rank,
                timeline: Arc::clone(&timeline),
            };
            let (mut searcher, machine) = (searcher(), machine.clone());
            searcher.set_exchange(Box::new(follower.clone()));
            thread::spawn(move || follower.follow(&mut searcher, &machine))
        });
        Self {
            followers: followers.collect(),
            timeline,
        }
    }

    /// Returns the exchange that joins the searches of rank 0 to those of the other ranks.
    #[must_use]
    pub(crate) fn leader(&self) -> Box<dyn Exchange> {
        Box::new(SimulatedRank {
            rank: 0,
            timeline: Arc::clone(&self.timeline),
        })
    }

    /// Waits until all ranks have ended their searches. Returns what each rank has sent, and the virtual time that the searches
    /// have taken.
    #[must_use]
    pub(crate) fn traffic(&self) -> (Vec<Traffic>, Duration) {
        let timeline = &self.timeline;
        let state = timeline.wait(|state| state.searching > 0);
        let traffic = state.relays.iter().map(Relay::traffic).collect();
        (traffic, state.now)
    }
}

impl Drop for Simulation {
    fn drop(&mut self) {
        self.timeline.state.lock().leader = Leader::HasLeft;
        self.timeline.changed.notify_all();
        for follower in self.followers.drain(..) {
            // A panic was reported on its thread.
            let _ = follower.join();
        }
    }
}

/// The virtual time that all ranks share.
struct Timeline {
    speed: Speed,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    relays: Vec<Relay>,
    /// Messages on their way: sender, receiver and bytes, by the time of arrival and the number of the message.
    flying: BTreeMap<(Duration, u64), (usize, usize, Vec<u8>)>,
    sent: u64,
    now: Duration,
    /// What the ranks found in this round.
    news: Vec<(usize, News)>,
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

impl fmt::Debug for Timeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timeline")
            .field("speed", &self.speed)
            .finish_non_exhaustive()
    }
}

impl Timeline {
    fn new(ranks: usize, speed: Speed) -> Self {
        let relays = (0..ranks).map(|rank| Relay::new(Launch { rank, count: ranks }, speed.period));
        Self {
            speed,
            state: Mutex::new(State {
                relays: relays.collect(),
                flying: BTreeMap::new(),
                sent: 0,
                now: Duration::ZERO,
                news: Vec::new(),
                starts: vec![None; ranks],
                searching: 0,
                waiting: 0,
                round: 0,
                leader: Leader::Waits,
                stop: Arc::default(),
            }),
            changed: Condvar::new(),
        }
    }

    /// Waits as long as `while_` returns `true`, and returns the state.
    fn wait(&self, while_: impl FnMut(&mut State) -> bool) -> MutexGuard<'_, State> {
        let mut state = self.state.lock();
        self.changed.wait_while(&mut state, while_);
        state
    }

    /// Begins a search of all ranks, when all have ended the one before.
    fn begin(&self, start: SearchStart) {
        let mut state = self.wait(|state| state.searching > 0);
        let number = state.relays[0].search().wrapping_add(1);
        state.relays[0].order(&Order::Search(number, Box::new(start)));
        state.stop = Arc::default();
        state.searching = state.relays.len();
        state.leader = Leader::Searches;
        // The order reaches everybody before anybody begins.
        state.advance(self.speed.latency, Duration::MAX);
        self.changed.notify_all();
    }

    /// Ends a round of this rank, and returns what has arrived for it.
    fn end_round(&self, rank: usize, own: News, then: Then) -> News {
        let mut state = self.state.lock();
        state.news.push((rank, own));
        match then {
            Then::GoOn => state.waiting += 1,
            Then::Leave => {
                state.searching -= 1;
                if rank == 0 {
                    state.leader = Leader::Waits;
                }
            }
        }
        let round = state.round;
        if state.waiting == state.searching {
            let until = state.now + self.speed.period;
            state.advance(self.speed.latency, until);
            for (rank, own) in std::mem::take(&mut state.news) {
                let search = state.relays[rank].search();
                state.relays[rank].give(search, &own);
            }
            if state.leader != Leader::Searches {
                state.stop.store(true, Ordering::Relaxed);
            }
            state.waiting = 0;
            state.round += 1;
            self.changed.notify_all();
        } else if then == Then::GoOn {
            self.changed
                .wait_while(&mut state, |state| state.round == round);
        }
        match then {
            Then::GoOn => {
                let search = state.relays[rank].search();
                state.relays[rank].take(search)
            }
            // A rank that leaves does not wait for what is still on its way.
            Then::Leave => News::default(),
        }
    }
}

/// What a rank does after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    GoOn,
    Leave,
}

impl State {
    /// Lets the time go on to `until`, or with [`Duration::MAX`] until nothing happens any more.
    fn advance(&mut self, latency: Duration, until: Duration) {
        self.send(latency);
        loop {
            let arrival = self.flying.first_key_value().map(|(&(time, _), _)| time);
            let due = self.relays.iter().filter_map(Relay::next_due).min();
            let next = [arrival, due].into_iter().flatten().min();
            let Some(next) = next.filter(|&next| next <= until) else {
                break;
            };
            self.now = self.now.max(next);
            while let Some(first) = self.flying.first_entry()
                && first.key().0 <= self.now
            {
                let (from, to, message) = first.remove();
                match self.relays[to].receive(from, &message) {
                    Ok(Some(Order::Search(_, start))) => self.starts[to] = Some(start),
                    Ok(_) => {}
                    Err(error) => log::error!("rank {to}: {error}"),
                }
            }
            self.send(latency);
        }
        if until < Duration::MAX {
            self.now = until;
        }
    }

    fn send(&mut self, latency: Duration) {
        for from in 0..self.relays.len() {
            for (to, message) in self.relays[from].outgoing(self.now) {
                self.sent += 1;
                let key = (self.now + latency, self.sent);
                self.flying.insert(key, (from, to, message));
            }
        }
    }
}

/// A rank of a simulation.
#[derive(Clone, Debug)]
struct SimulatedRank {
    rank: usize,
    timeline: Arc<Timeline>,
}

impl SimulatedRank {
    /// Makes the searches of rank 0 until the simulation ends.
    fn follow(&self, searcher: &mut Searcher, machine: &Params) {
        let rank = self.rank;
        loop {
            let timeline = &self.timeline;
            let mut state = timeline
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
            self.timeline.begin(start);
        }
        Period::Playouts(self.timeline.speed.playouts)
    }

    fn swap(&mut self, own: News) -> News {
        self.timeline.end_round(self.rank, own, Then::GoOn)
    }

    fn end(&mut self, own: News) -> News {
        self.timeline.end_round(self.rank, own, Then::Leave)
    }
}
