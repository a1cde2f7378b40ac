//! Files that are written completely or not at all, and read up to a limit.

mod keeper;
mod limited;
mod save;

pub use keeper::{KeepError, Keeper, latest_game};
pub use limited::{LineRead, read, read_all, read_line};
pub use save::{NewFile, check, save};
