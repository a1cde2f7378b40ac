//! The laboratory: measures, trains and extends the engine.
//!
//! | module | content |
//! |---|---|
//! | [`mod@matches`] | matches between engines: paired openings, log, Elo, sequential test |
//! | [`selfplay`] | games of the engine against itself, and what a network learns from them |
//! | [`learn`] | learns the weights of the move model from such games |
//! | [`alphabeta`] | a classical alpha-beta player with a plain evaluation |
//! | [`book`] | opening books: where a tree grows, merging, files |
//! | [`commands`] | the commands of `tao-lab` |
//!
//! ```
//! use std::sync::Arc;
//!
//! use tao_engine::Engine;
//! use tao_engine::raw::{EngineSettings, Purpose, Question};
//! use tao_lab::alphabeta::AlphaBeta;
//! use tao_rules::game::Game;
//!
//! let mut game = Game::new(5)?;
//! let mut engine = Engine::new(EngineSettings {
//!     params: AlphaBeta::params(),
//!     other_search: Some(Arc::new(AlphaBeta::DEFAULT)),
//!     playouts: Some(100),
//!     ..EngineSettings::default()
//! });
//! let thought = engine.think(&game, Question::new(game.to_move(), Purpose::Play, None));
//! game.play(thought.mv)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod alphabeta;
pub mod book;
pub mod commands;
pub mod learn;
pub mod matches;
pub mod selfplay;
