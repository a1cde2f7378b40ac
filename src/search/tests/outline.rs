//! The tree as plain data.

use super::*;
use crate::playout::Switch;
use crate::search::node::{Node, Step};
use crate::search::prior::Prior;
use crate::search::tally::Tally;

/// A searcher that has made one search.
fn searcher(params: &Params, request: &Request<'_>) -> (Searcher, Report) {
    let mut searcher = Searcher::default();
    let report = searcher.search(params, request);
    (searcher, report)
}

/// All nodes of a walk, which must come back to where it began.
fn nodes(outline: &TreeView<'_>, cut: Cut) -> Vec<TreeNode> {
    let mut depth = 0;
    let mut nodes = Vec::new();
    for step in outline.walk(cut) {
        match step {
            TreeStep::Down(node) => {
                assert_eq!(node.depth, depth);
                depth += 1;
                nodes.push(node);
            }
            TreeStep::Up => depth -= 1,
        }
    }
    assert_eq!(depth, 0);
    nodes
}

const ALL: Cut = Cut {
    visits: 0,
    depth: usize::MAX,
};

#[test]
fn the_outline_agrees_with_the_report() {
    let board: AnyBoard = FIGHT.parse().unwrap();
    for params in presets() {
        let (searcher, report) = searcher(&params, &request(&board, Color::White, 700));
        let outline = searcher.outline().unwrap();
        assert_eq!((outline.board(), outline.to_move()), (&board, Color::White));
        assert_eq!(outline.komi().to_string(), "7.5");
        let nodes = nodes(&outline, ALL);
        let root = &nodes[0];
        assert_eq!((root.mv, root.mover, root.depth), (None, Color::Black, 0));
        assert_eq!(root.figures.visits, report.playouts);
        let tried = report.candidates.iter().filter(|ranked| ranked.visits > 0);
        let expected: Vec<_> = tried
            .map(|ranked| (ranked.mv, ranked.visits, ranked.win_rate.to_bits()))
            .collect();
        let replies: Vec<_> = root
            .replies
            .iter()
            .map(|(mv, figures)| (*mv, figures.visits, figures.win_rate.to_bits()))
            .collect();
        assert_eq!(replies, expected, "{params:?}");
        // The walk begins with the line that is expected.
        let line: Vec<Move> = nodes[1..]
            .iter()
            .zip(1..)
            .take_while(|(node, depth)| node.depth == *depth)
            .filter_map(|(node, _)| node.mv)
            .collect();
        assert_eq!(line, report.principal_variation);
        let visited = nodes.len();
        assert!((200..=report.nodes).contains(&visited), "{visited}");
    }
}

#[test]
fn figures_are_those_of_the_side_that_moves() {
    let board: AnyBoard = FIGHT.parse().unwrap();
    let (searcher, _) = searcher(&Params::DEFAULT, &request(&board, Color::Black, 2_000));
    for node in nodes(&searcher.outline().unwrap(), ALL) {
        let is_blacks = node.depth % 2 == 1;
        assert_eq!(node.mover == Color::Black, is_blacks);
        let below: u64 = node.replies.iter().map(|(_, figures)| figures.visits).sum();
        assert!(below <= node.figures.visits);
        assert_eq!(node.branches, node.replies.len());
        for (mv, figures) in &node.replies {
            assert!((0.0..=1.0).contains(&figures.win_rate));
            assert!((0.0..=1.0).contains(&figures.amaf_win_rate));
            assert!(figures.amaf_games <= node.figures.visits);
            assert!(figures.amaf_games >= figures.visits || *mv == Move::Pass);
            assert_eq!(figures.prior.is_none(), *mv == Move::Pass);
            assert!((0.0..=1.0).contains(&figures.prior.unwrap_or(0.0)));
        }
    }
}

#[test]
fn a_cut_leaves_out_small_and_deep_nodes() {
    let board: AnyBoard = FIGHT.parse().unwrap();
    let (searcher, _) = searcher(&Params::DEFAULT, &request(&board, Color::Black, 2_000));
    let outline = searcher.outline().unwrap();
    assert_eq!(
        outline.default_filter(),
        Cut {
            visits: 20,
            depth: 20
        }
    );
    let all = nodes(&outline, ALL);
    for cut in [
        Cut {
            visits: 20,
            depth: 20,
        },
        Cut {
            visits: 1,
            depth: 2,
        },
        Cut {
            visits: 50,
            depth: 1,
        },
        Cut {
            visits: 1,
            depth: 0,
        },
        Cut {
            visits: u64::MAX,
            depth: 20,
        },
    ] {
        let expected = all.iter().filter(|node| {
            node.depth == 0 || node.depth <= cut.depth && node.figures.visits >= cut.visits
        });
        let expected: Vec<_> = expected.map(|node| (node.depth, node.mv)).collect();
        let shown: Vec<_> = nodes(&outline, cut)
            .iter()
            .map(|node| (node.depth, node.mv))
            .collect();
        assert_eq!(shown, expected, "{cut:?}");
    }
}

#[test]
fn a_small_tree_is_cut_at_ten_visits() {
    let board = AnyBoard::new(9);
    let (searcher, _) = searcher(&Params::DEFAULT, &request(&board, Color::Black, 300));
    assert_eq!(searcher.outline().unwrap().default_filter().visits, 10);
}

#[test]
fn what_was_forgotten_has_no_outline() {
    let board = AnyBoard::new(9);
    assert!(Searcher::default().outline().is_none());
    let (mut searcher, _) = searcher(&Params::DEFAULT, &request(&board, Color::Black, 20));
    assert!(searcher.outline().is_some());
    searcher.forget();
    assert!(searcher.outline().is_none());
}

#[test]
fn a_tree_that_is_only_looked_at_is_not_searched_on() {
    let board: AnyBoard = FIGHT.parse().unwrap();
    let request = request(&board, Color::Black, 100);
    let off = Params {
        reuse: Switch::Off,
        ..Params::DEFAULT
    };
    let (mut searcher, _) = searcher(&off, &request);
    assert_eq!(searcher.search(&off, &request).kept, 0);
    let restrictions = [Restriction {
        kind: RestrictionKind::Avoid,
        color: Color::Black,
        moves: vec!["D4".parse().unwrap()],
        depth: 1,
    }];
    let restricted = Request {
        restrictions: &restrictions,
        ..request.clone()
    };
    for request in [&restricted, &request, &restricted] {
        assert_eq!(searcher.search(&Params::DEFAULT, request).kept, 0);
        assert!(searcher.outline().is_some());
    }
}

/// Gives a node `count` children, each with as many visits.
fn grow(tree: &Tree, parent: &Node, count: usize, visits: u32) {
    tree.expand(parent, || {
        let points = Coord::all(9).map(Point::<2>::new).map(Step::Play);
        points
            .map(|step| (step, Prior::default()))
            .take(count)
            .collect()
    });
    for child in tree.children(parent) {
        child.results.set(Tally {
            games: visits,
            half_wins: visits,
        });
    }
}

#[test]
fn a_line_of_any_length_is_walked() {
    const LENGTH: usize = 200_000;
    let (board, params) = (AnyBoard::new(9), Params::DEFAULT);
    let tree = Tree::new(64 << 20);
    let mut node = tree.root();
    for _ in 0..LENGTH {
        grow(&tree, node, 1, 1);
        node = &tree.children(node)[0];
    }
    let outline = TreeView::new(&tree, &params, &board, Color::Black, 7.5);
    let nodes = nodes(&outline, ALL);
    assert_eq!(nodes.len(), LENGTH + 1);
    assert_eq!(nodes[LENGTH].depth, LENGTH);
}
