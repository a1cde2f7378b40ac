//! All visitors.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use rand::TryRng;
use rand::rngs::SysRng;

use super::Server;
use super::response::HttpStatus;
use super::visitor::Visitor;

/// Visitors by their ids.
#[derive(Debug, Default)]
pub(super) struct Visitors(Mutex<HashMap<String, KnownVisitor>>);

#[derive(Debug)]
struct KnownVisitor {
    visitor: Arc<Visitor>,
    used: Instant,
}

impl KnownVisitor {
    /// Notes that the visitor is present, and returns it.
    fn touch(&mut self) -> Arc<Visitor> {
        self.used = Instant::now();
        Arc::clone(&self.visitor)
    }
}

impl Visitors {
    /// Returns the visitor with this id, whose game is read from the disk if necessary.
    ///
    /// # Errors
    ///
    /// [`HttpStatus::BUSY`] if there is no room for a game from the disk.
    pub(super) fn find(
        &self,
        id: &str,
        server: &Server,
    ) -> Result<Option<Arc<Visitor>>, HttpStatus> {
        if let Some(entry) = self.0.lock().get_mut(id) {
            return Ok(Some(entry.touch()));
        }
        let Some(board) = server.kept.read(id, &server.service) else {
            return Ok(None);
        };
        let visitor = Visitor::resumed(id.to_owned(), board, &server.service);
        let visitor = self.add(visitor, server.service.visitors)?;
        // If too many searches run to count the game now, the next action counts it.
        let _ = visitor.count(server);
        visitor.keep(server);
        Ok(Some(visitor))
    }

    /// Adds a visitor.
    ///
    /// # Errors
    ///
    /// [`HttpStatus::BUSY`] if there is no room, or the system has no random numbers.
    pub(super) fn begin(&self, server: &Server) -> Result<Arc<Visitor>, HttpStatus> {
        let id = random_id().ok_or(HttpStatus::BUSY)?;
        let visitor = Visitor::new(id, &server.service);
        self.add(visitor, server.service.visitors)
    }

    /// Adds a visitor, unless another request has added it meanwhile. If there are too many, another one is removed: one whose game
    /// has not begun, even if it is in use, or else the one that was unused for the longest time. No visitor is removed whose game
    /// would be lost.
    fn add(&self, visitor: Visitor, most: usize) -> Result<Arc<Visitor>, HttpStatus> {
        let mut known = self.0.lock();
        if let Some(entry) = known.get_mut(&visitor.id) {
            return Ok(entry.touch());
        }
        if known.len() >= most {
            let places = known.values().map(|entry| {
                let is_begun = entry.visitor.is_begun();
                let is_used = Arc::strong_count(&entry.visitor) > 1;
                (is_begun, is_used, entry)
            });
            let mut places: Vec<_> = places.collect();
            places.sort_by_key(|&(is_begun, is_used, entry)| (is_begun, is_used, entry.used));
            let gone = places.into_iter().find(|&(is_begun, is_used, entry)| {
                !is_begun || !is_used && entry.visitor.is_kept()
            });
            let (_, _, gone) = gone.ok_or(HttpStatus::BUSY)?;
            gone.visitor.end_stream();
            let id = gone.visitor.id.clone();
            known.remove(&id);
        }
        let visitor = Arc::new(visitor);
        let entry = KnownVisitor {
            visitor: Arc::clone(&visitor),
            used: Instant::now(),
        };
        known.insert(visitor.id.clone(), entry);
        Ok(visitor)
    }
}

/// A random number of 128 bits, as text. Nobody can guess it.
pub(super) fn random_id() -> Option<String> {
    let [high, low] = [SysRng.try_next_u64(), SysRng.try_next_u64()];
    Some(format!("{:016x}{:016x}", high.ok()?, low.ok()?))
}
