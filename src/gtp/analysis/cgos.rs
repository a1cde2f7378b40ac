//! What the viewers of the Computer Go Server show beside a move: a line of JSON.

use serde::Serialize;

use crate::board::{Coord, Move};
use crate::game::Game;
use crate::gtp::response::join;
use crate::search::{OutcomeStatistics, Ownership, Prospect, Snapshot};

/// Moves that are listed.
const MAX_MOVES: usize = 10;

/// Digits of the numbers for ownership: the first is -1, the last but one is 1.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Everything is seen from the side to move.
#[derive(Debug, Serialize)]
struct Analysis {
    winrate: f64,
    score: f64,
    visits: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<String>,
    moves: Vec<Candidate>,
}

#[derive(Debug, Serialize)]
struct Candidate {
    #[serde(rename = "move")]
    mv: String,
    winrate: f64,
    score: f64,
    prior: f64,
    visits: u64,
    /// What follows after the move.
    pv: String,
}

/// All that is known, on one line.
pub(in crate::gtp) fn json(insight: &Snapshot, game: &Game) -> String {
    let score = |ends: Option<&OutcomeStatistics>| {
        rounded(ends.map_or(0.0, |ends| insight.seen_from(ends.lead - game.komi())))
    };
    let ownership = insight
        .ends
        .as_ref()
        .and_then(|ends| ends.ownership.as_ref());
    let tried = insight.moves.iter().filter(|prospect| prospect.visits > 0);
    let analysis = Analysis {
        winrate: rounded(insight.win_rate),
        score: score(insight.ends.as_ref()),
        visits: insight.visits,
        ownership: ownership.map(|owners| digits(insight, owners, game.size())),
        moves: tried
            .take(MAX_MOVES)
            .map(|prospect| Candidate {
                mv: prospect.mv.to_string(),
                winrate: rounded(prospect.win_rate),
                score: score(insight.ends_after(prospect)),
                prior: rounded(prospect.prior),
                visits: prospect.visits,
                pv: continuation(prospect),
            })
            .collect(),
    };
    // Numbers and texts always can be written.
    serde_json::to_string(&analysis).unwrap_or_default()
}

fn continuation(prospect: &Prospect) -> String {
    let moves = prospect.variation.iter().skip(1);
    join(moves.map(|(mv, _): &(Move, u64)| mv))
}

fn digits(insight: &Snapshot, owners: &Ownership, size: usize) -> String {
    let digit = |balance: f64| {
        #[expect(clippy::cast_sign_loss, reason = "a balance is at least -1")]
        let index = (31.0 * (balance + 1.0)).round() as usize;
        char::from(DIGITS[index.min(62)])
    };
    let points = Coord::rows(size).flatten();
    let balances = points.map(|coord| insight.seen_from(owners.balance(coord)));
    balances.map(digit).collect()
}

/// Four decimals are enough to look at.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
