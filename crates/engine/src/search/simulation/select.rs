//! Which child to visit next.

use super::urgency::Urgency;
use crate::search::params::{FirstPlay, Params, Selection};
use crate::search::tree::{Node, Proof};

/// Every second visit may go to a move that is proven to draw. The others look for a win, or for the proof that there is none.
const DRAW_INTERVAL: u32 = 2;

/// The child to visit: one proven to win before all others, one proven to lose last. `None` for a leaf and where superko
/// forbids all children. Ties need no random numbers, as children are in random order unless they are ordered by their priors.
/// `depth` counts the moves from the root.
pub(super) fn select<'t>(
    parent: &Node,
    children: &'t [Node],
    params: &Params,
    depth: usize,
) -> Option<&'t Node> {
    let children = within_reach(children, params);
    let urgency = Urgency::below(parent, children, params, depth);
    let looks_past_draws = !parent.visits().is_multiple_of(DRAW_INTERVAL);
    let (mut best, mut most) = (None, f64::NEG_INFINITY);
    let (mut drawn, mut lost) = (None, None);
    for child in children {
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
fn within_reach<'t>(children: &'t [Node], params: &Params) -> &'t [Node] {
    match (params.selection.formula, params.selection.first_play) {
        (Selection::Puct { .. }, FirstPlay::Urgency(_) | FirstPlay::Parent { .. }) => {
            let untried = children.iter().position(Node::is_untried);
            untried.map_or(children, |index| &children[..=index])
        }
        _ => children,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::simulation::Prior;
    use crate::search::simulation::prior::MAX_PROBABILITY;
    use crate::search::tree::{Tally, WIN};
    use crate::search::{EvaluationParams, Priors, SelectionParams};
    use tao_rules::board::PointMove;

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
        let selected = select(&node(visits, 0), &children, params, 0)?;
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
            let chosen = select(&parent, &children, &Params::PLAYOUTS, 0);
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
        let selected = select(&parent, &nodes, params, depth).unwrap();
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
        assert_eq!(within_reach(&nodes, &Params::NETWORK).len(), 4);
        assert_eq!(within_reach(&nodes[..3], &Params::NETWORK).len(), 3);
        assert_eq!(within_reach(&nodes, &Params::PLAYOUTS).len(), 5);
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
}
