//! The line of JSON that viewers of the Computer Go Server show beside a move.

use serde::Serialize;

use crate::board::Coord;
use crate::game::Game;
use crate::gtp::response::join_moves;
use crate::search::{MoveStats, Ownership, Snapshot, candidates};

const MAX_MOVES: usize = 10;

/// Digits for ownership: the first is -1, the last but one is 1.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// All numbers are for the side to move.
#[derive(Debug, Serialize)]
struct CgosAnalysis {
    winrate: f64,
    score: f64,
    visits: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<String>,
    moves: Vec<CgosMove>,
}

#[derive(Debug, Serialize)]
struct CgosMove {
    #[serde(rename = "move")]
    mv: String,
    winrate: f64,
    score: f64,
    prior: f64,
    visits: u64,
    /// The expected line after the move.
    pv: String,
}

pub(super) fn json(snapshot: &Snapshot, game: &Game) -> String {
    let outcomes = snapshot.outcomes.as_ref();
    let score = |mv: Option<&MoveStats>| rounded(snapshot.lead(mv).map_or(0.0, |lead| lead.points));
    let cgos_move = |stats: &MoveStats| CgosMove {
        mv: stats.mv.to_string(),
        winrate: rounded(stats.win_rate),
        score: score(Some(stats)),
        prior: rounded(snapshot.prior(stats)),
        visits: stats.visits,
        pv: join_moves(stats.variation.get(1..).unwrap_or_default()),
    };
    let analysis = CgosAnalysis {
        winrate: rounded(snapshot.win_rate),
        score: score(None),
        visits: snapshot.visits,
        ownership: outcomes
            .and_then(|outcomes| outcomes.ownership.as_ref())
            .map(|owners| digits(snapshot, owners, game.size())),
        moves: candidates(&snapshot.moves)
            .take(MAX_MOVES)
            .map(cgos_move)
            .collect(),
    };
    // Numbers and texts can always be serialized.
    serde_json::to_string(&analysis).unwrap_or_default()
}

fn digits(snapshot: &Snapshot, owners: &Ownership, size: usize) -> String {
    let digit = |coord: Coord| {
        let balance = snapshot.seen_from(owners.balance(coord));
        #[expect(clippy::cast_sign_loss, reason = "a balance is at least -1")]
        let index = (31.0 * (balance + 1.0)).round() as usize;
        char::from(DIGITS[index.min(62)])
    };
    Coord::rows(size).flatten().map(digit).collect()
}

fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
