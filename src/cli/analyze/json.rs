//! An analysis as JSON.

use serde::Serialize;

use crate::analysis::{MoveReview, PlayerSummary, PositionEvaluation};
use crate::cli::candidates::CandidateJson;

use super::results::AnalysisResults;

/// The output of `--json`. Win rates are from 0 to 1, scores in points with komi, both those of the player in `color`.
#[derive(Debug, Serialize)]
pub(super) struct AnalysisJson<'a> {
    /// The record.
    file: String,
    size: usize,
    komi: f64,
    black: Option<&'a str>,
    white: Option<&'a str>,
    /// As in the record.
    result: Option<&'a str>,
    seed: u64,
    /// `false` after Ctrl-C: some moves are missing.
    complete: bool,
    moves: Vec<MoveJson>,
    /// Numbers of moves, the worst mistake first.
    mistakes: Vec<usize>,
    players: Vec<PlayerJson>,
    /// The position after the last of the moves; `null` if it was not searched.
    end: Option<LastPositionJson>,
}

#[derive(Debug, Serialize)]
struct MoveJson {
    number: usize,
    color: String,
    #[serde(rename = "move")]
    mv: String,
    best: String,
    win_rate_before: f64,
    win_rate_after: f64,
    win_rate_lost: f64,
    score_before: f64,
    score_after: f64,
    points_lost: f64,
    /// Whether the opening book has the move as a good one.
    book: bool,
    /// The search of the position before the move.
    #[serde(flatten)]
    search: SearchJson,
}

#[derive(Debug, Serialize)]
struct PlayerJson {
    color: String,
    /// Number of moves that were reviewed.
    moves: usize,
    /// Points that a move lost on average.
    points_lost: f64,
    /// Mistakes that lost less than 10 % of the win rate, less than 20 %, and more.
    small_mistakes: usize,
    medium_mistakes: usize,
    large_mistakes: usize,
}

impl From<PlayerSummary> for PlayerJson {
    fn from(player: PlayerSummary) -> Self {
        let [small_mistakes, medium_mistakes, large_mistakes] = player.mistakes;
        Self {
            color: player.color.to_string(),
            moves: player.moves,
            points_lost: player.points_lost,
            small_mistakes,
            medium_mistakes,
            large_mistakes,
        }
    }
}

#[derive(Debug, Serialize)]
struct LastPositionJson {
    /// Number of moves before it.
    after: usize,
    /// The player to move.
    color: String,
    win_rate: f64,
    score: f64,
    /// `null` if the game is over.
    best: Option<String>,
    #[serde(flatten)]
    search: SearchJson,
}

#[derive(Debug, Serialize)]
struct SearchJson {
    visits: u64,
    /// Whether the result and the score of the position are exact.
    exact: bool,
    /// The moves with a hundredth of the visits or more, the best first.
    candidates: Vec<CandidateJson>,
    /// The expected moves, from the best move on.
    principal_variation: Vec<String>,
}

impl<'a> AnalysisJson<'a> {
    pub(super) fn new(results: &AnalysisResults<'a>) -> Self {
        let AnalysisResults {
            header,
            analysis,
            mistakes,
            ..
        } = results;
        let job = &analysis.job;
        let last = *job.positions().end();
        let moves = analysis.reviews().filter_map(|review| {
            let before = analysis.evaluation(review.number - 1)?;
            Some(MoveJson::new(&review, before))
        });
        Self {
            file: results.path.display().to_string(),
            size: job.game.size(),
            komi: job.game.komi(),
            black: header.black.as_deref(),
            white: header.white.as_deref(),
            result: header.result.as_deref(),
            seed: job.seed,
            complete: analysis.is_complete(),
            moves: moves.collect(),
            mistakes: mistakes.iter().map(|mistake| mistake.number).collect(),
            players: analysis.players().map(PlayerJson::from).into(),
            end: analysis.evaluation(last).map(|evaluation| {
                let value = evaluation.black.for_color(evaluation.to_move);
                LastPositionJson {
                    after: last,
                    color: evaluation.to_move.to_string(),
                    win_rate: value.win_rate,
                    score: value.lead,
                    best: evaluation.best().map(|best| best.to_string()),
                    search: evaluation.into(),
                }
            }),
        }
    }
}

impl MoveJson {
    fn new(review: &MoveReview, before: &PositionEvaluation) -> Self {
        Self {
            number: review.number,
            color: review.color.to_string(),
            mv: review.mv.to_string(),
            best: review.best.to_string(),
            win_rate_before: review.before.win_rate,
            win_rate_after: review.after.win_rate,
            win_rate_lost: review.win_rate_lost,
            score_before: review.before.lead,
            score_after: review.after.lead,
            points_lost: review.points_lost,
            book: review.is_book,
            search: before.into(),
        }
    }
}

impl From<&PositionEvaluation> for SearchJson {
    fn from(evaluation: &PositionEvaluation) -> Self {
        let line = evaluation.expected_line();
        Self {
            visits: evaluation.visits(),
            exact: evaluation.exact.is_some(),
            candidates: evaluation.candidates().map(CandidateJson::from).collect(),
            principal_variation: line.iter().map(|(_, mv)| mv.to_string()).collect(),
        }
    }
}
