//! The tree as plain data.

use super::*;
use crate::search::expand::Prior;
use crate::search::tree::SavedTree;

/// A searcher after one search.
fn searcher(params: &Params, request: &Request) -> (Searcher, Report) {
    let mut searcher = Searcher::default();
    let report = searcher.search(params, request);
    (searcher, report)
}

/// For each node, the number of the node above it, if that is not the root.
fn parents(nodes: &[TreeNode]) -> Vec<Option<usize>> {
    let parent = |i: usize| {
        (0..i)
            .rev()
            .find(|&above| nodes[above].depth < nodes[i].depth)
    };
    (0..nodes.len()).map(parent).collect()
}

#[test]
fn the_tree_agrees_with_the_report() {
    let board = board(FIGHT);
    for params in presets() {
        let request = request(&board, Color::White, 700);
        let (searcher, report) = searcher(&params, &request);
        let nodes = searcher.tree(1).unwrap();
        let mut first: Vec<_> = nodes
            .iter()
            .filter(|node| node.depth == 1)
            .map(|node| (node.mv, node.visits, node.win_rate.to_bits()))
            .collect();
        let mut expected = ranking(&report);
        expected.retain(|&(_, visits, _)| visits > 0);
        first.sort_by_key(|&(mv, ..)| mv.to_string());
        expected.sort_by_key(|&(mv, ..)| mv.to_string());
        assert_eq!(first, expected, "{params:?}");
        assert!(
            (200..=report.nodes).contains(&nodes.len()),
            "{}",
            nodes.len()
        );
    }
}

#[test]
fn moves_come_before_those_below_them() {
    let board = board(FIGHT);
    let (searcher, report) = searcher(&Params::PLAYOUTS, &request(&board, Color::Black, 2_000));
    let nodes = searcher.tree(1).unwrap();
    let mut below = vec![0; nodes.len()];
    for (node, parent) in nodes.iter().zip(parents(&nodes)) {
        assert!((0.0..=1.0).contains(&node.win_rate));
        assert_eq!(node.depth, 1 + parent.map_or(0, |above| nodes[above].depth));
        if let Some(parent) = parent {
            below[parent] += node.visits;
        }
    }
    assert!(
        nodes
            .iter()
            .zip(below)
            .all(|(node, below)| below <= node.visits)
    );
    for min_visits in [20, 50, u64::MAX] {
        let mut expected = nodes.clone();
        expected.retain(|node| node.visits >= min_visits);
        assert_eq!(searcher.tree(min_visits).unwrap(), expected);
    }
    assert_eq!(searcher.tree(0).unwrap(), nodes);
    assert!(nodes.iter().all(|node| node.visits <= report.playouts));
}

#[test]
fn there_is_a_tree_only_after_a_search() {
    let board = AnyBoard::new(9);
    assert!(Searcher::default().tree(1).is_none());
    let (searcher, _) = searcher(&Params::PLAYOUTS, &request(&board, Color::Black, 20));
    assert!(searcher.tree(1).is_some());
}

#[test]
fn a_tree_that_is_not_reused_can_be_viewed() {
    let board = board(FIGHT);
    let request = request(&board, Color::Black, 100);
    let off = Params {
        tree: TreeParams {
            reuse: false,
            ..Params::PLAYOUTS.tree
        },
        ..Params::PLAYOUTS
    };
    let (mut searcher, _) = searcher(&off, &request);
    assert_eq!(reused_visits(&mut searcher, &off, &request), 0);
    let restrictions = [Restriction {
        kind: RestrictionKind::Avoid,
        color: Color::Black,
        moves: vec!["D4".parse().unwrap()],
        depth: 1,
    }];
    let restricted = Request {
        restrictions: restrictions.to_vec(),
        ..request.clone()
    };
    for request in [&restricted, &request, &restricted] {
        assert_eq!(reused_visits(&mut searcher, &Params::PLAYOUTS, request), 0);
        assert!(searcher.tree(1).is_some());
    }
}

/// Gives a node `count` children, each with as many visits.
fn grow(tree: &Tree, parent: &Node, count: usize, visits: u32) {
    tree.expand(parent, usize::MAX, || {
        let points = Coord::all(9).map(Point::<2>::new).map(PointMove::Play);
        points
            .map(|mv| (mv, Prior::default()))
            .take(count)
            .collect()
    });
    for child in tree.children(parent) {
        child.results.set(Tally {
            visits,
            value: visits.into(),
        });
    }
}

#[test]
fn a_very_deep_tree_can_be_walked() {
    const LENGTH: usize = 200_000;
    let params = Params::PLAYOUTS;
    let request = Request::new(&AnyBoard::new(9), Color::Black, 7.5);
    let tree = Tree::new(64 << 20);
    let mut node = tree.root();
    for _ in 0..LENGTH {
        grow(&tree, node, 1, 1);
        node = tree.children(node).iter().next().unwrap();
    }
    let nodes = SavedTree::new(tree, &params, &request).nodes(1);
    assert_eq!(nodes.len(), LENGTH);
    assert_eq!(nodes[LENGTH - 1].depth, LENGTH);
}
