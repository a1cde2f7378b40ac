//! The sides of a match, and how their players are started.

use std::time::Duration;

use super::engine_player::EnginePlayer;
use super::player::Player;
use super::program::{Program, StartError};
use super::program_player::ProgramPlayer;
use super::stop_signal::StopSignal;
use crate::engine::EngineSettings;

/// One of the two sides of a match.
#[derive(Clone, Debug)]
pub enum Competitor {
    /// An engine in this process.
    Engine(Box<EngineSettings>),
    /// A program that speaks GTP.
    Program(Program),
}

impl Competitor {
    pub(super) fn start(
        &self,
        timeout: Duration,
        stop: &StopSignal,
    ) -> Result<Box<dyn Player + Send>, StartError> {
        Ok(match self {
            Self::Engine(settings) => Box::new(EnginePlayer::new((**settings).clone(), stop)),
            Self::Program(program) => {
                Box::new(ProgramPlayer::start(program.clone(), timeout, stop)?)
            }
        })
    }
}
