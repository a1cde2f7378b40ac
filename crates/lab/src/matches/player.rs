//! The players of a game: engines in this process and programs that speak GTP.

use std::fmt::Display;
use std::time::Duration;

use tao_engine::raw::{EngineSettings, Purpose, Question};
use tao_engine::{Decision, Engine};
use tao_protocols::catch_panic;
use tao_rules::board::{Color, Move};
use tao_rules::game::{Clock, Game};

use super::cpu_time;
use super::log::EndReason;
use super::process::{Process, Program, StartError};
use super::runner::{MatchPlan, StopSignal};

/// What a player did that loses the game at once.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Fault {
    pub reason: EndReason,
    pub detail: String,
}

impl Fault {
    fn new(reason: EndReason, detail: String) -> Self {
        Self { reason, detail }
    }

    pub(super) fn crash(what: impl Display) -> Self {
        Self::new(EndReason::Crash, format!("crash: {what}"))
    }

    pub(super) fn illegal_move(why: impl Display) -> Self {
        Self::new(EndReason::IllegalMove, format!("illegal move: {why}"))
    }

    /// An answer that reports a failure or does not fit the command. The detail has the beginning of its first line.
    pub(super) fn bad_answer(command: &str, answer: &str) -> Self {
        let line = answer.lines().next().unwrap_or_default();
        let start: String = line.chars().take(80).collect();
        let detail = format!("`{command}` answered with `{start}`");
        Self::new(EndReason::BadAnswer, detail)
    }

    pub(super) fn stall(command: &str) -> Self {
        Self::new(EndReason::Stall, format!("no answer to `{command}`"))
    }

    pub(super) fn out_of_time() -> Self {
        Self::new(EndReason::Time, "out of time".to_owned())
    }
}

/// Plays game after game. After a [`Fault`] the game is over, but [`start_game`](Self::start_game) must still work.
pub(super) trait Player: Send {
    fn name(&self) -> &str;

    /// Starts a game. The same seed should give the same game.
    fn start_game(&mut self, plan: &MatchPlan, seed: u64) -> Result<(), Fault>;

    /// Tells the player a move of the opponent or of the opening.
    fn play(&mut self, color: Color, mv: Move) -> Result<(), Fault>;

    /// Chooses a move for the side to move, or resigns. The move need not be legal.
    fn genmove(&mut self, game: &Game, time_left: Option<Duration>) -> Result<Decision, Fault>;

    /// Processor time used so far, in this game and before.
    fn cpu_time(&self) -> Option<Duration>;
}

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

pub(super) struct ProgramPlayer {
    program: Program,
    /// `None` after a fault, and before each game of a program that takes the seed.
    process: Option<Process>,
    stop: StopSignal,
    name: String,
    /// Maximum time for any answer.
    timeout: Duration,
}

impl ProgramPlayer {
    pub(super) fn start(
        program: Program,
        timeout: Duration,
        stop: &StopSignal,
    ) -> Result<Self, StartError> {
        let mut process = Process::start(&program, 0, stop)?;
        let name = process.ask("name", timeout);
        let name = name.map_err(|fault| StartError {
            program: program.program.clone(),
            reason: format!("does not speak GTP: {fault}"),
        })?;
        // GTP requires `version` too, but a program can play without it.
        let version = process.ask("version", timeout).unwrap_or_default();
        Ok(Self {
            process: (!program.takes_seed()).then_some(process),
            program,
            stop: stop.clone(),
            timeout,
            name: format!("{name} {version}").trim_end().to_owned(),
        })
    }

    /// Sends a command. After a fault the process is killed.
    fn ask(&mut self, command: &str, timeout: Duration) -> Result<String, Fault> {
        let gone = || Fault::crash("the program has ended");
        let process = self.process.as_mut().ok_or_else(gone)?;
        let answer = process.ask(command, timeout);
        if answer.is_err() {
            process.kill();
            self.process = None;
        }
        answer
    }

    /// Sends the time settings of the game, or the time for a move as a period of one stone. Programs that do not know
    /// `KataGo`'s command for increments see them only in `time_left`.
    fn send_time_settings(&mut self, plan: &MatchPlan) -> Result<(), Fault> {
        let knows_increment = !plan.increment.is_zero()
            && self.ask("known_command kata-time_settings", self.timeout)? == "true";
        let command = match (plan.main_time, self.program.sent_time_per_move()) {
            (Some(main), _) if knows_increment => {
                let [main, increment] = [main, plan.increment].map(|time| time.as_secs_f64());
                format!("kata-time_settings fischer {main} {increment}")
            }
            (Some(main), _) => format!("time_settings {} 0 0", main.as_secs()),
            (None, Some(time)) => format!("time_settings 0 {} 1", time.as_secs()),
            (None, None) => return Ok(()),
        };
        self.ask(&command, self.timeout).map(drop)
    }
}

impl Player for ProgramPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, plan: &MatchPlan, seed: u64) -> Result<(), Fault> {
        if self.program.takes_seed() {
            self.process = None;
        }
        if self.process.is_none() {
            let started = Process::start(&self.program, seed, &self.stop);
            self.process = Some(started.map_err(Fault::crash)?);
        }
        let start = &plan.start;
        self.ask(&format!("boardsize {}", start.size()), self.timeout)?;
        self.ask("clear_board", self.timeout)?;
        self.ask(&format!("komi {}", start.komi()), self.timeout)?;
        self.send_time_settings(plan)
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), Fault> {
        self.ask(&format!("play {color} {mv}"), self.timeout)
            .map(drop)
    }

    fn genmove(&mut self, game: &Game, time_left: Option<Duration>) -> Result<Decision, Fault> {
        let color = game.to_move();
        let timeout = time_left.map_or(self.timeout, |left| left.min(self.timeout));
        if let Some(left) = time_left {
            self.ask(&format!("time_left {color} {} 0", left.as_secs()), timeout)?;
        }
        let command = format!("genmove {color}");
        let answer = self.ask(&command, timeout)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Decision::Resign);
        }
        let mv = answer
            .parse()
            .map_err(|_| Fault::bad_answer(&command, &answer))?;
        Ok(Decision::Play(mv))
    }

    fn cpu_time(&self) -> Option<Duration> {
        self.process.as_ref()?.cpu_time()
    }
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
