//! The laboratory: measures, trains and extends the engine.
//!
//! | module | content |
//! |---|---|
//! | [`matches`] | matches between engines: paired openings, referee, log, Elo, sequential test |
//! | [`selfplay`] | games of the engine against itself, and what a network learns from them |
//! | [`learn`] | learns the weights of the move model from such games |
//! | [`alphabeta`] | a classical alpha-beta player with a plain evaluation |
//! | [`book`] | opening books: where a tree grows, merging, results of games, files |
//! | [`commands`] | the commands of `tao-lab` |

pub mod alphabeta;
pub mod book;
pub mod commands;
pub mod learn;
pub mod matches;
pub mod selfplay;
