//! The sessions of all visitors.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rand::TryRng;
use rand::rngs::SysRng;

use super::BoardService;
use super::session::Session;

/// Sessions by their ids, so many at most.
#[derive(Debug)]
pub(super) struct Sessions {
    most: usize,
    known: Mutex<HashMap<String, Entry>>,
}

#[derive(Debug)]
struct Entry {
    session: Arc<Session>,
    used: Instant,
}

impl Sessions {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            known: Mutex::default(),
        }
    }

    /// The session with this id.
    pub(super) fn find(&self, id: &str) -> Option<Arc<Session>> {
        let mut known = self.lock();
        let entry = known.get_mut(id)?;
        entry.used = Instant::now();
        Some(Arc::clone(&entry.session))
    }

    /// Begins a session and returns its id. In place of another one if there are too many: of those that no request uses,
    /// one without moves before others, and then the one that was unused for the longest time. `None` where all are
    /// in use, or the system has no random numbers.
    pub(super) fn begin(&self, service: &BoardService) -> Option<(String, Arc<Session>)> {
        let id = random_id()?;
        let mut known = self.lock();
        if known.len() >= self.most {
            let idle = known
                .iter()
                .filter(|(_, entry)| Arc::strong_count(&entry.session) == 1);
            let oldest = idle.min_by_key(|(_, entry)| (entry.session.is_begun(), entry.used));
            let oldest = oldest.map(|(id, _)| id.clone())?;
            known.remove(&oldest);
        }
        let session = Arc::new(Session::new(service));
        let entry = Entry {
            session: Arc::clone(&session),
            used: Instant::now(),
        };
        known.insert(id.clone(), entry);
        Some((id, session))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A random number of 128 bits, as text. Nobody can guess it.
pub(super) fn random_id() -> Option<String> {
    let [high, low] = [SysRng.try_next_u64(), SysRng.try_next_u64()];
    Some(format!("{:016x}{:016x}", high.ok()?, low.ok()?))
}
