//! What simulated games were like: counted only where somebody wants to know.
//!
//! Every thread counts for itself, and the counts are added when all have ended: plain integers, the same in any order.
//! On 9x9 a game costs half a microsecond more, most of it for five readings of the clock and for the owners of the points.

use std::ops::AddAssign;
use std::time::Duration;

use super::Ownership;
use super::phase::{Phase, Times};
use crate::board::{Board, Color, Coord, Point, PointSet};

/// What the simulated games of one search were like. Those of earlier searches are not among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    size: usize,
    games: u64,
    length: Spread,
    depth: Spread,
    /// Games by Black's lead, from -`area` on.
    leads: Vec<u64>,
    /// By color: games that it won.
    won: [u64; 2],
    /// By color: games in which it owned the point, row by row.
    owned: [Vec<u32>; 2],
    /// Games in which the winner owned the point.
    owned_by_winner: Vec<u32>,
    times: Times,
}

/// A game that has ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndedGame<'a, const W: usize> {
    /// The final position.
    pub(super) board: &'a Board<W>,
    /// Moves in the tree.
    pub(super) depth: usize,
    /// Moves after those, passes included.
    pub(super) moves: usize,
    /// Black's area minus White's.
    pub(super) lead: i32,
    /// Who has won, unless it was a draw.
    pub(super) winner: Option<Color>,
}

impl Statistics {
    /// No game yet, on a board of this size.
    pub(super) fn new(size: usize) -> Self {
        let area = size * size;
        Self {
            size,
            games: 0,
            length: Spread::default(),
            depth: Spread::default(),
            leads: vec![0; 2 * area + 1],
            won: [0; 2],
            owned: [vec![0; area], vec![0; area]],
            owned_by_winner: vec![0; area],
            times: Times::default(),
        }
    }

    /// Counts a game.
    pub(super) fn count<const W: usize>(&mut self, game: EndedGame<'_, W>) {
        self.games += 1;
        self.length.add(game.depth + game.moves);
        self.depth.add(game.depth);
        let area = (self.size * self.size) as i32;
        let index = (game.lead + area).clamp(0, 2 * area);
        self.leads[index.unsigned_abs() as usize] += 1;
        let owned = game.board.owned();
        for (counts, points) in self.owned.iter_mut().zip(owned) {
            tally(counts, points, self.size);
        }
        if let Some(winner) = game.winner {
            self.won[winner as usize] += 1;
            tally(&mut self.owned_by_winner, owned[winner as usize], self.size);
        }
    }

    /// Adds the time that a thread took.
    pub(super) fn add_times(&mut self, times: &Times) {
        for (time, more) in self.times.iter_mut().zip(times) {
            *time += *more;
        }
    }

    /// Games counted.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Moves from the position at the root to the end of a game, passes included.
    #[must_use]
    pub const fn length(&self) -> &Spread {
        &self.length
    }

    /// Those of them that were made in the tree.
    #[must_use]
    pub const fn depth(&self) -> &Spread {
        &self.depth
    }

    /// Black's area minus White's, komi not counted, with the number of games that ended so: the leads that came up, in their
    /// order.
    pub fn leads(&self) -> impl Iterator<Item = (i32, u64)> {
        let area = (self.size * self.size) as i32;
        let leads = (-area..=area).zip(self.leads.iter().copied());
        leads.filter(|&(_, games)| games > 0)
    }

    /// Games that a color won.
    #[must_use]
    pub const fn won_by(&self, color: Color) -> u64 {
        self.won[color as usize]
    }

    /// Who owned which point.
    #[must_use]
    pub fn ownership(&self) -> Ownership {
        Ownership::from_counts(self.size, self.owned.clone(), self.games.max(1))
    }

    /// How much owning a point goes with winning: by how much more often the winner owns it than if the one had nothing to do
    /// with the other. At most 0.5; 0 of a point that nothing depends on. The point must be on the board.
    ///
    /// Source: Coulom, "Criticality: a Monte-Carlo heuristic for Go programs", 2009. The
    /// covariance of owning and winning, summed over both colors; that of one color is in Pellegrino, Hubbard, Galbraith, Drake and Chen, "Localizing search in Monte-Carlo Go using
    /// statistical covariance", 2009.
    #[must_use]
    pub fn criticality(&self, coord: Coord) -> f64 {
        let index = coord.row() * self.size + coord.column();
        let games = self.games.max(1) as f64;
        let independent = Color::BOTH.map(|color| {
            let (owned, won) = (self.owned[color as usize][index], self.won_by(color));
            f64::from(owned) / games * (won as f64 / games)
        });
        f64::from(self.owned_by_winner[index]) / games - independent.iter().sum::<f64>()
    }

