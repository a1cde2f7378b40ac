//! A game in progress: rules, record, superko, handicap, score, clock.

mod clock;
mod error;
mod handicap;
mod position;
mod record;
mod rules;
mod score;
mod seki;
#[cfg(test)]
mod tests;

pub use clock::{Clock, Clocks, FischerCaps, MoveTime, Remaining, TimeBudget, TimeControl};
pub use error::{BadKomi, BadSetUp, BadSize, IllegalMove};
pub use handicap::HandicapError;
pub use position::SuperkoPosition;
pub use record::Game;
pub use rules::{DeadStones, HandicapBonus, Rules, Scoring, Suicide, UnknownRules};

pub use crate::board::Superko;
pub use score::Score;
pub use seki::{MAX_SHARED, in_seki};
