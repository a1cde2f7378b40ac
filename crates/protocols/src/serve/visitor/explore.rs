//! Questions of a visitor about the position that is shown, besides searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;

use super::{Visitor, VisitorState, conflict, enter};
use crate::serve::Server;
use crate::serve::response::HttpResponse;
use crate::session::explore;

/// Maximum time for exact results.
const SOLVE_TIME: Duration = Duration::from_secs(10);

impl VisitorState {
    /// Ends the solver, if it runs.
    pub(super) fn stop_solver(&self) {
        // The flag guards no data.
        self.solver_stop.store(true, Ordering::Relaxed);
    }
}

impl Visitor {
    /// What the opening book says about the position that is shown.
    pub fn explore(&self, server: &Server) -> Value {
        let state = self.state.lock();
        let (game, revision) = (state.board.shown(), state.revision);
        drop(state);
        explore::explored(&game, &server.service.settings, revision)
    }

    /// The exact results in the position that is shown. A change of the game ends the solver, and so does another call.
    ///
    /// # Errors
    ///
    /// A refusal if too many searches run, or if the solver does not support the rules.
    pub fn solve(&self, server: &Server) -> Result<Value, HttpResponse> {
        let mut state = self.state.lock();
        state.stop_solver();
        let stop: Arc<AtomicBool> = Arc::default();
        state.solver_stop = Arc::clone(&stop);
        let (game, revision) = (state.board.shown(), state.revision);
        drop(state);
        let _permit = enter(server)?;
        let bytes = server.service.settings.params.solve_bytes();
        let found = explore::solved(&game, bytes, SOLVE_TIME, &stop, revision);
        found.ok_or_else(|| conflict(explore::WRONG_RULES))
    }
}
