//! What a search knows of each move of its root, and how its moves are ranked.

use std::cmp::Reverse;

use super::{OutcomeCounter, OutcomeStatistics, Ownership};
use crate::search::node::{Node, Proof, Tally};
use crate::search::params::{Choice, Params};
use crate::search::searcher::Search;
use tao_rules::game::Score;
use tao_rules::raw::{AnyBoard, Color, Move};

/// What a search knows, while it runs or at its end.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Side to move: win rates are this side's.
    pub to_move: Color,
    /// White's compensation in points.
    pub komi: f64,
    /// Number of simulations, with those of earlier searches that still count.
    pub visits: u64,
    /// Share of them that were won, draws half, in [0, 1].
    pub win_rate: f64,
    /// The moves that are looked at, the best first.
    pub moves: Vec<MoveStats>,
    /// How the games of this search ended, where it was counted.
    pub outcomes: Option<OutcomeStatistics>,
}

impl Snapshot {
    /// A game that is over with this board, without dead stones, and its score: one game that ended so, and no move to make.
    pub fn finished(to_move: Color, board: &AnyBoard, score: Score, komi: f64) -> Self {
        let outcomes = OutcomeStatistics::of(board, score.lead + komi);
        let ahead = to_move.signed(score.lead);
        Self {
            to_move,
            komi,
            visits: 1,
            win_rate: match ahead {
                0.0 => 0.5,
                ..0.0 => 0.0,
                _ => 1.0,
            },
            moves: Vec::new(),
            outcomes: Some(outcomes),
        }
    }

    /// A pass of `color` that ends the game with this board and score, without a search.
    pub fn ending_pass(color: Color, board: &AnyBoard, score: Score, komi: f64) -> Self {
        let end = Self::finished(color, board, score, komi);
        Self {
            moves: vec![MoveStats {
                win_rate: end.win_rate,
                lower_bound: end.win_rate,
                prior: Some(1.0),
                variation: vec![(Move::Pass, 1)],
                outcomes: end.outcomes.clone(),
                ..MoveStats::new(Move::Pass, 1)
            }],
            ..end
        }
    }

    /// Gives a move the first place. One that was not looked at gets the win rate of the position.
    pub fn put_first(&mut self, mv: Move) -> &mut MoveStats {
        let index = self.moves.iter().position(|stats| stats.mv == mv);
        let searched = index.map(|index| self.moves.remove(index));
        let stats = searched.unwrap_or_else(|| MoveStats {
            win_rate: self.win_rate,
            prior: Some(0.0),
            variation: vec![(mv, 0)],
            ..MoveStats::new(mv, 0)
        });
        self.moves.insert(0, stats);
        &mut self.moves[0]
    }

    /// How the games ended that began with a move, or all games where none began with it.
    pub fn outcomes_after<'a>(&'a self, stats: &'a MoveStats) -> Option<&'a OutcomeStatistics> {
        let outcomes = stats.outcomes.as_ref();
        let counted = outcomes.filter(|outcomes| outcomes.games > 0);
        counted.or(self.outcomes.as_ref())
    }

    /// Who is expected to own which point, where it was asked.
    pub fn ownership(&self) -> Option<&Ownership> {
        self.outcomes.as_ref()?.ownership.as_ref()
    }

    /// The prior of a move: uniform without a model.
    pub fn prior(&self, stats: &MoveStats) -> f64 {
        let uniform = 1.0 / self.moves.len().max(1) as f64;
        stats.prior.unwrap_or(uniform)
    }

    /// Expected points ahead of the side to move, komi included; `None` where no score was counted.
    pub fn points_ahead(&self) -> Option<f64> {
        self.lead(None).map(|lead| lead.points)
    }

    /// The expected lead of the side to move, after a move or without one; `None` where no score was counted.
    pub fn lead(&self, mv: Option<&MoveStats>) -> Option<Lead> {
        let outcomes = match mv {
            Some(stats) => self.outcomes_after(stats)?,
            None => self.outcomes.as_ref()?,
        };
        Some(Lead {
            points: self.to_move.signed(outcomes.lead - self.komi),
            deviation: outcomes.deviation,
        })
    }
}

/// How far a side is expected to end ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lead {
    /// Points, komi included.
    pub points: f64,
    /// Standard deviation of the points.
    pub deviation: f64,
}

/// A candidate has at least 1/100 of the visits.
const CANDIDATE_DIVISOR: u64 = 100;

