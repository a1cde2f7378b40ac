//! A person's game with the engine, as a page shows it (`board_game`): changed by actions (`action`) and shown (`view`) as JSON.
//! `serve` has many of them, and [`Solo`] one, on one thread.

pub(crate) mod action;
pub(crate) mod board_game;
mod solo;
#[cfg(test)]
mod tests;
pub(crate) mod view;

pub use action::Refusal;
pub use solo::Solo;
