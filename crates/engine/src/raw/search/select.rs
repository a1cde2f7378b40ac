//! The way from the root to a leaf, and which child to visit next: the most urgent one by the formulas of [`Selection`].

use super::node::{Node, Proof, Tally};
use super::params::{FirstPlay, Params, Selection};
use super::report::SimulationPhase;
use super::searcher::Worker;
use super::tree::Children;

/// Every second visit may go to a move that is proven to draw. The others look for a win, or for the proof that there is none.
const DRAW_INTERVAL: u32 = 2;

/// Visits from which on some selections of a node do without AMAF, to check RAVE: see [`at_visits`].
const RAVE_CHECK_FROM: u32 = 256;

/// Such a node checks RAVE in one of 20 selections. Fuego's figure.
const RAVE_CHECK_INTERVAL: u32 = 20;

/// Visits after which PUCT explores more: see [`Selection::Puct`]. `KataGo`'s figure.
const GROWTH_VISITS: u32 = 500;

impl<'s, const W: usize> Worker<'s, W> {
    /// Descends from the root to a leaf. If superko forbids a move on the way, forbids it in the tree and descends again.
    pub fn descend(&mut self) {
        while let Err(repetition) = self.try_descend() {
            repetition.forbid();
            self.path.iter().for_each(|node| node.remove_virtual_loss());
        }
    }

    /// Plays the moves from the root to a leaf. A leaf with enough visits is expanded, and the descent goes on to one of its
    /// children. Fails with the node whose position superko forbids.
    fn try_descend(&mut self) -> Result<(), &'s Node> {
        let search = self.search;
        self.descent.clone_from(&search.root);
        self.path.clear();
        self.path_hashes.clear();
        self.path_kinds.clear();
        self.push_path_hash();
        let mut node = search.tree.root();
        loop {
            node.add_virtual_loss();
            self.path.push(node);
            self.push_kind();
            if self.descent.passes == 2 {
                return Ok(());
            }
            let is_ripe = node.visits() >= self.expansion_threshold();
            if node.is_leaf() && (is_ripe || self.forced_answer().is_some()) {
                self.stopwatch.enter(SimulationPhase::Expand);
                self.expand(node);
                self.stopwatch.enter(SimulationPhase::Descend);
            }
            let Some(child) = self.select(node) else {
                return Ok(());
            };
            let has_captured = self.descent.play(&search.line_tables, child.mv());
            let is_new = child.visits() == 0 && self.descent.passes == 0;
            if (has_captured || is_new) && self.is_repetition() {
                return Err(child);
            }
            self.push_path_hash();
            node = child;
        }
    }

    /// The child to visit next of the last node on the path. When all of its first children are tried, it gets the rest.
    fn select(&mut self, node: &'s Node) -> Option<&'s Node> {
        let (params, request) = (self.search.params, self.search.request);
        let (mut children, depth) = (self.search.tree.children(node), self.path.len() - 1);
        if !children.are_all() && !children.iter().any(Node::is_untried) {
            self.expand_rest(node);
            children = self.search.tree.children(node);
        }
        let halving = request.halving.filter(|_| depth == 0);
        let due = halving.and_then(|halving| halving.child(children, request));
        due.or_else(|| below_minimum(children, params.tree.simulations_min))
            .or_else(|| select(node, children, params, depth))
    }
}

/// The child to visit: one proven to win before all others, one proven to lose last. `None` for a leaf and where superko
/// forbids all children. Ties need no random numbers, as children are in random order unless they are ordered by their priors.
/// `depth` counts the moves from the root.
pub fn select<'t>(
    parent: &Node,
    children: Children<'t>,
    params: &Params,
    depth: usize,
) -> Option<&'t Node> {
    let urgency = Urgency::below(parent, children, params, depth);
    let looks_past_draws = !parent.visits().is_multiple_of(DRAW_INTERVAL);
    let (mut best, mut most) = (None, f64::NEG_INFINITY);
    let (mut drawn, mut lost) = (None, None);
    for child in within_reach(children, params) {
        match child.proof() {
            Proof::Unproven => {}
            _ if child.is_forbidden() => continue,
            Proof::Won => return Some(child),
            Proof::Lost => {
                lost = Some(child);
                continue;
            }
            Proof::Drawn if looks_past_draws => {
                drawn = Some(child);
                continue;
            }
            Proof::Drawn => {}
        }
        match urgency.of(child) {
            None if !child.is_forbidden() => return Some(child),
            Some(urgency) if urgency > most && !child.is_forbidden() => {
                (best, most) = (Some(child), urgency);
            }
            _ => {}
        }
    }
    best.or(drawn).or(lost)
}

