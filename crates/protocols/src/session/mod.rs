//! A person's game with the engine, as a page shows it (`board_game`): changed by [actions](crate::schema::page::Action) and
//! shown (`view`) as objects of the [`schema`](crate::schema). Its mistakes come back as `problems`, and `earlier_games` are kept.
//! `serve` has many games, and [`Solo`] one, on one thread.

pub(crate) mod board_game;
mod earlier_games;
mod problems;
mod refused;
mod solo;
#[cfg(test)]
mod tests;
pub mod view;

pub use board_game::Refusal;
pub use refused::refusal_code;
pub use solo::Solo;
