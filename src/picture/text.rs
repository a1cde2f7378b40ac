//! Estimates the size of texts, which SVG does not report, and places labels.

use crate::svg::PixelPosition;

/// Width of a letter over the height of the text, for a wide letter of a sans-serif font.
const LETTER: f64 = 0.6;

/// The same for Chinese characters and other wide ones.
const WIDE_LETTER: f64 = 1.0;

/// The first script of wide characters in Unicode, Hangul.
const FIRST_WIDE: char = '\u{1100}';

/// Space between two labels.
const GAP: f64 = 2.0;

/// Rows above and below a point in which its label may stand.
const ROWS: usize = 6;

/// An upper bound of the width of a text of this height.
pub(super) fn width(text: &str, height: f64) -> f64 {
    let letter = |c: char| if c < FIRST_WIDE { LETTER } else { WIDE_LETTER };
    height * text.chars().map(letter).sum::<f64>()
}

/// The largest height, up to this one, at which a text fits into a width.
pub(super) fn fitting_height(text: &str, height: f64, room: f64) -> f64 {
    height * (room / width(text, height)).min(1.0)
}

/// A rectangle by its left, top, right and lower border.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds(pub(super) [f64; 4]);

impl Bounds {
    /// The square around a dot.
    pub(super) fn around([x, y]: PixelPosition, radius: f64) -> Self {
        Self([x - radius, y - radius, x + radius, y + radius])
    }

    fn overlaps(self, other: Self) -> bool {
        let ([left, top, right, bottom], [l, t, r, b]) = (self.0, other.0);
        left < r + GAP && l < right + GAP && top < b + GAP && t < bottom + GAP
    }

    fn is_in(self, room: Self) -> bool {
        let ([left, top, right, bottom], [l, t, r, b]) = (self.0, room.0);
        left >= l && top >= t && right <= r && bottom <= b
    }
}

/// Finds places for labels in a room.
pub(super) struct Labels {
    pub(super) room: Bounds,
    /// Height of the text.
    pub(super) height: f64,
    /// What no label may cover.
    pub(super) taken: Vec<Bounds>,
}

impl Labels {
    /// Takes the place closest to a point for a label and returns its middle; `None` if there is no room near the point. Of two
    /// places at the same distance it takes the lower one if `prefers_below` is set, else the upper one.
    pub(super) fn place(
        &mut self,
        [x, y]: PixelPosition,
        text: &str,
        prefers_below: bool,
    ) -> Option<PixelPosition> {
        let half = width(text, self.height) / 2.0;
        let Bounds([left, _, right, _]) = self.room;
        let middle = x.clamp(left + half, (right - half).max(left + half));
        let directions = if prefers_below {
            [1.0, -1.0]
        } else {
            [-1.0, 1.0]
        };
        let rows = (0..ROWS).flat_map(|row| directions.map(|sign| sign * (1.3 + row as f64)));
        let places = rows.map(|rows| {
            let at = y + rows * self.height;
            let tall = self.height / 2.0;
            (
                at,
                Bounds([middle - half, at - tall, middle + half, at + tall]),
            )
        });
        let is_free = |area: Bounds| {
            let mut taken = self.taken.iter();
            area.is_in(self.room) && !taken.any(|other| area.overlaps(*other))
        };
        let (at, area) = { places }.find(|&(_, area)| is_free(area))?;
        self.taken.push(area);
        Some([middle, at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_never_overlap_and_stay_in_the_room() {
        let room = Bounds([0.0, 0.0, 200.0, 100.0]);
        let points: Vec<PixelPosition> = (0..30).map(|i| [f64::from(i) * 7.0, 50.0]).collect();
        let mut labels = Labels {
            room,
            height: 10.0,
            taken: points.iter().map(|&at| Bounds::around(at, 5.0)).collect(),
        };
        let dots = points.len();
        let placed = points
            .iter()
            .filter_map(|&at| labels.place(at, "12 E5", true));
        assert!(placed.count() > 10);
        let taken = &labels.taken;
        for (i, area) in taken.iter().enumerate().skip(dots) {
            assert!(area.is_in(room), "{area:?}");
            assert!(
                taken[..i].iter().all(|other| !area.overlaps(*other)),
                "{area:?}"
            );
        }
    }

    #[test]
    fn a_label_is_on_its_side_if_there_is_room() {
        let mut labels = Labels {
            room: Bounds([0.0, 0.0, 100.0, 100.0]),
            height: 10.0,
            taken: Vec::new(),
        };
        assert_eq!(labels.place([50.0, 50.0], "a", false), Some([50.0, 37.0]));
        assert_eq!(labels.place([50.0, 50.0], "b", false), Some([50.0, 63.0]));
        assert_eq!(labels.place([99.0, 95.0], "c", true), Some([97.0, 82.0]));
    }

    #[test]
    fn long_texts_are_smaller() {
        assert!((fitting_height("name", 10.0, 100.0) - 10.0).abs() < 1e-9);
        let long = "name ".repeat(20) + "\u{9ed2}";
        let height = fitting_height(&long, 10.0, 100.0);
        assert!(height < 2.0 && width(&long, height) <= 100.0 + 1e-9);
    }
}
