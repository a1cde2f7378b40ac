//! An engine in this process as a player.

use std::time::Duration;

use super::cpu_time;
use super::plan::MatchPlan;
use super::player::{Fault, Player};
use super::stop_signal::StopSignal;
use tao_engine::engine::{Decision, Engine, EngineSettings, Purpose, Question};
use tao_protocols::catch_panic;
use tao_rules::board::{Color, Move};
use tao_rules::game::{Clock, Game};

pub(super) struct EnginePlayer {
    engine: Engine,
    clock: Clock,
    /// `None` if it is unknown, as it is with several threads: only the calling thread is measured.
    cpu_time: Option<Duration>,
}

impl EnginePlayer {
    pub(super) fn new(settings: EngineSettings, stop: &StopSignal) -> Self {
        let is_single_threaded = settings.params.machine.threads == 1;
        let mut engine = Engine::new(settings);
        engine.set_stop_flag(stop.abort_flag());
        Self {
            engine,
            clock: Clock::default(),
            cpu_time: is_single_threaded.then_some(Duration::ZERO),
        }
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> &'static str {
        concat!("Tao Go ", env!("CARGO_PKG_VERSION"))
    }

    fn start_game(&mut self, plan: &MatchPlan, seed: u64) -> Result<(), Fault> {
        self.engine.set_seed(seed);
        self.engine.new_game();
        self.clock.set(plan.time_control());
        Ok(())
    }

    /// Does nothing: [`genmove`](Self::genmove) gets the whole game.
    fn play(&mut self, _color: Color, _mv: Move) -> Result<(), Fault> {
        Ok(())
    }

    fn genmove(&mut self, game: &Game, time_left: Option<Duration>) -> Result<Decision, Fault> {
        let start = cpu_time::thread_time();
        let color = game.to_move();
        if let Some(left) = time_left {
            self.clock.set_remaining(color, left, 0);
        }
        let budget = self.clock.budget(color, game.board());
        let question = Question::new(color, Purpose::Play, budget);
        let thought = guarded(|| self.engine.think(game, question))?;
        let used = cpu_time::thread_time()
            .zip(start)
            .map(|(end, start)| end.saturating_sub(start));
        self.cpu_time = self.cpu_time.zip(used).map(|(total, used)| total + used);
        Ok(thought.decision())
    }

    fn cpu_time(&self) -> Option<Duration> {
        self.cpu_time
    }
}

fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_panic(work).map_err(|_| Fault::crash("internal error, see the log"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::EndReason;

    #[test]
    fn a_panic_is_a_crash_of_the_player() {
        assert_eq!(guarded(|| 5).ok(), Some(5));
        let crash = guarded(|| -> () { panic!("on purpose") }).unwrap_err();
        assert_eq!(crash.reason, EndReason::Crash);
    }
}
