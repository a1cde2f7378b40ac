//! Searches that all ranks make: rank 0 orders them, and the others follow. A thread of each rank holds rounds, in which every rank
//! gives all others a message with what it has added to its tree; rank 0's message also has its orders. A search never waits for a
//! round: it takes what has arrived. A rank that is late delays the rounds, but nobody's search.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use serde::{Deserialize, Serialize};

use super::Launch;
use super::transport::{PAUSE, Transport, start};
use tao_engine::raw::search::{Exchange, Params, Period, SearchStart, Searcher, Update};

/// Time that rank 0 waits at the end for a rank that takes no part in the last round.
const PATIENCE: Duration = Duration::from_secs(10);

/// What rank 0 tells the others. A later order replaces an earlier one that was not sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Order {
    /// Make the search of the message.
    Search(Box<SearchStart>),
    /// End the search of the message.
    Stop,
    /// Leave. This is the last round.
    Quit,
}

/// What a rank gives all others in a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Message {
    /// Number of the sender's latest search.
    search: u32,
    order: Option<Order>,
    /// What the sender found in the search.
    update: Update,
}

impl Message {
    fn to_bytes(&self) -> Vec<u8> {
        // Serialization fails only for sequences of unknown length, and a message has none.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// `None` for bytes that no rank of this version has sent.
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (message, rest) = postcard::take_from_bytes::<Self>(bytes).ok()?;
        let is_valid = match &message.order {
            Some(Order::Search(start)) => start.is_valid(),
            _ => true,
        };
        (rest.is_empty() && is_valid).then_some(message)
    }
}

/// The searches of this rank as part of the searches of all ranks.
#[derive(Debug)]
pub(super) struct SharedSearches {
    place: Launch,
    state: Mutex<State>,
    changed: Condvar,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// Ends all ranks, because one of them does not leave.
    gives_up: AtomicBool,
}

#[derive(Debug, Default)]
struct State {
    /// Number of the latest search; 0 before the first.
    search: u32,
    /// Number of the search that this rank follows.
    followed: u32,
    /// Whether this rank makes the latest search.
    is_searching: bool,
    /// Whether this rank has something to give in the next round.
    has_given: bool,
    /// What rank 0 is to tell in the next round.
    order: Option<Order>,
    /// What this rank is to give in the next round.
    own: Update,
    /// What other ranks gave.
    arrived: Update,
    /// What is to be searched next.
    next: Option<Box<SearchStart>>,
    /// Ends the search that this rank follows.
    stop: Arc<AtomicBool>,
    has_quit: bool,
}

