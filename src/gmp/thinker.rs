//! The engine on a thread of its own.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread;

use super::Event;
use super::session::{Order, Session};
use crate::game::Engine;

/// Where orders for searches go, one at a time.
#[derive(Debug)]
pub(super) struct Thinker {
    orders: Sender<(Order, Arc<AtomicBool>)>,
    /// The order being carried out, and the sign that stops it.
    current: Option<(u64, Arc<AtomicBool>)>,
}

impl Thinker {
    /// Starts the thread. It ends with the thinker, and answers with [`Event::Decision`].
    ///
    /// # Errors
    ///
    /// When the thread cannot be started.
    pub(super) fn start(engine: Engine, events: SyncSender<Event>) -> io::Result<Self> {
        let (orders, receiver) = channel();
        thread::Builder::new()
            .name("engine".to_owned())
            .spawn(move || think(engine, &receiver, &Alarm(events)))?;
        Ok(Self {
            orders,
            current: None,
        })
    }

    /// Stops a search that the session no longer wants. Once none is under way, starts the one that it wants.
    pub(super) fn follow(&mut self, session: &mut Session) {
        if let Some((order, stop)) = &self.current {
            stop.store(!session.wants(*order), Ordering::Relaxed);
        } else if let Some(order) = session.take_order() {
            let stop = Arc::<AtomicBool>::default();
            self.current = Some((order.number, Arc::clone(&stop)));
            // When the thread has failed, an event says so.
            let _ = self.orders.send((order, stop));
        }
    }

    /// The search under way has answered.
    pub(super) fn rest(&mut self) {
        self.current = None;
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        if let Some((_, stop)) = &self.current {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Tells when the thread panics.
struct Alarm(SyncSender<Event>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if thread::panicking() {
            // Nobody listens when the conversation is over.
            let _ = self.0.send(Event::Failure);
        }
    }
}

fn think(mut engine: Engine, orders: &Receiver<(Order, Arc<AtomicBool>)>, alarm: &Alarm) {
    for (order, stop) in orders {
        if order.is_first {
            engine.forget();
        }
        engine.heed(stop);
        let thought = engine.genmove(&order.game, order.color, order.budget);
        if let Some(report) = thought.report {
            log::debug!("{report:?}");
        }
        let decision = Event::Decision(order.number, thought.decision);
        if alarm.0.send(decision).is_err() {
            return;
        }
    }
}
