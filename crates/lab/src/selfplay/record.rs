//! A game as it is stored for training: what a network learns from it. `train/README.md` documents the bytes.

use tao_engine::raw::net::{LEAD_UNIT, POINTS, SIDE};
use tao_engine::raw::search::Ownership;
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::Game;

use super::{GameEnd, MoveSearch, PlayedGame};

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
    pub fn learned(&self) -> usize {
        let positions = self.positions.iter();
        positions.filter(|position| position.weight > 0.0).count()
    }

    /// The bytes of the game with their length and checksum.
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

impl From<&PlayedGame> for GameRecord {
    /// The record of a game on 9x9.
    fn from(played: &PlayedGame) -> Self {
        let game = &played.game;
        let mut before = game.clone();
        before.clear();
        let opening = std::iter::repeat_n(None, played.opening());
        let searches = opening.chain(played.searches.iter().map(Some));
        let mut positions = Vec::new();
        for (&(color, mv), search) in game.moves().iter().zip(searches) {
            positions.push(position(&before, Some(mv), search));
            let _ = before.play_as(color, mv);
        }
        weigh(&mut positions);
        let last = last_position(played, positions.last());
        positions.push(last);
        Self {
            komi: game.komi(),
            seed: played.seed,
            network: played.network,
            owners: black_shares(&owners(played)),
            positions,
        }
    }
}

/// A position of `game`, its move, and what the search found, if there was one; its weight is the surprise of a full search,
/// and 0 otherwise.
fn position(game: &Game, mv: Option<Move>, search: Option<&MoveSearch>) -> PositionRecord {
    let mut position = PositionRecord {
        mv,
        policy: no_policy(game),
        black_wins: 0.5,
        black_lead: 0.0,
        weight: 0.0,
    };
    let Some(search) = search else {
        return position;
    };
    for &(mv, share) in &search.policy {
        position.policy[index(mv)] = Some(share);
    }
    let outcomes = search.snapshot.outcomes.as_ref();
    position.black_wins = search.black_wins;
    position.black_lead = outcomes.map_or(0.0, |outcomes| outcomes.lead) - game.komi();
    if search.is_full {
        position.weight = surprise(search);
    }
    position
}

/// The position at the end, with the result. Where the game was not played to its end, what the result leaves open is what the
/// last search expected.
fn last_position(played: &PlayedGame, before: Option<&PositionRecord>) -> PositionRecord {
    let score = played.game.standing_score();
    let expected = before.map_or([0.5, 0.0], |last| [last.black_wins, last.black_lead]);
    let of_winner = match played.winner() {
        Some(Color::Black) => 1.0,
        Some(Color::White) => 0.0,
        None => 0.5,
    };
    let [black_wins, black_lead] = match played.end {
        GameEnd::Played { .. } => [of_winner, score.lead],
        GameEnd::Resigned(_) => [of_winner, expected[1]],
        GameEnd::GivenUp => expected,
    };
    PositionRecord {
        black_wins,
        black_lead,
        ..position(&played.game, None, None)
    }
}

/// The owners at the end, or those that the last search expects where the game was not played to its end.
fn owners(played: &PlayedGame) -> Ownership {
    let is_played = matches!(played.end, GameEnd::Played { .. });
    let last = played.searches.last().filter(|_| !is_played);
    let expected = last.and_then(|search| search.snapshot.ownership());
    expected
        .cloned()
        .unwrap_or_else(|| Ownership::of(played.game.board()))
}

/// The divergence of the policy from the probabilities before the search, in nats; at least 0.001.
fn surprise(search: &MoveSearch) -> f64 {
    let prior = |mv: Move| {
        let stats = search.snapshot.moves.iter().find(|stats| stats.mv == mv);
        stats.and_then(|stats| stats.prior).unwrap_or_default()
    };
    let policy = search.policy.iter();
    let parts = policy.map(|&(mv, share)| share * (share / prior(mv).max(1e-4)).ln());
    parts.sum::<f64>().max(1e-3)
}

/// Turns surprises into weights: half of the weight is equal for all full searches, half goes by their surprise.
fn weigh(positions: &mut [PositionRecord]) {
    let positions = positions.iter_mut();
    let mut full: Vec<_> = positions.map(|position| &mut position.weight).collect();
    full.retain(|surprise| **surprise > 0.0);
    let count = full.len() as f64;
    let sum: f64 = full.iter().map(|surprise| **surprise).sum();
    for weight in full {
        *weight = 0.5 + 0.5 * *weight * count / sum;
    }
}

/// The policy of a position without one to learn: 0 for legal moves, and `None` for the others.
fn no_policy(game: &Game) -> [Option<f64>; POINTS + 1] {
    let mut policy = [None; POINTS + 1];
    for mv in Coord::all(SIDE).map(Move::Play).chain([Move::Pass]) {
        policy[index(mv)] = game.is_legal(game.to_move(), mv).then_some(0.0);
    }
    policy
}
