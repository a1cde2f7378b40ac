//! The tree as plain data.

use super::*;
use crate::search::expand::Prior;

/// A searcher after one search.
fn searcher(params: &Params, request: &Request) -> (Searcher, Report) {
    let mut searcher = Searcher::default();
    let report = searcher.search(params, request);
    (searcher, report)
}

/// All nodes of a walk, which must end where it began.
fn nodes(view: &TreeView<'_>, filter: TreeFilter) -> Vec<TreeNode> {
    let mut depth = 0;
    let mut nodes = Vec::new();
    for step in view.walk(filter) {
        match step {
            TreeStep::Down(node) => {
                assert_eq!(node.depth, depth);
                depth += 1;
                nodes.push(*node);
            }
            TreeStep::Up => depth -= 1,
        }
    }
    assert_eq!(depth, 0);
    nodes
}

const ALL: TreeFilter = TreeFilter {
    visits: 0,
    depth: usize::MAX,
};

#[test]
fn the_view_agrees_with_the_report() {
    let board = board(FIGHT);
    for params in presets() {
        let request = request(&board, Color::White, 700);
        let (searcher, report) = searcher(&params, &request);
        let view = searcher.tree().unwrap();
        assert_eq!(*view.request, request);
        let nodes = nodes(&view, ALL);
        let root = &nodes[0];
        assert_eq!((root.mv(), root.mover, root.depth), (None, Color::Black, 0));
        assert_eq!(root.stats.visits, report.playouts);
        let mut expected = ranking(&report);
        expected.retain(|&(_, visits, _)| visits > 0);
        let replies: Vec<_> = root
            .replies
            .iter()
            .map(|stats| (stats.mv, stats.visits, stats.win_rate.to_bits()))
            .collect();
        assert_eq!(replies, expected, "{params:?}");
        // The walk begins with the principal variation.
        let expected_line: Vec<Move> = nodes[1..]
            .iter()
            .zip(1..)
            .take_while(|(node, depth)| node.depth == *depth)
            .filter_map(|(node, _)| node.mv())
            .collect();
        assert_eq!(expected_line, principal_variation(&report));
        let visited = nodes.len();
        assert!((200..=report.nodes).contains(&visited), "{visited}");
    }
}

#[test]
fn statistics_are_for_the_side_that_makes_the_move() {
    let board = board(FIGHT);
    let (searcher, _) = searcher(&Params::PLAYOUTS, &request(&board, Color::Black, 2_000));
    for node in nodes(&searcher.tree().unwrap(), ALL) {
        let is_blacks = node.depth % 2 == 1;
        assert_eq!(node.mover == Color::Black, is_blacks);
        let below: u64 = node.replies.iter().map(|stats| stats.visits).sum();
        assert!(below <= node.stats.visits);
        assert_eq!(node.branches, node.replies.len());
        for stats in &node.replies {
            assert!((0.0..=1.0).contains(&stats.win_rate));
            assert!((0.0..=1.0).contains(&stats.amaf_win_rate));
            assert!(stats.amaf_visits <= node.stats.visits);
            assert!(stats.amaf_visits >= stats.visits || stats.mv == Move::Pass);
            let prior = stats.prior.unwrap();
            assert!((0.0..=1.0).contains(&prior));
            assert_eq!(prior > 0.0, stats.mv != Move::Pass);
        }
    }
}

#[test]
fn a_filter_leaves_out_deep_nodes_and_nodes_with_few_visits() {
    let board = board(FIGHT);
    let (searcher, _) = searcher(&Params::PLAYOUTS, &request(&board, Color::Black, 2_000));
    let view = searcher.tree().unwrap();
    let default = TreeFilter {
        visits: 20,
        depth: 20,
    };
    assert_eq!(view.default_filter(), default);
    let all = nodes(&view, ALL);
    for (visits, depth) in [(20, 20), (1, 2), (50, 1), (1, 0), (u64::MAX, 20)] {
        let filter = TreeFilter { visits, depth };
        let expected = all.iter().filter(|node| {
            node.depth == 0 || node.depth <= filter.depth && node.stats.visits >= filter.visits
        });
        let shown = nodes(&view, filter);
        let depth_and_move = |node: &TreeNode| (node.depth, node.mv());
        assert!(
            shown
                .iter()
                .map(depth_and_move)
                .eq(expected.map(depth_and_move)),
            "{filter:?}"
        );
    }
}

#[test]
fn the_default_filter_of_a_small_tree_shows_nodes_with_ten_visits() {
    let board = AnyBoard::new(9);
    let (searcher, _) = searcher(&Params::PLAYOUTS, &request(&board, Color::Black, 300));
    assert_eq!(searcher.tree().unwrap().default_filter().visits, 10);
}

#[test]
fn there_is_a_tree_only_after_a_search() {
    let board = AnyBoard::new(9);
    assert!(Searcher::default().tree().is_none());
    let (searcher, _) = searcher(&Params::PLAYOUTS, &request(&board, Color::Black, 20));
    assert!(searcher.tree().is_some());
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
        assert!(searcher.tree().is_some());
    }
}

/// Gives a node `count` children, each with as many visits.
fn grow(tree: &Tree, parent: &Node, count: usize, visits: u32) {
    tree.expand(parent, || {
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
        node = &tree.children(node)[0];
    }
    let view = TreeView::new(&tree, &params, &request);
    let nodes = nodes(&view, ALL);
    assert_eq!(nodes.len(), LENGTH + 1);
    assert_eq!(nodes[LENGTH].depth, LENGTH);
}
