//! The 3x3 shapes around a move, numbered.

use std::sync::LazyLock;

use crate::board::{Color, Neighborhood};

/// Classes of codes that rotations and reflections make equal.
#[derive(Debug)]
struct Classes {
    /// By code: the number of its class.
    numbers: Box<[u16]>,
    /// By class: its code with the lowest bits.
    codes: Vec<u16>,
}

static CLASSES: LazyLock<Classes> = LazyLock::new(|| {
    let mut numbers = vec![0; 1 << 16].into_boxed_slice();
    let mut codes = Vec::new();
    for bits in 0..=u16::MAX {
        let images = images(bits);
        if images.iter().all(|&image| bits <= image) {
            for image in images {
                numbers[usize::from(image)] = codes.len() as u16;
            }
            codes.push(bits);
        }
    }
    Classes { numbers, codes }
});

/// A code turned by a quarter: the straight neighbours and the diagonal ones move up by one place.
const fn turned(bits: u16) -> u16 {
    let [straight, diagonal] = bits.to_le_bytes();
    u16::from_le_bytes([straight.rotate_left(2), diagonal.rotate_left(2)])
}

/// A code with east and west exchanged.
const fn mirrored(bits: u16) -> u16 {
    let straight = bits & 0x0033 | (bits & 0x000c) << 4 | (bits & 0x00c0) >> 4;
    let diagonal = (bits & 0x3300) << 2 | (bits & 0xcc00) >> 2;
    straight | diagonal
}

fn images(bits: u16) -> [u16; 8] {
    let mut images = [bits; 8];
    for i in 1..8 {
        images[i] = if i == 4 {
            mirrored(bits)
        } else {
            turned(images[i - 1])
        };
    }
    images
}

/// The code as it would be for Black with the colours exchanged, if `color` is White.
#[inline(always)]
pub(super) const fn seen_by(color: Color, code: Neighborhood) -> u16 {
    let bits = code.bits();
    match color {
        Color::Black => bits,
        Color::White => (bits & 0x5555) << 1 | (bits & 0xaaaa) >> 1,
    }
}

/// Number of classes.
pub(super) fn count() -> usize {
    CLASSES.codes.len()
}

/// The class of a code seen by Black.
pub(super) fn class(bits: u16) -> u16 {
    CLASSES.numbers[usize::from(bits)]
}

/// Marks of the four neighbour states: empty, own, enemy, edge.
const MARKS: [char; 4] = ['.', 'X', 'O', '#'];

/// A class as text: its neighbours N, E, S, W, NW, NE, SE, SW.
pub(super) fn name(class: u16) -> String {
    let bits = CLASSES.codes[usize::from(class)];
    (0..8)
        .map(|place| MARKS[usize::from(bits >> (2 * place) & 3)])
        .collect()
}

/// The class of such a text.
pub(super) fn parse(name: &str) -> Option<u16> {
    let mut bits = 0;
    let mut places = 0;
    for mark in name.chars() {
        let state = MARKS.iter().position(|&known| known == mark)? as u16;
        if places == 8 {
            return None;
        }
        bits |= state << (2 * places);
        places += 1;
    }
    (places == 8).then(|| class(bits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Diagram, Point};

    /// The shape around the centre of a 3x3 diagram, as `color` sees it.
    fn shape(text: &str, color: Color) -> String {
        let Diagram { board, .. } = text.parse::<Diagram<2>>().unwrap();
        let board: Board<2> = board;
        let code = board.neighborhood(Point::new("B2".parse().unwrap()));
        name(class(seen_by(color, code)))
    }

    #[test]
    fn turned_and_mirrored_shapes_are_one() {
        let images = [
            "X O .\n. . .\n. . O",
            ". . X\n. . O\nO . .",
            "O . .\n. . .\n. O X",
            ". O X\n. . .\nO . .",
        ];
        let shapes = images.map(|image| shape(image, Color::Black));
        assert!(shapes.iter().all(|shape| *shape == shapes[0]), "{shapes:?}");
        assert_ne!(shape("X O .\n. . .\n. O .", Color::Black), shapes[0]);
    }

    #[test]
    fn white_sees_what_black_would_with_the_colors_exchanged() {
        assert_eq!(
            shape("X O .\n. . .\n. . O", Color::White),
            shape("O X .\n. . .\n. . X", Color::Black)
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
