//! The games of a worker, with every move checked.

use std::time::{Duration, Instant};

use super::log::{EndReason, LogEntry, Side, Usage, moves_text};
use super::player::{EnginePlayer, Fault, Player, ProgramPlayer};
use super::process::StartError;
use super::runner::{Competitor, MatchPlan, StopSignal};
use tao_engine::Decision;
use tao_engine::raw::settle;
use tao_rules::board::{ByColor, Color, Move};
use tao_rules::game::Game;
use tao_sgf::result_without_score;

#[derive(Clone, Debug)]
pub struct MatchedGame {
    /// The line for the log.
    pub entry: LogEntry,
    /// The names of the players.
    pub names: ByColor<String>,
}

/// Plays games one after the other with the same players.
pub(super) struct MatchWorker<'a> {
    plan: &'a MatchPlan,
    /// A and B.
    players: [Box<dyn Player>; 2],
    stop: &'a StopSignal,
}

struct MatchGame<'a> {
    plan: &'a MatchPlan,
    players: &'a mut [Box<dyn Player>; 2],
    black: Side,
    game: Game,
    /// Usage of A and of B.
    usage: [Usage; 2],
}

/// How one side lost.
struct Loss {
    loser: Color,
    reason: EndReason,
    detail: Option<String>,
}

impl Loss {
    fn fault(loser: Color, fault: Fault) -> Self {
        Self {
            loser,
            reason: fault.reason,
            detail: Some(fault.detail),
        }
    }

    /// The result as SGF writes it.
    fn result(&self) -> String {
        let how = match self.reason {
            EndReason::Resignation => 'R',
            EndReason::Time => 'T',
            _ => 'F',
        };
        result_without_score(self.loser, how)
    }
}

impl<'a> MatchWorker<'a> {
    pub(super) fn new(plan: &'a MatchPlan, stop: &'a StopSignal) -> Result<Self, StartError> {
        let start = |competitor: &Competitor| -> Result<Box<dyn Player>, StartError> {
            Ok(match competitor {
                Competitor::Engine(settings) => {
                    Box::new(EnginePlayer::new((**settings).clone(), stop))
                }
                Competitor::Program(program) => {
                    Box::new(ProgramPlayer::start(program.clone(), plan.timeout, stop)?)
                }
            })
        };
        let [a, b] = &plan.competitors;
        Ok(Self {
            plan,
            players: [start(a)?, start(b)?],
            stop,
        })
    }

    /// Plays a game; `None` when the match was aborted.
    pub(super) fn play(&mut self, number: u64) -> Option<MatchedGame> {
        let plan = self.plan;
        let pair = number / 2;
        let opening = plan.openings.of_pair(pair);
        let seed = plan.settings.seed.wrapping_add(number);
        let mut game = MatchGame {
            plan,
            players: &mut self.players,
            black: Side::black_in(number),
            game: plan.start.clone(),
            usage: [Usage::default(); 2],
        };
        let end = game.play(&opening.moves, seed);
        if self.stop.is_aborted() {
            return None;
        }
        let MatchGame {
            game, usage, black, ..
        } = game;
        let (reason, detail, winner, result) = match end {
            Ok(reason) => {
                let network = plan.judge.network_for(game.size());
                let score = settle(&game, network).score;
                (reason, None, score.winner(), score.to_string())
            }
            Err(loss) => {
                let result = loss.result();
                (loss.reason, loss.detail, Some(!loss.loser), result)
            }
        };
        let name = |color| self.players[Side::of_player(color, black) as usize].name();
        Some(MatchedGame {
            entry: LogEntry {
                game: number,
                pair,
                seed,
                black,
                winner: winner.map(|color| Side::of_player(color, black)),
                result,
                reason,
                detail,
                moves: game.moves().len(),
                a: usage[0],
                b: usage[1],
                opening: opening.text(),
                record: moves_text(game.moves()),
                settings: plan.settings.clone(),
            },
            names: ByColor::from_fn(|color| name(color).to_owned()),
        })
    }
}