impl SharedSearches {
    /// Opens the transport, and starts the thread that holds the rounds.
    ///
    /// # Errors
    /// Those of [`start`](super::transport::start).
    pub(super) fn start<T: Transport>(
        place: Launch,
        open: impl FnOnce() -> Result<T, String> + Send + 'static,
    ) -> Result<Arc<Self>, String> {
        let searches = Arc::new(Self {
            place,
            state: Mutex::default(),
            changed: Condvar::new(),
            thread: Mutex::default(),
            gives_up: AtomicBool::new(false),
        });
        let rounds = Arc::clone(&searches);
        let thread = start(place, open, move |transport| rounds.hold_rounds(transport))?;
        *searches.thread.lock() = Some(thread);
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
            let own = start.for_rank(self.place.rank, machine);
            let report = searcher.follow(&own, &stop);
            log::debug!("{} visits, with those of other ranks", report.playouts);
        }
    }

    /// Leaves the other ranks. Rank 0 tells them to leave. A rank that leaves before that does not close its transport, so that the
    /// message system notices.
    pub(super) fn leave(&self) {
        let mut state = self.state.lock();
        if self.place.rank == 0 {
            state.order = Some(Order::Quit);
        } else if !state.has_quit {
            return;
        }
        drop(state);
        self.changed.notify_all();
        let Some(thread) = self.thread.lock().take() else {
            return;
        };
        let deadline = Instant::now() + PATIENCE;
        while !thread.is_finished() {
            if Instant::now() >= deadline {
                log::error!("another rank does not leave");
                self.gives_up.store(true, Ordering::Relaxed);
                break;
            }
            thread::sleep(PAUSE);
        }
        // A panic of the thread has been reported.
        let _ = thread.join();
    }

    /// Waits for the next search; `None` when rank 0 has left.
    fn next_search(&self) -> Option<(Box<SearchStart>, Arc<AtomicBool>)> {
        let mut state = self.state.lock();
        self.changed
            .wait_while(&mut state, |state| state.next.is_none() && !state.has_quit);
        let start = state.next.take().filter(|_| !state.has_quit)?;
        state.followed = state.search;
        Some((start, Arc::clone(&state.stop)))
    }

    /// Holds rounds until rank 0 leaves.
    fn hold_rounds(&self, mut transport: impl Transport) {
        let (mut rounds, mut bytes) = (0_u64, 0);
        loop {
            let own = self.next_message();
            let message = own.to_bytes();
            rounds += 1;
            bytes += message.len();
            let messages = transport.all_gather(&message, &self.gives_up);
            for (rank, message) in messages.iter().enumerate() {
                if rank == self.place.rank {
                    continue;
                }
                let Some(message) = Message::from_bytes(message) else {
                    log::error!(
                        "a message of rank {rank} is damaged; do all run the same version?"
                    );
                    transport.abort();
                    return;
                };
                self.state.lock().receive(message);
            }
            self.changed.notify_all();
            if own.order == Some(Order::Quit) || self.state.lock().has_quit {
                log::debug!("rank {}: {rounds} rounds, {bytes} bytes", self.place.rank);
                return;
            }
        }
    }

    /// Waits until this rank is to take part in the next round: in a search when the search has given something, otherwise when rank 0
    /// has an order.
    fn next_message(&self) -> Message {
        let leads = self.place.rank == 0;
        let mut state = self.state.lock();
        self.changed.wait_while(&mut state, |state| {
            let is_idle = !state.is_searching && !leads;
            state.order.is_none() && !state.has_given && !is_idle
        });
        state.has_given = false;
        Message {
            search: state.search,
            order: state.order.take(),
            update: mem::take(&mut state.own),
        }
    }
}

impl State {
    fn receive(&mut self, message: Message) {
        let stop = |state: &Self| state.stop.store(true, Ordering::Relaxed);
        match message.order {
            Some(Order::Search(start)) => {
                stop(self);
                self.stop = Arc::default();
                self.enter(message.search);
                self.next = Some(start);
            }
            Some(Order::Stop) if message.search == self.search => stop(self),
            Some(Order::Quit) => {
                stop(self);
                self.has_quit = true;
            }
            Some(Order::Stop) | None => {}
        }
        if message.search == self.search {
            self.arrived.add(&message.update);
        }
    }

    /// Goes over to another search, and forgets what was found in earlier ones.
    fn enter(&mut self, search: u32) {
        self.search = search;
        self.is_searching = false;
        self.has_given = false;
        self.own = Update::default();
        self.arrived = Update::default();
    }
}

/// A search of this rank as part of the search of all ranks. None of its functions waits for another rank.
#[derive(Debug)]
struct SharedSearch {
    all: Arc<SharedSearches>,
    number: u32,
}

impl Exchange for SharedSearch {
    fn begin(&mut self, start: SearchStart) -> Period {
        let period = start.params.sharing.period();
        let mut state = self.all.state.lock();
        if self.all.place.rank == 0 {
            let number = state.search.wrapping_add(1);
            state.enter(number);
            state.followed = number;
            state.order = Some(Order::Search(Box::new(start)));
        }
        self.number = state.followed;
        state.is_searching = self.number == state.search;
        drop(state);
        self.all.changed.notify_all();
        Period::Time(period)
    }

    fn give(&mut self, own: Update) {
        let mut state = self.all.state.lock();
        if self.number == state.search {
            state.own.add(&own);
            state.has_given = true;
            self.all.changed.notify_all();
        }
    }

