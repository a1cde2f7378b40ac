//! A minimum of visits for each child, where
//! [`simulations_min`](crate::search::TreeParams::simulations_min) is above 1.

use crate::search::tree::{Node, Proof};

/// The first child with at least one visit, but fewer than `minimum`.
pub(super) fn below_minimum(children: &[Node], minimum: u32) -> Option<&Node> {
    if minimum <= 1 {
        return None;
    }
    children.iter().find(|child| {
        (1..minimum).contains(&child.tries())
            && child.proof() == Proof::Unproven
            && !child.is_forbidden()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tree::Tally;

    #[test]
    fn a_child_with_too_few_visits_comes_first() {
        let children = [10, 3, 0].map(|visits| {
            let node = Node::default();
            node.results.set(Tally { visits, value: 0 });
            node
        });
        for (minimum, expected) in [(1, None), (3, None), (4, Some(1)), (11, Some(0))] {
            let child = below_minimum(&children, minimum);
            let expected = expected.map(|index: usize| &raw const children[index]);
            assert_eq!(child.map(std::ptr::from_ref), expected);
        }
    }
}
