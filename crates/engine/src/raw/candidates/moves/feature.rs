//! The features of a move. Rotated and mirrored neighborhoods are of one class.

use std::sync::LazyLock;

use tao_rules::raw::Neighborhood;

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

    pub const COUNT: usize = Self::Eye as usize + 1;

    pub fn all() -> [Self; Self::COUNT] {
        Self::NAMED.map(|(feature, _)| feature)
    }

    pub fn category_count(self) -> usize {
        match self {
            Self::Neighborhood => class_count(),
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
pub const PHASE_COUNT: usize = 6;

#[derive(Debug)]
struct Classes {
    /// By bits of a neighborhood: the number of its class.
    numbers: Box<[u16]>,
    /// By class: its neighborhood with the smallest bits.
    representatives: Vec<Neighborhood>,
}

static CLASSES: LazyLock<Classes> = LazyLock::new(|| {
    let mut numbers = vec![0; 1 << 16].into_boxed_slice();
    let mut representatives = Vec::new();
    for neighborhood in (0..=u16::MAX).map(Neighborhood::from_bits) {
        let images = neighborhood.images();
        if images.iter().all(|&image| neighborhood <= image) {
            for image in images {
                numbers[usize::from(image.bits())] = representatives.len() as u16;
            }
            representatives.push(neighborhood);
        }
    }
    Classes {
        numbers,
        representatives,
    }
});

fn class_count() -> usize {
    CLASSES.representatives.len()
}

pub fn neighborhood_class(neighborhood: Neighborhood) -> u16 {
    CLASSES.numbers[usize::from(neighborhood.bits())]
}

const MARKS: [char; 4] = ['.', 'X', 'O', '#'];

/// A class as text: the neighbors N, E, S, W, NW, NE, SE, SW.
pub fn class_name(class: u16) -> String {
    let bits = CLASSES.representatives[usize::from(class)].bits();
    (0..8)
        .map(|place| MARKS[usize::from(bits >> (2 * place) & 3)])
        .collect()
}

pub fn parse_class(name: &str) -> Option<u16> {
    let marks: [char; 8] = name.chars().collect::<Vec<_>>().try_into().ok()?;
    let mut bits = 0;
    for (place, mark) in marks.into_iter().enumerate() {
        let state = MARKS.iter().position(|&known| known == mark)? as u16;
        bits |= state << (2 * place);
    }
    Some(neighborhood_class(Neighborhood::from_bits(bits)))
}

#[cfg(test)]
mod tests {
    use tao_rules::raw::{Board, Color, Point};

    use super::*;

    /// The name of the class around the center of a 3x3 diagram for `color`.
    fn name_seen_by(text: &str, color: Color) -> String {
        let board: Board<2> = text.parse().unwrap();
        let neighborhood = board.neighborhood(Point::new("B2".parse().unwrap()));
        class_name(neighborhood_class(neighborhood.seen_by(color)))
    }

    #[test]
    fn rotated_and_mirrored_neighborhoods_have_one_class() {
        let images = [
            "X O .\n. . .\n. . O",
            ". . X\n. . O\nO . .",
            "O . .\n. . .\n. O X",
            ". O X\n. . .\nO . .",
        ];
        let names = images.map(|image| name_seen_by(image, Color::Black));
        assert!(names.iter().all(|name| *name == names[0]), "{names:?}");
        assert_ne!(name_seen_by("X O .\n. . .\n. O .", Color::Black), names[0]);
    }

    #[test]
    fn white_sees_what_black_would_with_the_colors_exchanged() {
        assert_eq!(
            name_seen_by("X O .\n. . .\n. . O", Color::White),
            name_seen_by("O X .\n. . .\n. . X", Color::Black)
        );
    }

    #[test]
    fn names_are_read_back() {
        assert_eq!(
            parse_class("#.OX##.O")
                .map(class_name)
                .and_then(|name| parse_class(&name)),
            parse_class("#.OX##.O")
        );
        assert_eq!(parse_class("#.OX##."), None);
        // By Burnside's lemma. Of 4^8 codes, a quarter turn keeps 4^2, a half turn 4^4, a mirror 4^5.
        assert_eq!(class_count(), (65_536 + 2 * 16 + 256 + 4 * 1024) / 8);
    }
}
