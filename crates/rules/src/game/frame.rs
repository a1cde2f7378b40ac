//! The frame of a problem: stones around a part of the board, so that the part alone decides the game.

use super::{BadSetUp, Game, Rules, Scoring};
use crate::raw::{ByColor, Color, Coord, Point, PointSet};

/// Why no stones can be filled in around a part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoFrame {
    /// A corner is not on the board.
    #[error("a part of the board has two of its points as corners")]
    OffBoard,
    /// Stones around the part would not live.
    #[error("there is no room for living stones around this part")]
    NoRoom,
    /// A chain in the part has only liberties outside.
    #[error("expected a part with stones that all have liberties in it")]
    NoLiberty(#[from] BadSetUp),
}

impl Game {
    /// A game that begins with the position of a part of this board, with the side to move, and with stones all around that live
    /// unconditionally, whatever happens in the part. Next to it they belong to the side that kills there: the one whose stones in it
    /// are nearer to the points around. The other side has a group far away. Komi makes up for the points around: the killer wins if it
    /// gets the part, and loses if more than half of the other side's stones there live. Points are counted as area.
    ///
    /// A strip between the part and an edge in which nothing lives becomes a part of it, with its stones.
    ///
    /// ```
    /// use tao_rules::board::Color;
    /// use tao_rules::game::Game;
    ///
    /// let game = Game::from_diagram(
    ///     ". . . . . . .\n. . . . . . .\n. . . . . . .\nO . . . . . .\nX O O . . . .\n. X O . . . .\n. X O . . . .",
    ///     Color::Black,
    /// )?;
    /// let framed = game.framed("A1".parse()?, "C4".parse()?)?;
    /// assert_eq!(framed.stone("D1".parse()?), Some(Color::White));
    /// assert_eq!(framed.stone("B2".parse()?), Some(Color::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If stones around the part would not live, or a chain in it would have no liberty.
    pub fn framed(&self, one: Coord, other: Coord) -> Result<Self, NoFrame> {
        let size = self.size();
        if !(one.is_on(size) && other.is_on(size)) {
            return Err(NoFrame::OffBoard);
        }
        let (all, mut part) = (PointSet::full(size), PointSet::rectangle(one, other));
        let regions = (all & !part).regions();
        let strips = regions.filter(|region| eyes(*region, all).is_none());
        part = strips.fold(part, |part, strip| part | strip);
        let outside = all & !part;
        if outside.is_empty() {
            return Err(NoFrame::NoRoom);
        }
        let inside = self.board().stones_by_color().map(|stones| stones & part);
        let killer = killer(inside, outside, self.to_move());
        let half = inside[!killer].len() as f64 + 0.5;
        // The komi with which the killer wins if it gets more than the part without half of the stones.
        let komi = |far: usize| {
            let around = outside.len() as f64 - 2.0 * far as f64;
            killer.signed(around + part.len() as f64 - half)
        };
        let points = far_points(part, outside);
        let mut counts: Vec<usize> = (0..=points.len()).collect();
        let difference = |count: usize| (komi(count) - self.komi()).abs();
        counts.sort_by(|&one, &other| difference(one).total_cmp(&difference(other)));
        let lives = |region: PointSet<6>| eyes(region, all).is_some();
        let groups = counts
            .iter()
            .map(|&count| points[..count].iter().copied().collect());
        let far = groups.into_iter().find(|far: &PointSet<6>| {
            (far.is_empty() || lives(*far)) && (outside & !*far).regions().all(lives)
        });
        let far = far.unwrap_or_default();
        let mut stones = inside;
        for (color, area) in [(killer, outside & !far), (!killer, far)] {
            for region in area.regions() {
                stones[color] |= region & !eyes(region, all).unwrap_or_default();
            }
        }
        let mut game = Self::new(size).map_err(|_| NoFrame::OffBoard)?;
        let points = |color| {
            stones[color]
                .iter()
                .map(move |point| (color, point.coord()))
        };
        game.set_up(Color::BOTH.into_iter().flat_map(points), self.to_move())?;
        game.set_rules(self.own_rules());
        if self.rules().scoring == Scoring::Territory {
            game.set_rules_of_record(Rules::CHINESE);
        } else {
            game.set_rules_of_record(self.rules());
        }
        game.set_komi(komi(far.len()))
            .map_err(|_| NoFrame::NoRoom)?;
        Ok(game)
    }
}

/// The side whose stones are nearer to the points around, on average; the one that is not to move if neither is.
fn killer(inside: ByColor<PointSet<6>>, outside: PointSet<6>, to_move: Color) -> Color {
    let mean = inside.map(|stones| {
        let sum: usize = stones.iter().map(|point| distance(point, outside)).sum();
        // A side without stones there kills.
        sum as f64 / stones.len().max(1) as f64
    });
    if mean[to_move] < mean[!to_move] {
        to_move
    } else {
        !to_move
    }
}

/// The steps from a point to the nearest of a set.
fn distance(point: Point<6>, set: PointSet<6>) -> usize {
    let one = point.coord();
    let steps = set.iter().map(|other| {
        let other = other.coord();
        one.column().abs_diff(other.column()) + one.row().abs_diff(other.row())
    });
    steps.min().unwrap_or_default()
}

/// The points that are not next to the part, even diagonally, in the order in which a group of the other side grows far away.
fn far_points(part: PointSet<6>, outside: PointSet<6>) -> Vec<Point<6>> {
    let mut points: Vec<Point<6>> = (outside & !part.grown()).iter().collect();
    let center = points
        .iter()
        .copied()
        .max_by_key(|&point| distance(point, part));
    let center = center.map_or(PointSet::EMPTY, PointSet::only);
    points.sort_by_key(|&point| distance(point, center));
    points
}

/// Two points of a region that are eyes if all others are stones of one chain.
fn eyes(region: PointSet<6>, all: PointSet<6>) -> Option<PointSet<6>> {
    if region.regions().nth(1).is_some() {
        return None;
    }
    let inner: Vec<Point<6>> = (region & !(all & !region).neighbors()).iter().collect();
    let pairs = inner.iter().enumerate().flat_map(|(index, &one)| {
        let others = inner[index + 1..].iter();
        others.map(move |&other| PointSet::only(one) | PointSet::only(other))
    });
    pairs.into_iter().find(|eyes| {
        let are_apart = !eyes.intersects(&eyes.neighbors());
        are_apart && (region & !*eyes).regions().count() == 1
    })
}
