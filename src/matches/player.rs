//! What a player is, to whoever runs a game.

use std::time::Duration;

use super::brake::Brake;
use super::engine_player::EnginePlayer;
use super::fault::Fault;
use super::process::{Program, StartError};
use super::program::ProgramPlayer;
use crate::board::{Color, Move};
use crate::engine::{Decision, EngineSettings};
use crate::game::{Game, TimeControl};

/// One of the two sides of a match.
#[derive(Clone, Debug)]
pub enum Contestant {
    /// Our engine, in this process.
    Engine(Box<EngineSettings>),
    /// A program that speaks GTP.
    Program(Program),
}

/// What all games of a match have in common.
#[derive(Clone, Debug)]
pub struct Terms {
    /// A game that nobody has moved in: size, komi and rules.
    pub start: Game,
    /// Time that each player has for all moves of a game.
    pub main_time: Option<Duration>,
    /// What each move adds to it.
    pub increment: Duration,
    /// How long any answer may take.
    pub patience: Duration,
}

impl Terms {
    /// The same for a clock.
    pub(super) fn time_control(&self) -> TimeControl {
        let increment = self.increment;
        match self.main_time {
            None => TimeControl::Unlimited,
            Some(main) if increment.is_zero() => TimeControl::Absolute { main },
            Some(main) => TimeControl::Fischer { main, increment },
        }
    }
}

/// A player's turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a> {
    pub(super) game: &'a Game,
    pub(super) color: Color,
    /// What the clock shows, if there is one.
    pub(super) left: Option<Duration>,
    /// How long the answer may take.
    pub(super) patience: Duration,
}

/// Someone who plays one game after another. After a [`Fault`] the game is over, and [`begin`](Self::begin) must still
/// be able to start the next one.
pub(super) trait Player {
    /// Name and version, for records.
    fn name(&self) -> &str;

    /// Starts a game. The same seed should give the same game.
    fn begin(&mut self, terms: &Terms, seed: u64) -> Result<(), Fault>;

    /// Hears of a move that is not the player's own choice.
    fn play(&mut self, color: Color, mv: Move, patience: Duration) -> Result<(), Fault>;

    /// Makes a move or resigns. The move need not be legal.
    fn genmove(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault>;

    /// Processor time used so far, in this game and before.
    fn cpu_time(&self) -> Option<Duration>;
}

impl Contestant {
    /// A player for one game at a time.
    ///
    /// # Errors
    ///
    /// When the program cannot be started or does not speak GTP.
    pub(super) fn start(
        &self,
        patience: Duration,
        brake: &Brake,
    ) -> Result<Box<dyn Player + Send>, StartError> {
        Ok(match self {
            Self::Engine(settings) => Box::new(EnginePlayer::new((**settings).clone(), brake)),
            Self::Program(program) => {
                Box::new(ProgramPlayer::start(program.clone(), patience, brake)?)
            }
        })
    }
}
