//! A game in progress: rules, record, superko, handicap, count, clock, and the engine that plays it.

mod clock;
mod engine;
mod error;
mod handicap;
mod position;
mod record;
mod rules;
mod score;
mod settle;
#[cfg(test)]
mod tests;

pub use clock::{Clock, TimeControl};
pub use engine::{Decision, Engine, Question, Resign, Settings, Suggestion, Thought};
pub use error::{BadKomi, BadSetUp, BadSize, IllegalMove, UselessPondering};
pub use handicap::HandicapError;
pub use record::Game;
pub use rules::{DeadStones, Rules, Suicide, Superko, UnknownRules};
pub use score::{Margin, Score};
pub use settle::{Settlement, Status, Verdict, settle};
