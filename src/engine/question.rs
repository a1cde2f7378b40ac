//! What the engine is asked beside the position.

use crate::board::Color;
use crate::game::TimeBudget;
use crate::search::{Observer, Restriction};

/// A question about a position of a game.
#[derive(Debug)]
pub struct Question<'a> {
    /// For whom a move is sought, in turn or not.
    pub color: Color,
    /// The time that the clock gives, if it does.
    pub budget: Option<TimeBudget>,
    /// What is to be left out.
    pub restrictions: &'a [Restriction],
    /// Who looks on.
    pub watch: Option<Observer<'a>>,
}

impl Question<'_> {
    /// What to play, nothing more.
    #[must_use]
    pub const fn new(color: Color, budget: Option<TimeBudget>) -> Self {
        Self {
            color,
            budget,
            restrictions: &[],
            watch: None,
        }
    }
}
