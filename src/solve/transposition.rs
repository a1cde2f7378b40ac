//! The transposition table: what is proven of positions, and how far others were searched in vain.

use super::proof::{LeadProof, NOTHING};
use crate::board::{Color, Point, PointSet};

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known<const W: usize> {
    /// A proof that relies on no position before this one, as its image.
    LeadProof(LeadProof<W>),
    /// So many moves gave no proof about the target to the side that it is looked for, or to either. In a later round of
    /// the search the depth is 0, as the moves may end at what was proven since.
    Open {
        prover: Option<Color>,
        target: i32,
        depth: u16,
    },
}

/// Kinds of entries, told apart by their keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Black's proofs.
    Black,
    /// White's proofs.
    White,
    /// No proof for this side, or for either.
    Open(Option<Color>),
}

impl Kind {
    const fn of<const W: usize>(known: &Known<W>) -> Self {
        match known {
            Known::LeadProof(LeadProof {
                by: Color::Black, ..
            }) => Self::Black,
            Known::LeadProof(_) => Self::White,
            Known::Open { prover, .. } => Self::Open(*prover),
        }
    }

    const fn key(self) -> u128 {
        match self {
            Self::Black => 0,
            Self::White => 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834,
            Self::Open(None) => 0x5851_f42d_4c95_7f2d_1405_7b7e_f767_814f,
            Self::Open(Some(Color::Black)) => 0x2545_f491_4f6c_dd1d_d134_2543_de82_ef95,
            Self::Open(Some(Color::White)) => 0xbf58_476d_1ce4_e5b9_94d0_49bb_1331_11eb,
        }
    }
}

/// A pass as a move's number; `NO_MOVE` is none.
const PASS: u16 = u16::MAX;
const NO_MOVE: u16 = u16::MAX - 1;

/// A move, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint<const W: usize> {
    None,
    Pass,
    Play(Point<W>),
}

#[derive(Clone, Copy, Debug)]
struct Entry<const W: usize> {
    /// The second half of the key; the first picks the pair of entries.
    check: u64,
    /// What is needed of the first half when the table grows.
    slot: u32,
    lead: i16,
    mv: u16,
    /// Moves that the proof looks ahead, or that were searched.
    depth: u16,
    /// That of the search, for what is open in this round alone.
    round: u32,
    flags: u8,
    captured: PointSet<W>,
    played: PointSet<W>,
}

const USED: u8 = 1;
const USES_BAN: u8 = 2;
const IS_OPEN: u8 = 4;

impl<const W: usize> Entry<W> {
    const EMPTY: Self = Self {
        check: 0,
        slot: 0,
        lead: 0,
        mv: NO_MOVE,
        depth: 0,
        round: 0,
        flags: 0,
        captured: PointSet::EMPTY,
        played: PointSet::EMPTY,
    };

    /// How much is lost with the entry.
    const fn worth(&self, round: u32) -> u16 {
        if self.flags & IS_OPEN != 0 && self.round != round {
            0
        } else {
            self.depth
        }
    }

    fn hint(&self) -> Hint<W> {
        match self.mv {
            PASS => Hint::Pass,
            NO_MOVE => Hint::None,
            number => Hint::Play(Point::from_number(number.into())),
        }
    }
}

/// Pairs of entries that a table has at first.
const FIRST_PAIRS: usize = 1 << 10;

/// Entries in pairs: the first of a pair keeps the deeper knowledge, the second the latest. The table grows with what it
/// holds.
#[derive(Debug)]
pub(super) struct TranspositionTable<const W: usize> {
    round: u32,
    entries: Vec<[Entry<W>; 2]>,
    most_pairs: usize,
    /// Entries stored since it grew.
    stored: usize,
}

impl<const W: usize> TranspositionTable<W> {
    /// A table with at most this number of bytes; with less than a pair of entries it keeps nothing.
    pub(super) fn new(bytes: usize) -> Self {
        let pairs = bytes / size_of::<[Entry<W>; 2]>();
        let most_pairs = pairs.checked_ilog2().map_or(0, |bits| 1 << bits.min(31));
        Self {
            round: 0,
            entries: vec![[Entry::EMPTY; 2]; most_pairs.min(FIRST_PAIRS)],
            most_pairs,
            stored: 0,
        }
    }

    /// Begins another round of the search.
    pub(super) const fn next_round(&mut self) {
        self.round += 1;
    }

    /// The two halves of a key; `None` in a table that keeps nothing.
    const fn halves(&self, key: u128) -> Option<(u32, u64)> {
        if self.entries.is_empty() {
            return None;
        }
        Some(((key >> 64) as u32, key as u64))
    }

    const fn index(&self, slot: u32) -> usize {
        slot as usize & (self.entries.len() - 1)
    }

    fn grow(&mut self) {
        let entries = vec![[Entry::EMPTY; 2]; 2 * self.entries.len()];
        let smaller = std::mem::replace(&mut self.entries, entries);
        self.stored = 0;
        for entry in smaller.into_iter().flatten().rev() {
            if entry.flags & USED != 0 {
                self.insert(entry);
            }
        }
    }

    pub(super) fn find(&self, key: u128, kind: Kind) -> Option<(Known<W>, Hint<W>)> {
        let (slot, check) = self.halves(key ^ kind.key())?;
        let is_it = |entry: &&Entry<W>| entry.check == check && entry.flags & USED != 0;
        let entry = self.entries[self.index(slot)].iter().find(is_it)?;
        let proof = |by| {
            Known::LeadProof(LeadProof {
                by,
                lead: entry.lead.into(),
                relies_on: NOTHING,
                uses_ban: entry.flags & USES_BAN != 0,
                captured: entry.captured,
                played: entry.played,
                height: entry.depth,
            })
        };
        let known = match kind {
            Kind::Black => proof(Color::Black),
            Kind::White => proof(Color::White),
            Kind::Open(prover) => Known::Open {
                prover,
                target: entry.lead.into(),
                depth: if entry.round == self.round {
                    entry.depth
                } else {
                    0
                },
            },
        };
        Some((known, entry.hint()))
    }

    pub(super) fn store(&mut self, key: u128, known: &Known<W>, hint: Hint<W>) {
        let Some((slot, check)) = self.halves(key ^ Kind::of(known).key()) else {
            return;
        };
        let mv = match hint {
            Hint::Pass => PASS,
            Hint::None => NO_MOVE,
            Hint::Play(point) => point.number() as u16,
        };
        let entry = match *known {
            Known::LeadProof(proof) => Entry {
                check,
                slot,
                lead: proof.lead as i16,
                mv,
                depth: proof.height,
                round: self.round,
                flags: USED | if proof.uses_ban { USES_BAN } else { 0 },
                captured: proof.captured,
                played: proof.played,
            },
            Known::Open { target, depth, .. } => Entry {
                check,
                slot,
                lead: target as i16,
                mv,
                depth,
                round: self.round,
                flags: USED | IS_OPEN,
                ..Entry::EMPTY
            },
        };
        self.insert(entry);
        if self.stored > self.entries.len() && self.entries.len() < self.most_pairs {
            self.grow();
        }
    }

    fn insert(&mut self, entry: Entry<W>) {
        self.stored += 1;
        let index = self.index(entry.slot);
        let [deep, latest] = &mut self.entries[index];
        if deep.check == entry.check || entry.depth >= deep.worth(self.round) {
            if deep.check != entry.check {
                *latest = *deep;
            }
            *deep = entry;
        } else {
            *latest = entry;
        }
    }
}
