//! An analysis as JSON.

use serde_json::{Value, json};

use crate::analysis::{MoveReview, PlayerSummary, PositionEvaluation};
use crate::cli::json::{candidate, texts};
use tao_engine::engine::warning;

use super::AnalysisResults;

/// The output of `--json`. Win rates are from 0 to 1, scores in points with komi, both for the player in `color`.
pub(super) fn to_json(results: &AnalysisResults<'_>) -> Value {
    let (analysis, header) = (results.analysis, &results.task.header);
    let job = &analysis.job;
    let last = *job.positions().end();
    let moves = analysis.reviews().filter_map(|review| {
        let before = analysis.evaluation(review.number - 1)?;
        Some(with_search(review_json(&review), before))
    });
    json!({
        "file": results.task.path.display().to_string(),
        "size": job.game.size(),
        "komi": job.game.komi(),
        "black": header.black,
        "white": header.white,
        "result": header.result,
        "seed": job.seed,
        "complete": analysis.is_complete(),
        "judged": job.judges_moves(),
        "caution": warning(job.game.size()),
        "moves": moves.collect::<Value>(),
        "mistakes": results.mistakes.iter().map(|mistake| mistake.number).collect::<Value>(),
        "players": analysis.players().map(player_json),
        "end": analysis.evaluation(last).map(|evaluation| end_json(last, evaluation)),
    })
}

fn review_json(review: &MoveReview) -> Value {
    json!({
        "number": review.number,
        "color": review.color.to_string(),
        "move": review.mv.to_string(),
        "best": review.best.to_string(),
        "win_rate_before": review.before.win_rate,
        "win_rate_after": review.after.win_rate,
        "win_rate_lost": review.win_rate_lost,
        "score_before": review.before.lead,
        "score_after": review.after.lead,
        "points_lost": review.points_lost,
        "book": review.is_book,
    })
}

/// What a player lost; `null` where moves cannot be judged.
fn player_json(player: PlayerSummary) -> Value {
    let losses = player.losses;
    let mistakes = losses.map(|losses| losses.mistakes);
    json!({
        "color": player.color.to_string(),
        "moves": player.moves,
        "points_lost": losses.map(|losses| losses.points),
        "small_mistakes": mistakes.map(|[small, ..]| small),
        "medium_mistakes": mistakes.map(|[_, medium, _]| medium),
        "large_mistakes": mistakes.map(|[.., large]| large),
    })
}

/// The position after the last of the moves.
fn end_json(moves: usize, evaluation: &PositionEvaluation) -> Value {
    let value = evaluation.black.for_color(evaluation.to_move);
    let end = json!({
        "after": moves,
        "color": evaluation.to_move.to_string(),
        "win_rate": value.win_rate,
        "score": value.lead,
        "best": evaluation.best().map(|best| best.to_string()),
    });
    with_search(end, evaluation)
}

/// Adds the fields about the search of a position.
fn with_search(mut fields: Value, evaluation: &PositionEvaluation) -> Value {
    let line = evaluation.expected_line();
    fields["visits"] = evaluation.visits().into();
    fields["exact"] = evaluation.exact.is_some().into();
    fields["candidates"] = evaluation.candidates().map(candidate).collect();
    fields["principal_variation"] = texts(line.iter().map(|(_, mv)| mv)).into();
    fields
}
