//! All visitors, and how many new ones may come.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rand::TryRng;
use rand::rngs::SysRng;

use super::Server;
use super::http::HttpStatus;
use super::visitor::Visitor;

/// Visitors by their ids, with the times when they were present last.
pub(super) type Visitors = Mutex<HashMap<String, (Arc<Visitor>, Instant)>>;

impl Server {
    /// Returns the visitor with this id, whose game is read from the disk if necessary.
    ///
    /// # Errors
    ///
    /// [`HttpStatus::BUSY`] if there is no room for a game from the disk.
    pub(super) fn visitor(&self, id: &str) -> Result<Option<Arc<Visitor>>, HttpStatus> {
        if let Some((visitor, used)) = self.visitors.lock().get_mut(id) {
            *used = Instant::now();
            return Ok(Some(Arc::clone(visitor)));
        }
        let alone = self.from_disk.lock();
        let Some(board) = self.service.saved_game(id) else {
            return Ok(None);
        };
        let visitor = self.add(Visitor::new(id.to_owned(), Some(board), &self.service))?;
        drop(alone);
        visitor.count(self);
        visitor.save(self);
        Ok(Some(visitor))
    }

    /// Adds a visitor.
    ///
    /// # Errors
    ///
    /// [`HttpStatus::BUSY`] if there is no room, or the system has no random numbers.
    pub(super) fn new_visitor(&self) -> Result<Arc<Visitor>, HttpStatus> {
        let id = random_id().ok_or(HttpStatus::BUSY)?;
        self.add(Visitor::new(id, None, &self.service))
    }

    /// Adds a visitor, unless another request has added it meanwhile. If there are too many, another one is removed: one whose game
    /// has not begun, even if it is in use, or else the one that was unused for the longest time. No visitor is removed whose game
    /// would be lost.
    fn add(&self, visitor: Visitor) -> Result<Arc<Visitor>, HttpStatus> {
        let mut known = self.visitors.lock();
        if let Some((visitor, used)) = known.get_mut(&visitor.id) {
            *used = Instant::now();
            return Ok(Arc::clone(visitor));
        }
        if known.len() >= self.service.visitors {
            let mut places: Vec<_> = known.values().collect();
            let is_used = |visitor: &Arc<Visitor>| Arc::strong_count(visitor) > 1;
            places.sort_by_cached_key(|(visitor, used)| {
                (visitor.is_begun(), is_used(visitor), *used)
            });
            let gone = places.into_iter().find(|(visitor, _)| {
                let is_free = !visitor.is_begun() || !is_used(visitor);
                let is_lost = || visitor.is_begun() || self.service.folder.is_some();
                is_free && (visitor.is_saved() || !is_lost())
            });
            let (gone, _) = gone.ok_or(HttpStatus::BUSY)?;
            gone.next_stream();
            let id = gone.id.clone();
            known.remove(&id);
        }
        let visitor = Arc::new(visitor);
        let entry = (Arc::clone(&visitor), Instant::now());
        known.insert(visitor.id.clone(), entry);
        Ok(visitor)
    }

    /// Writes the games that could not be written before.
    pub(super) fn save_all(&self) {
        let places = self.visitors.lock();
        let visitors: Vec<_> = places
            .values()
            .map(|(visitor, _)| Arc::clone(visitor))
            .collect();
        drop(places);
        for visitor in visitors {
            visitor.save(self);
        }
    }
}

/// A random number of 128 bits, as text. Nobody can guess it.
pub(super) fn random_id() -> Option<String> {
    let [high, low] = [SysRng.try_next_u64(), SysRng.try_next_u64()];
    Some(format!("{:016x}{:016x}", high.ok()?, low.ok()?))
}

/// The time in which new games are counted.
const MINUTE: Duration = Duration::from_secs(60);

/// Counts the new games of each network, so that none can take the place of all others.
#[derive(Debug)]
pub(super) struct NewGames {
    since: Instant,
    counts: HashMap<IpAddr, usize>,
}

impl Default for NewGames {
    fn default() -> Self {
        Self {
            since: Instant::now(),
            counts: HashMap::new(),
        }
    }
}

impl NewGames {
    /// Counts a new game of a client, and returns whether these are at most `limit` in this minute.
    pub(super) fn count(&mut self, client: IpAddr, limit: usize) -> bool {
        if self.since.elapsed() >= MINUTE {
            *self = Self::default();
        }
        let count = self.counts.entry(network(client)).or_default();
        *count += 1;
        *count <= limit
    }
}

/// The part of an address that a client cannot choose: with IPv6, the first 64 bits.
fn network(client: IpAddr) -> IpAddr {
    match client {
        IpAddr::V4(_) => client,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_games_are_counted_for_each_network() {
        let mut games = NewGames::default();
        let mut count = |client: &str| games.count(client.parse().unwrap(), 2);
        assert!(count("192.0.2.1") && count("192.0.2.1"));
        assert!(!count("192.0.2.1"));
        assert!(count("192.0.2.2"));
        assert!(count("2001:db8::1") && count("2001:db8::ffff"));
        assert!(!count("2001:db8::2"));
        assert!(count("2001:db8:0:1::"));
    }
}
