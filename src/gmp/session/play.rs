//! One game: the board, whose turn it is, the time that has been used.

use std::time::Duration;

use super::{Conditions, Handshake, Mind, Placement};
use crate::board::{Color, Move};
use crate::game::TimeBudget;
use crate::game::{BadKomi, BadSize, Clock, DeadStones, Game, HandicapError, IllegalMove};
use crate::game::{Rules, Suicide, Superko};
use crate::gmp::parley::{RuleSet, Terms};

/// Komi of a handicap game unless another is asked for, as in GNU Go and in CGoban's dialog.
const HANDICAP_KOMI: f64 = 0.5;

/// Terms on which no game can begin.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadTerms {
    #[error(transparent)]
    Size(#[from] BadSize),
    #[error(transparent)]
    Komi(#[from] BadKomi),
    #[error("handicap {count} on size {size}: {reason}")]
    Handicap {
        count: usize,
        size: usize,
        reason: HandicapError,
    },
}

/// A game in progress, or one that has ended.
#[derive(Debug)]
pub(super) struct Play {
    pub(super) game: Game,
    /// Ours.
    pub(super) color: Color,
    /// What our engine is doing.
    pub(super) mind: Mind,
    /// Whether it has been asked for a move yet.
    pub(super) is_fresh: bool,
    rules: RuleSet,
    /// How many moves Black makes in a row at the beginning.
    free_stones: usize,
    clock: Clock,
    /// When the turn began that is under way.
    turn_since: Duration,
    /// By color: how long the turns before took.
    used: [Duration; 2],
}

impl Play {
    /// A game that nobody has begun yet, so that there is always one.
    pub(super) fn idle(game: Game) -> Self {
        Self {
            game,
            color: Color::White,
            mind: Mind::Idle,
            is_fresh: true,
            rules: RuleSet::Chinese,
            free_stones: 0,
            clock: Clock::default(),
            turn_since: Duration::ZERO,
            used: [Duration::ZERO; 2],
        }
    }

    /// A game like `model`, on these terms, that begins now.
    pub(super) fn begin(
        model: &Game,
        conditions: &Conditions,
        terms: Terms,
        now: Duration,
    ) -> Result<Self, BadTerms> {
        let Terms { size, handicap, .. } = terms;
        let mut game = model.clone();
        game.resize(size)?;
        if terms.rules == RuleSet::Japanese {
            game.set_rules(Rules {
                dead_stones: DeadStones::Removed,
                ..game.rules()
            });
        }
        let mut free_stones = 0;
        if handicap > 0 {
            game.set_komi(conditions.komi.unwrap_or(HANDICAP_KOMI))?;
            let placed = match placement(conditions, terms) {
                Placement::Fixed => game.fixed_handicap(handicap),
                Placement::Free => {
                    free_stones = handicap;
                    // Whoever is to place them, there must be room.
                    game.clone().place_free_handicap(handicap)
                }
            };
            placed.map_err(|reason| BadTerms::Handicap {
                count: handicap,
                size,
                reason,
            })?;
        }
        let mut clock = Clock::default();
        clock.set(conditions.time);
        Ok(Self {
            color: terms.color,
            rules: terms.rules,
            free_stones,
            clock,
            turn_since: now,
            ..Self::idle(game)
        })
    }

    /// Tells the user what is played.
    pub(super) fn announce(&self, conditions: &Conditions) {
        let (size, rules, komi, color) =
            (self.game.size(), self.rules, self.game.komi(), self.color);
        let handicap = match (self.game.handicap(), self.free_stones) {
            (0, 0) => "0".to_owned(),
            (0, free) => format!("{free} (free)"),
            (fixed, _) => format!("{fixed} (fixed)"),
        };
        log::info!(
            "game: {size}x{size}, {rules} rules, handicap {handicap}, komi {komi}, we are {color}"
        );
        let is_a_guess = conditions.placement.is_none();
        if is_a_guess && self.free_stones > 0 && color == Color::White {
            log::warn!(
                "Black places {} stones; a peer that has them on the board already, such as GNU Go, needs --placement fixed",
                self.free_stones
            );
        }
    }

    /// Whose turn it is. At the beginning Black may have several.
    pub(super) fn turn(&self) -> Color {
        if self.is_handicap_open() {
            Color::Black
        } else {
            self.game.to_move()
        }
    }

    /// Whether it is ours.
    pub(super) fn is_our_turn(&self) -> bool {
        self.turn() == self.color
    }

    fn is_handicap_open(&self) -> bool {
        self.game.moves().len() < self.free_stones
    }

    /// Where our next handicap stone goes, if there is one left to place.
    pub(super) fn next_handicap_stone(&self) -> Option<Move> {
        if !self.is_handicap_open() {
            return None;
        }
        let mut empty = self.game.clone();
        empty.clear();
        let points = empty.place_free_handicap(self.free_stones).ok()?;
        let mut moves = points.into_iter().map(Move::Play);
        moves.find(|&mv| self.game.is_legal(self.color, mv))
    }

    /// What is left of the time for our next move, if there is a clock.
    pub(super) fn budget(&self, now: Duration) -> Option<TimeBudget> {
        let budget = self.clock.budget(self.color, self.game.board())?;
        Some(budget.minus(self.turn_time(now)))
    }

    /// Makes our move; should it be illegal, which the engine answers for, we pass. Returns what was played.
    pub(super) fn play_ours(&mut self, mv: Move, now: Duration) -> Move {
        let mut mv = mv;
        while let Err(reason) = self.game.play(self.color, mv) {
            log::error!("our move {mv} is illegal: {reason}; we pass");
            mv = Move::Pass;
        }
        self.clock.spend(self.color, self.turn_time(now));
        self.end_turn(self.color, mv, now);
        mv
    }

    /// Makes the peer's move, by the rules of the peer.
    ///
    /// Programs differ in what they forbid beyond the ko; what only some of them do is not ours to judge. We ourselves keep
    /// to the strictest.
    pub(super) fn play_theirs(&mut self, mv: Move, now: Duration) -> Result<(), IllegalMove> {
        let ours = self.game.rules();
        self.game.set_rules(Rules {
            superko: Superko::Simple,
            suicide: match self.rules {
                RuleSet::Japanese => Suicide::Forbidden,
                RuleSet::Chinese => Suicide::Allowed,
            },
            ..ours
        });
        let played = self.game.play(!self.color, mv);
        self.game.set_rules(ours);
        played?;
        self.end_turn(!self.color, mv, now);
        Ok(())
    }

    fn end_turn(&mut self, color: Color, mv: Move, now: Duration) {
        log::info!("{color} {mv}");
        self.used[color as usize] += self.turn_time(now);
        self.turn_since = now;
    }

    /// Takes moves back, as many as there are up to `count`, and forgets what the engine was doing. Returns how many.
    pub(super) fn take_back(&mut self, count: usize, now: Duration) -> usize {
        let count = count.min(self.game.moves().len());
        if count > 0 {
            if let Mind::Thinking(_) = self.mind {
                self.clock.spend(self.color, self.turn_time(now));
            }
            self.game.undo_many(count);
            log::info!("undo {count}");
            self.mind = Mind::Idle;
            self.turn_since = now;
        }
        count
    }

    /// Takes our last move back, which the peer has not seen. It will be made again.
    pub(super) fn take_back_unsaid(&mut self) {
        if let Some(&(_, mv)) = self.game.moves().last() {
            self.game.undo();
            if self.mind != Mind::Resigned {
                self.mind = Mind::Decided(mv);
            }
        }
    }

    fn turn_time(&self, now: Duration) -> Duration {
        now.saturating_sub(self.turn_since)
    }

    /// The time that `color` has used, the present turn included.
    pub(super) fn time_used(&self, color: Color, now: Duration) -> Duration {
        let used = self.used[color as usize];
        if self.turn() == color && !self.game.is_over() {
            used + self.turn_time(now)
        } else {
            used
        }
    }
}

fn placement(conditions: &Conditions, terms: Terms) -> Placement {
    let is_traditional =
        terms.rules == RuleSet::Japanese || conditions.handshake == Handshake::Simplified;
    let usual = if is_traditional {
        Placement::Fixed
    } else {
        Placement::Free
    };
    conditions.placement.unwrap_or(usual)
}
