//! Which game is played when and by whom.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::bout::{Bout, Table};
use super::brake::Brake;
use super::entry::Side;
use super::openings::{Opening, Openings};
use super::player::{Contestant, Player, Terms};
use super::process::{Program, StartError};
use super::referee::{Referee, RefereeError};
use crate::board::Color;

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Board, rules and clock.
    pub terms: Terms,
    /// A and B.
    pub contestants: [Contestant; 2],
    /// The program that counts finished games; without it we do.
    pub referee: Option<Program>,
    /// What the pairs begin with.
    pub openings: Openings,
    /// Seed of the game with number 0; the next ones have the next seeds.
    pub seed: u64,
    /// Games at a time.
    pub concurrency: usize,
}

/// A finished game and its place in the match.
#[derive(Clone, Debug)]
pub struct Played {
    /// Number of the game, from 0.
    pub number: u64,
    /// What its random numbers began with.
    pub seed: u64,
    /// What it began with.
    pub opening: Opening,
    /// The game.
    pub bout: Bout,
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

impl Played {
    /// Number of the pair.
    #[must_use]
    pub const fn pair(&self) -> u64 {
        self.number / 2
    }

    /// Who was Black.
    #[must_use]
    pub const fn black(&self) -> Side {
        black(self.number)
    }

    /// Who played this color.
    #[must_use]
    pub fn side(&self, color: Color) -> Side {
        match (color, self.black()) {
            (Color::Black, side) => side,
            (Color::White, Side::A) => Side::B,
            (Color::White, Side::B) => Side::A,
        }
    }

    /// The color that a side played.
    #[must_use]
    pub fn color(&self, side: Side) -> Color {
        if self.black() == side {
            Color::Black
        } else {
            Color::White
        }
    }
}

/// A is Black in the first game of each pair.
const fn black(number: u64) -> Side {
    if number.is_multiple_of(2) {
        Side::A
    } else {
        Side::B
    }
}

/// Plays the games of a match that have these numbers, in this order, several at a time. Each finished game goes to
/// `on_game`, in the order in which they finish; what it breaks off or fails at ends the match.
///
/// # Errors
///
/// When a player cannot be started, when the referee fails, or with the error of `on_game`.
pub fn play_match(
    plan: &Plan,
    numbers: &[u64],
    brake: &Brake,
    on_game: impl FnMut(Played) -> io::Result<ControlFlow<()>>,
) -> Result<(), MatchError> {
    let workers = (0..plan.concurrency.min(numbers.len()))
        .map(|_| Worker::new(plan, brake))
        .collect::<Result<Vec<_>, _>>()?;
    let next = AtomicUsize::new(0);
    let (sender, played) = channel();
    thread::scope(|scope| {
        for mut worker in workers {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let queue = std::iter::from_fn(|| {
                    numbers.get(next.fetch_add(1, Ordering::Relaxed)).copied()
                });
                worker.work(queue, &sender);
            });
        }
        drop(sender);
        let result = collect(&played, on_game);
        // Games that are still under way have come too late.
        brake.abort();
        result
    })
}

fn collect(
    played: &Receiver<Result<Played, MatchError>>,
    mut on_game: impl FnMut(Played) -> io::Result<ControlFlow<()>>,
) -> Result<(), MatchError> {
    for game in played {
        if on_game(game?)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// A thread's players, from game to game.
struct Worker<'a> {
    plan: &'a Plan,
    players: [Box<dyn Player + Send>; 2],
    referee: Option<Referee>,
    brake: &'a Brake,
}

impl<'a> Worker<'a> {
    fn new(plan: &'a Plan, brake: &'a Brake) -> Result<Self, MatchError> {
        let [a, b] = &plan.contestants;
        let patience = plan.terms.patience;
        let referee = plan.referee.as_ref();
        Ok(Self {
            plan,
            players: [a.start(patience, brake)?, b.start(patience, brake)?],
            referee: referee
                .map(|program| Referee::start(program, brake).map_err(RefereeError::Start))
                .transpose()?,
            brake,
        })
    }

    /// Plays game after game until there are no more, or nobody wants them.
    fn work(
        &mut self,
        queue: impl Iterator<Item = u64>,
        played: &Sender<Result<Played, MatchError>>,
    ) {
        for number in queue {
            if self.brake.is_pulled() {
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

    fn play(&mut self, number: u64) -> Result<Option<Played>, MatchError> {
        let [a, b] = &mut self.players;
        let seats = match black(number) {
            Side::A => [a.as_mut(), b.as_mut()],
            Side::B => [b.as_mut(), a.as_mut()],
        };
        let table = Table {
            terms: &self.plan.terms,
            seats,
            brake: self.brake,
        };
        let opening = self.plan.openings.of_pair(number / 2);
        let seed = self.plan.seed.wrapping_add(number);
        let bout = table.play(opening, seed, self.referee.as_mut())?;
        Ok(bout.map(|bout| Played {
            number,
            seed,
            opening: opening.clone(),
            bout,
        }))
    }
}
