//! A program that speaks GTP, as a player.

use std::time::Duration;

use super::plan::MatchPlan;
use super::player::{Fault, Player};
use super::process::{Process, StartError};
use super::program::Program;
use super::stop_signal::StopSignal;
use tao_engine::engine::Decision;
use tao_rules::board::{Color, Move};
use tao_rules::game::Game;

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
        for command in setup_commands(&plan.start) {
            self.ask(&command, self.timeout)?;
        }
        self.send_time_settings(plan)
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), Fault> {
        self.ask(&play_command(color, mv), self.timeout).map(drop)
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

pub(super) fn setup_commands(start: &Game) -> [String; 3] {
    [
        format!("boardsize {}", start.size()),
        "clear_board".to_owned(),
        format!("komi {}", start.komi()),
    ]
}

pub(super) fn play_command(color: Color, mv: Move) -> String {
    format!("play {color} {mv}")
}
