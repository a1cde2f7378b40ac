//! What was added to the nodes of upper trees since the last time, by path: it can be summed, cut and sent.

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use super::path::{Path, Step};
use crate::search::tree::{Proof, Tally, WIN};

/// Bytes of a family in a message at least: its path and the number of its children.
const FAMILY_BYTES: usize = 17;

/// Bytes of a child in a message at least: its move with its proof, and two counts.
const CHILD_BYTES: usize = 3;

/// Bits of a proof beside a move.
const PROOF_BITS: u32 = 2;

/// What was added to one node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Increment {
    pub(super) results: Tally,
    pub(super) amaf: Tally,
    pub(super) proof: Proof,
}

impl Increment {
    pub(super) fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    fn add(&mut self, other: &Self) {
        self.results = self.results.plus(other.results);
        self.amaf = self.amaf.plus(other.amaf);
        if self.proof == Proof::Unproven {
            self.proof = other.proof;
        }
    }
}

/// What was added to the children of a node, in the order of their moves.
pub(super) type Family = Vec<(Step, Increment)>;

/// What was added to some nodes of a tree: integers, so that sums do not depend on the order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Increments {
    pub(super) root: Increment,
    /// By the path of the parent.
    families: BTreeMap<Path, Family>,
}

/// A message that no search has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a message of another rank is damaged")]
pub struct DamagedMessage;

impl Increments {
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

    /// Adds others, node by node.
    pub fn add(&mut self, others: &Self) {
        self.root.add(&others.root);
        for (&path, family) in &others.families {
            self.insert(path, family);
        }
    }

    /// Takes out the root and the children of some parents, of those with the most visits first, until they are so many
    /// nodes. The last parent may have some more.
    #[must_use]
    pub fn take_largest(&mut self, count: usize) -> Self {
        if self.len() <= count {
            return std::mem::take(self);
        }
        let mut families: Vec<(u64, Path)> = self
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

    /// Appends them to a message: the proof of the root, and the root; the number of families; for each 16 bytes for the
    /// path and the number of children; for each child its move and proof as one integer, and the child. A node is its
    /// visits and their value, and the same by AMAF; without visits there is no value. Integers have seven bits a byte, the
    /// lowest first.
    pub fn write(&self, message: &mut Vec<u8>) {
        write_integer(message, self.root.proof as u64);
        write_node(message, &self.root);
        write_integer(message, self.families.len() as u64);
        for (path, family) in &self.families {
            message.extend(path.bits().to_le_bytes());
            write_integer(message, family.len() as u64);
            for (step, child) in family {
                let proof = child.proof as u64;
                write_integer(message, u64::from(step.number()) << PROOF_BITS | proof);
                write_node(message, child);
            }
        }
    }

    /// Reads them from the beginning of a message, of which the rest is left.
    ///
    /// # Errors
    /// Where the message is damaged.
    pub fn read(message: &mut &[u8]) -> Result<Self, DamagedMessage> {
        let proof = read_integer(message)?;
        let mut read = Self {
            root: read_node(message, proof)?,
            families: BTreeMap::new(),
        };
        for _ in 0..read_count(message, FAMILY_BYTES)? {
            let (bits, rest) = message.split_first_chunk().ok_or(DamagedMessage)?;
            let path = Path::from_bits(u128::from_le_bytes(*bits)).ok_or(DamagedMessage)?;
            *message = rest;
            let count = read_count(message, CHILD_BYTES)?;
            let mut family = Family::with_capacity(count);
            for _ in 0..count {
                let number = read_integer(message)?;
                let step = Step::from_number(number >> PROOF_BITS).ok_or(DamagedMessage)?;
                let is_next = family.last().is_none_or(|&(last, _)| last < step);
                if !is_next {
                    return Err(DamagedMessage);
                }
                family.push((step, read_node(message, number)?));
            }
            read.insert(path, family);
        }
        Ok(read)
    }

    /// A visit of all points of 19x19 below so many parents.
    #[cfg(test)]
    pub(crate) fn of_parents(count: usize) -> Self {
        let steps = || (1..=361).filter_map(Step::from_number);
        let child = Increment {
            results: Tally {
                visits: 1,
                value: 0,
            },
            ..Increment::default()
        };
        let paths = steps().filter_map(|step| Path::ROOT.then(step)).take(count);
        Self {
            root: Increment::default(),
            families: paths
                .map(|path| (path, steps().map(|step| (step, child)).collect()))
                .collect(),
        }
    }

    /// Adds to the children of a node, which are in the order of their moves.
    pub(super) fn insert<'f>(
        &mut self,
        path: Path,
        family: impl Into<Cow<'f, [(Step, Increment)]>>,
    ) {
        let family = family.into();
        if family.is_empty() {
            return;
        }
        match self.families.get_mut(&path) {
            Some(known) => *known = sum(known, &family),
            None => {
                self.families.insert(path, family.into_owned());
            }
        }
    }

