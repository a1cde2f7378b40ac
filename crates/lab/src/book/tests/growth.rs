//! Where a tree grows.

use super::*;
use crate::book::growth::Costs;

/// The costs of all edges to grow at below a position, if `follower` follows the book.
fn slow_costs(tree: &BookTree, index: usize, follower: Color) -> Vec<f64> {
    let position = &tree.positions()[index];
    let value = position.value;
    if !(0.06..=0.94).contains(&value) {
        return Vec::new();
    }
    let visits = position.edges.iter().map(|edge| edge.mv.visits);
    let (most, all) = (visits.clone().max().unwrap(), visits.sum::<u32>());
    let mut costs = Vec::new();
    for edge in &position.edges {
        let (own, after) = match edge.child {
            Some(child) => (
                1.0 - tree.positions()[child].value,
                slow_costs(tree, child, follower),
            ),
            None if tree.has_key(edge.key) => continue,
            None => (edge.mv.win_rate.number(), vec![0.0]),
        };
        let is_guess = edge.child.is_none() && 100 * edge.mv.visits < 15 * most;
        let loss = (value - own + if is_guess { 0.02 } else { 0.0 }).max(0.0);
        let share = f64::from(edge.mv.visits) / f64::from(all);
        let is_own = color_at(position.depth) == follower;
        let cost = 0.3
            + if is_own {
                400.0 * loss
            } else {
                f64::min(50.0 * loss, -share.ln())
            };
        costs.extend(after.into_iter().map(|after| cost + after));
    }
    costs
}

#[test]
fn a_tree_grows_at_the_cheapest_edge() {
    let mut tree = BookTree::new(komi(7.0));
    for positions in [1, 2, 5, 20, 100] {
        grow(&mut tree, positions);
        let costs = Costs::new(&tree, &[]);
        for follower in Color::BOTH {
            let cheapest = slow_costs(&tree, 0, follower).into_iter();
            let cheapest = cheapest.fold(f64::INFINITY, f64::min);
            let found = costs.below[0][follower];
            assert!((cheapest - found).abs() < 1e-9, "{cheapest} {found}");
        }
        let leaf = next_leaf(&tree, &[]).unwrap();
        assert_eq!(tree.origin_of(&leaf.line), Some(leaf.origin));
    }
}

#[test]
fn a_leaf_that_is_searched_is_not_given_out_again() {
    let mut tree = BookTree::new(komi(7.0));
    let root = next_leaf(&tree, &[]).unwrap();
    assert_eq!(next_leaf(&tree, std::slice::from_ref(&root)), None);
    assert_eq!(next_leaf(&tree, &[]), Some(root));
    grow(&mut tree, 30);
    let mut busy: Vec<Leaf> = Vec::new();
    for _ in 0..10 {
        busy.push(next_leaf(&tree, &busy).unwrap());
    }
    let mut lines: Vec<_> = busy.iter().map(|leaf| leaf.line.clone()).collect();
    lines.sort();
    lines.dedup();
    assert_eq!(lines.len(), 10);
    assert_eq!(next_leaf(&tree, &[]).as_ref(), busy.first());
}

/// Grows a tree and returns the bytes that are added to its file.
fn file(tree: &mut BookTree, writer: &mut Writer, positions: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while tree.len() < positions {
        let leaf = next_leaf(tree, &[]).unwrap();
        let index = tree.add(leaf.origin, pretended_search(&leaf.line)).unwrap();
        bytes.extend(writer.position(tree.komi(), leaf.origin, &tree.positions()[index].searched));
    }
    bytes
}

#[test]
fn a_file_that_was_cut_off_anywhere_grows_to_the_same() {
    let (mut writer, mut whole) = Writer::begin();
    whole.extend(file(&mut BookTree::new(komi(7.0)), &mut writer, 12));
    for end in 12..whole.len() {
        let mut loaded = Loaded::parse(&whole[..end]).unwrap();
        assert!(end - loaded.end < 50, "only the last position is lost");
        let mut bytes = whole[..loaded.end].to_vec();
        let mut writer = Writer::after(&loaded);
        let tree = loaded.book.tree_mut(komi(7.0));
        bytes.extend(file(tree, &mut writer, 12));
        assert!(bytes == whole, "cut off at byte {end}");
    }
}

#[test]
fn decided_games_are_not_continued() {
    let mut tree = BookTree::new(komi(7.0));
    add(&mut tree, "", &[("E5", 10, 0.97)]);
    assert_eq!(next_leaf(&tree, &[]), None);
}

#[test]
fn a_capture_leads_to_no_cycle() {
    // A ko in the corner: White takes at A1, Black must not take back at once.
    let line = "B1 C1 A2 B2 E5 A1 G7 A3";
    let mut tree = BookTree::new(komi(7.0));
    let moves: Vec<&str> = line.split(' ').collect();
    for length in 0..moves.len() {
        let next = moves[length];
        add(&mut tree, &moves[..length].join(" "), &[(next, 10, 0.5)]);
    }
    assert_eq!(tree.len(), moves.len());
    let deeper = |position: &BookPosition| {
        let children = position.edges.iter().filter_map(|edge| edge.child);
        children
            .into_iter()
            .all(|child| tree.positions()[child].depth > position.depth)
    };
    assert!(tree.positions().iter().all(deeper));
}

/// The value of a position from the definition.
fn slow_value(tree: &BookTree, index: usize) -> f64 {
    let position = &tree.positions()[index];
    let most = position.edges.iter().map(|edge| edge.mv.visits).max();
    let values = position.edges.iter().filter_map(|edge| match edge.child {
        Some(child) => Some(1.0 - slow_value(tree, child)),
        None if 100 * edge.mv.visits >= 15 * most.unwrap() => Some(edge.mv.win_rate.number()),
        None => None,
    });
    values.fold(f64::MIN, f64::max)
}

#[test]
fn values_are_kept_up_to_date() {
    let mut tree = BookTree::new(komi(7.0));
    grow(&mut tree, 300);
    let edges = tree.positions().iter().flat_map(|position| &position.edges);
    let mut children: Vec<usize> = edges.filter_map(|edge| edge.child).collect();
    children.sort_unstable();
    let meets = children.windows(2).filter(|pair| pair[0] == pair[1]);
    assert!(meets.count() > 10, "lines must meet in this test");
    for index in 0..tree.len() {
        let expected = slow_value(&tree, index);
        assert_eq!(tree.positions()[index].value.to_bits(), expected.to_bits());
    }
}
