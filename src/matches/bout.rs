//! One game between two players, with a referee who knows the rules.

use std::time::{Duration, Instant};

use super::brake::Brake;
use super::fault::Fault;
use super::openings::Opening;
use super::player::{Player, Terms, Turn};
use super::referee::{Count, Referee, RefereeError};
use crate::board::Color;
use crate::engine::{Decision, settle};
use crate::game::Game;

/// A game that has this many moves for every point is counted as it stands.
const LONGEST: usize = 3;

/// A finished game.
#[derive(Clone, Debug)]
pub struct Bout {
    /// All moves, those of the opening included.
    pub game: Game,
    /// How it came to its end.
    pub end: End,
    /// Who has won; `None` is a draw.
    pub winner: Option<Color>,
    /// The result as SGF writes it.
    pub result: String,
    /// Names of Black and White.
    pub names: [String; 2],
    /// What Black and White have used.
    pub usage: [Usage; 2],
}

/// How a game came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Two passes, and a count.
    Passes,
    /// No end in sight, and a count.
    Length,
    /// Somebody gave up.
    Resignation,
    /// Somebody did what one must not do.
    Fault(Fault),
}

/// What a player has used in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Own moves, resignation included.
    pub moves: u64,
    /// Time for them.
    pub time: Duration,
    /// The longest that one of them took.
    pub slowest: Duration,
    /// Processor time from the beginning to the end of the game, where it is known.
    pub cpu_time: Option<Duration>,
}

/// The two players as Black and White.
pub(super) type Seats<'a> = [&'a mut (dyn Player + Send + 'static); 2];

/// A game under way.
pub(super) struct Table<'a> {
    pub(super) terms: &'a Terms,
    pub(super) seats: Seats<'a>,
    pub(super) brake: &'a Brake,
}

/// A fault and whose it is.
type Forfeit = (Color, Fault);

impl Table<'_> {
    /// Plays a game from an opening to its end; `None` when the match was broken off before it.
    ///
    /// # Errors
    ///
    /// When the referee, if there is one, cannot count.
    pub(super) fn play(
        mut self,
        opening: &Opening,
        seed: u64,
        referee: Option<&mut Referee>,
    ) -> Result<Option<Bout>, RefereeError> {
        let mut game = self.terms.start.clone();
        let mut usage = [Usage::default(); 2];
        let begun = self.begin(&mut game, opening, seed);
        let cpu = self.cpu_times();
        let end = begun.and_then(|()| self.play_on(&mut game, &mut usage));
        for (color, used) in Color::BOTH.into_iter().zip(self.cpu_times()) {
            let used = used.zip(cpu[color as usize]);
            usage[color as usize].cpu_time = used.map(|(end, start)| end.saturating_sub(start));
        }
        if self.brake.is_aborted() {
            return Ok(None);
        }
        let (end, winner, result) = match end {
            Ok(Conclusion::Count(end)) => {
                let count = self.count(&game, referee)?;
                (end, count.winner, count.text)
            }
            Ok(Conclusion::Resignation(loser)) => lost(End::Resignation, loser, 'R'),
            Err((loser, Fault::Time)) => lost(End::Fault(Fault::Time), loser, 'T'),
            Err((loser, fault)) => lost(End::Fault(fault), loser, 'F'),
        };
        Ok(Some(Bout {
            game,
            end,
            winner,
            result,
            names: self.seats.map(|player| player.name().to_owned()),
            usage,
        }))
    }

    fn begin(&mut self, game: &mut Game, opening: &Opening, seed: u64) -> Result<(), Forfeit> {
        let Terms { patience, .. } = *self.terms;
        for color in Color::BOTH {
            let player = &mut self.seats[color as usize];
            let begun = player.begin(self.terms, seed);
            begun.map_err(|fault| (color, fault))?;
        }
        for &(mover, mv) in opening.moves() {
            // It was legal when the opening was read.
            let _ = game.play(mover, mv);
            for color in Color::BOTH {
                let told = self.seats[color as usize].play(mover, mv, patience);
                told.map_err(|fault| (color, fault))?;
            }
        }
        Ok(())
    }

    fn play_on(&mut self, game: &mut Game, usage: &mut [Usage; 2]) -> Result<Conclusion, Forfeit> {
        let longest = LONGEST * game.size() * game.size();
        while !game.is_over() {
            if game.moves().len() >= longest {
                return Ok(Conclusion::Count(End::Length));
            }
            let color = game.to_move();
            let decision = self.ask(game, &mut usage[color as usize]);
            let Decision::Play(mv) = decision.map_err(|fault| (color, fault))? else {
                return Ok(Conclusion::Resignation(color));
            };
            let played = game.play(color, mv);
            played.map_err(|reason| (color, Fault::IllegalMove(reason.to_string())))?;
            let told = self.seats[!color as usize].play(color, mv, self.terms.patience);
            told.map_err(|fault| (!color, fault))?;
        }
        Ok(Conclusion::Count(End::Passes))
    }

    /// Asks the player in turn, with the clock running: for all that passes between question and answer, whether the player is
    /// in this process or in another.
    fn ask(&mut self, game: &Game, usage: &mut Usage) -> Result<Decision, Fault> {
        let Terms {
            main_time,
            increment,
            patience,
            ..
        } = *self.terms;
        let gained = increment.saturating_mul(u32::try_from(usage.moves).unwrap_or(u32::MAX));
        let left = main_time.map(|main| main.saturating_add(gained).saturating_sub(usage.time));
        let turn = Turn {
            game,
            color: game.to_move(),
            left,
            patience: left.map_or(patience, |left| left.min(patience)),
        };
        let start = Instant::now();
        let decision = self.seats[turn.color as usize].genmove(&turn);
        let elapsed = start.elapsed();
        usage.moves += 1;
        usage.time += elapsed;
        usage.slowest = usage.slowest.max(elapsed);
        match decision {
            Err(fault @ (Fault::Crash(_) | Fault::BadAnswer { .. })) => Err(fault),
            _ if left.is_some_and(|left| elapsed > left) => Err(Fault::Time),
            Ok(_) if elapsed > patience => Err(Fault::Stall(format!("genmove {}", turn.color))),
            decision => decision,
        }
    }

    fn count(&self, game: &Game, referee: Option<&mut Referee>) -> Result<Count, RefereeError> {
        if let Some(referee) = referee {
            return referee.count(game, self.terms.patience);
        }
        let score = settle(game).score;
        Ok(Count {
            winner: score.winner(),
            text: score.to_string(),
        })
    }

    fn cpu_times(&self) -> [Option<Duration>; 2] {
        self.seats.each_ref().map(|player| player.cpu_time())
    }
}

/// How a game ends without a fault.
enum Conclusion {
    Count(End),
    Resignation(Color),
}

fn lost(end: End, loser: Color, how: char) -> (End, Option<Color>, String) {
    let letter = match !loser {
        Color::Black => 'B',
        Color::White => 'W',
    };
    (end, Some(!loser), format!("{letter}+{how}"))
}