    pub(super) fn families(&self) -> impl Iterator<Item = (Path, &Family)> {
        self.families.iter().map(|(&path, family)| (path, family))
    }

    pub(super) fn into_families(self) -> impl Iterator<Item = (Path, Family)> {
        self.families.into_iter()
    }
}

/// Visits of all children.
pub(super) fn visits(family: &Family) -> u64 {
    let visits = family.iter().map(|(_, child)| child.results.visits);
    visits.map(u64::from).sum()
}

/// The children of both families.
fn sum(one: &[(Step, Increment)], other: &[(Step, Increment)]) -> Family {
    let mut sum = Family::with_capacity(one.len().max(other.len()));
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    loop {
        let order = match (one.peek(), other.peek()) {
            (Some((a, _)), Some((b, _))) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return sum,
        };
        let child = if order.is_gt() {
            other.next()
        } else {
            one.next()
        };
        let more = other.next_if(|_| order.is_eq());
        sum.extend(child.map(|&(step, mut child)| {
            if let Some((_, more)) = more {
                child.add(more);
            }
            (step, child)
        }));
    }
}

fn write_node(message: &mut Vec<u8>, node: &Increment) {
    for tally in [node.results, node.amaf] {
        write_integer(message, tally.visits.into());
        if tally.visits > 0 {
            write_integer(message, tally.value);
        }
    }
}

/// The proof is in the lowest bits of `number`.
fn read_node(message: &mut &[u8], number: u64) -> Result<Increment, DamagedMessage> {
    Ok(Increment {
        proof: Proof::from_number((number & ((1 << PROOF_BITS) - 1)) as u8),
        results: read_tally(message)?,
        amaf: read_tally(message)?,
    })
}

/// A number of parts that are each at least so long.
fn read_count(message: &mut &[u8], bytes: usize) -> Result<usize, DamagedMessage> {
    let count = usize::try_from(read_integer(message)?).map_err(|_| DamagedMessage)?;
    (count <= message.len() / bytes)
        .then_some(count)
        .ok_or(DamagedMessage)
}

fn write_integer(message: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        message.push(number as u8 | 0x80);
        number >>= 7;
    }
    message.push(number as u8);
}

