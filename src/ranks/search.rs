//! Searches that all ranks make: rank 0 orders them, and the others follow.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::courier::{Courier, spawn};
use super::message::Order;
use super::relay::Relay;
use tao_engine::search::{Exchange, News, Params, Period, SearchStart, Searcher, SharingParams};

/// Time between two checks of what is due.
const PAUSE: Duration = Duration::from_millis(2);

/// Time that a rank waits at the end for another one that takes no messages.
const PATIENCE: Duration = Duration::from_secs(10);

/// The searches of this rank as part of the searches of all ranks.
#[derive(Debug)]
pub(super) struct SharedSearches {
    courier: Arc<Courier>,
    since: Instant,
    pub(super) state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
pub(super) struct State {
    pub(super) relay: Relay,
    /// What is to be searched next.
    next: Option<Box<SearchStart>>,
    /// Number of the search that this rank follows.
    followed: u32,
    /// Ends the search that this rank follows.
    stop: Arc<AtomicBool>,
    has_quit: bool,
}

impl SharedSearches {
    /// Starts the thread that passes messages on.
    ///
    /// # Errors
    /// Returns a text if the thread cannot be started.
    pub(super) fn start(courier: &Arc<Courier>) -> Result<Arc<Self>, String> {
        let relay = Relay::new(courier.place, SharingParams::DEFAULT.period());
        let searches = Arc::new(Self {
            courier: Arc::clone(courier),
            since: Instant::now(),
            state: Mutex::new(State {
                relay,
                next: None,
                followed: 0,
                stop: Arc::default(),
                has_quit: false,
            }),
            changed: Condvar::new(),
        });
        let relaying = Arc::clone(&searches);
        spawn("news", move || relaying.pass_on())?;
        Ok(searches)
    }

    /// Returns the exchange that joins the searches of a searcher to those of the other ranks.
    pub(super) fn exchange(self: &Arc<Self>) -> Box<dyn Exchange> {
        Box::new(SharedSearch {
            all: Arc::clone(self),
            number: 0,
        })
    }

    /// Makes the searches of rank 0 until it leaves.
    pub(super) fn follow(self: &Arc<Self>, searcher: &mut Searcher, machine: &Params) {
        searcher.set_exchange(self.exchange());
        while let Some((start, stop)) = self.next_search() {
            let own = start.for_rank(self.courier.place.rank, machine);
            let report = searcher.follow(&own, &stop);
            log::debug!("{} visits, with those of other ranks", report.playouts);
        }
    }

    /// Leaves the other ranks. Rank 0 tells them to leave. A rank that leaves before that does not close its transport, so that the
    /// message system notices.
    pub(super) fn leave(&self) {
        let leads = self.courier.place.rank == 0;
        if leads {
            self.state.lock().relay.order(&Order::Quit);
            self.send();
        } else if !self.state.lock().has_quit {
            return;
        }
        let start = Instant::now();
        while !self.state.lock().relay.is_idle() {
            if start.elapsed() > PATIENCE {
                self.courier.abort(&"another rank does not leave");
                break;
            }
            thread::sleep(PAUSE);
        }
        self.courier.leave();
        let traffic = self.state.lock().relay.traffic();
        log::debug!("rank {} has sent {traffic:?}", self.courier.place.rank);
    }

    /// Waits for the next search; `None` when rank 0 has left.
    fn next_search(&self) -> Option<(Box<SearchStart>, Arc<AtomicBool>)> {
        let mut state = self.state.lock();
        self.changed
            .wait_while(&mut state, |state| state.next.is_none() && !state.has_quit);
        let start = state.next.take().filter(|_| !state.has_quit)?;
        state.followed = state.relay.search();
        Some((start, Arc::clone(&state.stop)))
    }

    /// Takes messages and passes them on until the courier leaves.
    fn pass_on(&self) {
        let inbox = self.courier.inbox();
        loop {
            match inbox.recv_timeout(PAUSE) {
                Ok((from, message)) => self.receive(from, &message),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.send();
        }
    }

    fn receive(&self, from: usize, message: &[u8]) {
        let mut state = self.state.lock();
        match state.relay.receive(from, message) {
            Ok(None) => {}
            Ok(Some(order)) => {
                state.obey(order);
                self.changed.notify_all();
            }
            Err(error) => self.courier.refuse(from, &error),
        }
    }

    /// Sends what is due.
    fn send(&self) {
        let mut state = self.state.lock();
        for (to, message) in state.relay.outgoing(self.since.elapsed()) {
            self.courier.send(to, message);
        }
    }
}

impl State {
    /// Obeys an order: ends the search under way, and notes the next one if there is one.
    fn obey(&mut self, order: Order) {
        match order {
            Order::Search(_, start) => {
                let stop = mem::take(&mut self.stop);
                stop.store(true, Ordering::Relaxed);
                self.next = Some(start);
            }
            Order::Stop(number) if number != self.relay.search() => {}
            Order::Stop(_) => self.stop.store(true, Ordering::Relaxed),
            Order::Quit => {
                self.stop.store(true, Ordering::Relaxed);
                self.has_quit = true;
            }
        }
    }
}

/// A search of this rank as part of the search of all ranks. None of its functions waits for another rank.
#[derive(Debug)]
struct SharedSearch {
    all: Arc<SharedSearches>,
    number: u32,
}

impl SharedSearch {
    fn leads(&self) -> bool {
        self.all.courier.place.rank == 0
    }
}

impl Exchange for SharedSearch {
    fn begin(&mut self, start: SearchStart) -> Period {
        let period = start.params.sharing.period();
        let mut state = self.all.state.lock();
        state.relay.set_period(period);
        if self.leads() {
            self.number = state.relay.search().wrapping_add(1);
            state
                .relay
                .order(&Order::Search(self.number, Box::new(start)));
        } else {
            self.number = state.followed;
        }
        drop(state);
        self.all.send();
        Period::Time(period)
    }

    fn swap(&mut self, own: News) -> News {
        let mut state = self.all.state.lock();
        state.relay.give(self.number, &own);
        let arrived = state.relay.take(self.number);
        drop(state);
        self.all.send();
        arrived
    }

    fn end(&mut self, own: News) -> News {
        if self.leads() {
            let stop = Order::Stop(self.number);
            self.all.state.lock().relay.order(&stop);
        }
        self.swap(own)
    }
}
