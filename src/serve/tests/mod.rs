//! Requests, games and visitors without a network. `tests/commands/serve.rs` speaks with the program.

mod board_game;
mod request;
