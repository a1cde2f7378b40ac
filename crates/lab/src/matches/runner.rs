//! Plays the games of a match plan, several at a time, and ends a match early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use tao_engine::raw::EngineSettings;
use tao_go::workers::run_workers;
use tao_rules::game::{Game, TimeControl};

use super::game::{MatchWorker, MatchedGame};
use super::log::MatchSettings;
use super::openings::Openings;
use super::process::{Program, StartError};

/// Plays the games with these numbers, several at a time, and calls `on_game` with each game as it ends, until that returns
/// `false`.
///
/// # Errors
/// When a player cannot be started, or with the error of `on_game`.
pub fn play_match<E: From<StartError>>(
    plan: &MatchPlan,
    numbers: &[u64],
    stop: &StopSignal,
    mut on_game: impl FnMut(MatchedGame) -> Result<bool, E>,
) -> Result<(), E> {
    let workers = (0..plan.concurrency.min(numbers.len()))
        .map(|_| MatchWorker::new(plan, stop))
        .collect::<Result<Vec<_>, _>>()?;
    let numbers = numbers.iter().take_while(|_| !stop.is_requested());
    let next_game = |worker: &mut MatchWorker<'_>, &number: &u64| worker.play(number);
    let record = |games: Receiver<MatchedGame>| {
        for game in games {
            let wants_more = on_game(game);
            if !matches!(wants_more, Ok(true)) {
                // Games that are still in progress are not wanted any more.
                stop.abort();
                return wants_more.map(drop);
            }
        }
        Ok(())
    };
    run_workers(workers, numbers, next_game, record)
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The match as the log describes it.
    pub settings: MatchSettings,
    /// A and B.
    pub competitors: [Competitor; 2],
    /// One opening for each pair.
    pub openings: Openings,
    /// The empty board, with komi and rules.
    pub start: Game,
    /// Time of each player for all moves of a game.
    pub main_time: Option<Duration>,
    /// Time that each move adds to the player's clock.
    pub increment: Duration,
    /// Maximum time for any answer.
    pub timeout: Duration,
    /// Settings whose network, if they have one, finds the dead stones of a finished game.
    pub judge: EngineSettings,
    /// Maximum number of games at a time.
    pub concurrency: usize,
}

/// One of the two sides of a match.
#[derive(Clone, Debug)]
pub enum Competitor {
    /// An engine in this process.
    Engine(Box<EngineSettings>),
    /// A program that speaks GTP.
    Program(Program),
}

impl MatchPlan {
    pub(super) fn time_control(&self) -> TimeControl {
        match self.main_time {
            None => TimeControl::Unlimited,
            Some(main) if self.increment.is_zero() => TimeControl::Absolute { main },
            Some(main) => TimeControl::fischer(main, self.increment),
        }
    }
}

/// Ends a match early: the first request lets the games in progress finish, the second one aborts them.
#[derive(Clone, Debug, Default)]
pub struct StopSignal {
    requested: Arc<AtomicBool>,
    aborted: Arc<AtomicBool>,
}

impl StopSignal {
    /// Prevents further games from starting; on the second call, aborts the games in progress.
    pub fn request(&self) {
        if self.requested.swap(true, Ordering::Relaxed) {
            self.abort();
        }
    }

    /// Aborts the games in progress. They do not count.
    pub(super) fn abort(&self) {
        self.requested.store(true, Ordering::Relaxed);
        self.aborted.store(true, Ordering::Relaxed);
    }

    /// Whether no further games start.
    pub fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }

    pub(super) fn is_aborted(&self) -> bool {
        self.aborted.load(Ordering::Relaxed)
    }

    pub(super) fn abort_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.aborted)
    }
}
