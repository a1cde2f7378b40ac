//! An analysis as one page for a browser, which loads no other file.

use serde_json::{Value, json};

use crate::analysis::{Analysis, PositionEvaluation};
use crate::cli::json::{candidate, texts};
use crate::page::PAGE;
use tao_engine::engine::{Level, MIN_MISTAKE, warning};
use tao_engine::search::{MoveStats, Ownership};
use tao_protocols::serve;
use tao_protocols::session::view;
use tao_rules::board::{Color, Coord};
use tao_rules::game::Game;

use super::AnalysisResults;

/// Maximum length of the expected line of a candidate.
const MAX_LINE: usize = 12;

/// The nonce of the page's own script and style. With [`POLICY`], a browser uses no other ones and loads nothing.
const NONCE: &str = "page";

const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'nonce-page'; \
    style-src 'nonce-page'; img-src data:\">";

/// Returns the page of an analysis. Its data is an `AnalyzedGame` of `web/src/protocol.ts`.
pub(super) fn page(results: &AnalysisResults<'_>) -> String {
    let (analysis, header) = (results.analysis, &results.task.header);
    let (job, tree) = (&analysis.job, &results.task.tree);
    let (game, first) = (&job.game, job.moves_before_setup);
    let mut warnings: Vec<String> = warning(game.size()).into_iter().collect();
    if !analysis.is_complete() {
        warnings.push("The analysis is not complete.".to_owned());
    }
    let moves = game.moves().iter();
    let moves =
        moves.map(|(color, mv)| json!({"color": color.to_string(), "move": mv.to_string()}));
    let state = json!({
        "size": game.size(),
        "komi": game.komi(),
        "handicap": game.handicap(),
        "rules": game.rules().to_string(),
        "level": Level::FULL.number(),
        "player": "both",
        "names": [&header.black, &header.white],
        "recorded_rules": header.get("RU"),
        "recorded_result": header.result,
        "cautions": warnings,
        "least_mistake": job.judges_moves().then_some(MIN_MISTAKE),
        "moves": moves.collect::<Value>(),
        "moves_before": first,
        "values": (first..=job.last()).map(|moves| value(analysis, moves)).collect::<Value>(),
        "losses": (first + 1..=job.last()).map(|number| loss(analysis, number)).collect::<Value>(),
        "tree": view::tree(tree),
        "main": (0..=game.moves().len()).collect::<Value>(),
        "dead": [],
        "owners": null,
        "result": null,
        "phase": "open",
        "clock": null,
        "can_restore": false,
    });
    let worst = results.mistakes.first();
    // The tree begins with the nodes of the game. The nodes of variations follow.
    let of_game = (first..=job.last()).map(|moves| position(&job.game_after(moves)));
    let others = (game.moves().len() + 1..tree.nodes().len())
        .map(|node| position(&tree.game_at(game, node)));
    let data = json!({
        "game": state,
        "positions": of_game.chain(others).collect::<Value>(),
        "analyses": (first..=job.last()).map(|moves| evaluation(analysis, moves)).collect::<Value>(),
        "worst": worst.map(|mistake| mistake.number - first - 1),
    });
    serve::page(PAGE, NONCE, POLICY, &data)
}

/// Puts the data into a page.
pub(super) fn filled(page: &str, data: &Value) -> String {
    // Escapes `<`, so that nothing in the data can end the script element that holds it.
    page.replacen("{{data}}", &data.to_string().replace('<', "\\u003c"), 1)
}

fn position(game: &Game) -> Value {
    json!({
        "to_move": game.to_move().to_string(),
        "stones": game.board().stones_by_color().rows(game.size()),
        "captures": Color::BOTH.map(|color| game.captures(color)),
    })
}

/// Black's value of a position.
fn value(analysis: &Analysis, moves: usize) -> Option<Value> {
    let evaluation = analysis.evaluation(moves)?;
    let black = evaluation.black;
    Some(json!({"win_rate": black.win_rate, "lead": black.lead, "visits": evaluation.visits()}))
}

/// What the move with this number lost, for its player.
fn loss(analysis: &Analysis, number: usize) -> Option<Value> {
    let review = analysis.review(number)?;
    Some(json!({
        "win_rate": review.win_rate_lost,
        "points": review.points_lost,
        "is_mistake": review.is_mistake(),
    }))
}

/// The results of the search of a position: its value, the candidates and the owners of the points.
fn evaluation(analysis: &Analysis, moves: usize) -> Option<Value> {
    let found = analysis.evaluation(moves)?;
    let mut evaluation = value(analysis, moves)?;
    let candidates = found.candidates().enumerate();
    let candidates = candidates.map(|(i, stats)| {
        let mut candidate = candidate(stats);
        let line = stats.variation.iter().map(|(mv, _)| mv);
        candidate["line"] = if i == 0 {
            texts(found.expected_line().iter().map(|(_, mv)| mv)).into()
        } else {
            texts(line.take(MAX_LINE)).into()
        };
        candidate["lead"] = lead(found, stats).into();
        candidate
    });
    evaluation["candidates"] = candidates.collect();
    evaluation["to_move"] = found.to_move.to_string().into();
    evaluation["exact"] = found.exact.is_some().into();
    let size = analysis.job.game.size();
    let owners = found.ownership.as_ref();
    evaluation["owners"] = owners.map(|ownership| owners_of(ownership, size)).into();
    Some(evaluation)
}

/// Returns by how many points the side to move is ahead after a candidate. `None` for a move other than the best one if the search
/// did not count the scores of both.
pub(super) fn lead(found: &PositionEvaluation, stats: &MoveStats) -> Option<f64> {
    let black = |stats: &MoveStats| {
        let outcomes = stats.outcomes.as_ref();
        outcomes.filter(|ends| ends.games > 0).map(|ends| ends.lead)
    };
    let best = found.moves.first()?;
    let own = found.black.for_color(found.to_move).lead;
    if stats.mv == best.mv {
        return Some(own);
    }
    Some(own + found.to_move.signed(black(stats)? - black(best)?))
}

/// Returns by how many percent Black owns each point more than White does, row by row from the top.
fn owners_of(ownership: &Ownership, size: usize) -> Vec<i32> {
    let percent = |coord| (100.0 * ownership.balance(coord)).round() as i32;
    Coord::rows(size)
        .flat_map(|row| row.map(percent).collect::<Vec<_>>())
        .collect()
}
