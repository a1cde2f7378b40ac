//! Statistics of simulated games, which every thread counts for itself on request. On 9x9 they cost half a microsecond a game,
//! most of it for five readings of the clock and for the owners of the points.

use std::cmp::Ordering;
use std::ops::AddAssign;

use super::phases::Times;
use super::{OutcomeStatistics, Ownership, Spread};
use crate::net::LEAD_UNIT;
use crate::search::simulation::{Evaluation, OWNED};
use crate::search::tree::WIN;
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
    /// Time that all threads together spent, by [`SimulationPhase`](super::SimulationPhase).
    pub times: Times,
}

/// What one thread counts beside the [`OutcomeCounter`](super::OutcomeCounter), which all threads share.
#[derive(Clone, Debug, Default)]
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
    pub times: Times,
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

impl AddAssign<&Self> for GameCounter {
    fn add_assign(&mut self, other: &Self) {
        add(&mut self.lengths, &other.lengths);
        add(&mut self.depths, &other.depths);
        add(&mut self.leads, &other.leads);
        self.won[Color::Black] += other.won[Color::Black];
        self.won[Color::White] += other.won[Color::White];
        add(&mut self.owned_by_winner, &other.owned_by_winner);
        for (time, more) in self.times.iter_mut().zip(other.times) {
            *time += more;
        }
    }
}

fn count(counts: &mut Vec<u64>, number: usize) {
    counts.resize(counts.len().max(number + 1), 0);
    counts[number] += 1;
}

fn add(counts: &mut Vec<u64>, more: &[u64]) {
    counts.resize(counts.len().max(more.len()), 0);
    for (count, more) in counts.iter_mut().zip(more) {
        *count += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::report::{Detail, OutcomeCounter};
    use crate::search::simulation::Owners;
    use tao_rules::board::Board;

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
}
