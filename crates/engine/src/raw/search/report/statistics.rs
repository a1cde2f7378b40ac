//! Statistics of simulated games, counted on request. On 9x9 they cost half a microsecond a game,
//! most of it for five readings of the clock and for the owners of the points.

use std::cmp::Ordering;
use std::time::Duration;

use serde::Serialize;
use web_time::Instant;

use super::{OutcomeStatistics, Ownership};
use crate::net::LEAD_UNIT;
use crate::search::evaluate::{Evaluation, OWNED};
use crate::search::node::WIN;
use tao_rules::board::{ByColor, Color, Coord};

/// Statistics of the simulated games of one search; those of earlier searches are not counted.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// Side of the board.
    pub size: usize,
    /// Number of games.
    pub games: u64,
    /// Moves from the root to the end of a game, passes included; `None` if no game was played to its end, as when a network
    /// evaluates the leaves.
    pub length: Option<Spread>,
    /// Moves in the tree.
    pub depth: Spread,
    /// Each of Black's leads that came up, rounded to points, komi not counted, with its number of games, in ascending order.
    pub leads: Vec<(i32, u64)>,
    /// The number of games that a color won, or that a network expected it to win.
    pub won: ByColor<u64>,
    /// Who owned which point; `None` without any game.
    pub ownership: Option<Ownership>,
    /// How closely owning a point goes together with winning, by [index](Coord::index): 0 if the point does not matter, at most
    /// 0.5. It is the covariance of owning and winning, summed over both colors: Coulom, "Criticality: a Monte-Carlo heuristic
    /// for Go programs", 2009. For one color: Pellegrino, Hubbard, Galbraith, Drake and Chen, "Localizing search in Monte-Carlo
    /// Go using statistical covariance", 2009.
    pub criticality: Vec<f64>,
    /// Time that all threads together spent, by [`SimulationPhase`].
    pub times: Times,
}

/// What is counted for [`Statistics`] beside the [`OutcomeCounter`](super::OutcomeCounter).
#[derive(Debug, Default)]
pub struct GameCounter {
    size: usize,
    /// Games by their length; only those that were played to their end.
    lengths: Vec<u64>,
    /// Games by the moves in the tree.
    depths: Vec<u64>,
    /// Games by Black's lead, from minus the board's area on.
    leads: Vec<u64>,
    won: ByColor<u64>,
    /// The winner's shares of each point, in units of 1/[`OWNED`].
    owned_by_winner: Vec<u64>,
    times: Times,
}

impl GameCounter {
    pub fn new(size: usize) -> Self {
        let area = size * size;
        Self {
            size,
            leads: vec![0; 2 * area + 1],
            owned_by_winner: vec![0; area],
            ..Self::default()
        }
    }

    /// Adds a game that left the tree after `depth` moves, `to_move` to move.
    pub fn add<const W: usize>(&mut self, game: &Evaluation<W>, to_move: Color, depth: usize) {
        if let Some(length) = game.length {
            count(&mut self.lengths, depth + length);
        }
        count(&mut self.depths, depth);
        let area = self.owned_by_winner.len() as i32;
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

    /// Adds the times of a thread.
    pub fn add_times(&mut self, times: Times) {
        for (sum, time) in self.times.iter_mut().zip(times) {
            *sum += time;
        }
    }

    /// The statistics of the games that ended with these outcomes.
    pub fn statistics(&self, outcomes: OutcomeStatistics) -> Statistics {
        let area = self.owned_by_winner.len() as i32;
        let leads = (-area..=area).zip(self.leads.iter().copied());
        Statistics {
            size: self.size,
            games: outcomes.games,
            length: (!self.lengths.is_empty()).then(|| Spread::of(&self.lengths)),
            depth: Spread::of(&self.depths),
            leads: leads.filter(|&(_, games)| games > 0).collect(),
            won: self.won,
            criticality: self.criticality(&outcomes),
            ownership: outcomes.ownership,
            times: self.times,
        }
    }

    fn criticality(&self, outcomes: &OutcomeStatistics) -> Vec<f64> {
        let Some(ownership) = &outcomes.ownership else {
            return vec![0.0; self.owned_by_winner.len()];
        };
        let games = outcomes.games as f64;
        let won = self.won.map(|won| won as f64 / games);
        let points = Coord::all(self.size).zip(&self.owned_by_winner);
        points
            .map(|(coord, &owned)| {
                let by_chance = Color::BOTH.map(|color| ownership.share(color, coord) * won[color]);
                owned as f64 / (f64::from(OWNED) * games) - by_chance.iter().sum::<f64>()
            })
            .collect()
    }
}

fn count(counts: &mut Vec<u64>, number: usize) {
    counts.resize(counts.len().max(number + 1), 0);
    counts[number] += 1;
}

/// Mean, deviation and range of a number; zeros without numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The smallest.
    pub least: usize,
    /// The largest.
    pub most: usize,
}