    /// What all threads together spent on a phase.
    #[must_use]
    pub const fn time(&self, phase: Phase) -> Duration {
        self.times[phase as usize]
    }

    /// Side of the board.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }
}

impl AddAssign<&Self> for Statistics {
    fn add_assign(&mut self, other: &Self) {
        self.games += other.games;
        self.length += other.length;
        self.depth += other.depth;
        add(&mut self.leads, &other.leads);
        add(&mut self.won, &other.won);
        for (counts, more) in self.owned.iter_mut().zip(&other.owned) {
            add(counts, more);
        }
        add(&mut self.owned_by_winner, &other.owned_by_winner);
        self.add_times(&other.times);
    }
}

fn add<T: AddAssign + Copy>(counts: &mut [T], more: &[T]) {
    for (count, more) in counts.iter_mut().zip(more) {
        *count += *more;
    }
}

fn tally<const W: usize>(counts: &mut [u32], points: PointSet<W>, size: usize) {
    for coord in points.iter().map(Point::coord) {
        counts[coord.row() * size + coord.column()] += 1;
    }
}

/// How a number varies from game to game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    count: u64,
    sum: u64,
    squares: u64,
    range: Option<(u64, u64)>,
}

impl Spread {
    fn add(&mut self, number: usize) {
        let number = number as u64;
        *self += Self {
            count: 1,
            sum: number,
            squares: number * number,
            range: Some((number, number)),
        };
    }

    /// The mean; 0 of nothing.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// The standard deviation.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let mean_square = self.squares as f64 / self.count.max(1) as f64;
        (mean_square - self.mean().powi(2)).max(0.0).sqrt()
    }

    /// The smallest and the largest; zeros of nothing.
    #[must_use]
    pub fn range(&self) -> (u64, u64) {
        self.range.unwrap_or_default()
    }
}

impl AddAssign for Spread {
    fn add_assign(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
        self.range = match (self.range, other.range) {
            (Some((least, most)), Some((low, high))) => Some((least.min(low), most.max(high))),
            (one, None) => one,
            (None, other) => other,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_has_mean_deviation_and_range() {
        let spread_of = |numbers: &[usize]| {
            let mut spread = Spread::default();
            for &number in numbers {
                spread.add(number);
            }
            spread
        };
        let mut spread = spread_of(&[2, 4, 4, 4]);
        spread += Spread::default();
        spread += spread_of(&[5, 5, 7, 9]);
        assert_eq!(spread, spread_of(&[2, 4, 4, 4, 5, 5, 7, 9]));
        assert_eq!(
            (spread.mean().to_string(), spread.deviation().to_string()),
            ("5".to_owned(), "2".to_owned())
        );
        assert_eq!(
            (spread.range(), Spread::default().range()),
            ((2, 9), (0, 0))
        );
    }

    /// Each wins every second game and then has the left column; the right one is always White's.
    #[test]
    fn what_decides_games_is_critical() {
        let mut statistics = Statistics::new(3);
        let [split, white] = ["X . O\nX . O\nX . O", "O . O\nO . O\nO . O"];
        for (diagram, winner) in [(split, Color::Black), (white, Color::White)] {
            let board: Board<2> = diagram.parse().unwrap();
            for _ in 0..50 {
                statistics.count(EndedGame {
                    board: &board,
                    depth: 1,
                    moves: 2,
                    lead: 0,
                    winner: Some(winner),
                });
            }
        }
        // The winner owns A1 always; by chance it would be every second time.
        assert_eq!(
            statistics.criticality("A1".parse().unwrap()).to_string(),
            "0.5"
        );
        // The winner owns C1 every second time, as by chance.
        assert_eq!(
            statistics.criticality("C1".parse().unwrap()).to_string(),
            "0"
        );
    }
}