fn read_integer(message: &mut &[u8]) -> Result<u64, DamagedMessage> {
    let mut number = 0;
    for shift in (0..u64::BITS - 7).step_by(7) {
        let (&byte, rest) = message.split_first().ok_or(DamagedMessage)?;
        *message = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(DamagedMessage)
}

fn read_tally(message: &mut &[u8]) -> Result<Tally, DamagedMessage> {
    let visits = read_integer(message)?;
    let visits = visits.try_into().map_err(|_| DamagedMessage)?;
    let value = match visits {
        0 => 0,
        _ => read_integer(message)?,
    };
    let most = u64::from(visits) * u64::from(WIN);
    (value <= most)
        .then_some(Tally { visits, value })
        .ok_or(DamagedMessage)
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Those of single nodes.
    pub(in crate::search::sharing) fn of_nodes(
        nodes: impl IntoIterator<Item = (Path, Increment)>,
    ) -> Increments {
        let mut all = Increments::default();
        for (path, increment) in nodes {
            match path.split_last() {
                None => all.root.add(&increment),
                Some((above, step)) => all.insert(above, vec![(step, increment)]),
            }
        }
        all
    }

    /// Up to 60 nodes below few first moves, so that lists overlap.
    fn increments() -> impl Strategy<Value = Increments> {
        let tally = || {
            (0..u32::MAX / 256, 0.0..=1.0).prop_map(|(visits, mean): (u32, f64)| {
                #[expect(clippy::cast_sign_loss, reason = "a share of a sum")]
                let value = (mean * f64::from(visits) * f64::from(WIN)) as u64;
                Tally { visits, value }
            })
        };
        let moves = prop::collection::vec(0..4_usize, 0..=Path::MAX_MOVES);
        let path = moves.prop_map(|moves| {
            let moves = moves
                .iter()
                .map(|&i| Step::of(["A1", "E5", "T19", "pass"][i].parse().unwrap()));
            moves.fold(Path::ROOT, |path, step| path.then(step).unwrap())
        });
        let proof = (0..4_u8).prop_map(Proof::from_number);
        let increment = (tally(), tally(), proof).prop_map(|(results, amaf, proof)| Increment {
            results,
            amaf,
            proof,
        });
        prop::collection::vec((path, increment), 0..60).prop_map(of_nodes)
    }

    fn written(increments: &Increments) -> Vec<u8> {
        let mut message = Vec::new();
        increments.write(&mut message);
        message
    }

    /// The same without proofs: of two the first counts.
    fn without_proofs(increments: &Increments) -> Increments {
        let mut all = increments.clone();
        all.root.proof = Proof::Unproven;
        for (_, child) in all.families.values_mut().flatten() {
            child.proof = Proof::Unproven;
        }
        all
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(increments in increments(), rest: [u8; 3]) {
            let mut message = written(&increments);
            message.extend(rest);
            let mut message = &message[..];
            prop_assert_eq!(Increments::read(&mut message), Ok(increments));
            prop_assert_eq!(message, rest);
        }

        #[test]
        fn a_cut_message_is_refused(increments in increments(), part in 0.0..1.0) {
            let message = written(&increments);
            #[expect(clippy::cast_sign_loss, reason = "a share of a length")]
            let mut cut = &message[..(part * message.len() as f64) as usize];
            prop_assert_eq!(Increments::read(&mut cut), Err(DamagedMessage));
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let _ = Increments::read(&mut &bytes[..]);
        }

        #[test]
        fn a_message_with_a_wrong_byte_is_read_or_refused(
            increments in increments(),
            place: prop::sample::Index,
            byte: u8,
        ) {
            let mut message = written(&increments);
            let place = place.index(message.len());
            message[place] = byte;
            if let Ok(read) = Increments::read(&mut &message[..]) {
                let again = written(&read);
                prop_assert_eq!(Increments::read(&mut &again[..]), Ok(read));
            }
        }

        #[test]
        fn sums_do_not_depend_on_the_order(one in increments(), other in increments()) {
            let (mut first, mut second) = (one.clone(), other.clone());
            first.add(&other);
            second.add(&one);
            prop_assert_eq!(without_proofs(&first), without_proofs(&second));
            prop_assert_eq!(first.visits(), one.visits() + other.visits());
        }

        #[test]
        fn a_sum_has_every_node(one in increments(), other in increments()) {
            let nodes = |increments: &Increments| -> Vec<_> {
                let families = increments.families.iter();
                let children = families.flat_map(|(&path, family)| {
                    family.iter().map(move |&(step, child)| (path.then(step).unwrap(), child))
                });
                children.chain([(Path::ROOT, increments.root)]).collect()
            };
            let mut sum = one.clone();
            sum.add(&other);
            prop_assert_eq!(sum, of_nodes(nodes(&one).into_iter().chain(nodes(&other))));
        }

        #[test]
        fn the_largest_and_the_rest_are_all(mut increments in increments(), count in 1..70_usize) {
            let all = increments.clone();
            let mut largest = increments.take_largest(count);
            prop_assert!(largest.len() >= count.min(all.len()));
            if !increments.is_empty() {
                let widest = largest.families.values().map(Vec::len).max().unwrap_or(0);
                prop_assert!(largest.len() <= count + widest);
            }
            let all_visits = |increments: &Increments| -> Vec<u64> {
                increments.families.values().map(visits).collect()
            };
            let least = all_visits(&largest).into_iter().min();
            prop_assert!(all_visits(&increments).into_iter().all(|visits| Some(visits) <= least));
            largest.add(&increments);
            prop_assert_eq!(largest, all);
        }
    }

    #[test]
    fn children_out_of_order_are_refused() {
        let step = |vertex: &str| Step::of(vertex.parse().unwrap());
        let child = |vertex| (step(vertex), Increment::default());
        for children in [["B1", "A1"], ["A1", "A1"]] {
            let mut increments = Increments::default();
            increments
                .families
                .insert(Path::ROOT, children.map(child).to_vec());
            let message = written(&increments);
            assert_eq!(Increments::read(&mut &message[..]), Err(DamagedMessage));
        }
    }
}
