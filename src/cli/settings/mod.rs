//! The settings that every command shares: flags over variables of the environment over a file.
//!
//! [`Settings`] is what clap reads. [`Sources`] merges the three as text, in the syntax of flags, so that a value means
//! the same everywhere and an error can name its place.

mod assignment;
mod engine;
mod file;
mod game;
mod keys;
mod sources;
mod terminal;

pub use assignment::{Assignment, SettingOrigin};
pub use engine::{EngineArgs, NONE, assignable, processors, unknown_setting};
pub use game::GameArgs;
pub use keys::{DEFAULTS, OPTION, Settings, keys};
pub use sources::{Sources, flag_assignments, value_in_file, variable};
pub use terminal::{color, is_utf8_locale};

#[cfg(test)]
pub use assignment::parse;
#[cfg(test)]
pub use file::parse as parse_file;
