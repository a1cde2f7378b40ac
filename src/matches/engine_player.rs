//! Our engine as a player, in this process.

use std::panic;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use super::brake::Brake;
use super::cpu;
use super::fault::Fault;
use super::player::{Player, Terms, Turn};
use crate::board::{Color, Move};
use crate::engine::{Decision, Engine, EngineSettings};
use crate::game::Clock;

/// An engine with its clock.
pub(super) struct EnginePlayer {
    engine: Engine,
    clock: Clock,
    cpu_time: Option<Duration>,
}

impl EnginePlayer {
    /// An engine that ends its search when the match is broken off.
    pub(super) fn new(settings: EngineSettings, brake: &Brake) -> Self {
        // The time of the calling thread is all of it only where no other helps.
        let is_alone = settings.params.threads == 1;
        let mut engine = Engine::new(settings);
        engine.set_stop_flag(brake.abort_sign());
        Self {
            engine,
            clock: Clock::default(),
            cpu_time: is_alone.then_some(Duration::ZERO),
        }
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> &'static str {
        concat!("Tao Go ", env!("CARGO_PKG_VERSION"))
    }

    fn begin(&mut self, terms: &Terms, seed: u64) -> Result<(), Fault> {
        self.engine.set_seed(seed);
        self.engine.forget();
        self.clock.set(terms.time_control());
        Ok(())
    }

    /// The game is there to be looked at.
    fn play(&mut self, _color: Color, _mv: Move, _patience: Duration) -> Result<(), Fault> {
        Ok(())
    }

    fn genmove(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let start = cpu::thread_time();
        if let Some(left) = turn.left {
            self.clock.set_remaining(turn.color, left, 0);
        }
        let budget = self.clock.budget(turn.color, turn.game.board());
        let thought = guard(|| self.engine.genmove(turn.game, turn.color, budget))?;
        let used = cpu::thread_time()
            .zip(start)
            .map(|(end, start)| end.saturating_sub(start));
        self.cpu_time = self.cpu_time.zip(used).map(|(total, used)| total + used);
        Ok(thought.decision)
    }

    fn cpu_time(&self) -> Option<Duration> {
        self.cpu_time
    }
}

/// What `work` returns. Where it panics, it loses the game and not the match.
fn guard<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    done.map_err(|_| Fault::Crash("internal error, which the log tells of".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_crash_of_the_player() {
        assert_eq!(guard(|| 5).ok(), Some(5));
        let crash = guard(|| panic!("on purpose"));
        assert!(matches!(crash, Err::<(), _>(Fault::Crash(_))));
    }
}
