//! One rank's place in the tree of ranks: it passes on what comes from one neighbor to all its others, added up by node, so that
//! everything reaches every rank once and nothing comes back.

use std::time::Duration;

use super::message::{DamagedMessage, Order, SearchMessage};
use crate::ranks::Launch;
use tao_engine::search::News;

/// Maximum number of ranks directly below one. With more, the tree is lower, but a rank has more messages to send.
const FAN_OUT: usize = 4;

/// Approximate maximum number of nodes in a message: all children of 243 parents on 9x9, or of 55 on 19x19.
const MAX_NODES: usize = 20_000;

/// Approximate maximum number of nodes that wait for a neighbor that takes no messages, or for this rank's search. Beyond it, the
/// children of the parents with the fewest visits are dropped.
const MAX_WAITING: usize = 100_000;

/// Maximum number of messages to a neighbor in a period. A message crosses a tree of 256 ranks in eight steps, so in two periods.
const STEPS_IN_A_PERIOD: u32 = 4;

/// The number that stands for no search.
const NO_SEARCH: u32 = 0;

/// What a rank has sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Messages, receipts not counted.
    pub messages: u64,
    /// Bytes of all messages, receipts included.
    pub bytes: u64,
    /// Bytes of the longest message.
    pub longest: u64,
}

/// A rank's place in the tree of ranks, independent of the transport of its messages.
#[derive(Debug)]
pub struct Relay {
    neighbors: Vec<Neighbor>,
    /// Number of the latest search.
    search: u32,
    /// News from other ranks for this rank's own tree.
    arrived: News,
    period: Duration,
    traffic: Traffic,
}

/// A neighbor in the tree of ranks, and what waits for it.
#[derive(Debug)]
struct Neighbor {
    rank: usize,
    is_below: bool,
    /// Whether the receipt for the last message has arrived.
    is_free: bool,
    /// Time from which the next news may be sent.
    due: Duration,
    outbox: News,
    order: Option<Order>,
    receipts_owed: usize,
}

impl Relay {
    /// The place of a rank among others. News are sent to a neighbor at intervals of at least a fixed part of this period.
    #[must_use]
    pub fn new(Launch { rank, count }: Launch, period: Duration) -> Self {
        let above = rank.checked_sub(1).map(|before| before / FAN_OUT);
        let first = FAN_OUT * rank + 1;
        let below = first..count.min(first + FAN_OUT);
        let neighbors = above.into_iter().chain(below).map(|neighbor| Neighbor {
            rank: neighbor,
            is_below: neighbor > rank,
            is_free: true,
            due: Duration::ZERO,
            outbox: News::default(),
            order: None,
            receipts_owed: 0,
        });
        Self {
            neighbors: neighbors.collect(),
            search: NO_SEARCH,
            arrived: News::default(),
            period,
            traffic: Traffic::default(),
        }
    }

    /// Changes the period.
    pub const fn set_period(&mut self, period: Duration) {
        self.period = period;
    }

    /// The number of the latest search; 0 before the first.
    #[must_use]
    pub const fn search(&self) -> u32 {
        self.search
    }

    /// What this rank has sent so far.
    #[must_use]
    pub const fn traffic(&self) -> Traffic {
        self.traffic
    }

    /// Queues an order for all ranks below. News of earlier searches are forgotten.
    pub fn order(&mut self, order: &Order) {
        match order {
            Order::Search(number, _) => self.enter(*number),
            Order::Stop(_) => {}
            // News on their way would reach ranks that have left.
            Order::Quit => self.enter(NO_SEARCH),
        }
        for neighbor in self
            .neighbors
            .iter_mut()
            .filter(|neighbor| neighbor.is_below)
        {
            neighbor.order = Some(order.clone());
        }
    }

    /// Queues for all other ranks what this rank found in a search. It is lost if another search has begun.
    pub fn give(&mut self, search: u32, own: &News) {
        if search == self.search && search != NO_SEARCH {
            self.neighbors
                .iter_mut()
                .for_each(|neighbor| neighbor.add(own));
        }
    }

    /// Takes what has come from others in a search.
    #[must_use]
    pub fn take(&mut self, search: u32) -> News {
        if search == self.search {
            std::mem::take(&mut self.arrived)
        } else {
            News::default()
        }
    }

    /// Takes a message of a neighbor, and returns the order in it, if there is one.
    ///
    /// # Errors
    /// Returns an error if the message is damaged.
    pub fn receive(
        &mut self,
        from: usize,
        message: &[u8],
    ) -> Result<Option<Order>, DamagedMessage> {
        let sender = self
            .neighbors
            .iter()
            .position(|neighbor| neighbor.rank == from);
        let sender = sender.ok_or(DamagedMessage)?;
        let SearchMessage::News(search, order, news) = SearchMessage::from_bytes(message)? else {
            self.neighbors[sender].is_free = true;
            return Ok(None);
        };
        self.neighbors[sender].receipts_owed += 1;
        if let Some(order) = &order {
            self.order(order);
        }
        if search == self.search && !news.is_empty() {
            self.arrived.add(&news);
            limit(&mut self.arrived);
            let others = self
                .neighbors
                .iter_mut()
                .filter(|neighbor| neighbor.rank != from);
            others.for_each(|neighbor| neighbor.add(&news));
        }
        Ok(order)
    }

