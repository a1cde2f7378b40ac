//! The moves of a search that a position keeps.

use tao_engine::raw::book::{Identity, SearchedMove, Share};
use tao_rules::board::Color;
use tao_rules::raw::{AnyBoard, Point};

/// Most moves that a position keeps.
const MAX_MOVES: usize = 8;

/// A move is kept if it has at least 1/100 of the visits.
const MIN_PART: u64 = 100;

/// The moves of a search that a position of the book keeps: at most eight that it visited enough. They must come the best first.
/// Moves that are the same by a symmetry of the position become one.
pub fn moves_to_keep(
    board: &AnyBoard,
    to_move: Color,
    visits: u32,
    moves: impl IntoIterator<Item = SearchedMove>,
) -> Vec<SearchedMove> {
    let mut different: Vec<(u64, SearchedMove)> = Vec::new();
    for mv in moves {
        let mut after = board.clone();
        if after.play(to_move, Point::new(mv.coord)).is_err() {
            continue;
        }
        let key = Identity::of(&after, !to_move).key;
        match different.iter_mut().find(|(known, _)| *known == key) {
            Some((_, twin)) => add_visits(twin, mv),
            None => different.push((key, mv)),
        }
    }
    let min_visits = u64::from(visits).div_ceil(MIN_PART);
    different
        .into_iter()
        .map(|(_, mv)| mv)
        .filter(|mv| u64::from(mv.visits) >= min_visits.max(1))
        .take(MAX_MOVES)
        .collect()
}

/// Adds the visits of the same move.
fn add_visits(mv: &mut SearchedMove, other: SearchedMove) {
    let weights = [mv, &other].map(|mv| f64::from(mv.visits));
    if other.visits > 0 {
        let sum = mv.win_rate.number() * weights[0] + other.win_rate.number() * weights[1];
        mv.win_rate = Share::new(sum / (weights[0] + weights[1]));
    }
    mv.visits = mv.visits.saturating_add(other.visits);
}
