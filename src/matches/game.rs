//! One game between two players, with every move checked.

use std::time::{Duration, Instant};

use super::log_entry::{GameEnd, Usage};
use super::openings::Opening;
use super::player::{Fault, MatchConditions, Player, TurnRequest};
use super::referee::{FinalScore, Referee, RefereeError};
use super::stop_signal::StopSignal;
use crate::board::{ByColor, Color, Move};
use crate::engine::{Decision, settle};
use crate::game::Game;
use crate::sgf::color_letter;

/// A game in progress.
pub(super) struct MatchGame<'a> {
    pub(super) players: ByColor<&'a mut (dyn Player + Send + 'static)>,
    pub(super) game: Game,
    pub(super) usage: ByColor<Usage>,
    time_used: ByColor<Duration>,
    conditions: &'a MatchConditions,
}

pub(super) struct GameResult {
    pub(super) end: GameEnd,
    pub(super) detail: Option<String>,
    /// `None` is a draw.
    pub(super) winner: Option<Color>,
    pub(super) text: String,
}

impl GameResult {
    fn loss(loser: Color, end: GameEnd, detail: Option<String>) -> Self {
        let how = match end {
            GameEnd::Resignation => 'R',
            GameEnd::Time => 'T',
            _ => 'F',
        };
        Self {
            end,
            detail,
            winner: Some(!loser),
            text: format!("{}+{how}", color_letter(!loser)),
        }
    }

    fn fault(loser: Color, fault: &Fault) -> Self {
        Self::loss(loser, fault.into(), Some(fault.to_string()))
    }
}

impl<'a> MatchGame<'a> {
    pub(super) fn new(
        players: ByColor<&'a mut (dyn Player + Send + 'static)>,
        conditions: &'a MatchConditions,
    ) -> Self {
        Self {
            players,
            game: conditions.start.clone(),
            usage: ByColor::default(),
            time_used: ByColor::default(),
            conditions,
        }
    }

    /// Plays a game from an opening to its end; `None` when the match was aborted.
    pub(super) fn play(
        &mut self,
        opening: &Opening,
        seed: u64,
        referee: Option<&mut Referee>,
        stop: &StopSignal,
    ) -> Result<Option<GameResult>, RefereeError> {
        let started = self.start(opening, seed);
        let start_times = self.cpu_times();
        let end = started.and_then(|()| self.play_moves());
        let end_times = self.cpu_times();
        for color in Color::BOTH {
            self.usage[color].cpu_seconds = end_times[color]
                .zip(start_times[color])
                .map(|(end, start)| end.saturating_sub(start).as_secs_f64());
        }
        if stop.is_aborted() {
            return Ok(None);
        }
        Ok(Some(match end {
            Ok(end) => {
                let FinalScore { winner, text } = self.score(referee)?;
                GameResult {
                    end,
                    detail: None,
                    winner,
                    text,
                }
            }
            Err(loss) => loss,
        }))
    }

    fn start(&mut self, opening: &Opening, seed: u64) -> Result<(), GameResult> {
        for color in Color::BOTH {
            let started = self.players[color].start_game(self.conditions, seed);
            started.map_err(|fault| GameResult::fault(color, &fault))?;
        }
        for &(mover, mv) in &opening.moves {
            // It was legal when the opening was read.
            let _ = self.game.play(mover, mv);
            for color in Color::BOTH {
                self.send_move(color, mover, mv)?;
            }
        }
        Ok(())
    }

    fn send_move(&mut self, receiver: Color, mover: Color, mv: Move) -> Result<(), GameResult> {
        let sent = self.players[receiver].play(mover, mv, self.conditions.timeout);
        sent.map_err(|fault| GameResult::fault(receiver, &fault))
    }

    fn play_moves(&mut self) -> Result<GameEnd, GameResult> {
        while !self.game.is_over() {
            // It is counted as it stands.
            if self.game.is_long() {
                return Ok(GameEnd::Length);
            }
            let color = self.game.to_move();
            let loss = |fault| GameResult::fault(color, &fault);
            let Decision::Play(mv) = self.genmove(color).map_err(loss)? else {
                return Err(GameResult::loss(color, GameEnd::Resignation, None));
            };
            let played = self.game.play(color, mv);
            played.map_err(|reason| loss(Fault::IllegalMove(reason.to_string())))?;
            self.send_move(!color, color, mv)?;
        }
        Ok(GameEnd::Passes)
    }

    /// Asks a player for a move. The clock runs from the request to the answer, communication with a program included.
    fn genmove(&mut self, color: Color) -> Result<Decision, Fault> {
        let timeout = self.conditions.timeout;
        let (usage, time_used) = (&mut self.usage[color], &mut self.time_used[color]);
        let moves = u32::try_from(usage.moves).unwrap_or(u32::MAX);
        let added = self.conditions.increment.saturating_mul(moves);
        let main_time = self.conditions.main_time;
        let left = main_time.map(|main| main.saturating_add(added).saturating_sub(*time_used));
        let request = TurnRequest {
            game: &self.game,
            color,
            time_left: left,
            timeout: left.map_or(timeout, |left| left.min(timeout)),
        };
        let start = Instant::now();
        let decision = self.players[color].genmove(&request);
        let elapsed = start.elapsed();
        *time_used += elapsed;
        usage.moves += 1;
        usage.seconds = time_used.as_secs_f64();
        usage.slowest = usage.slowest.max(elapsed.as_secs_f64());
        match decision {
            Err(fault @ (Fault::Crash(_) | Fault::BadAnswer { .. })) => Err(fault),
            _ if left.is_some_and(|left| elapsed > left) => Err(Fault::Time),
            Ok(_) if elapsed > timeout => Err(Fault::Stall(format!("genmove {color}"))),
            decision => decision,
        }
    }

    fn score(&self, referee: Option<&mut Referee>) -> Result<FinalScore, RefereeError> {
        if let Some(referee) = referee {
            return referee.score(&self.game, self.conditions.timeout);
        }
        let network = self.conditions.judge.network_for(self.game.size());
        let score = settle(&self.game, network).score;
        Ok(FinalScore {
            winner: score.winner(),
            text: score.to_string(),
        })
    }

    fn cpu_times(&self) -> ByColor<Option<Duration>> {
        self.players.each_ref().map(|player| player.cpu_time())
    }
}
