//! A game in progress: rules, record, superko, handicap, score, clock.

mod builder;
mod clock;
mod frame;
mod handicap;
mod katago;
mod position;
mod record;
mod rules;
mod score;
#[cfg(test)]
mod tests;

pub use builder::{BadGame, GameBuilder};
pub use clock::{Clock, Clocks, FischerCaps, MoveTime, Remaining, TimeBudget, TimeControl};
pub use frame::NoFrame;
pub use handicap::HandicapError;
pub use katago::KataRules;
pub use position::{Chain, Played};
pub use record::{BadKomi, BadSetUp, BadSize, Game, IllegalMove, SuperkoPosition};
pub use rules::{DeadStones, HandicapBonus, Rules, Scoring, Suicide, Superko, UnknownRules};

pub use score::{MAX_SHARED, Score, counted_points, in_seki};
