//! The transposition table: proofs about positions, and the depths to which other positions were searched without a proof. A
//! position and its images under the symmetries of its game have the same key.

use tao_rules::cpu::split_mix;
use tao_rules::raw::{Board, ByColor, Color, Coord, Point, PointMove, PointSet, Symmetry};

use super::path::LeadProof;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub enum Known<const W: usize> {
    /// A proof that relies on no position before this one, for the image of the position whose key is stored.
    Proof(LeadProof<W>),
    /// In this round, a search of `depth` moves found no proof about `target`. In later rounds the depth counts as 0, as lines
    /// may now end at positions that were proven since.
    Open { target: i32, depth: u16, round: u32 },
}

/// The part of a key for proofs by this side.
pub const fn proof_key(by: Color) -> u128 {
    random(KIND, by as usize)
}

/// The part of a key for searches without a proof for this side, or for either.
pub const fn open_key(prover: Option<Color>) -> u128 {
    match prover {
        None => random(KIND, 2),
        Some(prover) => random(KIND, 3 + prover as usize),
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry<const W: usize> {
    /// The second half of the key; the first picks the pair of entries.
    check: u64,
    /// The part of the first half that picks the pair, kept for when the table grows.
    slot: u32,
    /// `None` in an unused entry.
    known: Option<Known<W>>,
    /// The move that proved it, or that is worth a try.
    hint: Option<PointMove<W>>,
}

impl<const W: usize> Entry<W> {
    /// Number of moves that the proof looks ahead, or that were searched without a proof.
    const fn depth(&self) -> u16 {
        match self.known {
            None => 0,
            Some(Known::Proof(proof)) => proof.height,
            Some(Known::Open { depth, .. }) => depth,
        }
    }

    /// How much is lost with the entry: its depth, or 0 if that no longer counts.
    const fn worth(&self, round: u32) -> u16 {
        match self.known {
            Some(Known::Open { round: own, .. }) if own != round => 0,
            _ => self.depth(),
        }
    }
}

// The number of pairs is a power of two, so another 8 bytes would halve some tables.
const _: () = assert!(size_of::<Entry<2>>() == 56 && size_of::<Entry<6>>() == 120);

/// Pairs of entries that a table has at first.
const FIRST_PAIRS: usize = 1 << 10;

/// Entries in pairs: the first of a pair keeps the deeper knowledge, the second the latest. The table grows with what it
/// holds.
#[derive(Debug)]
pub struct TranspositionTable<const W: usize> {
    /// The round of the search.
    pub round: u32,
    entries: Vec<[Entry<W>; 2]>,
    most_pairs: usize,
    /// Entries stored since the table last grew.
    stored: usize,
}

impl<const W: usize> TranspositionTable<W> {
    /// A table with at most this number of bytes; with less than a pair of entries it keeps nothing.
    pub fn new(bytes: usize) -> Self {
        let pairs = bytes / size_of::<[Entry<W>; 2]>();
        let mut most_pairs = pairs.checked_ilog2().map_or(0, |bits| 1 << bits.min(31));
        let mut entries = Vec::new();
        // Reserved at once, so that a table that grows is never copied.
        while entries.try_reserve_exact(most_pairs).is_err() {
            most_pairs /= 2;
        }
        entries.resize(most_pairs.min(FIRST_PAIRS), [Entry::default(); 2]);
        Self {
            round: 0,
            entries,
            most_pairs,
            stored: 0,
        }
    }

    /// The index of the pair for this slot; the table must not be empty.
    const fn index(&self, slot: u32) -> usize {
        slot as usize & (self.entries.len() - 1)
    }

    fn grow(&mut self) {
        let pairs = self.entries.len();
        self.entries.resize(2 * pairs, [Entry::default(); 2]);
        self.stored = 0;
        // An entry stays in its place or moves to the same place in the new half, so no other pair is in its way.
        for place in 0..pairs {
            for entry in std::mem::take(&mut self.entries[place]).into_iter().rev() {
                if entry.known.is_some() {
                    self.insert(entry);
                }
            }
        }
    }

    /// What is known by a key with its part for the kind of knowledge.
    pub fn find(&self, key: u128) -> Option<(Known<W>, Option<PointMove<W>>)> {
        if self.entries.is_empty() {
            return None;
        }
        let (slot, check) = halves(key);
        let mut pair = self.entries[self.index(slot)].iter();
        let entry = pair.find(|entry| entry.check == check && entry.known.is_some())?;
        let mut known = entry.known?;
        if let Known::Open { depth, round, .. } = &mut known
            && *round != self.round
        {
            *depth = 0;
        }
        Some((known, entry.hint))
    }

    pub fn store(&mut self, key: u128, known: Known<W>, hint: Option<PointMove<W>>) {
        if self.entries.is_empty() {
            return;
        }
        let (slot, check) = halves(key);
        self.insert(Entry {
            check,
            slot,
            known: Some(known),
            hint,
        });
        if self.stored > self.entries.len() && self.entries.len() < self.most_pairs {
            self.grow();
        }
    }

    fn insert(&mut self, entry: Entry<W>) {
        self.stored += 1;
        let index = self.index(entry.slot);
        let [deep, latest] = &mut self.entries[index];
        if deep.check == entry.check || entry.depth() >= deep.worth(self.round) {
            if deep.check != entry.check {
                *latest = *deep;
            }
            *deep = entry;
        } else {
            *latest = entry;
        }
    }
}

const fn halves(key: u128) -> (u32, u64) {
    ((key >> 64) as u32, key as u64)
}

/// Seeds of the two halves of a key.
const SEEDS: [u64; 2] = [0x7a6f_676f, 0x736f_6c76];

/// Categories of the random numbers in a key: 0 and 1 for stones by color, then ko points, turns, and kinds of knowledge.
const KO: usize = 2;
const TURN: usize = 3;
const KIND: usize = 4;

/// The part of a key besides the stones and the ko: the side to move, and whether the other side has passed.
pub const fn turn_key(to_move: Color, after_pass: bool) -> u128 {
    random(TURN, to_move as usize + 2 * after_pass as usize)
}

const fn random(category: usize, index: usize) -> u128 {
    let n = (category * 64 * 6 + index) as u64 + 1;
    ((split_mix(SEEDS[0], n) as u128) << 64) | split_mix(SEEDS[1], n) as u128
}

/// The key of the stones, one for each symmetry of the game. The first is that of the stones as they stand.
pub type StoneKeys = [u128; 8];

/// Where a symmetry takes the points of a game's board.
#[derive(Debug)]
pub struct PointMap<const W: usize> {
    /// The images by number of the point; empty for the identity.
    images: Vec<Point<W>>,
}

impl<const W: usize> PointMap<W> {
    fn of(symmetry: Symmetry, size: usize) -> Self {
        let mut images = Vec::new();
        if symmetry.index() > 0 {
            images.resize(64 * W, Point::from_number(0));
            for coord in Coord::all(size) {
                images[Point::<W>::new(coord).number()] = Point::new(symmetry.apply(coord, size));
            }
        }
        Self { images }
    }

    pub fn point(&self, point: Point<W>) -> Point<W> {
        let image = self.images.get(point.number());
        image.copied().unwrap_or(point)
    }

    pub fn set(&self, set: PointSet<W>) -> PointSet<W> {
        if self.images.is_empty() {
            return set;
        }
        set.iter().map(|point| self.point(point)).collect()
    }

    pub fn mv(&self, mv: PointMove<W>) -> PointMove<W> {
        mv.point()
            .map_or(mv, |point| PointMove::Play(self.point(point)))
    }
}

/// The symmetries that leave the first position and the game before it unchanged, the identity first.
#[derive(Debug)]
pub struct Symmetries<const W: usize> {
    /// For each symmetry, from points to their images.
    pub images: Vec<PointMap<W>>,
    /// For each symmetry, from the images back to the points.
    pub origins: Vec<PointMap<W>>,
}

impl<const W: usize> Symmetries<W> {
    /// The symmetries that leave the board and each of the sets unchanged.
    pub fn of(board: &Board<W>, sets: &[PointSet<W>]) -> Self {
        let map = |symmetry| PointMap::of(symmetry, board.size());
        let mut symmetries = Symmetry::all().to_vec();
        symmetries.retain(|&symmetry| {
            let map = map(symmetry);
            let keeps = |set: &PointSet<W>| map.set(*set) == *set;
            board.is_unchanged_by(symmetry) && sets.iter().all(keeps)
        });
        let symmetries = symmetries.iter();
        Self {
            images: symmetries.clone().copied().map(map).collect(),
            origins: symmetries.map(|symmetry| map(symmetry.inverse())).collect(),
        }
    }

    pub fn keys_of(&self, stones: ByColor<PointSet<W>>) -> StoneKeys {
        let mut keys = [0; 8];
        for color in Color::BOTH {
            self.toggle(&mut keys, color, stones[color]);
        }
        keys
    }

    /// Adds stones to the keys, or removes them.
    pub fn toggle(&self, keys: &mut StoneKeys, color: Color, stones: PointSet<W>) {
        for point in &stones {
            for (key, map) in keys.iter_mut().zip(&self.images) {
                *key ^= random(color as usize, map.point(point).number());
            }
        }
    }

    /// The smallest key among those of all images, and the symmetry that has it.
    pub fn canonical(&self, stones: &StoneKeys, ko: Option<Point<W>>) -> (u128, usize) {
        let keys = stones
            .iter()
            .zip(&self.images)
            .map(|(&key, map)| ko.map_or(key, |ko| key ^ random(KO, map.point(ko).number())));
        let all = keys.zip(0..);
        all.min().unwrap_or((stones[0], 0))
    }
}
