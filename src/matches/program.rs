//! A program that speaks GTP, as a player.

use std::time::Duration;

use super::brake::Brake;
use super::fault::Fault;
use super::player::{Player, Terms, Turn};
use super::process::{Process, Program, StartError, bad_answer};
use crate::board::{Color, Move};
use crate::engine::Decision;
use crate::game::Game;

/// A program, its process from game to game, and what it calls itself.
pub(super) struct ProgramPlayer {
    program: Program,
    /// `None` after a fault, and where every game needs a process of its own.
    process: Option<Process>,
    brake: Brake,
    name: String,
}

impl ProgramPlayer {
    /// Starts the program and asks who it is.
    ///
    /// # Errors
    ///
    /// When the system cannot run it, or it does not know its name.
    pub(super) fn start(
        program: Program,
        patience: Duration,
        brake: &Brake,
    ) -> Result<Self, StartError> {
        let mut process = Process::start(&program, 0, brake)?;
        let name = process
            .ask("name", patience)
            .map_err(|fault| StartError::Mute {
                program: program.program.clone(),
                fault,
            })?;
        // GTP has it too, but a program without is no worse a player.
        let version = process.ask("version", patience).unwrap_or_default();
        Ok(Self {
            process: (!program.takes_seed()).then_some(process),
            program,
            brake: brake.clone(),
            name: format!("{name} {version}").trim_end().to_owned(),
        })
    }

    /// Sends a command. After a fault the process is given up.
    fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Fault> {
        let process = self.process.as_mut();
        let process = process.ok_or_else(|| Fault::Crash("the program is gone".to_owned()))?;
        let answer = process.ask(command, patience);
        if answer.is_err() {
            self.give_up();
        }
        answer
    }

    /// Leaves the process to itself: it is past understanding.
    fn give_up(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.end();
        }
    }

    /// The process of the last game or a new one.
    fn prepare(&mut self, seed: u64) -> Result<(), Fault> {
        if self.program.takes_seed() {
            self.process = None;
        }
        if self.process.is_none() {
            let started = Process::start(&self.program, seed, &self.brake);
            self.process = Some(started.map_err(|error| Fault::Crash(error.to_string()))?);
        }
        Ok(())
    }

    /// Tells of the clock of the game, or of the time for a move: one stone in each period.
    ///
    /// An increment is told to programs that know `KataGo`'s command for it; for others the clock that they see before each
    /// move must do.
    fn tell_time(&mut self, terms: &Terms) -> Result<(), Fault> {
        let knows_increment = !terms.increment.is_zero()
            && self.ask("known_command kata-time_settings", terms.patience)? == "true";
        let command = match (terms.main_time, self.program.told_time()) {
            (Some(main), _) if knows_increment => {
                let [main, increment] = [main, terms.increment].map(|time| time.as_secs_f64());
                format!("kata-time_settings fischer {main} {increment}")
            }
            (Some(main), _) => format!("time_settings {} 0 0", main.as_secs()),
            (None, Some(time)) => format!("time_settings 0 {} 1", time.as_secs()),
            (None, None) => return Ok(()),
        };
        self.ask(&command, terms.patience).map(drop)
    }
}

impl Player for ProgramPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, terms: &Terms, seed: u64) -> Result<(), Fault> {
        self.prepare(seed)?;
        for command in begin_commands(&terms.start) {
            self.ask(&command, terms.patience)?;
        }
        self.tell_time(terms)
    }

    fn play(&mut self, color: Color, mv: Move, patience: Duration) -> Result<(), Fault> {
        self.ask(&play_command(color, mv), patience).map(drop)
    }

    fn genmove(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
        let Turn {
            color,
            left,
            patience,
            ..
        } = *turn;
        if let Some(left) = left {
            self.ask(&format!("time_left {color} {} 0", left.as_secs()), patience)?;
        }
        let command = format!("genmove {color}");
        let answer = self.ask(&command, patience)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Decision::Resign);
        }
        answer
            .parse()
            .map(Decision::Play)
            .map_err(|_| bad_answer(&command, &answer))
    }

    fn cpu_time(&self) -> Option<Duration> {
        self.process.as_ref()?.cpu_time()
    }
}

/// The commands that begin a game.
pub(super) fn begin_commands(start: &Game) -> [String; 3] {
    [
        format!("boardsize {}", start.size()),
        "clear_board".to_owned(),
        format!("komi {}", start.komi()),
    ]
}

/// The command that tells a program of a move.
pub(super) fn play_command(color: Color, mv: Move) -> String {
    format!("play {color} {mv}")
}
