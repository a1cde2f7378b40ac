//! The line of JSON that viewers of the Computer Go Server show beside a move.

use crate::gtp::response::join_moves;
use crate::schema;
use crate::schema::output::{CgosAnalysis, CgosMove};
use tao_engine::search::{Ownership, Snapshot, candidates};
use tao_rules::board::Coord;
use tao_rules::game::Game;

const MAX_MOVES: usize = 10;

/// Digits for ownership: the first one is -1, and `+`, the last but one, is 1.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// All numbers are for the side to move. The expected line of a move does not contain the move itself.
pub(super) fn json(snapshot: &Snapshot, game: &Game) -> String {
    let score = |mv| rounded(snapshot.lead(mv).unwrap_or_default().points);
    let moves = candidates(&snapshot.moves)
        .take(MAX_MOVES)
        .map(|stats| CgosMove {
            mv: stats.mv.to_string(),
            winrate: rounded(stats.win_rate),
            score: score(Some(stats)),
            prior: rounded(snapshot.prior(stats)),
            visits: stats.visits,
            pv: join_moves(stats.variation.get(1..).unwrap_or_default()),
        });
    let outcomes = snapshot.outcomes.as_ref();
    let owners = outcomes.and_then(|outcomes| outcomes.ownership.as_ref());
    schema::json(&CgosAnalysis {
        winrate: rounded(snapshot.win_rate),
        score: score(None),
        visits: snapshot.visits,
        ownership: owners.map(|owners| digits(snapshot, owners, game.size())),
        moves: moves.collect(),
    })
}

fn digits(snapshot: &Snapshot, owners: &Ownership, size: usize) -> String {
    let digit = |coord: Coord| {
        let balance = snapshot.to_move.signed(owners.balance(coord));
        #[expect(clippy::cast_sign_loss, reason = "a balance is at least -1")]
        let index = (31.0 * (balance + 1.0)).round() as usize;
        char::from(DIGITS[index.min(62)])
    };
    Coord::rows(size).flatten().map(digit).collect()
}

fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