impl Spread {
    /// The spread of numbers of which each number `i` comes up `counts[i]` times.
    pub fn of(counts: &[u64]) -> Self {
        let numbers = || (0..).zip(counts).filter(|&(_, &count)| count > 0);
        let sum_of = |power: u32| -> f64 {
            let terms = numbers().map(|(number, count)| count * u64::pow(number, power));
            terms.sum::<u64>() as f64
        };
        let count = sum_of(0).max(1.0);
        let mean = sum_of(1) / count;
        Self {
            mean,
            deviation: (sum_of(2) / count - mean.powi(2)).max(0.0).sqrt(),
            least: counts.iter().position(|&count| count > 0).unwrap_or(0),
            most: counts.iter().rposition(|&count| count > 0).unwrap_or(0),
        }
    }
}

/// A phase of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimulationPhase {
    /// From the root to a leaf, without expansions.
    Descend,
    /// Making children of a leaf.
    Expand,
    /// From the leaf to the end of the game.
    Simulate,
    /// Adding the result to the path.
    Backup,
    /// All else: statistics, checks of the clock.
    Rest,
}

impl SimulationPhase {
    /// All phases with their names, in order.
    pub const NAMED: [(Self, &'static str); 5] = [
        (Self::Descend, "descend"),
        (Self::Expand, "expand"),
        (Self::Simulate, "simulate"),
        (Self::Backup, "backup"),
        (Self::Rest, "rest"),
    ];
}

/// The time of each phase, in order.
pub type Times = [Duration; SimulationPhase::NAMED.len()];

/// Measures the time by phase. When it is off, it costs only a branch.
#[derive(Clone, Debug)]
pub struct Stopwatch {
    pub times: Times,
    phase: SimulationPhase,
    /// Start of the phase; `None` if it is off.
    since: Option<Instant>,
}

impl Stopwatch {
    pub fn new(is_on: bool) -> Self {
        Self {
            times: Times::default(),
            phase: SimulationPhase::Rest,
            since: is_on.then(Instant::now),
        }
    }

    /// Begins a phase.
    pub fn enter(&mut self, phase: SimulationPhase) {
        if let Some(since) = &mut self.since {
            let now = Instant::now();
            self.times[self.phase as usize] += now.duration_since(*since);
            (self.phase, *since) = (phase, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::evaluate::Owners;
    use crate::search::report::{Detail, OutcomeCounter};
    use tao_rules::raw::Board;

    /// Each side wins every second game and owns the left column when it wins. The right column is always White's.
    #[test]
    fn points_that_decide_games_are_critical() {
        let outcomes = OutcomeCounter::new(Detail::Ownership, 3).unwrap();
        let mut counter = GameCounter::new(3);
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
                outcomes.add(&game, None);
                counter.add(&game, winner, 1);
            }
        }
        let criticality = counter.statistics(outcomes.statistics()).criticality;
        // The winner always owns A1; by chance it would own it in half of the games.
        assert_eq!(criticality[0].to_string(), "0.5");
        // The winner owns C1 in half of the games, as by chance.
        assert_eq!(criticality[2].to_string(), "0");
    }

    #[test]
    fn a_spread_has_mean_deviation_and_range() {
        // 2, 4, 4, 4, 5, 5, 7, 9.
        let spread = Spread::of(&[0, 0, 1, 0, 3, 2, 0, 1, 0, 1, 0]);
        let expected = Spread {
            mean: 5.0,
            deviation: 2.0,
            least: 2,
            most: 9,
        };
        assert_eq!(spread, expected);
        assert_eq!([&[][..], &[0]].map(Spread::of), [Spread::default(); 2]);
    }

    #[test]
    fn the_phases_take_no_more_than_all_the_time() {
        let start = Instant::now();
        let mut stopwatch = Stopwatch::new(true);
        for (phase, _) in SimulationPhase::NAMED.into_iter().cycle().take(1_000) {
            stopwatch.enter(phase);
        }
        let sum: Duration = stopwatch.times.iter().sum();
        assert!(sum <= start.elapsed());
        assert!(sum <= stopwatch.since.unwrap().duration_since(start));
    }

    #[test]
    fn a_stopwatch_that_is_off_measures_nothing() {
        let mut stopwatch = Stopwatch::new(false);
        stopwatch.enter(SimulationPhase::Expand);
        stopwatch.enter(SimulationPhase::Rest);
        assert_eq!(stopwatch.times, Times::default());
    }
}
