//! All visitors.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use rand::TryRng;
use rand::rngs::SysRng;

use super::BoardService;
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
    /// The visitor with this id.
    pub(super) fn find(&self, id: &str) -> Option<Arc<Visitor>> {
        let mut known = self.0.lock();
        let entry = known.get_mut(id)?;
        entry.used = Instant::now();
        Some(Arc::clone(&entry.visitor))
    }

    /// Adds a visitor and returns its id. If there are too many, it replaces another: of those that no request uses,
    /// one without moves before others, and then the one that was unused for the longest time. `None` where all are
    /// in use, or the system has no random numbers.
    pub(super) fn begin(&self, service: &BoardService) -> Option<(String, Arc<Visitor>)> {
        let id = random_id()?;
        let mut known = self.0.lock();
        if known.len() >= service.visitors {
            let idle = known
                .iter()
                .filter(|(_, entry)| Arc::strong_count(&entry.visitor) == 1);
            let oldest = idle.min_by_key(|(_, entry)| (entry.visitor.is_begun(), entry.used));
            let oldest_id = oldest?.0.clone();
            known.remove(&oldest_id);
        }
        let visitor = Arc::new(Visitor::new(service));
        let entry = KnownVisitor {
            visitor: Arc::clone(&visitor),
            used: Instant::now(),
        };
        known.insert(id.clone(), entry);
        Some((id, visitor))
    }
}

/// A random number of 128 bits, as text. Nobody can guess it.
pub(super) fn random_id() -> Option<String> {
    let [high, low] = [SysRng.try_next_u64(), SysRng.try_next_u64()];
    Some(format!("{:016x}{:016x}", high.ok()?, low.ok()?))
}
