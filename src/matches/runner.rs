//! Plays the games of a match, several at a time.

use std::ops::ControlFlow;
use std::sync::mpsc::Receiver;
use std::task::Poll;

use serde::{Deserialize, Serialize};

use super::competitor::Competitor;
use super::game::MatchGame;
use super::log_entry::{LogEntry, MatchSettings, Side, moves_text};
use super::openings::Openings;
use super::player::{MatchConditions, Player};
use super::program::{Program, StartError};
use super::referee::{Referee, RefereeError};
use super::stop_signal::StopSignal;
use crate::board::ByColor;
use crate::ranks::{Ranks, Workers};

/// A match to be played.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The match as the log describes it.
    pub settings: MatchSettings,
    /// Board, rules and clock.
    pub conditions: MatchConditions,
    /// A and B.
    pub competitors: [Competitor; 2],
    /// The program that counts finished games; without one [`settle`](crate::engine::settle) does.
    pub referee: Option<Program>,
    /// One opening for each pair.
    pub openings: Openings,
    /// Maximum number of games at a time.
    pub concurrency: usize,
}

/// A finished game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The line for the log.
    pub entry: LogEntry,
    /// The names of the players.
    pub names: ByColor<String>,
}

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A player cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The referee fails, here or on a rank that is named.
    #[error("{0}")]
    Referee(String),
}

/// Plays the games with these numbers, several at a time on each rank, until `on_game`, which gets each as it ends,
/// breaks or fails. A rank that follows plays some of them for rank 0, and gets none.
///
/// # Errors
///
/// When a player cannot be started, when the referee fails, or with the error of `on_game`.
pub fn play_match<E: From<MatchError>>(
    plan: &MatchPlan,
    numbers: &[u64],
    ranks: &Ranks,
    stop: &StopSignal,
    mut on_game: impl FnMut(PlayedGame) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let states = (0..plan.concurrency.min(numbers.len()))
        .map(|_| MatchWorker::new(plan, stop))
        .collect::<Result<Vec<_>, _>>()?;
    let work = |worker: &mut MatchWorker<'_>, &number: &u64| {
        let played = worker.play(number);
        played.map_err(|error| ranks.sign(&error)).transpose()
    };
    let abort = &*stop.abort_flag();
    let workers = Workers {
        states,
        work,
        abort,
    };
    let Some(workers) = ranks.follow(workers) else {
        return Ok(());
    };
    let numbers = numbers
        .iter()
        .map(|&number| Poll::Ready(number))
        .take_while(|_| !stop.is_requested());
    let record = |games: Receiver<Result<PlayedGame, String>>| {
        let record = || {
            for game in games {
                if on_game(game.map_err(MatchError::Referee)?)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        };
        let result = record();
        if !matches!(result, Ok(ControlFlow::Continue(()))) {
            // Games that are still in progress are not wanted any more.
            stop.abort();
        }
        result.map(|_| ())
    };
    ranks.lead(workers, numbers, |_, game| game, record)
}

struct MatchWorker<'a> {
    plan: &'a MatchPlan,
    players: [Box<dyn Player + Send>; 2],
    referee: Option<Referee>,
    stop: &'a StopSignal,
}

impl<'a> MatchWorker<'a> {
    fn new(plan: &'a MatchPlan, stop: &'a StopSignal) -> Result<Self, MatchError> {
        let [a, b] = &plan.competitors;
        let timeout = plan.conditions.timeout;
        let players = [a.start(timeout, stop)?, b.start(timeout, stop)?];
        let program = plan.referee.as_ref();
        let referee = program.map(|program| Referee::start(program, stop));
        Ok(Self {
            plan,
            players,
            referee: referee
                .transpose()
                .map_err(|error| MatchError::Referee(error.to_string()))?,
            stop,
        })
    }

    /// Plays a game; `None` when the match was aborted.
    fn play(&mut self, number: u64) -> Result<Option<PlayedGame>, RefereeError> {
        let black = Side::black_in(number);
        let [a, b] = &mut self.players;
        let players: ByColor<&mut (dyn Player + Send)> = match black {
            Side::A => ByColor::new(a.as_mut(), b.as_mut()),
            Side::B => ByColor::new(b.as_mut(), a.as_mut()),
        };
        let pair = number / 2;
        let opening = self.plan.openings.of_pair(pair);
        let settings = &self.plan.settings;
        let seed = settings.seed.wrapping_add(number);
        let mut game = MatchGame::new(players, &self.plan.conditions);
        let result = game.play(opening, seed, self.referee.as_mut(), self.stop)?;
        let MatchGame {
            game,
            players,
            usage,
            ..
        } = game;
        Ok(result.map(|result| PlayedGame {
            entry: LogEntry {
                game: number,
                pair,
                seed,
                black,
                winner: result.winner.map(|color| Side::of_player(color, black)),
                result: result.text,
                reason: result.end,
                detail: result.detail,
                moves: game.moves().len(),
                a: usage[Side::A.color(black)],
                b: usage[Side::B.color(black)],
                opening: opening.text(),
                record: moves_text(game.moves()),
                settings: settings.clone(),
            },
            names: players.map(|player| player.name().to_owned()),
        }))
    }
}
