//! What is known of a position without a search, as JSON: the moves of the opening book, and exact results.

use std::fmt::Display;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value, json};
use web_time::Instant;

use tao_engine::engine::{EngineSettings, solve};
use tao_engine::solve::{Budget, open_points};
use tao_rules::board::{Coord, Move};
use tao_rules::game::Game;

/// Why there are no exact results.
pub(crate) const WRONG_RULES: &str = "exact results need rules that count area";

/// What the opening book says about a position, and how many points are open to the solver.
pub(crate) fn explored(game: &Game, settings: &EngineSettings, revision: u64) -> Value {
    let answer = settings.book_answer(game, game.to_move(), 0);
    json!({
        "revision": revision,
        "open_points": open_points(game.board()),
        "book": answer.map(|answer| json!({
            "value": answer.value,
            "points": answer.points_ahead,
            "visits": answer.visits_below,
            "moves": answer.moves.iter().map(|mv| json!({
                "move": mv.coord.to_string(),
                "images": texts(&mv.images),
                "value": mv.value,
                "visits": mv.visits,
                "depth": mv.depth,
                "is_good": mv.is_good,
                "line": texts(&mv.line),
                "other_last": texts(&mv.transpositions),
            })).collect::<Vec<_>>(),
        })),
    })
}

/// The exact lead of Black in a position and after each of its moves, as far as it is found in this time; `None` if the solver does
/// not support the rules.
pub(crate) fn solved(
    game: &Game,
    table_bytes: usize,
    time: Duration,
    stop: &AtomicBool,
    revision: u64,
) -> Option<Value> {
    let game = game.without_agreement();
    let budget = Budget {
        nodes: u64::MAX,
        deadline: Instant::now().checked_add(time),
        stop: Some(stop),
        table_bytes,
    };
    let color = game.to_move();
    let solution = solve(&game, color, &budget)?;
    let lead = solution.score().map(|score| score.lead);
    let after = |mv: Move| {
        let mut game = game.clone();
        game.play(color, mv).ok()?;
        let score = solve(&game, !color, &budget)?.score();
        Some((mv, score.map(|score| score.lead)))
    };
    let all = Coord::all(game.size()).map(Move::Play).chain([Move::Pass]);
    let mut moves: Vec<_> = all.filter(|_| lead.is_some()).filter_map(after).collect();
    moves.sort_by(|(_, one), (_, other)| {
        let share = |lead: &Option<f64>| lead.map_or(f64::NEG_INFINITY, |lead| color.signed(lead));
        share(other).total_cmp(&share(one))
    });
    let moves = moves.iter();
    Some(json!({
        "revision": revision,
        "to_move": color.to_string(),
        "lead": lead,
        "at_least": f64::from(solution.at_least) - solution.komi,
        "at_most": f64::from(solution.at_most) - solution.komi,
        "line": texts(&solution.line),
        "moves": moves.map(|(mv, lead)| json!({"move": mv.to_string(), "lead": lead})).collect::<Vec<_>>(),
    }))
}

fn texts(items: &[impl Display]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}
