//! A game as it is stored for training. `train/README.md` documents the bytes.

use tao_engine::net::{LEAD_UNIT, POINTS, SIDE};
use tao_engine::search::Ownership;
use tao_rules::board::{Coord, Move};

/// Begins every file of games.
pub(super) const MAGIC: &[u8; 8] = b"TaoGames";

/// Version of the format.
pub(super) const VERSION: u16 = 1;

/// Largest stored square root of a probability in [`PositionRecord::policy`]: roots are stored in units of 1/254.
const POLICY_UNITS: f64 = 254.0;

/// Stored in place of the probability of an illegal move.
const ILLEGAL: u8 = 255;

/// Stored in place of a move in the last position, where the game ended without one.
const NO_MOVE: u8 = 255;

/// Stored value of a [`PositionRecord::weight`] of 1: weights are stored in units of 1/16.
const WEIGHT_UNITS: f64 = 16.0;

/// Stored value of a point that is all Black's: shares are stored in units of 1/15.
const OWNER_UNITS: f64 = 15.0;

/// A game. Black moves first, colors alternate.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// White's compensation in points.
    pub komi: f64,
    /// Seed of the game.
    pub seed: u64,
    /// Checksum of the network that played.
    pub network: u32,
    /// Black's share of each point at the end, row by row from the lower left, in [0, 1].
    pub owners: [f64; POINTS],
    /// Every position, the last one included.
    pub positions: Vec<PositionRecord>,
}

/// A position and what the search found.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionRecord {
    /// The move made; `None` at the end of the game.
    pub mv: Option<Move>,
    /// The probability of each point and of the pass; `None` for an illegal move. All zeros if there is no policy to learn.
    pub policy: [Option<f64>; POINTS + 1],
    /// Chance of Black to win, draws half; at the end of the game its result.
    pub black_wins: f64,
    /// Black's expected points ahead, komi included.
    pub black_lead: f64,
    /// How often to learn from the position: 1 is the mean of full searches, and 0 means never.
    pub weight: f64,
}

impl GameRecord {
    /// Number of positions to learn from.
    #[must_use]
    pub fn learned(&self) -> usize {
        let positions = self.positions.iter();
        positions.filter(|position| position.weight > 0.0).count()
    }

    /// The bytes of the game with their length and checksum.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend((self.positions.len() as u16).to_le_bytes());
        bytes.extend((self.komi as f32).to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.network.to_le_bytes());
        for pair in self.owners.chunks(2) {
            let high = pair.get(1).map_or(0, |&share| units(share, OWNER_UNITS));
            bytes.push(units(pair[0], OWNER_UNITS) as u8 | (high as u8) << 4);
        }
        for position in &self.positions {
            position.write(&mut bytes);
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

impl PositionRecord {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.mv.map_or(NO_MOVE, |mv| index(mv) as u8));
        let policy = self.policy.iter();
        bytes.extend(policy.map(|probability| {
            probability.map_or(ILLEGAL, |share| units(share.sqrt(), POLICY_UNITS) as u8)
        }));
        bytes.extend(units(self.black_wins, u16::MAX.into()).to_le_bytes());
        let lead = (f64::from(LEAD_UNIT) * self.black_lead).round() as i16;
        bytes.extend(lead.to_le_bytes());
        bytes.push(units(self.weight, WEIGHT_UNITS).min(u8::MAX.into()) as u8);
    }
}

/// The place of a move in a policy.
pub(super) fn index(mv: Move) -> usize {
    mv.coord().map_or(POINTS, |coord| coord.index(SIDE))
}

/// Black's share of each point, row by row from the lower left.
pub(super) fn black_shares(owners: &Ownership) -> [f64; POINTS] {
    let mut shares = [0.0; POINTS];
    for (share, coord) in shares.iter_mut().zip(Coord::all(SIDE)) {
        // A neutral point is half Black's and half White's.
        *share = 0.5 + 0.5 * owners.balance(coord);
    }
    shares
}

#[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
fn units(share: f64, units: f64) -> u16 {
    (units * share).round() as u16
}
