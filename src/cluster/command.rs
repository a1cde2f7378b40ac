//! What rank 0 tells the others.

use serde::{Deserialize, Serialize};

use super::order::Order;

/// What rank 0 tells the others. A later command replaces an earlier one that has not arrived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Search. The number is one more than that of the search before.
    Search(u32, Box<Order>),
    /// End the search with this number.
    Stop(u32),
    /// Leave.
    Quit,
}
