//! What the commands do, by subject. Each function is a handler of the table.

#![expect(
    clippy::unnecessary_wraps,
    reason = "all handlers have one signature, those that cannot fail too"
)]

pub(super) mod administration;
pub(super) mod analysis;
pub(super) mod clock;
pub(super) mod engine;
pub(super) mod gogui;
pub(super) mod handicap;
pub(super) mod inspect;
pub(super) mod moves;
pub(super) mod parameters;
pub(super) mod record;
pub(super) mod rules;
pub(super) mod scoring;
pub(super) mod server;
pub(super) mod setup;
pub(super) mod show;
