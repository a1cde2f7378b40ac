//! What simulated games are like: counted on request, by every thread for itself. On 9x9 a game costs half a
//! microsecond more, most of it for five readings of the clock and for the owners of the points.

use std::cmp::Ordering;
use std::ops::AddAssign;
use std::time::Duration;

use super::phases::{Phase, Times};
use super::{OutcomeStatistics, Ownership};
use crate::board::{ByColor, Color, Coord};
use crate::net::LEAD_UNIT;
use crate::search::simulation::{Evaluation, OWNED};
use crate::search::tree::WIN;

/// Statistics of the simulated games of one search; those of earlier searches are not counted.
#[derive(Clone, Debug)]
pub struct Statistics {
    outcomes: OutcomeStatistics,
    games: GameStatistics,
}

impl Statistics {
    pub(in crate::search) const fn new(outcomes: OutcomeStatistics, games: GameStatistics) -> Self {
        Self { outcomes, games }
    }

    /// Number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.outcomes.games
    }

    /// Moves from the root to the end of a game, passes included; `None` if no game was played to its end, as a network
    /// leaves them open.
    #[must_use]
    pub fn length(&self) -> Option<&Spread> {
        let length = &self.games.length;
        (length.count > 0).then_some(length)
    }

    /// Moves in the tree.
    #[must_use]
    pub const fn depth(&self) -> &Spread {
        &self.games.depth
    }

    /// Each of Black's leads that came up, rounded to points, komi not counted, with its number of games, in ascending order.
    pub fn leads(&self) -> impl Iterator<Item = (i32, u64)> {
        let area = self.games.area() as i32;
        let leads = (-area..=area).zip(self.games.leads.iter().copied());
        leads.filter(|&(_, games)| games > 0)
    }

    /// Number of games that a color won, or that a network thought it rather would.
    #[must_use]
    pub fn won_by(&self, color: Color) -> u64 {
        self.games.won[color]
    }

    /// Who owned which point; `None` without any game.
    #[must_use]
    pub const fn ownership(&self) -> Option<&Ownership> {
        self.outcomes.ownership.as_ref()
    }

    /// How much owning a point goes with winning: 0 if nothing depends on it, at most 0.5. The point must be on the
    /// board. It is the covariance of owning and winning, summed over both colors: Coulom, "Criticality: a Monte-Carlo
    /// heuristic for Go programs", 2009. For one color: Pellegrino, Hubbard, Galbraith, Drake and Chen, "Localizing
    /// search in Monte-Carlo Go using statistical covariance", 2009.
    #[must_use]
    pub fn criticality(&self, coord: Coord) -> f64 {
        let Some(ownership) = self.ownership() else {
            return 0.0;
        };
        let games = self.games() as f64;
        let independent = Color::BOTH
            .map(|color| ownership.share(color, coord) * (self.won_by(color) as f64 / games));
        let owned_by_winner = self.games.owned_by_winner[coord.index(self.size())];
        owned_by_winner as f64 / (f64::from(OWNED) * games) - independent.iter().sum::<f64>()
    }

    /// Time that all threads together spent on a phase.
    #[must_use]
    pub const fn time(&self, phase: Phase) -> Duration {
        self.games.times[phase as usize]
    }

    /// Side of the board.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.games.size
    }
}

/// What the [`OutcomeCounter`](super::OutcomeCounter) does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct GameStatistics {
    size: usize,
    length: Spread,
    depth: Spread,
    /// Games by Black's lead, from minus the board's area on.
    leads: Vec<u64>,
    won: ByColor<u64>,
    /// The winner's shares of each point, in units of 1/[`OWNED`].
    owned_by_winner: Vec<u64>,
    times: Times,
}

impl GameStatistics {
    pub(in crate::search) fn new(size: usize) -> Self {
        let area = size * size;
        Self {
            size,
            length: Spread::default(),
            depth: Spread::default(),
            leads: vec![0; 2 * area + 1],
            won: ByColor::default(),
            owned_by_winner: vec![0; area],
            times: Times::default(),
        }
    }

    const fn area(&self) -> usize {
        self.size * self.size
    }

    /// Adds a game that left the tree after `depth` moves, `to_move` to move.
    pub(in crate::search) fn add<const W: usize>(
        &mut self,
        game: &Evaluation<W>,
        to_move: Color,
        depth: usize,
    ) {
        if let Some(length) = game.length {
            self.length.add(depth + length);
        }
        self.depth.add(depth);
        let area = self.area() as i32;
        let lead = (game.lead + LEAD_UNIT / 2).div_euclid(LEAD_UNIT);
        let index = (lead + area).clamp(0, 2 * area);
        self.leads[index.unsigned_abs() as usize] += 1;
        let winner = match game.value.cmp(&(WIN / 2)) {
            Ordering::Greater => to_move,
            Ordering::Less => !to_move,
            Ordering::Equal => return,
        };
        self.won[winner] += 1;
        if let Some(owners) = &game.owners {
            owners.for_each(winner, self.size, |index, share| {
                self.owned_by_winner[index] += u64::from(share);
            });
        }
    }

    pub(in crate::search) fn add_times(&mut self, times: &Times) {
        add(&mut self.times, times);
    }
}

impl AddAssign<&Self> for GameStatistics {
    fn add_assign(&mut self, other: &Self) {
        self.length += other.length;
        self.depth += other.depth;
        add(&mut self.leads, &other.leads);
        self.won.black += other.won.black;
        self.won.white += other.won.white;
        add(&mut self.owned_by_winner, &other.owned_by_winner);
        self.add_times(&other.times);
    }
}

fn add<T: AddAssign + Copy>(counts: &mut [T], more: &[T]) {
    for (count, more) in counts.iter_mut().zip(more) {
        *count += *more;
    }
}

/// Mean, deviation and range of a number.
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

    /// The mean; 0 without numbers.
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

    /// The smallest and the largest; zeros without numbers.
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
    use crate::board::Board;
    use crate::search::report::{Detail, OutcomeCounter};
    use crate::search::simulation::Owners;

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

    /// Each side wins every second game and owns the left column when it wins. The right column is always White's.
    #[test]
    fn points_that_decide_games_are_critical() {
        let counter = OutcomeCounter::new(Detail::Ownership, 3).unwrap();
        let mut games = GameStatistics::new(3);
        let [split, white] = ["X . O\nX . O\nX . O", "O . O\nO . O\nO . O"];
        for (diagram, winner) in [(split, Color::Black), (white, Color::White)] {
            let board: Board<2> = diagram.parse().unwrap();
            let game = Evaluation {
                value: WIN,
                lead: 0,
                owners: Some(Owners::Points(board.owned())),
                length: Some(2),
            };
            for _ in 0..50 {
                counter.add(&game, None);
                games.add(&game, winner, 1);
            }
        }
        let statistics = Statistics::new(counter.statistics(), games);
        // The winner always owns A1; by chance it would own it in half of the games.
        assert_eq!(
            statistics.criticality("A1".parse().unwrap()).to_string(),
            "0.5"
        );
        // The winner owns C1 in half of the games, as by chance.
        assert_eq!(
            statistics.criticality("C1".parse().unwrap()).to_string(),
            "0"
        );
    }
}
