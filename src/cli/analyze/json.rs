//! An analysis for other programs.

use std::io;
use std::io::Write;

use serde::Serialize;

use crate::analysis::{Evaluation, Judgement, Standing};
use crate::board::{Color, Move};
use crate::cli::candidates::CandidateJson;

use super::Findings;

/// Writes a JSON object on one line.
pub(super) fn write(output: &mut impl Write, findings: &Findings<'_>) -> io::Result<()> {
    let text = serde_json::to_string(&Answer::new(findings))?;
    writeln!(output, "{text}")
}

/// What `--json` prints. Win rates are from 0 to 1, scores in points with komi, both those of the player in `color`.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    size: usize,
    komi: f64,
    black: Option<&'a str>,
    white: Option<&'a str>,
    /// As the record has it.
    result: Option<&'a str>,
    seed: u64,
    /// `false` after Ctrl-C: some moves are missing.
    complete: bool,
    moves: Vec<Line>,
    /// Numbers of moves, the worst mistake first.
    mistakes: Vec<usize>,
    /// The position after the last of the moves; `null` where it was not reached.
    end: Option<End>,
}

#[derive(Debug, Serialize)]
struct Line {
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
    #[serde(flatten)]
    found: Found,
}

#[derive(Debug, Serialize)]
struct End {
    /// Moves before it.
    after: usize,
    /// Who is to move.
    color: String,
    win_rate: f64,
    score: f64,
    /// `null` where the game is over.
    best: Option<String>,
    #[serde(flatten)]
    found: Found,
}

/// What the search of the position found: that before a move, or that at the end.
#[derive(Debug, Default, Serialize)]
struct Found {
    visits: u64,
    /// The moves with a hundredth of the visits or more, the best first.
    candidates: Vec<CandidateJson>,
    /// What was expected from the best move on.
    principal_variation: Vec<String>,
}

impl<'a> Answer<'a> {
    fn new(findings: &Findings<'a>) -> Self {
        let Findings {
            header,
            plan,
            analysis,
            mistakes,
        } = findings;
        let end = *analysis.positions().end();
        let line =
            |judgement: Judgement| Line::new(&judgement, analysis.evaluation(judgement.number - 1));
        Self {
            size: analysis.game().size(),
            komi: analysis.game().komi(),
            black: header.black.as_deref(),
            white: header.white.as_deref(),
            result: header.result.as_deref(),
            seed: plan.seed,
            complete: analysis.is_complete(),
            moves: analysis.judgements().map(line).collect(),
            mistakes: mistakes.iter().map(|mistake| mistake.number).collect(),
            end: analysis
                .evaluation(end)
                .map(|evaluation| End::new(end, evaluation)),
        }
    }
}

impl Line {
    fn new(judgement: &Judgement, before: Option<&Evaluation>) -> Self {
        Self {
            number: judgement.number,
            color: judgement.color.to_string(),
            mv: judgement.mv.to_string(),
            best: judgement.best.to_string(),
            win_rate_before: judgement.before.win_rate,
            win_rate_after: judgement.after.win_rate,
            win_rate_lost: judgement.win_rate_lost,
            score_before: judgement.before.lead,
            score_after: judgement.after.lead,
            points_lost: judgement.points_lost,
            found: before.map(Found::new).unwrap_or_default(),
        }
    }
}

impl End {
    fn new(after: usize, evaluation: &Evaluation) -> Self {
        let Standing { win_rate, lead } = evaluation.black.seen_by(evaluation.to_move);
        Self {
            after,
            color: evaluation.to_move.to_string(),
            win_rate,
            score: lead,
            best: evaluation.best().map(|best| best.to_string()),
            found: Found::new(evaluation),
        }
    }
}

impl Found {
    fn new(evaluation: &Evaluation) -> Self {
        let name = |(_, mv): &(Color, Move)| mv.to_string();
        Self {
            visits: evaluation.visits(),
            candidates: evaluation.candidates().map(CandidateJson::from).collect(),
            principal_variation: evaluation.expected_line().iter().map(name).collect(),
        }
    }
}
