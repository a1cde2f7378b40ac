//! What was added to the nodes of upper trees since the last time, by path. News can be summed, cut and sent.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::path::{NodePath, PathStep};
use crate::search::node::{Proof, Tally};

/// The statistics of a node, or what was added to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Packed", from = "Packed")]
pub(super) struct Sums {
    pub(super) results: Tally,
    pub(super) amaf: Tally,
    pub(super) proof: Proof,
}

/// Sums in a message, in a compact form: few nodes have a proof, and in a search by playouts most nodes have AMAF results only.
#[derive(Serialize, Deserialize)]
enum Packed {
    Amaf(Tally),
    Results(Tally),
    Both(Tally, Tally),
    Proven(Tally, Tally, Proof),
}

impl From<Sums> for Packed {
    fn from(sums: Sums) -> Self {
        let Sums {
            results,
            amaf,
            proof,
        } = sums;
        if proof != Proof::Unproven {
            Self::Proven(results, amaf, proof)
        } else if results == Tally::default() {
            Self::Amaf(amaf)
        } else if amaf == Tally::default() {
            Self::Results(results)
        } else {
            Self::Both(results, amaf)
        }
    }
}

impl From<Packed> for Sums {
    fn from(packed: Packed) -> Self {
        let none = Tally::default();
        let (results, amaf, proof) = match packed {
            Packed::Amaf(amaf) => (none, amaf, Proof::Unproven),
            Packed::Results(results) => (results, none, Proof::Unproven),
            Packed::Both(results, amaf) => (results, amaf, Proof::Unproven),
            Packed::Proven(results, amaf, proof) => (results, amaf, proof),
        };
        Self {
            results,
            amaf,
            proof,
        }
    }
}

impl Sums {
    pub(super) fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Adds other sums. Of two proofs the first one counts.
    pub(super) fn add(&mut self, other: &Self) {
        self.results = self.results.plus(other.results);
        self.amaf = self.amaf.plus(other.amaf);
        if self.proof == Proof::Unproven {
            self.proof = other.proof;
        }
    }
}

/// The children of a node, each with its sums.
pub(super) type Family = Vec<(PathStep, Sums)>;

/// What was added to some nodes of a tree. The tallies are integers, so their sums do not depend on the order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct News {
    pub(super) root: Sums,
    /// By the path of the parent; the children are in the order of their moves.
    families: BTreeMap<NodePath, Family>,
}

impl News {
    /// Whether nothing was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root.is_nothing() && self.families.is_empty()
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        let root = usize::from(!self.root.is_nothing());
        self.families.values().map(Vec::len).sum::<usize>() + root
    }

    /// Visits added to the root.
    #[must_use]
    pub fn visits(&self) -> u64 {
        self.root.results.visits.into()
    }

    /// Adds other news, node by node.
    pub fn add(&mut self, others: &Self) {
        self.root.add(&others.root);
        for (&path, family) in &others.families {
            self.insert(path, family.iter().copied());
        }
    }

    /// Takes out the root and whole families of children, those with the most visits first, until `count` children are taken.
    /// The last family may have more children than are needed.
    #[must_use]
    pub fn take_largest(&mut self, count: usize) -> Self {
        if self.len() <= count {
            return std::mem::take(self);
        }
        let mut families: Vec<(u64, NodePath)> = self
            .families
            .iter()
            .map(|(&path, family)| (visits(family), path))
            .collect();
        families.sort_by_key(|&(visits, path)| (Reverse(visits), path));
        let mut largest = Self {
            root: std::mem::take(&mut self.root),
            families: BTreeMap::new(),
        };
        let mut room = count;
        for (_, path) in families {
            if room == 0 {
                break;
            }
            if let Some(family) = self.families.remove(&path) {
                room = room.saturating_sub(family.len());
                largest.families.insert(path, family);
            }
        }
        largest
    }

    /// Adds news of the children of a node.
    pub(super) fn insert(
        &mut self,
        path: NodePath,
        family: impl IntoIterator<Item = (PathStep, Sums)>,
    ) {
        let known = self.families.entry(path).or_default();
        known.extend(family);
        // The sort takes one pass if both parts are in order.
        known.sort_by_key(|&(step, _)| step);
        known.dedup_by(|(step, sums), (before, sum)| {
            let is_same = step == before;
            if is_same {
                sum.add(sums);
            }
            is_same
        });
    }

    pub(super) fn families(&self) -> impl Iterator<Item = (NodePath, &Family)> {
        self.families.iter().map(|(&path, family)| (path, family))
    }

    pub(super) fn into_families(self) -> impl Iterator<Item = (NodePath, Family)> {
        self.families.into_iter()
    }
}

