//! The settings that every command shares: flags over variables of the environment over a file.
//!
//! `rows` has a row for each setting. `sources` merges the three as text, in the syntax of flags, so that a value means
//! the same everywhere and an error can name its place.

mod engine;
mod file;
mod game;
mod rows;
mod sources;
mod terminal;

pub use engine::{NONE, assignable, option, processors, search_settings, set_param_message};
pub use rows::{EngineArgs, GameArgs, InFile, LogArgs, OPTION, Setting, Settings};
pub use sources::{Assignment, SettingOrigin, Sources, flag_assignments, value_in_file, variable};
pub use terminal::{color, is_utf8_locale};

#[cfg(test)]
pub use file::parse as parse_file;
#[cfg(test)]
pub use sources::effective;
