//! Legal moves, and why a move is illegal.

use super::{Board, Color, Coord, Point, PointSet};

/// Why a move is illegal on a [`Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalPlay {
    /// A stone already stands there.
    #[error("{0} is occupied")]
    Occupied(Coord),
    /// The move retakes the ko at once.
    #[error("{0} retakes the ko")]
    Ko(Coord),
    /// The stone and its chain would have no liberty.
    #[error("{0} is suicide")]
    Suicide(Coord),
}

impl<const W: usize> Board<W> {
    /// Whether `color` may play on `point`: it is empty, no ko retake and no suicide.
    #[inline(always)]
    #[must_use]
    pub fn is_legal(&self, color: Color, point: Point<W>) -> bool {
        self.legality(color, point).is_ok()
    }

    /// Checks whether `color` may play on `point`. Superko is not checked.
    ///
    /// # Errors
    /// The first of occupied, ko and suicide that applies.
    #[inline(always)]
    pub fn legality(&self, color: Color, point: Point<W>) -> Result<(), IllegalPlay> {
        if !self.empty.contains(point) {
            Err(IllegalPlay::Occupied(point.coord()))
        } else if self.is_ko_retake(color, point) {
            Err(IllegalPlay::Ko(point.coord()))
        } else if self.is_suicide(color, point) {
            Err(IllegalPlay::Suicide(point.coord()))
        } else {
            Ok(())
        }
    }

    /// The points that keep a stone of `color` beside them from being suicide: empty points, own stones not in atari and enemy
    /// stones in atari.
    #[inline(always)]
    pub(super) fn liberty_sources(&self, color: Color) -> PointSet<W> {
        self.empty | (self.stones(color) ^ self.atari)
    }

    #[inline(always)]
    pub(super) fn is_suicide(&self, color: Color, point: Point<W>) -> bool {
        !PointSet::around(point).intersects(&self.liberty_sources(color))
    }

    /// The legal moves of `color`.
    #[inline(always)]
    #[must_use]
    pub fn legal(&self, color: Color) -> PointSet<W> {
        let mut points = self.empty & self.liberty_sources(color).neighbors();
        if let Some(ko) = self.ko_retake(color) {
            points.remove(ko);
        }
        points
    }

    /// The point where only the simple ko forbids `color` to play, if any.
    #[inline(always)]
    #[must_use]
    pub fn ko_retake(&self, color: Color) -> Option<Point<W>> {
        self.ko.filter(|&ko| self.is_ko_retake(color, ko))
    }

    /// Whether a move of `color` on `point` would retake the ko. The owner of the stones around the ko point may fill it.
    #[inline(always)]
    fn is_ko_retake(&self, color: Color, point: Point<W>) -> bool {
        self.ko == Some(point) && self.neighborhood(point).neighbor_lanes(color) == 0
    }

    /// Plays a stone of `color`, whoever is to move.
    ///
    /// # Errors
    /// See [`legality`](Self::legality). The board is unchanged.
    ///
    /// ```
    /// use tao_rules::board::{Board, Color, IllegalPlay, Point};
    ///
    /// let mut board: Board<2> = Board::new(9);
    /// let center = Point::new("E5".parse()?);
    /// assert_eq!(board.play(Color::Black, center), Ok(()));
    /// assert_eq!(board.play(Color::White, center), Err(IllegalPlay::Occupied("E5".parse()?)));
    /// # Ok::<(), tao_rules::board::ParseVertexError>(())
    /// ```
    pub fn play(&mut self, color: Color, point: Point<W>) -> Result<(), IllegalPlay> {
        self.legality(color, point)?;
        self.play_legal(color, point);
        Ok(())
    }
}