/// The children that may be the most urgent. With PUCT they are in the order of their priors, so an untried child behind the
/// first untried one cannot be more urgent. A child that other ranks have tried may also be behind it, as their order differs.
/// Such a child has to wait its turn: a search that looked at it at once was no stronger.
fn within_reach<'t>(children: Children<'t>, params: &Params) -> impl Iterator<Item = &'t Node> {
    let count = match (params.selection.formula, params.selection.first_play) {
        (Selection::Puct { .. }, FirstPlay::Urgency(_) | FirstPlay::Parent { .. }) => {
            let untried = children.iter().position(Node::is_untried);
            untried.map_or(usize::MAX, |index| index + 1)
        }
        _ => usize::MAX,
    };
    children.iter().take(count)
}

/// The first child with at least one visit, but fewer than `minimum`.
pub fn below_minimum(children: Children<'_>, minimum: u32) -> Option<&Node> {
    if minimum <= 1 {
        return None;
    }
    children.iter().find(|child| {
        (1..minimum).contains(&child.tries())
            && child.proof() == Proof::Unproven
            && !child.is_forbidden()
    })
}

/// What the urgencies of the children of one node have in common.
pub struct Urgency {
    formula: Selection,
    /// Visits, half of them won, that every child starts with.
    even: u16,
    log_visits: f64,
    /// What PUCT multiplies with `p / (1 + n)` of a child; `None` with other formulas.
    exploration: Option<f64>,
    /// Urgency of an unvisited child; `None` where it comes first.
    unvisited: Option<f64>,
}

impl Urgency {
    /// What the urgencies of these children have in common. `parent` is `depth` moves from the root.
    pub fn below(parent: &Node, children: Children<'_>, params: &Params, depth: usize) -> Self {
        let visits = parent.visits();
        let formula = at_visits(params.selection.formula, visits);
        Self {
            formula,
            even: params.evaluation.priors.even,
            log_visits: ln(visits.max(1)),
            exploration: exploration(formula, visits),
            unvisited: unvisited(params.selection.first_play, parent, children, depth),
        }
    }

    /// The urgency of a child, which selection maximizes; `None` for an unvisited child that comes before all others.
    pub fn of(&self, child: &Node) -> Option<f64> {
        let results = child.biased_results(self.even);
        let mut urgency = match results.visits {
            0 => self.unvisited?,
            _ => value(self.formula, results, child.amaf.get(), self.log_visits),
        };
        if let Some(exploration) = self.exploration {
            urgency +=
                exploration * child.prior().probability() / (1.0 + f64::from(results.visits));
        }
        Some(urgency)
    }
}

/// The formula for a node with this many visits. RAVE alone may never come back to a move with thousands of bad AMAF results,
/// which outweigh its few own results, so a large node sometimes selects without AMAF.
fn at_visits(formula: Selection, visits: u32) -> Selection {
    match formula {
        Selection::Rave { c, .. }
            if visits >= RAVE_CHECK_FROM && visits.is_multiple_of(RAVE_CHECK_INTERVAL) =>
        {
            Selection::Ucb1 { c }
        }
        _ => formula,
    }
}

/// Urgency of an unvisited child; `None` where it comes first.
fn unvisited(
    first_play: FirstPlay,
    parent: &Node,
    children: Children<'_>,
    depth: usize,
) -> Option<f64> {
    match first_play {
        FirstPlay::RandomFirst => None,
        FirstPlay::Urgency(urgency) => Some(urgency),
        FirstPlay::Parent {
            reduction,
            root_reduction,
        } => {
            // The parent's results are those of the other side.
            let value = match parent.results.get() {
                Tally { visits: 0, .. } => 0.5,
                results => 1.0 - results.mean(),
            };
            let reduction = if depth == 0 {
                root_reduction
            } else {
                reduction
            };
            let visited = children.iter().filter(|child| child.visits() > 0);
            let tried: f64 = visited.map(|child| child.prior().probability()).sum();
            Some(value - reduction * tried.sqrt())
        }
    }
}

/// What PUCT multiplies with `p / (1 + n)` of a child after this many visits of the parent; `None` with other formulas.
fn exploration(formula: Selection, visits: u32) -> Option<f64> {
    let Selection::Puct { c, growth } = formula else {
        return None;
    };
    let log_growth = ln(visits.saturating_add(GROWTH_VISITS)) - ln(GROWTH_VISITS);
    Some((c + growth * log_growth) * f64::from(visits.max(1)).sqrt())
}

