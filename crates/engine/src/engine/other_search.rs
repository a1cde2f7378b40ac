//! A search of another kind in place of UCT.

use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

use crate::search::{Observer, Params, Report, Request};

/// A search that an [`Engine`](super::Engine) uses in place of UCT. It keeps no tree.
pub trait OtherSearch: Debug + Send + Sync {
    /// Searches until a limit of the request is reached or `stop` is set. The observer gets snapshots as from UCT, and the last
    /// one in any case.
    fn search(
        &self,
        params: &Params,
        request: &Request,
        stop: &AtomicBool,
        observer: &mut Observer<'_>,
    ) -> Report;
}