/// The moves, the best first, whose figures are reliable: those with at least a hundredth of all visits. The first move is
/// included with fewer visits too, as it is proven or the one that is played.
pub fn candidates(moves: &[MoveStats]) -> impl Iterator<Item = &MoveStats> {
    let visits: u64 = moves.iter().map(|stats| stats.visits).sum();
    let least = visits.div_ceil(CANDIDATE_DIVISOR).max(1);
    let ranked = moves.iter().enumerate();
    let candidates = ranked.filter(move |(rank, stats)| {
        stats.visits >= least || *rank == 0 && (visits > 0 || stats.proof != Proof::Unproven)
    });
    candidates.map(|(_, stats)| stats)
}

/// The statistics of a move. Win rates are those of the side that makes it, draws half, in [0, 1].
#[derive(Clone, Debug)]
pub struct MoveStats {
    /// The move.
    pub mv: Move,
    /// Number of simulations through it.
    pub visits: u64,
    /// Share of them that were won; exact where it is proven. Without visits, the win rate of the position before the move.
    pub win_rate: f64,
    /// Wilson's lower bound of the win rate. 0 without visits.
    pub lower_bound: f64,
    /// What is proven.
    pub proof: Proof,
    /// Probability to be the best by the network or by the move model, in [0, 1]; `None` without either. The model knows no
    /// passes, and gives them 0.
    pub prior: Option<f64>,
    /// All moves as first: simulations through the position before in which this side played here before the other did.
    pub amaf_visits: u64,
    /// Share of them that were won; 0 without any.
    pub amaf_win_rate: f64,
    /// The expected line from this move on, each move with its visits.
    pub variation: Vec<(Move, u64)>,
    /// How the games that began with the move ended, where it was counted.
    pub outcomes: Option<OutcomeStatistics>,
}

impl MoveStats {
    /// A move with these visits and nothing else known.
    pub const fn new(mv: Move, visits: u64) -> Self {
        Self {
            mv,
            visits,
            win_rate: 0.0,
            lower_bound: 0.0,
            proof: Proof::Unproven,
            prior: None,
            amaf_visits: 0,
            amaf_win_rate: 0.0,
            variation: Vec::new(),
            outcomes: None,
        }
    }

    /// Whether its win rate is its own: it was visited, or its end is proven.
    pub fn is_searched(&self) -> bool {
        self.visits > 0 || self.proof != Proof::Unproven
    }

    /// The statistics of a node of a search with these parameters, without variation and outcomes.
    pub(crate) fn of_node(node: &Node, mv: Move, params: &Params) -> Self {
        let (results, proof) = (node.results.get(), node.proof());
        let amaf = if params.selection.formula.uses_amaf() {
            node.amaf.get()
        } else {
            Tally::default()
        };
        let win_rate = win_rate(proof, results);
        Self {
            win_rate,
            lower_bound: proof.share().unwrap_or_else(|| lower_bound(results)),
            proof,
            prior: params.has_priors().then(|| node.prior().probability()),
            amaf_visits: amaf.visits.into(),
            amaf_win_rate: if amaf.visits > 0 { amaf.mean() } else { 0.0 },
            ..Self::new(mv, results.visits.into())
        }
    }
}

impl<const W: usize> Search<'_, W> {
    pub fn snapshot(&self) -> Snapshot {
        let root = self.tree.root();
        // The root's own move was the opponent's.
        let win_rate = match (root.proof(), root.results.get()) {
            (Proof::Unproven, results) if results.visits == 0 => 0.5,
            (proof, results) => 1.0 - win_rate(proof, results),
        };
        let mut allowed: Vec<&Node> = self.tree.allowed_children(root).collect();
        let ranking = Ranking::new(self.params.selection.choice, &allowed);
        // Unvisited moves are ordered by their priors. Each key is computed once, as other threads change what it is made of.
        allowed.sort_by_cached_key(|child| {
            let prior = (child.visits() == 0).then(|| child.prior().probability);
            Reverse((ranking.rank(child), prior))
        });
        let moves = allowed.into_iter();
        let mut snapshot = Snapshot {
            to_move: self.request.to_move,
            komi: self.request.komi,
            visits: u64::from(root.visits()),
            win_rate,
            moves: moves.map(|child| self.stats(child, win_rate)).collect(),
            outcomes: self.outcomes.as_ref().map(OutcomeCounter::statistics),
        };
        if let Some(exact) = &self.request.exact {
            snapshot.show_exact(exact);
        }
        snapshot
    }

    fn stats(&self, child: &Node, root_win_rate: f64) -> MoveStats {
        let to_move = |node: &Node| node.mv::<W>().to_move();
        let mv = to_move(child);
        let mut stats = MoveStats::of_node(child, mv, self.params);
        if !stats.is_searched() {
            stats.win_rate = root_win_rate;
        }
        let line = std::iter::successors(Some(child), |node| self.expected_reply(node));
        stats.variation = line
            .map(|node| (to_move(node), node.visits().into()))
            .collect();
        stats.outcomes = self
            .outcomes
            .as_ref()
            .map(|counter| counter.statistics_after(mv));
        stats
    }

    fn expected_reply(&self, node: &Node) -> Option<&Node> {
        let mut replies: Vec<&Node> = self.tree.allowed_children(node).collect();
        replies.retain(|reply| reply.visits() > 0);
        let ranking = Ranking::new(self.params.selection.choice, &replies);
        replies
            .into_iter()
            .min_by_key(|reply| Reverse(ranking.rank(reply)))
    }
}

