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

impl Visitors {
    /// The visitor with this id, whose game may be on the disk only.
    ///
    /// # Errors
    ///
    /// [`HttpStatus::BUSY`] where there is no room for a game from the disk.
    pub(super) fn find(
        &self,
        id: &str,
        server: &Server,
    ) -> Result<Option<Arc<Visitor>>, HttpStatus> {
        let mut known = self.0.lock();
        if let Some(entry) = known.get_mut(id) {
            entry.used = Instant::now();
            return Ok(Some(Arc::clone(&entry.visitor)));
        }
        let Some(board) = server.kept.read(id, &server.service) else {
            return Ok(None);
        };
        let visitor = Visitor::resumed(id.to_owned(), board, &server.service);
        let visitor = add(&mut known, visitor, server.service.visitors)?;
        drop(known);
        // Where no search is free to count it, the next action will.
        let _ = visitor.count(server);
        visitor.keep(server);
        Ok(Some(visitor))
    }

    /// Adds a visitor.
    ///
    /// # Errors
    ///
    /// [`HttpStatus::BUSY`] where there is no room, or the system has no random numbers.
    pub(super) fn begin(&self, server: &Server) -> Result<Arc<Visitor>, HttpStatus> {
        let id = random_id().ok_or(HttpStatus::BUSY)?;
        let visitor = Visitor::new(id, &server.service);
        add(&mut self.0.lock(), visitor, server.service.visitors)
    }
}

/// Adds a visitor. If there are too many, another one leaves: first one whose game has no moves, used or not, then the one
/// that was unused for the longest time. Nobody leaves whose game would be lost.
fn add(
    known: &mut HashMap<String, KnownVisitor>,
    visitor: Visitor,
    most: usize,
) -> Result<Arc<Visitor>, HttpStatus> {
    if known.len() >= most {
        let places = known.iter().filter_map(|(id, entry)| {
            let is_begun = entry.visitor.is_begun();
            let is_used = Arc::strong_count(&entry.visitor) > 1;
            let may_leave = !is_begun || !is_used && entry.visitor.is_kept();
            may_leave.then(|| ((is_begun, is_used, entry.used), id.clone()))
        });
        let (_, id) = places.min().ok_or(HttpStatus::BUSY)?;
        if let Some(gone) = known.remove(&id) {
            gone.visitor.end_stream();
        }
    }
    let visitor = Arc::new(visitor);
    let entry = KnownVisitor {
        visitor: Arc::clone(&visitor),
        used: Instant::now(),
    };
    known.insert(visitor.id.clone(), entry);
    Ok(visitor)
}

/// A random number of 128 bits, as text. Nobody can guess it.
pub(super) fn random_id() -> Option<String> {
    let [high, low] = [SysRng.try_next_u64(), SysRng.try_next_u64()];
    Some(format!("{:016x}{:016x}", high.ok()?, low.ok()?))
}