/// Visits of all children.
pub(super) fn visits(family: &Family) -> u64 {
    let visits = family.iter().map(|(_, child)| child.results.visits);
    visits.map(u64::from).sum()
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::search::node::WIN;

    impl News {
        /// News with one visit of each point of 19x19 below each of `count` parents.
        pub(crate) fn of_parents(count: usize) -> Self {
            let steps = || (1..=361).filter_map(PathStep::from_number);
            let child = Sums {
                results: Tally {
                    visits: 1,
                    value: 0,
                },
                ..Sums::default()
            };
            let paths = steps()
                .filter_map(|step| NodePath::ROOT.then(step))
                .take(count);
            Self {
                root: Sums::default(),
                families: paths
                    .map(|path| (path, steps().map(|step| (step, child)).collect()))
                    .collect(),
            }
        }
    }

    /// The news of single nodes.
    pub fn of_nodes(nodes: impl IntoIterator<Item = (NodePath, Sums)>) -> News {
        let mut all = News::default();
        for (path, sums) in nodes {
            match path.split_last() {
                None => all.root.add(&sums),
                Some((above, step)) => all.insert(above, [(step, sums)]),
            }
        }
        all
    }

    /// News of up to 60 nodes below few first moves, so that lists overlap.
    pub(crate) fn any_news() -> impl Strategy<Value = News> {
        let tally = || {
            (0..u32::MAX / 256, 0.0..=1.0).prop_map(|(visits, mean): (u32, f64)| {
                #[expect(clippy::cast_sign_loss, reason = "a share of a sum")]
                let value = (mean * f64::from(visits) * f64::from(WIN)) as u64;
                Tally { visits, value }
            })
        };
        let moves = prop::collection::vec(0..4_usize, 0..=NodePath::MAX_MOVES);
        let path = moves.prop_map(|moves| {
            let moves = moves
                .iter()
                .map(|&i| PathStep::of(["A1", "E5", "T19", "pass"][i].parse().unwrap()));
            moves.fold(NodePath::ROOT, |path, step| path.then(step).unwrap())
        });
        let proof = (0..4_u8).prop_map(Proof::from_number);
        let sums = (tally(), tally(), proof).prop_map(|(results, amaf, proof)| Sums {
            results,
            amaf,
            proof,
        });
        prop::collection::vec((path, sums), 0..60).prop_map(of_nodes)
    }

    /// The news without proofs, as of two proofs the first one counts.
    fn without_proofs(news: &News) -> News {
        let mut all = news.clone();
        all.root.proof = Proof::Unproven;
        for (_, child) in all.families.values_mut().flatten() {
            child.proof = Proof::Unproven;
        }
        all
    }

    proptest! {
        #[test]
        fn sums_do_not_depend_on_the_order(one in any_news(), other in any_news()) {
            let (mut first, mut second) = (one.clone(), other.clone());
            first.add(&other);
            second.add(&one);
            prop_assert_eq!(without_proofs(&first), without_proofs(&second));
            prop_assert_eq!(first.visits(), one.visits() + other.visits());
        }

        #[test]
        fn a_sum_has_every_node(one in any_news(), other in any_news()) {
            let nodes = |news: &News| -> Vec<_> {
                let families = news.families.iter();
                let children = families.flat_map(|(&path, family)| {
                    family.iter().map(move |&(step, child)| (path.then(step).unwrap(), child))
                });
                children.chain([(NodePath::ROOT, news.root)]).collect()
            };
            let mut sum = one.clone();
            sum.add(&other);
            prop_assert_eq!(sum, of_nodes(nodes(&one).into_iter().chain(nodes(&other))));
        }

        #[test]
        fn the_largest_and_the_rest_are_all(mut news in any_news(), count in 1..70_usize) {
            let all = news.clone();
            let mut largest = news.take_largest(count);
            prop_assert!(largest.len() >= count.min(all.len()));
            if !news.is_empty() {
                let widest = largest.families.values().map(Vec::len).max().unwrap_or(0);
                prop_assert!(largest.len() <= count + widest);
            }
            let all_visits = |news: &News| -> Vec<u64> {
                news.families.values().map(visits).collect()
            };
            let least = all_visits(&largest).into_iter().min();
            prop_assert!(all_visits(&news).into_iter().all(|visits| Some(visits) <= least));
            largest.add(&news);
            prop_assert_eq!(largest, all);
        }
    }
}
