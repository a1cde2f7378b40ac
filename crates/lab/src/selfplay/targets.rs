//! What a network learns from a game.

use super::record::{black_shares, index};
use super::{GameEnd, GameRecord, MoveSearch, PlayedGame, PositionRecord};
use tao_engine::net::{POINTS, SIDE};
use tao_engine::search::Ownership;
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::Game;

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
            let _ = before.play(color, mv);
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
    let outcomes = last.and_then(|search| search.snapshot.outcomes.as_ref());
    let expected = outcomes.and_then(|outcomes| outcomes.ownership.clone());
    expected.unwrap_or_else(|| Ownership::of(played.game.board()))
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