    /// The messages to send at this time, each with the neighbor that it is for. Orders go at once.
    #[must_use]
    pub fn outgoing(&mut self, now: Duration) -> Vec<(usize, Vec<u8>)> {
        let mut messages = Vec::new();
        for neighbor in &mut self.neighbors {
            for _ in 0..std::mem::take(&mut neighbor.receipts_owed) {
                messages.push((neighbor.rank, SearchMessage::Receipt.to_bytes()));
            }
            let has_news = !neighbor.outbox.is_empty() && now >= neighbor.due;
            if !neighbor.is_free || !has_news && neighbor.order.is_none() {
                continue;
            }
            let news = neighbor.outbox.take_largest(MAX_NODES);
            let message = SearchMessage::News(self.search, neighbor.order.take(), news);
            neighbor.is_free = false;
            neighbor.due = now + self.period / STEPS_IN_A_PERIOD;
            messages.push((neighbor.rank, message.to_bytes()));
            self.traffic.messages += 1;
        }
        for (_, message) in &messages {
            let bytes = message.len() as u64;
            self.traffic.bytes += bytes;
            self.traffic.longest = self.traffic.longest.max(bytes);
        }
        messages
    }

    /// When the next message may be due, if a neighbor is ready for it.
    #[must_use]
    pub fn next_due(&self) -> Option<Duration> {
        let may_send = |neighbor: &&Neighbor| neighbor.is_free && !neighbor.outbox.is_empty();
        let waiting = self.neighbors.iter().filter(may_send);
        waiting.map(|neighbor| neighbor.due).min()
    }

    /// Whether every neighbor has confirmed everything, and nothing is left to be sent.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.neighbors.iter().all(|neighbor| {
            neighbor.is_free
                && neighbor.receipts_owed == 0
                && neighbor.order.is_none()
                && neighbor.outbox.is_empty()
        })
    }

    fn enter(&mut self, search: u32) {
        self.search = search;
        self.arrived = News::default();
        for neighbor in &mut self.neighbors {
            neighbor.outbox = News::default();
        }
    }
}

impl Neighbor {
    fn add(&mut self, news: &News) {
        self.outbox.add(news);
        limit(&mut self.outbox);
    }
}

/// Drops the nodes beyond [`MAX_WAITING`].
fn limit(waiting: &mut News) {
    if waiting.len() > MAX_WAITING {
        log::debug!("{} nodes wait, which is too many", waiting.len());
        *waiting = waiting.take_largest(MAX_WAITING);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranks::tests::news::of_parents;

    const PERIOD: Duration = Duration::from_millis(40);

    /// The relays of two ranks, in a search.
    fn pair() -> [Relay; 2] {
        let mut relays = [0, 1].map(|rank| Relay::new(Launch { rank, count: 2 }, PERIOD));
        for relay in &mut relays {
            relay.enter(1);
        }
        relays
    }

    /// The number of nodes in each message.
    fn nodes(messages: &[(usize, Vec<u8>)]) -> Vec<usize> {
        let messages = messages
            .iter()
            .map(|(_, bytes)| SearchMessage::from_bytes(bytes).unwrap());
        messages
            .map(|message| match message {
                SearchMessage::Receipt => 0,
                SearchMessage::News(_, _, news) => news.len(),
            })
            .collect()
    }

    #[test]
    fn what_is_too_long_for_a_message_follows_in_the_next() {
        let [mut sender, mut receiver] = pair();
        let all = of_parents(100);
        sender.give(1, &all);
        let mut arrived = News::default();
        let mut now = Duration::ZERO;
        let mut sent = 0;
        while !sender.is_idle() {
            let messages = sender.outgoing(now);
            assert!(
                nodes(&messages)
                    .iter()
                    .all(|&nodes| nodes <= MAX_NODES + 361)
            );
            for (_, message) in &messages {
                receiver.receive(0, message).unwrap();
                sent += 1;
            }
            arrived.add(&receiver.take(1));
            for (_, receipt) in receiver.outgoing(now) {
                sender.receive(1, &receipt).unwrap();
            }
            now += PERIOD;
        }
        assert_eq!(arrived, all);
        assert_eq!(sent, all.len().div_ceil(MAX_NODES));
    }

    #[test]
    fn news_for_a_silent_neighbor_have_a_limit() {
        let [mut sender, _] = pair();
        for round in 0..5 {
            sender.give(1, &of_parents(361));
            let messages = sender.outgoing(round * PERIOD);
            assert_eq!(messages.len(), usize::from(round == 0), "one at a time");
            assert!(sender.neighbors[0].outbox.len() <= MAX_WAITING + 361);
        }
    }

    #[test]
    fn news_that_no_search_takes_have_a_limit() {
        let [mut sender, mut receiver] = pair();
        for round in 0..20 {
            sender.give(1, &of_parents(361));
            for (_, message) in sender.outgoing(round * PERIOD) {
                receiver.receive(0, &message).unwrap();
            }
            for (_, receipt) in receiver.outgoing(round * PERIOD) {
                sender.receive(1, &receipt).unwrap();
            }
        }
        let arrived = receiver.take(1).len();
        assert!(
            (MAX_NODES..=MAX_WAITING + 361).contains(&arrived),
            "{arrived}"
        );
    }
}