/// The mean for the side that makes the move, plus the formula's bonus for few visits, except PUCT's bonus, which
/// [`Urgency::of`] adds.
fn value(formula: Selection, results: Tally, amaf: Tally, log_visits: f64) -> f64 {
    let mean = results.mean();
    let ratio = log_visits / f64::from(results.visits);
    match formula {
        Selection::Ucb1 { c } => ucb1(mean, ratio, c),
        Selection::Ucb1Tuned { c } => ucb1_tuned(mean, ratio, c),
        Selection::Rave { c, equivalence } => {
            let mean = rave(results, amaf, equivalence);
            if c > 0.0 { ucb1(mean, ratio, c) } else { mean }
        }
        Selection::AlphaAmaf { alpha, c } => alpha_amaf(ucb1(mean, ratio, c), amaf, alpha),
        Selection::Puct { .. } => mean,
    }
}

/// The mean of own results, blended with the AMAF mean, whose weight after `r` AMAF results and `n` own ones is
/// `r / (r + n + n r / k)`: large at first, half when `n` reaches the equivalence `k`. Source: Gelly and Silver,
/// "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011, with `k = 1 / (4 b^2)`.
fn rave(results: Tally, amaf: Tally, equivalence: f64) -> f64 {
    let mean = results.mean();
    if amaf.visits == 0 {
        return mean;
    }
    let [own, other] = [results, amaf].map(|tally| f64::from(tally.visits));
    let weight = other / (other + own + own * other / equivalence);
    mean + weight * (amaf.mean() - mean)
}

/// The urgency of UCB1, blended with the AMAF mean; the urgency alone without AMAF results, which a pass never has.
fn alpha_amaf(urgency: f64, amaf: Tally, alpha: f64) -> f64 {
    if amaf.visits == 0 {
        return urgency;
    }
    alpha * amaf.mean() + (1.0 - alpha) * urgency
}

/// `ratio` is `ln N / n`.
fn ucb1(mean: f64, ratio: f64, c: f64) -> f64 {
    mean + c * ratio.sqrt()
}

/// `ratio` is `ln N / n`. The variance of results that are 0 or 1 is `mean (1 - mean)`.
fn ucb1_tuned(mean: f64, ratio: f64, c: f64) -> f64 {
    let bound = mean * (1.0 - mean) + (2.0 * ratio).sqrt();
    mean + c * (ratio * bound.min(0.25)).sqrt()
}

