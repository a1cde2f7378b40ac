//! Classes of neighborhoods that rotations and reflections make equal.

use std::sync::LazyLock;

use tao_rules::board::Neighborhood;

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

pub(super) fn count() -> usize {
    CLASSES.representatives.len()
}

pub(super) fn class(neighborhood: Neighborhood) -> u16 {
    CLASSES.numbers[usize::from(neighborhood.bits())]
}

const MARKS: [char; 4] = ['.', 'X', 'O', '#'];

/// A class as text: the neighbors N, E, S, W, NW, NE, SE, SW.
pub(super) fn name(class: u16) -> String {
    let bits = CLASSES.representatives[usize::from(class)].bits();
    (0..8)
        .map(|place| MARKS[usize::from(bits >> (2 * place) & 3)])
        .collect()
}

pub(super) fn parse(name: &str) -> Option<u16> {
    let marks: [char; 8] = name.chars().collect::<Vec<_>>().try_into().ok()?;
    let mut bits = 0;
    for (place, mark) in marks.into_iter().enumerate() {
        let state = MARKS.iter().position(|&known| known == mark)? as u16;
        bits |= state << (2 * place);
    }
    Some(class(Neighborhood::from_bits(bits)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tao_rules::board::{Board, Color, Point};

    /// The name of the class around the center of a 3x3 diagram for `color`.
    fn class_name(text: &str, color: Color) -> String {
        let board: Board<2> = text.parse().unwrap();
        let neighborhood = board.neighborhood(Point::new("B2".parse().unwrap()));
        name(class(neighborhood.seen_by(color)))
    }

    #[test]
    fn rotated_and_mirrored_neighborhoods_have_one_class() {
        let images = [
            "X O .\n. . .\n. . O",
            ". . X\n. . O\nO . .",
            "O . .\n. . .\n. O X",
            ". O X\n. . .\nO . .",
        ];
        let names = images.map(|image| class_name(image, Color::Black));
        assert!(names.iter().all(|name| *name == names[0]), "{names:?}");
        assert_ne!(class_name("X O .\n. . .\n. O .", Color::Black), names[0]);
    }

    #[test]
    fn white_sees_what_black_would_with_the_colors_exchanged() {
        assert_eq!(
            class_name("X O .\n. . .\n. . O", Color::White),
            class_name("O X .\n. . .\n. . X", Color::Black)
        );
    }

    #[test]
    fn names_are_read_back() {
        assert_eq!(
            parse("#.OX##.O").map(name).and_then(|name| parse(&name)),
            parse("#.OX##.O")
        );
        assert_eq!(parse("#.OX##."), None);
        // By Burnside's lemma. Of 4^8 codes, a quarter turn keeps 4^2, a half turn 4^4, a mirror 4^5.
        assert_eq!(count(), (65_536 + 2 * 16 + 256 + 4 * 1024) / 8);
    }
}
