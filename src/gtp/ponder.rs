//! The opponent's time: while the next command is awaited, the engine searches on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, ScopedJoinHandle, scope};

use super::session::Session;

impl Session {
    /// Waits, for a command. Meanwhile the engine ponders, if the opponent is to answer its move; it has ended when this returns.
    pub(super) fn while_pondering<T>(&mut self, wait: impl FnOnce() -> T) -> T {
        if !self.engine.ponders() || !self.awaits_reply() {
            return wait();
        }
        let (engine, game, stop) = (&mut self.engine, &self.game, AtomicBool::new(false));
        scope(|scope| {
            let pondering = Builder::new()
                .name("ponder".to_owned())
                .spawn_scoped(scope, || engine.ponder(game, &stop));
            let end = EndOnDrop(&stop);
            let received = wait();
            drop(end);
            match pondering.map(ScopedJoinHandle::join) {
                Ok(Ok(())) => {}
                Ok(Err(_)) => log::error!("pondering has failed"),
                Err(error) => log::warn!("cannot ponder: {error}"),
            }
            received
        })
    }
}

/// Sets a stop sign, also when waiting panics: else the scope would never end.
struct EndOnDrop<'a>(&'a AtomicBool);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::board::Color;
    use crate::game::{Engine, Game, Settings};
    use crate::gtp::command::Command;
    use crate::gtp::table;

    /// A session whose engine ponders without end.
    fn session() -> Session {
        let engine = Engine::new(Settings {
            playouts: Some(10),
            ponder: u64::MAX,
            ..Settings::default()
        });
        Session::new(Game::new(9).unwrap(), engine)
    }

    fn execute(session: &mut Session, line: &str) {
        let command = Command::parse(line.as_bytes()).unwrap();
        table::execute(session, &command).unwrap();
    }

    #[test]
    fn a_reply_is_awaited_after_a_move_of_the_engine() {
        let mut session = session();
        for (line, expected) in [
            ("play b e5", false),
            ("genmove w", true),
            ("showboard", true),
            ("undo", false),
            ("reg_genmove w", false),
            ("kgs-genmove_cleanup w", true),
            ("clear_cache", true),
            ("play b pass", false),
            ("genmove w", true),
            ("clear_board", false),
            ("play w e5", false),
        ] {
            execute(&mut session, line);
            assert_eq!(session.awaits_reply(), expected, "{line}");
        }
    }

    #[test]
    fn pondering_ends_with_the_wait_and_leaves_its_tree() {
        let mut session = session();
        execute(&mut session, "genmove b");
        assert_eq!(session.while_pondering(|| 5), 5);
        let panic = AssertUnwindSafe(|| session.while_pondering(|| panic!("on purpose")));
        assert!(catch_unwind(panic).is_err());
        let report = session.engine.suggest(&session.game, Color::White, None);
        assert!(report.report.unwrap().kept > 0);
    }
}
