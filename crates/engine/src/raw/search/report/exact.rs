//! Results that are known for certain, shown among what a search found.

use std::cmp::Ordering;

use super::{MoveStats, OutcomeStatistics, Snapshot};
use crate::search::node::Proof;
use tao_rules::board::{Color, Move};

/// The result of a position with best play, as found by a solver, by reading or, for a draw, by the proofs of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// 1 for a win of the side to move, 0.5 for a draw, 0 for a loss; nearly so where a win or a loss is not proven.
    pub win_rate: f64,
    /// Points that the side to move ends ahead, komi included; `None` where only the result is known.
    pub points_ahead: Option<f64>,
    /// Best play, as far as it is known.
    pub line: Vec<Move>,
    /// Whether the result is certain. A result that was found by reading holds only if territory that looks settled is settled.
    pub is_proven: bool,
}

impl Exact {
    /// A draw by the line of this move.
    pub(super) fn draw(best: Option<&MoveStats>) -> Self {
        let line = best.map_or(&[][..], |best| &best.variation);
        Self {
            win_rate: 0.5,
            points_ahead: Some(0.0),
            line: line.iter().map(|&(mv, _)| mv).collect(),
            is_proven: true,
        }
    }

    /// The result without its line, to be shown when a search chooses the move; `None` for a proven result, which the report
    /// shows beside the search.
    pub fn without_line(self) -> Option<Self> {
        (!self.is_proven).then(|| Self {
            line: Vec::new(),
            ..self
        })
    }

    fn proof(&self) -> Proof {
        if self.is_proven {
            proof_of(self.win_rate)
        } else {
            Proof::Unproven
        }
    }
}

impl Snapshot {
    /// Puts an exact result in the place of the estimates, with its first move as the best. No other move is shown as better.
    pub fn show_exact(&mut self, exact: &Exact) {
        let points_to_lead = |points: f64| self.komi + self.to_move.signed(points);
        let lead = exact.points_ahead.map(points_to_lead);
        let to_move = self.to_move;
        for stats in &mut self.moves {
            stats.win_rate = stats.win_rate.min(exact.win_rate);
            stats.lower_bound = stats.lower_bound.min(exact.win_rate);
            if let (Some(lead), Some(outcomes)) = (lead, &mut stats.outcomes) {
                outcomes.lead = match to_move {
                    Color::Black => outcomes.lead.min(lead),
                    Color::White => outcomes.lead.max(lead),
                };
            }
        }
        let estimated = self.outcomes.clone();
        self.win_rate = exact.win_rate;
        set_lead(&mut self.outcomes, lead);
        if let Some(&best) = exact.line.first() {
            let stats = self.put_first(best);
            (stats.win_rate, stats.lower_bound) = (exact.win_rate, exact.win_rate);
            stats.proof = exact.proof();
            stats.variation = with_visits(&exact.line, &stats.variation);
            let counted = stats.outcomes.take();
            let counted = counted.filter(|outcomes| outcomes.games > 0);
            stats.outcomes = counted.or(estimated);
            set_lead(&mut stats.outcomes, lead);
        }
    }

    /// Gives a pass that was looked at the result of the game that it ends, and gives it to the position too if the pass is the
    /// best move.
    pub fn show_end(&mut self, end: Self) {
        let index = self.moves.iter().position(|stats| stats.mv == Move::Pass);
        let Some(index) = index else {
            return;
        };
        let pass = &mut self.moves[index];
        (pass.win_rate, pass.lower_bound) = (end.win_rate, end.win_rate);
        pass.proof = proof_of(end.win_rate);
        pass.outcomes = pass.outcomes.take().and(end.outcomes.clone());
        if index == 0 {
            self.win_rate = end.win_rate;
            self.outcomes = self.outcomes.take().and(end.outcomes);
        }
    }
}

/// What this win rate of a finished game proves.
fn proof_of(win_rate: f64) -> Proof {
    let result = win_rate.partial_cmp(&0.5);
    Proof::of_result(result.unwrap_or(Ordering::Equal))
}

/// Gives the outcomes this lead of Black's, if both are known.
fn set_lead(outcomes: &mut Option<OutcomeStatistics>, lead: Option<f64>) {
    if let (Some(outcomes), Some(lead)) = (outcomes, lead) {
        (outcomes.lead, outcomes.deviation) = (lead, 0.0);
    }
}

/// The moves of a line, with the visits of the expected line as far as both are the same, and with no visits from there on.
fn with_visits(line: &[Move], expected: &[(Move, u64)]) -> Vec<(Move, u64)> {
    let pairs = line.iter().zip(expected);
    let same = pairs.take_while(|(mv, (other, _))| *mv == other).count();
    let unvisited = line[same..].iter().map(|&mv| (mv, 0));
    expected[..same].iter().copied().chain(unvisited).collect()
}
