//! The groups of categories that the model knows.

use super::neighborhood_class;

/// A question about a move. Each has a number of answers, its categories; 0 is "does not apply" or the usual case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The eight neighbours, turned and mirrored into their standard form.
    Neighborhood,
    /// Steps from the last stone, where chains count as one point: 1 to 3, then 4 for farther away.
    Ring,
    /// Distance from the last stone: columns + rows + the larger of both, at most 16.
    Last,
    /// The same from the stone before the last.
    Before,
    /// Enemy stones that it captures, and own stones in atari that this frees.
    Capture,
    /// Own stones in atari that it extends.
    Rescue,
    /// Own stones that it puts in atari.
    SelfAtari,
    /// Enemy stones with two liberties that it puts in atari.
    Atari,
    /// Enemy stones with three liberties that it leaves two.
    Approach,
    /// Own stones with two liberties that it extends.
    Defence,
    /// Own stones with three liberties that it extends.
    Support,
    /// Liberties of its chain afterwards, at most 6.
    Liberties,
    /// Own chains that it joins, enemy chains that it touches.
    Contact,
    /// Own and enemy stones in the square of 25 points around it.
    Presence,
    /// Where it is on the board, and how full that is.
    Place,
    /// Whether it is the vital point of an eye beside the last stone, or fills an own eye that is not a true one.
    Eye,
}

impl Feature {
    /// All groups, in the order of [`Features`](super::Features).
    pub const ALL: [Self; 16] = [
        Self::Neighborhood,
        Self::Ring,
        Self::Last,
        Self::Before,
        Self::Capture,
        Self::Rescue,
        Self::SelfAtari,
        Self::Atari,
        Self::Approach,
        Self::Defence,
        Self::Support,
        Self::Liberties,
        Self::Contact,
        Self::Presence,
        Self::Place,
        Self::Eye,
    ];

    /// The feature in a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Neighborhood => "shape",
            Self::Ring => "ring",
            Self::Last => "last",
            Self::Before => "before",
            Self::Capture => "capture",
            Self::Rescue => "rescue",
            Self::SelfAtari => "self-atari",
            Self::Atari => "atari",
            Self::Approach => "approach",
            Self::Defence => "defence",
            Self::Support => "support",
            Self::Liberties => "liberties",
            Self::Contact => "contact",
            Self::Presence => "presence",
            Self::Place => "place",
            Self::Eye => "eye",
        }
    }

    /// Number of its categories.
    #[must_use]
    pub fn category_count(self) -> usize {
        match self {
            Self::Neighborhood => neighborhood_class::count(),
            Self::Ring | Self::Approach | Self::Support => 5,
            Self::Last | Self::Before => 17,
            Self::Capture => 22,
            Self::SelfAtari => 9,
            Self::Rescue | Self::Atari | Self::Defence => 13,
            Self::Liberties => 7,
            Self::Contact => 16,
            Self::Presence => 25,
            Self::Place => 15 * PHASES + 1,
            Self::Eye => 3,
        }
    }
}

/// Into how many parts the game is divided, by how full the board is.
pub(super) const PHASES: usize = 6;