/// The natural logarithm by basic IEEE operations alone: the same to the last bit on every machine.
/// `n = m 2^e` with `m` in [1, 2), so `ln n = e ln 2 + 2 artanh((m - 1) / (m + 1))`. The next term of the series would
/// be below 10^-9, as the argument is at most 1/3.
fn ln(n: u32) -> f64 {
    debug_assert!(n > 0);
    let exponent = n.ilog2();
    let mantissa = f64::from(n) / f64::from(1_u32 << exponent);
    let x = (mantissa - 1.0) / (mantissa + 1.0);
    let square = x * x;
    let mut power = x;
    let mut sum = x;
    for odd in [3.0, 5.0, 7.0, 9.0, 11.0, 13.0, 15.0, 17.0] {
        power *= square;
        sum += power / odd;
    }
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::expand::{MAX_PROBABILITY, Prior};
    use crate::search::node::WIN;
    use crate::search::{EvaluationParams, Priors, SelectionParams};
    use tao_rules::raw::PointMove;

    /// A tally by visits and twice the number of wins.
    fn half_wins(visits: u32, half_wins: u32) -> Tally {
        Tally {
            visits,
            value: u64::from(half_wins) * u64::from(WIN / 2),
        }
    }

    fn selected(children: &[(u32, u32)], params: &Params) -> Option<usize> {
        let node = |visits, wins| {
            let node = Node::default();
            node.results.set(half_wins(visits, wins));
            node
        };
        let visits = children.iter().map(|(visits, _)| visits).sum();
        let children: Vec<_> = children.iter().map(|&(n, wins)| node(n, wins)).collect();
        let selected = select(&node(visits, 0), Children::from(&children[..]), params, 0)?;
        children
            .iter()
            .position(|child| std::ptr::eq(child, selected))
    }

    #[test]
    fn unvisited_children_come_first_unless_their_urgency_is_small() {
        let children = [(10, 20), (10, 2), (0, 0), (0, 0)];
        let mut params = Params::TAO_GO_2010;
        assert_eq!(selected(&children, &params), Some(2));
        params.selection.first_play = FirstPlay::Urgency(0.5);
        assert_eq!(selected(&children, &params), Some(0));
        params.selection.first_play = FirstPlay::Urgency(2.0);
        assert_eq!(selected(&children, &params), Some(2));
        assert_eq!(selected(&[], &params), None);
    }

    #[test]
    fn a_large_node_sometimes_selects_without_rave() {
        let child = |results, amaf| {
            let node = Node::default();
            let [results, amaf] = [results, amaf].map(|(visits, wins)| half_wins(visits, wins));
            node.results.set(results);
            node.amaf.set(amaf);
            node
        };
        // The second child wins its own games, and loses the games in which its move is played later.
        let children = [
            child((250, 100), (1_000, 400)),
            child((5, 10), (1_000, 100)),
        ];
        let choice = |visits| {
            let parent = Node::default();
            parent.results.set(half_wins(visits, 0));
            let chosen = select(&parent, Children::from(&children[..]), &Params::PLAYOUTS, 0);
            chosen.is_some_and(|chosen| std::ptr::eq(chosen, &raw const children[1]))
        };
        assert!(
            [20, 240, 255, 259, 261, 1_001]
                .iter()
                .all(|&visits| !choice(visits))
        );
        assert!([260, 280, 1_000].iter().all(|&visits| choice(visits)));
    }

    #[test]
    fn exploration_favors_the_less_visited_child() {
        let children = [(90, 100), (10, 8)]; // means 0.56 and 0.40
        let with = |c| Params {
            selection: SelectionParams {
                formula: Selection::Ucb1 { c },
                ..Params::PLAIN_UCT.selection
            },
            ..Params::PLAIN_UCT
        };
        assert_eq!(selected(&children, &with(0.0)), Some(0));
        assert_eq!(selected(&children, &with(1.0)), Some(1));
    }

    /// The child that PUCT selects among children with these visits, wins and percent of the prior, below a parent with as many
    /// wins as losses.
    fn selected_by_puct(children: &[(u32, u32, u16)], params: &Params, depth: usize) -> usize {
        let nodes: Vec<Node> = children
            .iter()
            .map(|&(visits, wins, percent)| {
                let node = Node::default();
                let prior = Prior {
                    probability: MAX_PROBABILITY / 100 * percent,
                    wins: 0,
                };
                node.set(PointMove::<2>::Pass, prior);
                node.results.set(half_wins(visits, 2 * wins));
                node
            })
            .collect();
        let parent = Node::default();
        let visits = children.iter().map(|(visits, ..)| visits).sum();
        parent.results.set(half_wins(visits, visits));
        let selected = select(&parent, Children::from(&nodes[..]), params, depth).unwrap();
        nodes
            .iter()
            .position(|node| std::ptr::eq(node, selected))
            .unwrap()
    }

    fn puct(c: f64, growth: f64, reduction: f64) -> Params {
        Params {
            selection: SelectionParams {
                formula: Selection::Puct { c, growth },
                first_play: FirstPlay::Parent {
                    reduction,
                    root_reduction: 0.0,
                },
                ..Params::PLAYOUTS.selection
            },
            evaluation: EvaluationParams {
                priors: Priors::NONE,
                ..Params::PLAYOUTS.evaluation
            },
            ..Params::PLAYOUTS
        }
    }

    #[test]
    fn puct_weighs_the_mean_against_the_prior() {
        // Means 0.6 and 0.4, bonuses c 10 (0.2 / 61) and c 10 (0.8 / 41): even at c = 1.233.
        let children = [(60, 36, 20), (40, 16, 80)];
        assert_eq!(selected_by_puct(&children, &puct(1.2, 0.0, 0.0), 1), 0);
        assert_eq!(selected_by_puct(&children, &puct(1.3, 0.0, 0.0), 1), 1);
        // ln(600 / 500) is 0.182.
        assert_eq!(selected_by_puct(&children, &puct(1.2, 0.1, 0.0), 1), 0);
        assert_eq!(selected_by_puct(&children, &puct(1.2, 0.3, 0.0), 1), 1);
    }

    #[test]
    fn children_behind_the_first_untried_one_are_not_looked_at() {
        let nodes = [(); 5].map(|()| Node::default());
        nodes[0].results.add(0);
        nodes[1].add_virtual_loss();
        nodes[2].forbid();
        let reach = |nodes: &[Node], params| within_reach(nodes.into(), params).count();
        assert_eq!(reach(&nodes, &Params::NETWORK), 4);
        assert_eq!(reach(&nodes[..3], &Params::NETWORK), 3);
        assert_eq!(reach(&nodes, &Params::PLAYOUTS), 5);
    }

    #[test]
    fn an_unvisited_child_is_worth_its_parent_less_what_was_tried() {
        // The parent's mean is 0.5 for both sides, and that of the visited child 0.5 - 0.4 sqrt(0.25).
        let children = [(10, 3, 25), (0, 0, 75)];
        let params = |reduction| puct(0.0, 0.0, reduction);
        assert_eq!(selected_by_puct(&children, &params(0.39), 1), 1);
        assert_eq!(selected_by_puct(&children, &params(0.41), 1), 0);
        assert_eq!(selected_by_puct(&children, &params(0.41), 0), 1);
    }

    #[test]
    fn a_child_with_too_few_visits_comes_first() {
        let children = [10, 3, 0].map(|visits| {
            let node = Node::default();
            node.results.set(Tally { visits, value: 0 });
            node
        });
        for (minimum, expected) in [(1, None), (3, None), (4, Some(1)), (11, Some(0))] {
            let child = below_minimum(Children::from(&children[..]), minimum);
            let expected = expected.map(|index: usize| &raw const children[index]);
            assert_eq!(child.map(std::ptr::from_ref), expected);
        }
    }

    #[test]
    fn the_fast_logarithm_is_accurate() {
        for n in (1..5_000).chain([65_535, 1_000_000, u32::MAX]) {
            assert!((ln(n) - f64::from(n).ln()).abs() < 1e-8, "{n}");
        }
    }

    #[test]
    fn the_formulas_give_hand_computed_values() {
        let ratio = 100_f64.ln() / 10.0; // 0.4605170
        assert!((ucb1(0.5, ratio, 1.0) - 1.178_614).abs() < 1e-6);
        assert!((ucb1(0.5, ratio, 0.0) - 0.5).abs() < 1e-12);
        // 0.25 is the smaller bound: 0.5 + sqrt(0.4605170 / 4).
        assert!((ucb1_tuned(0.5, ratio, 1.0) - 0.839_307).abs() < 1e-6);
        // With many visits the variance is: 0.09 + sqrt(2 * 0.0046052) = 0.1859709.
        assert!((ucb1_tuned(0.1, ratio / 100.0, 1.0) - 0.129_265).abs() < 1e-6);
    }

    /// A node of 7 games, whose children won 2 of 3 and 0 of 1, from a description of a search in Python with C = 1.5.
    #[test]
    fn ucb1_reproduces_a_worked_example() {
        let formula = Params::PLAIN_UCT.selection.formula;
        let urgency = |tally| value(formula, tally, Tally::default(), ln(7));
        let [first, second] = [half_wins(3, 4), half_wins(1, 0)].map(urgency);
        assert!((first - 1.87).abs() < 0.01, "{first}");
        assert!((second - 2.09).abs() < 0.01, "{second}");
        assert!(second > first, "the one with one game is visited next");
    }

    #[test]
    fn alpha_amaf_blends_with_a_fixed_weight() {
        let urgency_of = |amaf_visits, alpha| {
            let formula = Selection::AlphaAmaf { alpha, c: 1.0 };
            let tally = half_wins;
            let amaf = tally(amaf_visits, amaf_visits * 3 / 2);
            value(formula, tally(10, 10), amaf, 100_f64.ln())
        };
        // Without AMAF results: UCB1 alone.
        assert!((urgency_of(0, 0.3) - 1.178_614).abs() < 1e-6);
        // 0.3 * 30 / 40 + 0.7 * 1.178614, however many AMAF results there are.
        for games in [20, 200] {
            assert!((urgency_of(games, 0.3) - 1.050_030).abs() < 1e-6);
            assert!((urgency_of(games, 1.0) - 0.75).abs() < 1e-12);
            assert!((urgency_of(games, 0.0) - 1.178_614).abs() < 1e-6);
        }
    }

    #[test]
    fn rave_blends_the_means_by_their_visits() {
        let tally = half_wins;
        let games = tally(100, 50);
        // 300 / (300 + 100 + 300 * 100 / 100) = 3/7 of the way from 0.25 to 0.75.
        assert!((rave(games, tally(300, 450), 100.0) - 0.464_286).abs() < 1e-6);
        // Half of the way with very many AMAF results.
        assert!((rave(games, tally(100_000_000, 150_000_000), 100.0) - 0.5).abs() < 1e-6);
        assert!((rave(games, Tally::default(), 100.0) - 0.25).abs() < 1e-12);
    }
}
