//! A game and its analysis as JSON: `web/src/protocol.ts` describes the fields.

use std::fmt::Display;

use serde_json::{Value, json};

use crate::table::Ending;
use tao_engine::engine::{MIN_MISTAKE, judges_moves, warning};
use tao_engine::search::{MoveStats, Snapshot, candidates};
use tao_rules::board::{ByColor, Color, Coord, Point, PointSet};
use tao_rules::game::Game;
use tao_sgf::MoveTree;

use super::board_game::{BoardGame, KnownValue};

/// Maximum number of candidates in an analysis.
const MAX_CANDIDATES: usize = 12;

/// Maximum length of the expected line of a candidate.
const MAX_LINE: usize = 12;

/// The state of a game and the position that is shown. `revision` is the number of changes of the game, and `is_thinking` tells
/// whether the engine searches for its move or is about to.
pub(crate) fn state(board: &BoardGame, revision: u64, is_thinking: bool) -> Value {
    let (table, shown) = (&board.table, board.shown());
    let (game, header) = (table.game(), table.header());
    let ending = board.ending();
    let counted = ending.and_then(|_| table.counted());
    let dead = match ending {
        Some(Ending::Counted { dead }) => dead,
        _ => PointSet::EMPTY,
    };
    let score = counted.as_ref().map(|(_, score)| score.to_string());
    let person = table.person().map(|color| color.to_string());
    let moves = board.line_moves();
    let moves =
        moves.map(|(color, mv)| json!({"color": color.to_string(), "move": mv.to_string()}));
    json!({
        "revision": revision,
        "size": game.size(),
        "komi": game.komi(),
        "handicap": game.handicap(),
        "rules": game.rules().to_string(),
        "level": board.level().number(),
        "player": person.as_deref().unwrap_or("both"),
        "names": [&header.black, &header.white],
        "recorded_rules": header.get("RU"),
        "recorded_result": header.result,
        "cautions": warning(game.size()).as_slice(),
        "least_mistake": judges_moves(game.size()).then_some(MIN_MISTAKE),
        "moves": moves.collect::<Vec<_>>(),
        "values": (0..board.line.len()).map(|moves| board.value(moves)).collect::<Vec<_>>(),
        "tree": tree(&board.tree),
        "main": board.main,
        "line": board.line,
        "at": board.at,
        "to_move": shown.to_move().to_string(),
        "stones": shown.board().stones_by_color().rows(game.size()),
        "captures": Color::BOTH.map(|color| shown.captures(color)),
        "dead": texts(dead.iter().map(Point::coord)),
        "owners": counted.map(|(rest, _)| game.owned_of(&rest).rows(game.size())),
        "result": ending.and_then(Ending::result).or(score),
        "phase": match ending {
            Some(_) => "over",
            None if is_thinking => "thinking",
            None if board.is_engines_turn() => "engine_to_move",
            None => "open",
        },
        "clock": board.time_left().map(|ByColor(left)| json!({
            "runs": (!table.is_over()).then(|| game.to_move().to_string()),
            "left": left.map(|left| left.as_secs_f64()),
        })),
        "can_restore": board.former.is_some(),
    })
}

/// The moves of a game with variations and comments.
/// The variations of a tree.
#[must_use]
pub fn tree(tree: &MoveTree) -> Value {
    let nodes = tree.nodes().iter();
    let nodes = nodes.map(|node| {
        json!({
            "parent": node.parent,
            "color": node.mv.map(|(color, _)| color.to_string()),
            "move": node.mv.map(|(_, mv)| mv.to_string()),
            "comment": node.comment,
        })
    });
    nodes.collect()
}

/// What a search has found in the position that is shown.
/// An analysis of a position.
#[must_use]
pub fn analysis(snapshot: &Snapshot, game: &Game, revision: u64) -> Value {
    let value = value(snapshot);
    let outcomes = snapshot.outcomes.as_ref();
    let owners = outcomes.and_then(|outcomes| outcomes.ownership.as_ref());
    let percent = |coord| owners.map(|owners| (100.0 * owners.balance(coord)).round() as i32);
    let best = candidates(&snapshot.moves).take(MAX_CANDIDATES);
    json!({
        "revision": revision,
        "to_move": snapshot.to_move.to_string(),
        "visits": value.visits,
        "win_rate": value.win_rate,
        "lead": value.lead,
        "done": false,
        "candidates": best.map(|stats| candidate(snapshot, stats)).collect::<Vec<_>>(),
        "owners": Coord::rows(game.size()).flatten().map(percent).collect::<Option<Vec<_>>>(),
    })
}

fn candidate(snapshot: &Snapshot, stats: &MoveStats) -> Value {
    json!({
        "move": stats.mv.to_string(),
        "visits": stats.visits,
        "win_rate": stats.win_rate,
        "lead": snapshot.lead(Some(stats)).map(|lead| lead.points),
        "line": texts(stats.variation.iter().take(MAX_LINE).map(|(mv, _)| mv)),
    })
}

/// The value that a search found, for Black.
pub(crate) fn value(snapshot: &Snapshot) -> KnownValue {
    let lead = snapshot.points_ahead();
    KnownValue {
        win_rate: snapshot.to_move.share(snapshot.win_rate),
        lead: lead.map(|lead| snapshot.to_move.signed(lead)),
        visits: snapshot.visits,
    }
}

fn texts(items: impl Iterator<Item: Display>) -> Vec<String> {
    items.map(|item| item.to_string()).collect()
}