/// Standard deviations between a mean and its lower bound: one mean in forty is below it by chance.
const BOUND_DEVIATIONS: f64 = 1.96;

/// Percent of the most visits that a move needs to be chosen by its lower bound. `KataGo`'s figure.
const BOUND_SHARE: u64 = 15;

/// Ranks the moves of one position.
#[derive(Clone, Copy, Debug)]
pub struct Ranking {
    choice: Choice,
    most_visits: u64,
}

impl Ranking {
    pub fn new(choice: Choice, moves: &[&Node]) -> Self {
        let visits = moves.iter().map(|node| node.visits());
        Self {
            choice,
            most_visits: visits.max().unwrap_or(0).into(),
        }
    }

    /// The key by which moves are ranked, the largest first: proof, then visits, mean or lower bound.
    pub fn rank(self, node: &Node) -> (i8, u64, u64) {
        let (proof, results) = (node.proof(), node.results.get());
        let (rank, visits) = (proof.rank(), u64::from(results.visits));
        let mean = part(win_rate(proof, results));
        match self.choice {
            Choice::Visits => (rank, visits, mean),
            Choice::Mean => (rank, mean, visits),
            Choice::LowerBound if proof == Proof::Drawn => (rank, mean, visits),
            Choice::LowerBound if 100 * visits < BOUND_SHARE * self.most_visits => {
                (rank, 0, visits)
            }
            Choice::LowerBound => (rank, part(lower_bound(results)), visits),
        }
    }
}

/// A number in [0, 1] in units of 2^-53, rounded down, so that it can be ordered as an integer.
#[expect(clippy::cast_sign_loss, reason = "it is in [0, 1]")]
fn part(number: f64) -> u64 {
    (number * (1_u64 << 53) as f64) as u64
}

/// The win rate of a move for the side that makes it; 0 without visits.
pub fn win_rate(proof: Proof, results: Tally) -> f64 {
    let mean = if results.visits > 0 {
        results.mean()
    } else {
        0.0
    };
    proof.share().unwrap_or(mean)
}

/// The lower end of Wilson's score interval, which unlike a normal distribution's stays in [0, 1] however few visits there are.
pub fn lower_bound(results: Tally) -> f64 {
    if results.visits == 0 {
        return 0.0;
    }
    let (mean, visits) = (results.mean(), f64::from(results.visits));
    let square = BOUND_DEVIATIONS * BOUND_DEVIATIONS;
    let center = mean + square / (2.0 * visits);
    let variance = mean * (1.0 - mean) / visits + square / (4.0 * visits * visits);
    let bound = (center - BOUND_DEVIATIONS * variance.sqrt()) / (1.0 + square / visits);
    bound.clamp(0.0, mean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::node::WIN;

    /// The moves in the order of the choice, each given by its visits and the percent of them that it won.
    fn order(choice: Choice, moves: &[(u32, u64)]) -> Vec<usize> {
        let node = |&(visits, percent): &(u32, u64)| {
            let node = Node::default();
            let value = percent * u64::from(visits) * u64::from(WIN) / 100;
            node.results.set(Tally { visits, value });
            node
        };
        let nodes: Vec<Node> = moves.iter().map(node).collect();
        let ranking = Ranking::new(choice, &nodes.iter().collect::<Vec<_>>());
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order.sort_by_key(|&i| Reverse(ranking.rank(&nodes[i])));
        order
    }

    #[test]
    fn each_choice_has_its_own_order() {
        let moves = [(1_000, 40), (400, 60), (149, 90), (900, 55)];
        assert_eq!(order(Choice::Visits, &moves), [0, 3, 1, 2]);
        assert_eq!(order(Choice::Mean, &moves), [2, 1, 3, 0]);
        // 149 visits are too few for the bound to count.
        assert_eq!(order(Choice::LowerBound, &moves), [1, 3, 0, 2]);
        // With few visits a mean has a low bound.
        let moves = [(100, 55), (20, 60), (0, 0)];
        assert_eq!(order(Choice::LowerBound, &moves), [0, 1, 2]);
    }
}
