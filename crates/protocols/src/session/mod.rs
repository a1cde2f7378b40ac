//! A person's game with the engine, as a page shows it (`board_game`): changed by actions (`action`) and shown (`view`,
//! `explore`) as JSON. `serve` has many of them, and [`Solo`] one, on one thread.

pub(crate) mod action;
pub(crate) mod board_game;
pub(crate) mod explore;
mod solo;
#[cfg(test)]
mod tests;
pub mod view;

pub use action::Refusal;
pub use solo::Solo;
