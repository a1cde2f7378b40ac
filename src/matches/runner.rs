//! Plays the games of a match, several at a time.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::game::MatchGame;
use super::log_entry::{LogEntry, MatchSettings, Side, moves_text};
use super::openings::Openings;
use super::player::{Competitor, MatchConditions, Player};
use super::program::{Program, StartError};
use super::referee::{Referee, RefereeError};
use super::stop_signal::StopSignal;
use crate::game::Game;

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
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The line for the log.
    pub entry: LogEntry,
    /// All moves, those of the opening included.
    pub game: Game,
    /// Names of Black and White.
    pub names: [String; 2],
}

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A player cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The referee fails.
    #[error(transparent)]
    Referee(#[from] RefereeError),
    /// A game cannot be recorded.
    #[error(transparent)]
    Record(#[from] io::Error),
}

/// Plays the games of a match that have these numbers, in this order, several at a time. `on_game` gets each finished
/// game, in the order in which they finish; the match ends when it breaks or fails.
///
/// # Errors
///
/// When a player cannot be started, when the referee fails, or with the error of `on_game`.
pub fn play_match(
    plan: &MatchPlan,
    numbers: &[u64],
    stop: &StopSignal,
    mut on_game: impl FnMut(PlayedGame) -> io::Result<ControlFlow<()>>,
) -> Result<(), MatchError> {
    let workers = (0..plan.concurrency.min(numbers.len()))
        .map(|_| MatchWorker::new(plan, stop))
        .collect::<Result<Vec<_>, _>>()?;
    let next = AtomicUsize::new(0);
    let (sender, played) = channel();
    let collect = || {
        for game in played {
            if on_game(game?)?.is_break() {
                break;
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        for mut worker in workers {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let queue = std::iter::from_fn(|| {
                    numbers.get(next.fetch_add(1, Ordering::Relaxed)).copied()
                });
                worker.play_all(queue, &sender);
            });
        }
        drop(sender);
        let result = collect();
        // Games that are still in progress are not wanted any more.
        stop.abort();
        result
    })
}

/// The players and the referee of one thread, which serve game after game.
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
        let referee = plan.referee.as_ref();
        Ok(Self {
            plan,
            players: [a.start(timeout, stop)?, b.start(timeout, stop)?],
            referee: referee
                .map(|program| Referee::start(program, stop).map_err(RefereeError::Start))
                .transpose()?,
            stop,
        })
    }

    /// Plays the games in the queue until it is empty, the match is stopped or the receiver is gone.
    fn play_all(
        &mut self,
        queue: impl Iterator<Item = u64>,
        played: &Sender<Result<PlayedGame, MatchError>>,
    ) {
        for number in queue {
            if self.stop.is_requested() {
                return;
            }
            let Some(game) = self.play(number).transpose() else {
                return;
            };
            if played.send(game).is_err() {
                return;
            }
        }
    }

    fn play(&mut self, number: u64) -> Result<Option<PlayedGame>, MatchError> {
        let black = Side::black_in(number);
        let [a, b] = &mut self.players;
        let mut players = [a.as_mut(), b.as_mut()];
        if black == Side::B {
            players.swap(0, 1);
        }
        let pair = number / 2;
        let opening = self.plan.openings.of_pair(pair);
        let settings = &self.plan.settings;
        let seed = settings.seed.wrapping_add(number);
        let mut game = MatchGame::new(players, &self.plan.conditions);
        let result = game.play(opening, seed, self.referee.as_mut(), self.stop)?;
        let MatchGame {
            game,
            players,
            mut usage,
            ..
        } = game;
        if black == Side::B {
            usage.swap(0, 1);
        }
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
                a: usage[0],
                b: usage[1],
                opening: opening.text(),
                record: moves_text(game.moves()),
                settings: settings.clone(),
            },
            names: players.map(|player| player.name().to_owned()),
            game,
        }))
    }
}
