//! Results that are known for certain, shown among what a search found.

use std::cmp::Ordering;

use super::{MoveStats, OutcomeStatistics, Snapshot};
use crate::board::{Color, Move};
use crate::search::tree::Proof;

/// The exact result of a position with best play, which no search by simulations finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// 1 for a win of the side to move, 0.5 for a draw, 0 for a loss.
    pub win_rate: f64,
    /// Points that the side to move ends ahead, komi included; `None` where only the result is known.
    pub points_ahead: Option<f64>,
    /// Best play, as far as it is known.
    pub line: Vec<Move>,
}

impl Exact {
    /// A draw, by this move and the line after it.
    pub(super) fn draw(best: Option<&MoveStats>) -> Self {
        let line = best.map_or(&[][..], |best| &best.variation);
        Self {
            win_rate: 0.5,
            points_ahead: Some(0.0),
            line: line.iter().map(|&(mv, _)| mv).collect(),
        }
    }

    fn proof(&self) -> Proof {
        let result = self.win_rate.partial_cmp(&0.5);
        Proof::of_result(result.unwrap_or(Ordering::Equal))
    }
}

impl Snapshot {
    /// Puts an exact result in the place of the estimates, with its first move as the best; no other move is estimated to be
    /// better. Each move of its line has the
    /// visits that the search gave to the same move in the same place.
    pub(super) fn show_exact(&mut self, exact: &Exact, komi: f64) {
        self.win_rate = exact.win_rate;
        let lead = exact.points_ahead.map(|points| match self.to_move {
            Color::Black => points + komi,
            Color::White => komi - points,
        });
        let settle = |outcomes: &mut OutcomeStatistics| {
            if let Some(lead) = lead {
                (outcomes.lead, outcomes.deviation) = (lead, 0.0);
            }
        };
        self.moves.iter_mut().for_each(|stats| {
            stats.win_rate = stats.win_rate.min(exact.win_rate);
            stats.lower_bound = stats.lower_bound.min(exact.win_rate);
            if let (Some(points), Some(outcomes)) = (exact.points_ahead, &mut stats.outcomes) {
                outcomes.lead = match self.to_move {
                    Color::Black => outcomes.lead.min(komi + points),
                    Color::White => outcomes.lead.max(komi - points),
                };
            }
        });
        let all = self.outcomes.clone();
        self.outcomes.iter_mut().for_each(settle);
        let Some(&best) = exact.line.first() else {
            return;
        };
        let index = self.moves.iter().position(|stats| stats.mv == best);
        let mut stats = match index {
            Some(index) => self.moves.remove(index),
            None => MoveStats::new(best, 0),
        };
        let expected = std::mem::take(&mut stats.variation);
        let visits = expected.iter().zip(&exact.line);
        let mut visits = visits.map_while(|(&(mv, visits), same)| (mv == *same).then_some(visits));
        let line = exact.line.iter();
        stats.variation = line
            .map(|&mv| (mv, visits.next().unwrap_or_default()))
            .collect();
        (stats.win_rate, stats.lower_bound) = (exact.win_rate, exact.win_rate);
        stats.proof = exact.proof();
        stats.outcomes = stats.outcomes.filter(|outcomes| outcomes.games > 0).or(all);
        stats.outcomes.iter_mut().for_each(settle);
        self.moves.insert(0, stats);
    }
}
