//! Keys of positions. A position and its images under the symmetries of its game have the same key.

use tao_rules::board::{Board, ByColor, Color, Coord, Point, PointMove, PointSet, Symmetry};
use tao_rules::cpu::split_mix;

/// Seeds of the two halves of a key.
const SEEDS: [u64; 2] = [0x7a6f_676f, 0x736f_6c76];

/// Categories of the random numbers in a key: 0 and 1 for stones by color, then ko points, turns, and kinds of knowledge.
const KO: usize = 2;
const TURN: usize = 3;
const KIND: usize = 4;

/// The part of a key besides the stones and the ko: the side to move, and whether the other side has passed.
pub(super) const fn turn_key(to_move: Color, after_pass: bool) -> u128 {
    random(TURN, to_move as usize + 2 * after_pass as usize)
}

/// The parts of a key for the kinds of knowledge about a position.
pub(super) const KIND_KEYS: [u128; 5] = [
    random(KIND, 0),
    random(KIND, 1),
    random(KIND, 2),
    random(KIND, 3),
    random(KIND, 4),
];

const fn random(category: usize, index: usize) -> u128 {
    let n = (category * 64 * 6 + index) as u64 + 1;
    ((split_mix(SEEDS[0], n) as u128) << 64) | split_mix(SEEDS[1], n) as u128
}

/// The key of the stones, one for each symmetry of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoneKeys([u128; 8]);

impl StoneKeys {
    /// The key of the stones as they stand.
    pub(super) const fn plain(&self) -> u128 {
        self.0[0]
    }
}

/// Where a symmetry takes the points of a game's board.
#[derive(Debug)]
pub(super) struct PointMap<const W: usize> {
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

    pub(super) fn point(&self, point: Point<W>) -> Point<W> {
        let image = self.images.get(point.number());
        image.copied().unwrap_or(point)
    }

    pub(super) fn set(&self, set: PointSet<W>) -> PointSet<W> {
        if self.images.is_empty() {
            return set;
        }
        set.iter().map(|point| self.point(point)).collect()
    }

    pub(super) fn mv(&self, mv: PointMove<W>) -> PointMove<W> {
        mv.point()
            .map_or(mv, |point| PointMove::Play(self.point(point)))
    }
}

/// The symmetries that leave the first position and the game before it unchanged, the identity first.
#[derive(Debug)]
pub(super) struct Symmetries<const W: usize> {
    /// For each symmetry, from points to their images.
    pub(super) images: Vec<PointMap<W>>,
    /// For each symmetry, from the images back to the points.
    pub(super) origins: Vec<PointMap<W>>,
}

impl<const W: usize> Symmetries<W> {
    /// The symmetries that leave the board and each of the sets unchanged.
    pub(super) fn of(board: &Board<W>, sets: &[PointSet<W>]) -> Self {
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

    pub(super) fn keys_of(&self, stones: ByColor<PointSet<W>>) -> StoneKeys {
        let mut keys = StoneKeys([0; 8]);
        for color in Color::BOTH {
            self.toggle(&mut keys, color, stones[color]);
        }
        keys
    }

    /// Adds stones to the keys, or removes them.
    pub(super) fn toggle(&self, keys: &mut StoneKeys, color: Color, stones: PointSet<W>) {
        for point in &stones {
            for (key, map) in keys.0.iter_mut().zip(&self.images) {
                *key ^= random(color as usize, map.point(point).number());
            }
        }
    }

    /// The smallest key among those of all images, and the symmetry that has it.
    pub(super) fn canonical(&self, stones: &StoneKeys, ko: Option<Point<W>>) -> (u128, usize) {
        let keys = stones
            .0
            .iter()
            .zip(&self.images)
            .map(|(&key, map)| ko.map_or(key, |ko| key ^ random(KO, map.point(ko).number())));
        let all = keys.zip(0..);
        all.min().unwrap_or((stones.plain(), 0))
    }
}
