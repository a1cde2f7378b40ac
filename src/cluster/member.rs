//! A rank's search as part of a cluster.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::command::Command;
use super::order::Order;
use super::relay::Hub;
use crate::search::{Exchange, Increments, Period, SearchStart};

/// Joins the searches of a rank to those of the others. Nothing here waits.
pub struct Member {
    hub: Arc<Hub>,
    search: u32,
    /// The number of the search that was ordered; `None` for rank 0, which orders.
    ordered: Option<Arc<AtomicU32>>,
    /// Tells the thread for messages that there are some.
    wake: Box<dyn Fn() + Send>,
}

impl Member {
    /// Rank 0, whose searches the others follow.
    #[must_use]
    pub fn leader(hub: Arc<Hub>, wake: impl Fn() + Send + 'static) -> Self {
        Self {
            hub,
            search: 0,
            ordered: None,
            wake: Box::new(wake),
        }
    }

    /// Another rank, which searches what it is told: the search with the number in `ordered`.
    #[must_use]
    pub fn follower(
        hub: Arc<Hub>,
        ordered: Arc<AtomicU32>,
        wake: impl Fn() + Send + 'static,
    ) -> Self {
        Self {
            ordered: Some(ordered),
            ..Self::leader(hub, wake)
        }
    }
}

impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Member")
            .field("search", &self.search)
            .field("ordered", &self.ordered)
            .finish_non_exhaustive()
    }
}

impl Exchange for Member {
    fn begin(&mut self, start: &SearchStart<'_>) -> Period {
        let period = start.params.sharing.period();
        let mut relay = self.hub.relay();
        relay.set_period(period);
        if let Some(ordered) = &self.ordered {
            self.search = ordered.load(Ordering::Relaxed);
            return Period::Time(period);
        }
        self.search = relay.search().wrapping_add(1);
        let order = Box::new(Order::new(start));
        relay.command(&Command::Search(self.search, order));
        drop(relay);
        (self.wake)();
        Period::Time(period)
    }

    fn swap(&mut self, own: Increments) -> Increments {
        let mut relay = self.hub.relay();
        relay.give(self.search, &own);
        let arrived = relay.take(self.search);
        drop(relay);
        (self.wake)();
        arrived
    }

    fn end(&mut self, own: Increments) -> Increments {
        if self.ordered.is_none() {
            self.hub.relay().command(&Command::Stop(self.search));
        }
        self.swap(own)
    }
}
