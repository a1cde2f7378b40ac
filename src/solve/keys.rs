//! Keys of positions, the same for the images of a position under the symmetries that its game has.

use crate::board::{Board, ByColor, Color, Coord, Point, PointSet, Symmetry};
use crate::cpu::split_mix;

/// Seeds of the two halves of a key.
const SEEDS: [u64; 2] = [0x7a6f_676f, 0x736f_6c76];

/// A number for each thing that a key tells apart: two colors of stones, then ko points and turns.
const KO: usize = 2;
const TURN: usize = 3;

/// What a key needs beside the stones and the ko: the side to move, and what else tells turns apart.
pub(super) const fn turn_key(to_move: Color, kind: usize) -> u128 {
    random(TURN, to_move as usize + 2 * kind)
}

const fn random(kind: usize, index: usize) -> u128 {
    let n = (kind * 64 * 6 + index) as u64 + 1;
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

/// The symmetries that leave the first position and the game before it unchanged, the identity first.
#[derive(Debug)]
pub(super) struct Symmetries<const W: usize> {
    /// For each symmetry the number of the image of each point.
    images: Vec<Vec<u16>>,
    /// For each symmetry that of the point whose image it is.
    origins: Vec<Vec<u16>>,
}

impl<const W: usize> Symmetries<W> {
    /// Those that leave the board and each of the sets unchanged.
    pub(super) fn of(board: &Board<W>, sets: &[PointSet<W>]) -> Self {
        let size = board.size();
        let mut symmetries = Self {
            images: Vec::new(),
            origins: Vec::new(),
        };
        for symmetry in Symmetry::all() {
            let image = |point: Point<W>| Point::<W>::new(symmetry.apply(point.coord(), size));
            let keeps = |set: &PointSet<W>| set.iter().all(|point| set.contains(image(point)));
            if board.is_unchanged_by(symmetry) && sets.iter().all(keeps) {
                let mut images = vec![0; 64 * W];
                let mut origins = vec![0; 64 * W];
                for point in Coord::all(size).map(Point::new) {
                    images[point.number()] = image(point).number() as u16;
                    origins[image(point).number()] = point.number() as u16;
                }
                symmetries.images.push(images);
                symmetries.origins.push(origins);
            }
        }
        symmetries
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
            for (key, images) in keys.0.iter_mut().zip(&self.images) {
                *key ^= random(color as usize, images[point.number()].into());
            }
        }
    }

    /// The smallest key among those of all images, and the symmetry that has it.
    pub(super) fn canonical(&self, stones: &StoneKeys, ko: Option<Point<W>>) -> (u128, usize) {
        let keys = stones.0.iter().zip(&self.images).map(|(&key, images)| {
            ko.map_or(key, |ko| key ^ random(KO, images[ko.number()].into()))
        });
        let all = keys.zip(0..);
        all.min().unwrap_or((stones.plain(), 0))
    }

    /// The image of a set under a symmetry.
    pub(super) fn image(&self, set: PointSet<W>, symmetry: usize) -> PointSet<W> {
        Self::mapped(set, symmetry, &self.images)
    }

    /// The set with this image.
    pub(super) fn origin(&self, set: PointSet<W>, symmetry: usize) -> PointSet<W> {
        Self::mapped(set, symmetry, &self.origins)
    }

    pub(super) fn image_of(&self, point: Point<W>, symmetry: usize) -> Point<W> {
        Point::from_number(self.images[symmetry][point.number()].into())
    }

    pub(super) fn origin_of(&self, point: Point<W>, symmetry: usize) -> Point<W> {
        Point::from_number(self.origins[symmetry][point.number()].into())
    }

    fn mapped(set: PointSet<W>, symmetry: usize, maps: &[Vec<u16>]) -> PointSet<W> {
        if symmetry == 0 {
            return set;
        }
        let map = &maps[symmetry];
        set.iter()
            .map(|point| Point::from_number(map[point.number()].into()))
            .collect()
    }
}
