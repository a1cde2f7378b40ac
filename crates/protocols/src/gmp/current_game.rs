//! The game in progress: its position, the turn, the time used.

use std::error::Error;
use std::time::Duration;

use super::negotiation::{Agreement, RuleSet, Wishes};
use crate::table::{Seat, Table};
use tao_rules::board::{ByColor, Color, Move};
use tao_rules::game::{Game, IllegalMove, Rules, Scoring, TimeBudget, TimeControl};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineState {
    Idle,
    Requested,
    Thinking,
    /// The move waits until it can be sent.
    Decided(Move),
    /// The engine has resigned, and passes until the end.
    Resigned,
}

#[derive(Debug)]
pub(super) struct CurrentGame {
    pub(super) table: Table,
    pub(super) color: Color,
    pub(super) engine: EngineState,
    /// Whether no move of the engine was requested yet.
    pub(super) is_new: bool,
    rules: RuleSet,
    /// Number of handicap stones that are Black's first moves.
    free_stones: usize,
    turn_start: Duration,
    /// Time used in earlier turns, by color.
    used: ByColor<Duration>,
}

impl CurrentGame {
    /// Creates the game that takes the place of the current one until the first game starts.
    pub(super) fn placeholder(game: Game) -> Self {
        Self {
            table: game.into(),
            color: Color::White,
            engine: EngineState::Idle,
            is_new: true,
            rules: RuleSet::Chinese,
            free_stones: 0,
            turn_start: Duration::ZERO,
            used: ByColor::default(),
        }
    }

    pub(super) const fn game(&self) -> &Game {
        self.table.game()
    }

    pub(super) fn start(
        model: &Game,
        wishes: &Wishes,
        agreement: Agreement,
        now: Duration,
    ) -> Result<Self, Box<dyn Error>> {
        let Agreement { size, handicap, .. } = agreement;
        let mut game = model.clone();
        game.resize(size)?;
        let ours = game.rules();
        game.set_rules(match agreement.rules {
            RuleSet::Japanese => Rules {
                superko: ours.superko,
                ..Rules::JAPANESE
            },
            RuleSet::Chinese if ours.scoring == Scoring::Territory => Rules::CHINESE,
            RuleSet::Chinese => ours,
        });
        let mut free_stones = 0;
        if handicap > 0 {
            game.set_komi(wishes.komi.unwrap_or(Game::HANDICAP_KOMI))?;
            let is_usual = agreement.rules == RuleSet::Japanese || wishes.is_simplified;
            let placed = if wishes.fixes_handicap.unwrap_or(is_usual) {
                game.fixed_handicap(handicap)
            } else {
                free_stones = handicap;
                // Only checks that there is room.
                game.clone().place_free_handicap(handicap)
            };
            placed.map_err(|reason| format!("handicap {handicap} on size {size}: {reason}"))?;
        }
        let mut table = Table::new(game, wishes.time);
        table.seat(agreement.color, Seat::Engine);
        Ok(Self {
            table,
            color: agreement.color,
            rules: agreement.rules,
            free_stones,
            turn_start: now,
            ..Self::placeholder(model.clone())
        })
    }

    pub(super) fn log_start(&self, wishes: &Wishes) {
        let (game, rules, color) = (self.game(), self.rules, self.color);
        let (size, komi) = (game.size(), game.komi());
        let handicap = match (game.handicap(), self.free_stones) {
            (0, 0) => "0".to_owned(),
            (0, free) => format!("{free} (free)"),
            (fixed, _) => format!("{fixed} (fixed)"),
        };
        log::info!(
            "game: {size}x{size}, {rules} rules, handicap {handicap}, komi {komi}, we are {color}"
        );
        if wishes.fixes_handicap.is_none() && self.free_stones > 0 && color == Color::White {
            log::warn!(
                "Black places {} stones; a peer that has them on the board already, such as GNU Go, needs --placement fixed",
                self.free_stones
            );
        }
    }

    /// Returns the side to move: Black until its free handicap stones are placed.
    fn to_move(&self) -> Color {
        if self.is_handicap_open() {
            Color::Black
        } else {
            self.game().to_move()
        }
    }