impl MatchGame<'_> {
    /// Plays from an opening to the end, and measures the processor time of both players.
    fn play(&mut self, opening: &[(Color, Move)], seed: u64) -> Result<EndReason, Loss> {
        let started = self.start(opening, seed);
        let start_times = self.cpu_times();
        let end = started.and_then(|()| self.play_moves());
        let times = start_times.into_iter().zip(self.cpu_times());
        for (usage, (start, end)) in self.usage.iter_mut().zip(times) {
            let used = end.zip(start).map(|(end, start)| end.saturating_sub(start));
            usage.cpu_seconds = used.map(|used| used.as_secs_f64());
        }
        end
    }

    fn start(&mut self, opening: &[(Color, Move)], seed: u64) -> Result<(), Loss> {
        for color in Color::BOTH {
            let plan = self.plan;
            let started = self.player(color).start_game(plan, seed);
            started.map_err(|fault| Loss::fault(color, fault))?;
        }
        for &(mover, mv) in opening {
            // It was legal when the opening was read.
            let _ = self.game.play_as(mover, mv);
            for color in Color::BOTH {
                self.send_move(color, mover, mv)?;
            }
        }
        Ok(())
    }

    fn play_moves(&mut self) -> Result<EndReason, Loss> {
        while !self.game.is_over() {
            // The game might never end, so it is broken off here, and `score` counts the position.
            if self.game.is_long() {
                return Ok(EndReason::Length);
            }
            let color = self.game.to_move();
            let fault = |fault| Loss::fault(color, fault);
            let Decision::Play(mv) = self.genmove(color).map_err(fault)? else {
                return Err(Loss {
                    loser: color,
                    reason: EndReason::Resignation,
                    detail: None,
                });
            };
            let played = self.game.play_as(color, mv);
            played.map_err(|reason| fault(Fault::illegal_move(reason)))?;
            self.send_move(!color, color, mv)?;
        }
        Ok(EndReason::Passes)
    }

    fn send_move(&mut self, receiver: Color, mover: Color, mv: Move) -> Result<(), Loss> {
        let sent = self.player(receiver).play(mover, mv);
        sent.map_err(|fault| Loss::fault(receiver, fault))
    }

    /// Asks a player for a move. The clock runs from the request to the answer, communication with a program included.
    fn genmove(&mut self, color: Color) -> Result<Decision, Fault> {
        let plan = self.plan;
        let side = Side::of_player(color, self.black) as usize;
        let usage = &mut self.usage[side];
        let moves = u32::try_from(usage.moves).unwrap_or(u32::MAX);
        let added = plan.increment.saturating_mul(moves);
        let used = Duration::from_secs_f64(usage.seconds);
        let left = plan
            .main_time
            .map(|main| main.saturating_add(added).saturating_sub(used));
        let start = Instant::now();
        let decision = self.players[side].genmove(&self.game, left);
        let elapsed = start.elapsed();
        usage.moves += 1;
        usage.seconds = (used + elapsed).as_secs_f64();
        usage.slowest = usage.slowest.max(elapsed.as_secs_f64());
        match decision {
            Err(fault) if matches!(fault.reason, EndReason::Crash | EndReason::BadAnswer) => {
                Err(fault)
            }
            _ if left.is_some_and(|left| elapsed > left) => Err(Fault::out_of_time()),
            Ok(_) if elapsed > plan.timeout => Err(Fault::stall(&format!("genmove {color}"))),
            decision => decision,
        }
    }

    fn player(&mut self, color: Color) -> &mut dyn Player {
        &mut *self.players[Side::of_player(color, self.black) as usize]
    }

    fn cpu_times(&self) -> [Option<Duration>; 2] {
        self.players.each_ref().map(|player| player.cpu_time())
    }
}
