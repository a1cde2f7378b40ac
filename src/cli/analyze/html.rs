//! An analysis as one page for a browser, which needs nothing but itself.

use serde::Serialize;

use crate::analysis::{Analysis, PositionEvaluation};
use crate::board::{AnyBoard, Cell, Color, Coord, Point};
use crate::cli::candidates::CandidateJson;
use crate::cli::error::Error;
use crate::search::Ownership;

use super::results::AnalysisResults;

/// The page, with [`DATA`] where the analysis belongs.
const PAGE: &str = include_str!("page.html");

const DATA: &str = "{{data}}";

/// What the page shows. Win rates are from 0 to 1, leads in points with komi.
#[derive(Debug, Serialize)]
struct PageJson<'a> {
    size: usize,
    komi: f64,
    black: Option<&'a str>,
    white: Option<&'a str>,
    result: Option<&'a str>,
    complete: bool,
    positions: Vec<PositionJson>,
    /// Numbers of moves, the worst first.
    mistakes: Vec<usize>,
}

/// A position, and the move that led to it.
#[derive(Debug, Serialize)]
struct PositionJson {
    /// Number of that move.
    number: usize,
    #[serde(rename = "move")]
    mv: Option<String>,
    by: Option<String>,
    points_lost: Option<f64>,
    is_mistake: bool,
    summary: Option<String>,
    to_move: String,
    /// Rows from the top: `X` Black's, `O` White's, `.` empty.
    stones: Vec<String>,
    /// Black's, as is `lead`.
    win_rate: Option<f64>,
    lead: Option<f64>,
    /// `exact` or `estimated`.
    certainty: &'static str,
    /// Win rates of the side to move.
    candidates: Vec<CandidateJson>,
    line: Vec<String>,
    /// Percent by which Black owns a point more than White, row by row from the top.
    owners: Option<Vec<i32>>,
}

/// The page of an analysis.
///
/// # Errors
///
/// [`Error::Stream`], which does not happen.
pub(super) fn page(results: &AnalysisResults<'_>) -> Result<String, Error> {
    let AnalysisResults {
        header,
        analysis,
        mistakes,
        ..
    } = results;
    let job = &analysis.job;
    let json = PageJson {
        size: job.game.size(),
        komi: job.game.komi(),
        black: header.black.as_deref(),
        white: header.white.as_deref(),
        result: header.result.as_deref(),
        complete: analysis.is_complete(),
        positions: job
            .positions()
            .map(|moves| position(analysis, moves))
            .collect(),
        mistakes: mistakes.iter().map(|mistake| mistake.number).collect(),
    };
    let json = serde_json::to_string(&json).map_err(std::io::Error::from)?;
    // Nothing in the data may end the element that holds it.
    Ok(PAGE.replacen(DATA, &json.replace('<', "\\u003c"), 1))
}

fn position(analysis: &Analysis, moves: usize) -> PositionJson {
    let game = analysis.job.game_after(moves);
    let made = analysis.mv(moves);
    let review = analysis.review(moves);
    let evaluation = analysis.evaluation(moves);
    let black = evaluation.map(|evaluation| evaluation.black);
    PositionJson {
        number: moves,
        mv: made.map(|(_, mv)| mv.to_string()),
        by: made.map(|(color, _)| color.to_string()),
        points_lost: review.map(|review| review.points_lost),
        is_mistake: review.is_some_and(|review| review.is_mistake()),
        summary: review.map(|review| review.summary()),
        to_move: game.to_move().to_string(),
        stones: stones(game.board()),
        win_rate: black.map(|value| value.win_rate),
        lead: black.map(|value| value.lead),
        certainty: match evaluation.and_then(|evaluation| evaluation.exact.as_ref()) {
            Some(_) => "exact",
            None => "estimated",
        },
        candidates: evaluation.map_or(Vec::new(), |evaluation| {
            evaluation.candidates().map(CandidateJson::from).collect()
        }),
        line: evaluation.map_or(Vec::new(), line),
        owners: evaluation
            .and_then(|evaluation| evaluation.ownership.as_ref())
            .map(|ownership| owners(ownership, game.size())),
    }
}

fn line(evaluation: &PositionEvaluation) -> Vec<String> {
    let line = evaluation.expected_line();
    line.iter().map(|(_, mv)| mv.to_string()).collect()
}

fn stones(board: &AnyBoard) -> Vec<String> {
    let letter = |coord| match board.cell(Point::new(coord)) {
        Cell::Stone(Color::Black) => 'X',
        Cell::Stone(Color::White) => 'O',
        Cell::Empty => '.',
    };
    let rows = Coord::rows(board.size());
    rows.map(|row| row.map(letter).collect()).collect()
}

fn owners(ownership: &Ownership, size: usize) -> Vec<i32> {
    let percent = |coord| (100.0 * ownership.balance(coord)).round() as i32;
    Coord::rows(size)
        .flat_map(|row| row.map(percent).collect::<Vec<_>>())
        .collect()
}
