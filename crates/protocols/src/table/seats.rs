//! Who plays a game.

use tao_rules::board::{ByColor, Color};
use tao_sgf::Header;

/// The engine's name.
pub const ENGINE: &str = "Tao Go";

/// One side of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The engine.
    Engine,
    /// A person whose name is not known.
    Person,
    /// Somebody whose name is known.
    Named(String),
}

impl Seat {
    /// The name in records.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Engine => ENGINE,
            Self::Person => "Human",
            Self::Named(name) => name,
        }
    }

    /// The players of a game between a person with this color and the engine.
    #[must_use]
    pub fn person_and_engine(person: Color) -> ByColor<Option<Self>> {
        let mut seats = ByColor::new(Self::Engine, Self::Engine);
        seats[person] = Self::Person;
        seats.map(Some)
    }

    /// The players of a game that a person plays for both sides.
    #[must_use]
    pub fn both_persons() -> ByColor<Option<Self>> {
        ByColor::new(Self::Person, Self::Person).map(Some)
    }
}

/// Whether a record is that of a game that a person plays for both sides.
pub(super) fn has_both_persons(header: &Header) -> bool {
    let names = [&header.black, &header.white];
    let person = Some(Seat::Person.name());
    names.into_iter().all(|name| name.as_deref() == person)
}

/// The engine's color in a record that names it as one of the players.
pub(super) fn engine_in(header: &Header) -> Option<Color> {
    let is_engine = |name: &Option<String>| name.as_deref() == Some(ENGINE);
    match (is_engine(&header.black), is_engine(&header.white)) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        _ => None,
    }
}
