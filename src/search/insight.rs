//! What a search knows of each move of its root.

use std::cmp::Reverse;

use super::node::Node;
use super::proof::Proof;
use super::report::{RankedMove, ranked, to_move};
use super::survey::OutcomeStatistics;
use super::tally::Tally;
use super::{OutcomeCounter, Search};
use crate::board::{AnyBoard, Color, Move};

/// Standard deviations between a mean and its bound: one in forty means is below it by chance.
const BOUND_DEVIATIONS: f64 = 1.96;

/// What a search knows, while it runs or at its end.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Who is to move: win rates are this side's.
    pub to_move: Color,
    /// Simulations, those of earlier searches that still count included.
    pub visits: u64,
    /// Share of them that were won, draws half, in [0, 1].
    pub win_rate: f64,
    /// The moves that are looked at, the one to play first.
    pub moves: Vec<Prospect>,
    /// How the games of this search ended, where that was to be counted.
    pub ends: Option<OutcomeStatistics>,
}

impl Snapshot {
    /// What is known where a pass of `color` wins and nothing had to be searched: one game, won, with this board at its end.
    #[must_use]
    pub fn winning_pass(color: Color, board: &AnyBoard) -> Self {
        let ends = Some(OutcomeStatistics::of(board));
        Self {
            to_move: color,
            visits: 1,
            win_rate: 1.0,
            moves: vec![Prospect {
                mv: Move::Pass,
                visits: 1,
                win_rate: 1.0,
                lower_bound: 1.0,
                prior: 1.0,
                variation: vec![(Move::Pass, 1)],
                ends: ends.clone(),
            }],
            ends,
        }
    }

    /// How the games ended that began with a move, or all games where none of these was counted.
    #[must_use]
    pub fn ends_after<'a>(&'a self, prospect: &'a Prospect) -> Option<&'a OutcomeStatistics> {
        let ends = prospect.ends.as_ref().filter(|ends| ends.games > 0);
        ends.or(self.ends.as_ref())
    }

    /// A number of points that Black is ahead by, as the side to move sees it.
    #[must_use]
    pub const fn seen_from(&self, black: f64) -> f64 {
        match self.to_move {
            Color::Black => black,
            Color::White => -black,
        }
    }
}

/// A move of the root, and what is known of it.
#[derive(Clone, Debug)]
pub struct Prospect {
    /// The move.
    pub mv: Move,
    /// Simulations through it.
    pub visits: u64,
    /// Share of them that were won, draws half, in [0, 1]; without visits that of the root.
    pub win_rate: f64,
    /// The win rate is hardly less than this: Wilson's lower bound, in [0, 1]. 0 without visits.
    pub lower_bound: f64,
    /// How likely it was thought to be the best before it was tried, in [0, 1].
    pub prior: f64,
    /// The line that is expected: each move with its visits. It begins with this move.
    pub variation: Vec<(Move, u64)>,
    /// How the games through it ended, where that was to be counted.
    pub ends: Option<OutcomeStatistics>,
}

impl<const W: usize> Search<'_, W> {
    /// What is known so far.
    pub(super) fn insight(&self) -> Snapshot {
        let root = self.tree.root();
        // The root's own move was the opponent's.
        let win_rate = match (root.proof(), root.results.get()) {
            (Proof::Unproven, results) if results.games == 0 => 0.5,
            (Proof::Unproven, results) => 1.0 - results.mean(),
            (Proof::Lost, _) => 1.0,
            (Proof::Won, _) => 0.0,
        };
        let children = self.tree.children(root);
        let mut allowed: Vec<&Node> = children
            .iter()
            .filter(|child| !child.is_forbidden())
            .collect();
        // As in the report; moves that were never tried go by what they seemed worth. The keys are read once, for other
        // threads change them.
        allowed.sort_by_cached_key(|child| {
            let promise = (child.visits() == 0).then(|| child.prior().games);
            Reverse((self.rank(child), promise))
        });
        let moves = allowed
            .into_iter()
            .map(|child| self.prospect(child, win_rate, children.len()))
            .collect();
        Snapshot {
            to_move: self.request.to_move,
            visits: u64::from(root.visits()),
            win_rate,
            moves,
            ends: self.survey.as_ref().map(OutcomeCounter::ends),
        }
    }

    /// A child of the root, which has so many.
    fn prospect(&self, child: &Node, win_rate_of_root: f64, count: usize) -> Prospect {
        let RankedMove {
            mv,
            visits,
            win_rate,
        } = ranked::<W>(child);
        let proof = child.proof();
        let chance = self.params.priors.chance(child.prior());
        let continuation = std::iter::successors(Some(child), |node| self.expected_reply(node));
        let step_and_visits = |node: &Node| (to_move::<W>(node.step()), u64::from(node.visits()));
        Prospect {
            mv,
            visits,
            win_rate: if visits == 0 && proof == Proof::Unproven {
                win_rate_of_root
            } else {
                win_rate
            },
            lower_bound: match proof {
                Proof::Unproven => lower_bound(child.results.get()),
                Proof::Lost | Proof::Won => win_rate,
            },
            prior: chance.unwrap_or_else(|| 1.0 / count as f64),
            variation: continuation.map(step_and_visits).collect(),
            ends: self.survey.as_ref().map(|survey| survey.ends_after(mv)),
        }
    }
}

/// Wilson's score interval, its lower end: unlike that of the normal distribution it is a share however few games there are.
fn lower_bound(results: Tally) -> f64 {
    if results.games == 0 {
        return 0.0;
    }
    let (mean, games) = (results.mean(), f64::from(results.games));
    let square = BOUND_DEVIATIONS * BOUND_DEVIATIONS;
    let center = mean + square / (2.0 * games);
    let variance = mean * (1.0 - mean) / games + square / (4.0 * games * games);
    let bound = (center - BOUND_DEVIATIONS * variance.sqrt()) / (1.0 + square / games);
    bound.clamp(0.0, mean)
}
