//! The words of analysis commands, and the lines that show what a search knows.

mod cgos;
mod lines;
mod options;

pub(super) use cgos::json;
pub(super) use lines::{Dialect, line};
pub(super) use options::{Options, parse};
