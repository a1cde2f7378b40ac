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

pub(super) use assignment::{Assignment, SettingOrigin};
pub(super) use engine::{EngineArgs, NONE, assignable, processors, unknown_setting};
pub(super) use game::GameArgs;
pub(super) use keys::{DEFAULTS, OPTION, Settings, keys};
pub(super) use sources::{Sources, flag_assignments, value_in_file, variable};
pub(super) use terminal::{color, is_utf8_locale};

#[cfg(test)]
pub(super) use assignment::parse;
#[cfg(test)]
pub(super) use file::parse as parse_file;
