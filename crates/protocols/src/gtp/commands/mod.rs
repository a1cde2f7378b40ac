//! The commands by subject, and the table that dispatches them.

#![expect(
    clippy::unnecessary_wraps,
    reason = "all handlers have one signature, those that cannot fail too"
)]

mod administration;
mod analysis;
mod clock;
mod engine;
mod gogui;
mod inspect;
mod moves;
mod parameters;
mod record;
mod rules;
mod scoring;
mod setup;
mod show;
mod table;

use super::args::Args;
use super::error::CommandError;
use super::response::{Response, join, join_lines};
use super::session::Session;
use super::stream::ResponseStream;

pub(super) use table::respond;
