//! What was added to the nodes of upper trees since the last time, by path: it can be summed, cut and sent.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::path::Path;
use crate::search::tree::{Proof, Tally, WIN};

/// Bytes of a node in a message at least and at most: path, proof, and four integers of seven bits a byte.
const NODE_BYTES: [usize; 2] = [13, 33];

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

/// What was added to some nodes of a tree: integers, so that sums do not depend on the order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Increments(BTreeMap<Path, Increment>);

/// A message that no search has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a message of another rank is damaged")]
pub struct DamagedMessage;

impl Increments {
    /// Whether nothing was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Visits added to the root.
    #[must_use]
    pub fn visits(&self) -> u64 {
        let root = self.0.get(&Path::ROOT);
        root.map_or(0, |root| root.results.visits.into())
    }

    /// Adds others, node by node.
    pub fn add(&mut self, others: &Self) {
        for (&path, increment) in &others.0 {
            self.insert(path, *increment);
        }
    }

    /// Takes out so many nodes, those with the most visits.
    #[must_use]
    pub fn take_largest(&mut self, count: usize) -> Self {
        if self.len() <= count {
            return std::mem::take(self);
        }
        let mut paths: Vec<Path> = self.0.keys().copied().collect();
        // Of equal ones the upper come first.
        paths.sort_by_key(|path| Reverse(self.0[path].results.visits));
        let rest = paths.split_off(count);
        let rest = rest
            .into_iter()
            .filter_map(|path| self.0.remove_entry(&path));
        let rest = Self(rest.collect());
        std::mem::replace(self, rest)
    }

    /// Appends them to a message: for each node 8 bytes for the path, one for the proof, and four integers with seven bits
    /// a byte, the lowest first.
    pub fn write(&self, message: &mut Vec<u8>) {
        write_integer(message, self.len() as u64);
        for (path, increment) in &self.0 {
            message.extend(path.bits().to_le_bytes());
            message.push(increment.proof as u8);
            for tally in [increment.results, increment.amaf] {
                write_integer(message, tally.visits.into());
                write_integer(message, tally.value);
            }
        }
    }

    /// Reads them from the beginning of a message, of which the rest is left.
    ///
    /// # Errors
    /// Where the message is damaged.
    pub fn read(message: &mut &[u8]) -> Result<Self, DamagedMessage> {
        let count = read_integer(message)?;
        if count > (message.len() / NODE_BYTES[0]) as u64 {
            return Err(DamagedMessage);
        }
        let mut read = Self::default();
        for _ in 0..count {
            let (bits, rest) = message.split_first_chunk().ok_or(DamagedMessage)?;
            let path = Path::from_bits(u64::from_le_bytes(*bits)).ok_or(DamagedMessage)?;
            let (&proof, rest) = rest.split_first().ok_or(DamagedMessage)?;
            *message = rest;
            read.insert(
                path,
                Increment {
                    proof: Proof::from_number(proof),
                    results: read_tally(message)?,
                    amaf: read_tally(message)?,
                },
            );
        }
        Ok(read)
    }

    /// Most bytes that so many nodes take in a message.
    #[must_use]
    pub const fn bytes(count: usize) -> usize {
        5 + count * NODE_BYTES[1]
    }

    /// Adds to one node.
    pub(super) fn insert(&mut self, path: Path, increment: Increment) {
        self.0.entry(path).or_default().add(&increment);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Path, &Increment)> {
        self.0.iter().map(|(&path, increment)| (path, increment))
    }
}

impl FromIterator<(Path, Increment)> for Increments {
    fn from_iter<I: IntoIterator<Item = (Path, Increment)>>(nodes: I) -> Self {
        let mut all = Self::default();
        for (path, increment) in nodes {
            all.insert(path, increment);
        }
        all
    }
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
    let value = read_integer(message)?;
    let most = u64::from(visits) * u64::from(WIN);
    (value <= most)
        .then_some(Tally { visits, value })
        .ok_or(DamagedMessage)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
                .map(|&i| ["A1", "E5", "T19", "pass"][i].parse());
            moves.fold(Path::ROOT, |path, mv| path.then(mv.unwrap()).unwrap())
        });
        let proof = (0..4_u8).prop_map(Proof::from_number);
        let increment = (tally(), tally(), proof).prop_map(|(results, amaf, proof)| Increment {
            results,
            amaf,
            proof,
        });
        prop::collection::vec((path, increment), 0..60).prop_map(Increments::from_iter)
    }

    fn written(increments: &Increments) -> Vec<u8> {
        let mut message = Vec::new();
        increments.write(&mut message);
        message
    }

    /// The sums alone: of two proofs the first counts.
    fn sums(increments: &Increments) -> Vec<(Path, Tally, Tally)> {
        let nodes = increments.iter();
        nodes
            .map(|(path, increment)| (path, increment.results, increment.amaf))
            .collect()
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(increments in increments(), rest: [u8; 3]) {
            let mut message = written(&increments);
            prop_assert!(message.len() <= Increments::bytes(increments.len()));
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
        fn sums_do_not_depend_on_the_order(one in increments(), other in increments()) {
            let (mut first, mut second) = (one.clone(), other.clone());
            first.add(&other);
            second.add(&one);
            prop_assert_eq!(sums(&first), sums(&second));
            prop_assert_eq!(first.visits(), one.visits() + other.visits());
        }

        #[test]
        fn the_largest_and_the_rest_are_all(mut increments in increments(), count in 1..70_usize) {
            let all = increments.clone();
            let mut largest = increments.take_largest(count);
            prop_assert_eq!(largest.len(), count.min(all.len()));
            let visits = |increments: &Increments| -> Vec<u32> {
                increments.iter().map(|(_, increment)| increment.results.visits).collect()
            };
            let least = visits(&largest).into_iter().min();
            prop_assert!(visits(&increments).into_iter().all(|visits| Some(visits) <= least));
            largest.add(&increments);
            prop_assert_eq!(largest, all);
        }
    }
}
