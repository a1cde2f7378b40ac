//! An analysis as one page for a browser, which needs nothing but itself.

use serde_json::{Value, json};

use crate::analysis::{Analysis, PositionEvaluation};
use crate::board::Coord;
use crate::cli::json::{candidate, texts};
use crate::engine::caution;
use crate::search::Ownership;

use super::AnalysisResults;

/// The page, with [`DATA`] where the analysis belongs.
const PAGE: &str = include_str!("page.html");

const DATA: &str = "{{data}}";

/// The page of an analysis. Its win rates are from 0 to 1, leads in points with komi, both Black's.
pub(super) fn page(results: &AnalysisResults<'_>) -> String {
    let (analysis, header) = (results.analysis, &results.task.header);
    let job = &analysis.job;
    let positions = job.positions().map(|moves| position(analysis, moves));
    let data = json!({
        "size": job.game.size(),
        "komi": job.game.komi(),
        "black": header.black,
        "white": header.white,
        "result": header.result,
        "complete": analysis.is_complete(),
        "rules": header.get("RU"),
        "judged": job.judges_moves(),
        "cautions": caution(job.game.size()).as_slice(),
        "positions": positions.collect::<Value>(),
        "mistakes": results.mistakes.iter().map(|mistake| mistake.number).collect::<Value>(),
    });
    filled(PAGE, &data)
}

/// A page with data in it.
pub(super) fn filled(page: &str, data: &Value) -> String {
    // Nothing in the data may end the element that holds it.
    page.replacen(DATA, &data.to_string().replace('<', "\\u003c"), 1)
}

/// A position, and the move that led to it. The win rates of candidates are for the side to move.
fn position(analysis: &Analysis, moves: usize) -> Value {
    let game = analysis.job.game_after(moves);
    let made = analysis.mv(moves);
    let review = analysis.review(moves);
    let evaluation = analysis.evaluation(moves);
    let exact = evaluation.and_then(|evaluation| evaluation.exact.as_ref());
    let candidates = evaluation
        .into_iter()
        .flat_map(PositionEvaluation::candidates);
    let line = evaluation.map_or(Vec::new(), PositionEvaluation::expected_line);
    let ownership = evaluation.and_then(|evaluation| evaluation.ownership.as_ref());
    json!({
        "number": moves,
        "move": made.map(|(_, mv)| mv.to_string()),
        "by": made.map(|(color, _)| color.to_string()),
        "points_lost": review.map(|review| review.points_lost),
        "is_mistake": review.is_some_and(|review| review.is_mistake()),
        "summary": review.map(|review| review.summary()),
        "to_move": game.to_move().to_string(),
        "stones": game.board().stones_by_color().rows(game.size()),
        "win_rate": evaluation.map(|evaluation| evaluation.black.win_rate),
        "lead": evaluation.map(|evaluation| evaluation.black.lead),
        "certainty": if exact.is_some() { "exact" } else { "estimated" },
        "candidates": candidates.map(candidate).collect::<Value>(),
        "line": texts(line.iter().map(|(_, mv)| mv)),
        "owners": ownership.map(|ownership| owners(ownership, game.size())),
    })
}

/// Percent by which Black owns a point more than White, row by row from the top.
fn owners(ownership: &Ownership, size: usize) -> Vec<i32> {
    let percent = |coord| (100.0 * ownership.balance(coord)).round() as i32;
    Coord::rows(size)
        .flat_map(|row| row.map(percent).collect::<Vec<_>>())
        .collect()
}
