//! The features of a move.

use super::neighborhood_class;

/// A property of a move, with a number of categories; 0 is "does not apply" or the usual case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The eight neighbors, up to rotations and reflections.
    Neighborhood,
    /// Steps from the last stone, where chains count as one point: 1 to 3, then 4 for farther away.
    Ring,
    /// Distance from the last stone: columns + rows + the larger of both, at most 16.
    Last,
    /// Distance from the stone before the last.
    Before,
    /// Captured stones, and own stones in atari that the capture rescues.
    Capture,
    /// Own stones in atari that the move extends.
    Rescue,
    /// Own stones that the move puts in atari.
    SelfAtari,
    /// Enemy stones with two liberties that the move puts in atari.
    Atari,
    /// Enemy stones with three liberties that the move touches.
    Approach,
    /// Own stones with two liberties that the move extends.
    Defense,
    /// Own stones with three liberties that the move extends.
    Support,
    /// Liberties of the move's chain afterwards, at most 6.
    Liberties,
    /// Own and enemy chains next to the move.
    Contact,
    /// Own and enemy stones among the 25 points around the move.
    Presence,
    /// Place on the board, and how full the board is.
    Place,
    /// Whether the move is the vital point of an eye beside the last stone, or fills an own false eye.
    Eye,
}

impl Feature {
    /// All features, in the order of [`Features`](super::Features), with their names in the model's text.
    pub const NAMED: [(Self, &'static str); Self::COUNT] = [
        (Self::Neighborhood, "shape"),
        (Self::Ring, "ring"),
        (Self::Last, "last"),
        (Self::Before, "before"),
        (Self::Capture, "capture"),
        (Self::Rescue, "rescue"),
        (Self::SelfAtari, "self-atari"),
        (Self::Atari, "atari"),
        (Self::Approach, "approach"),
        (Self::Defense, "defense"),
        (Self::Support, "support"),
        (Self::Liberties, "liberties"),
        (Self::Contact, "contact"),
        (Self::Presence, "presence"),
        (Self::Place, "place"),
        (Self::Eye, "eye"),
    ];

    /// Number of features.
    pub const COUNT: usize = Self::Eye as usize + 1;

    /// All features.
    #[must_use]
    pub fn all() -> [Self; Self::COUNT] {
        Self::NAMED.map(|(feature, _)| feature)
    }

    /// Number of categories.
    #[must_use]
    pub fn category_count(self) -> usize {
        match self {
            Self::Neighborhood => neighborhood_class::count(),
            Self::Ring | Self::Approach | Self::Support => 5,
            Self::Last | Self::Before => 17,
            Self::Capture => 22,
            Self::SelfAtari => 9,
            Self::Rescue | Self::Atari | Self::Defense => 13,
            Self::Liberties => 7,
            Self::Contact => 16,
            Self::Presence => 25,
            Self::Place => 15 * PHASE_COUNT + 1,
            Self::Eye => 3,
        }
    }
}

/// Number of parts of the game, by how full the board is.
pub(super) const PHASE_COUNT: usize = 6;