    pub(super) fn is_our_turn(&self) -> bool {
        self.to_move() == self.color
    }

    fn is_handicap_open(&self) -> bool {
        self.game().moves().len() < self.free_stones
    }

    /// Returns the move to be sent in our turn, if the engine need not be asked for it.
    pub(super) fn planned_move(&self) -> Option<Move> {
        match self.engine {
            EngineState::Idle => self.next_handicap_stone(),
            EngineState::Decided(mv) => Some(mv),
            EngineState::Resigned => Some(Move::Pass),
            EngineState::Requested | EngineState::Thinking => None,
        }
    }

    fn next_handicap_stone(&self) -> Option<Move> {
        if !self.is_handicap_open() {
            return None;
        }
        let mut empty = self.game().clone();
        empty.clear();
        let points = empty.place_free_handicap(self.free_stones).ok()?;
        let mut moves = points.into_iter().map(Move::Play);
        moves.find(|&mv| self.game().is_legal(self.color, mv))
    }

    pub(super) fn budget(&self, now: Duration) -> Option<TimeBudget> {
        let budget = self.table.budget(self.color)?;
        Some(budget.minus(self.turn_time(now)))
    }

    /// Makes our move and returns it; an illegal one, which would be an engine bug, becomes a pass.
    pub(super) fn play_ours(&mut self, mv: Move, now: Duration) -> Move {
        let mut mv = mv;
        self.run_our_clock(now);
        while let Err(reason) = self.table.play(self.color, mv) {
            log::error!("our move {mv} is illegal: {reason}; we pass");
            mv = Move::Pass;
        }
        self.end_turn(self.color, mv, now);
        if self.engine != EngineState::Resigned {
            self.engine = EngineState::Idle;
        }
        mv
    }

    /// Makes the peer's move. Only simple ko is checked, because programs differ in their superko rules; our own moves follow the
    /// rules of the game.
    pub(super) fn play_theirs(&mut self, mv: Move, now: Duration) -> Result<(), IllegalMove> {
        match self.rules {
            RuleSet::Japanese => self.table.replay(!self.color, mv)?,
            RuleSet::Chinese => self.table.replay_by_any_rules(!self.color, mv)?,
        }
        self.end_turn(!self.color, mv, now);
        Ok(())
    }

    fn end_turn(&mut self, color: Color, mv: Move, now: Duration) {
        log::info!("{color} {mv}");
        let time = self.turn_time(now);
        self.used[color] += time;
        self.turn_start = now;
    }

    /// Takes back `count` moves, or all if there are fewer, and forgets the engine's decision. Returns whether there were any.
    pub(super) fn take_back(&mut self, count: usize, now: Duration) -> bool {
        let moves = self.game().moves().len();
        let count = count.min(moves);
        if count == 0 {
            return false;
        }
        if self.engine == EngineState::Thinking {
            // The time of the stopped search stays on our clock.
            self.run_our_clock(now);
            self.table.clocks.stop(self.color, moves);
        }
        self.table.undo(count);
        log::info!("undo {count}");
        self.engine = EngineState::Idle;
        self.turn_start = now;
        true
    }

    /// Takes back our last move, which the peer has not received. It will be sent again.
    pub(super) fn take_back_dropped_move(&mut self) {
        if let Some(&(_, mv)) = self.game().moves().last() {
            self.table.undo(1);
            if self.engine != EngineState::Resigned {
                self.engine = EngineState::Decided(mv);
            }
        }
    }

    /// Lets our clock run for the present turn, if there is a limit.
    fn run_our_clock(&mut self, now: Duration) {
        if self.table.clocks.control() != TimeControl::Unlimited {
            self.table.clocks.run(self.color, self.turn_time(now));
        }
    }

    fn turn_time(&self, now: Duration) -> Duration {
        now.saturating_sub(self.turn_start)
    }

    /// Returns the time that `color` has used, including the current turn.
    pub(super) fn time_used(&self, color: Color, now: Duration) -> Duration {
        let used = self.used[color];
        if self.to_move() == color && !self.game().is_over() {
            used + self.turn_time(now)
        } else {
            used
        }
    }
}