    fn take(&mut self) -> Update {
        let mut state = self.all.state.lock();
        if self.number == state.search {
            mem::take(&mut state.arrived)
        } else {
            Update::default()
        }
    }

    fn end(&mut self) {
        let mut state = self.all.state.lock();
        if self.number == state.search {
            state.is_searching = false;
        }
        if self.all.place.rank == 0 {
            state.order = Some(Order::Stop);
        }
        self.all.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use tao_engine::raw::search::{Limit, Request};
    use tao_rules::board::Color;
    use tao_rules::raw::{AnyBoard, Point};

    /// A search of a position with a ko.
    fn search_start() -> SearchStart {
        let diagram = ". X O . .\nX . X O .\n. X O . .\n. . . . .\n. . . . .";
        let mut board: AnyBoard = diagram.parse().unwrap();
        let [ko, taken] = ["B4", "C4"].map(|vertex| Point::new(vertex.parse().unwrap()));
        board.play(Color::White, ko).unwrap();
        assert_eq!(board.ko(), Some(taken));
        SearchStart {
            params: Params::ALPHA_AMAF,
            request: Request::new(&board, Color::Black, 7.5),
            seed: 1,
            reuses_tree: true,
        }
    }

    /// Keeps what a search gives.
    #[derive(Debug)]
    struct Recorder(Arc<Mutex<Update>>);

    impl Exchange for Recorder {
        fn begin(&mut self, _: SearchStart) -> Period {
            Period::Playouts(10)
        }

        fn give(&mut self, own: Update) {
            self.0.lock().add(&own);
        }

        fn take(&mut self) -> Update {
            Update::default()
        }

        fn end(&mut self) {}
    }

    /// What a search with so many playouts finds.
    fn update(playouts: u64) -> Update {
        let all = Arc::default();
        let mut searcher = Searcher::default();
        searcher.set_exchange(Box::new(Recorder(Arc::clone(&all))));
        let limit = Limit::visits(playouts);
        let request = Request {
            limit,
            ..search_start().request
        };
        let _ = searcher.search(&Params::PLAYOUTS, &request);
        all.lock().clone()
    }

    fn message(order: Option<Order>, update: Update) -> Message {
        Message {
            search: 7,
            order,
            update,
        }
    }

    #[test]
    fn a_search_with_parameters_out_of_their_ranges_is_damaged() {
        let mut start = search_start();
        let is_read = |start: &SearchStart| {
            let order = Order::Search(Box::new(start.clone()));
            let message = message(Some(order), Update::default());
            Message::from_bytes(&message.to_bytes()) == Some(message)
        };
        assert!(is_read(&start));
        start.params.sharing.percent = f64::NAN;
        assert!(!is_read(&start));
    }

    proptest! {
        #[test]
        fn messages_arrive_as_they_were_sent(playouts in 1..200_u64, part in 0.0..1.0) {
            let update = update(playouts);
            prop_assert_eq!(update.visits(), playouts);
            let search = Order::Search(Box::new(search_start()));
            for order in [None, Some(Order::Stop), Some(search), Some(Order::Quit)] {
                let message = message(order, update.clone());
                let bytes = message.to_bytes();
                prop_assert_eq!(Message::from_bytes(&bytes), Some(message));
                #[expect(clippy::cast_sign_loss, reason = "a share of a length")]
                let cut = &bytes[..(part * bytes.len() as f64) as usize];
                prop_assert_eq!(Message::from_bytes(cut), None);
                let longer = [&bytes[..], &[0]].concat();
                prop_assert_eq!(Message::from_bytes(&longer), None);
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let _ = Message::from_bytes(&bytes);
        }

        #[test]
        fn a_message_with_a_wrong_byte_is_read_or_refused(
            playouts in 1..200_u64,
            place: prop::sample::Index,
            byte: u8,
        ) {
            let mut bytes = message(None, update(playouts)).to_bytes();
            let place = place.index(bytes.len());
            bytes[place] = byte;
            if let Some(read) = Message::from_bytes(&bytes) {
                prop_assert_eq!(Message::from_bytes(&read.to_bytes()), Some(read));
            }
        }
    }
}
