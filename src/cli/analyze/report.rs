//! An analysis as it is printed: as a table, or as JSON.

use std::io::{self, Write};

use crate::cli::position::moves_in_words;
use crate::cli::printable::printable;
use tao_engine::raw::warning;
use tao_protocols::review::{Language, MistakeClass, MoveReview, PositionEvaluation, SEED};
use tao_protocols::schema::output::{
    GameAnalysis, LastPosition, PlayerSummary, PositionSearch, ReviewedMove,
};
use tao_protocols::schema::texts;
use tao_rules::board::Color;
use tao_rules::game::Score;
use tao_sgf::color_letter;

use super::AnalysisResults;

/// The headings of the columns of [`write_row`].
const COLUMN_HEADINGS: &str = "
                 win rate         score   best   points
     move     before     after    after   move     lost
";

/// The headings of the rows of players.
const PLAYER_HEADINGS: &str = "
               points lost
         moves      a move   inaccuracies   mistakes   blunders
";

/// Writes a row for every move, one for each player, the mistakes, and the value of the last position.
pub(super) fn write_table(
    output: &mut impl Write,
    results: &AnalysisResults<'_>,
) -> io::Result<()> {
    let (job, analysis) = (&results.analysis.job, results.analysis);
    write_header(output, results)?;
    if !analysis.reviews().is_empty() {
        write!(output, "{COLUMN_HEADINGS}")?;
    }
    for review in analysis.reviews() {
        write_row(output, review, analysis.evaluation(review.number))?;
    }
    write_players(output, results)?;
    if !results.mistakes.is_empty() {
        writeln!(output, "\nThe biggest mistakes:")?;
    }
    for mistake in results.mistakes {
        writeln!(output, "  {}", mistake.summary())?;
    }
    let last = *job.positions().end();
    if let Some(evaluation) = analysis.evaluation(last) {
        let when = match last {
            0 => "Before the first move".to_owned(),
            _ => format!("After move {last}"),
        };
        let value = position_text(evaluation, job.game.komi());
        writeln!(output, "\n{when} {value}")?;
    }
    Ok(())
}

fn write_header(output: &mut impl Write, results: &AnalysisResults<'_>) -> io::Result<()> {
    let (header, job) = (&results.task.header, &results.analysis.job);
    let facts = [
        ("Black: ", &header.black),
        ("White: ", &header.white),
        ("result ", &header.result),
    ];
    let known = facts.map(|(name, text)| Some(format!("{name}{}", printable(text.as_ref()?))));
    let known: Vec<String> = known.into_iter().flatten().collect();
    if !known.is_empty() {
        writeln!(output, "{}", known.join(", "))?;
    }
    let (size, komi) = (job.game.size(), job.game.komi());
    let handicap = match job.game.handicap() {
        0 => String::new(),
        stones => format!(", handicap {stones}"),
    };
    let moves = moves_in_words(job.last());
    writeln!(output, "{size}x{size}{handicap}, komi {komi}, {moves}")?;
    warning(size).map_or(Ok(()), |warning| writeln!(output, "{warning}"))
}

fn write_row(
    output: &mut impl Write,
    review: &MoveReview,
    evaluation: Option<&PositionEvaluation>,
) -> io::Result<()> {
    let (number, letter) = (review.number, color_letter(review.color));
    let [before, after] = [review.before, review.after].map(|value| 100.0 * value.win_rate);
    let (score, lost) = (review.after.lead, review.loss.points);
    let exact = evaluation.and_then(|evaluation| evaluation.exact.as_ref());
    let signs = [
        review.class.map(MistakeClass::sign),
        review.is_book.then_some("book"),
        exact.map(|_| "exact"),
    ];
    let signs: String = signs
        .iter()
        .flatten()
        .flat_map(|sign| [" ", sign])
        .collect();
    let [mv, best] = [review.mv, review.best].map(|mv| mv.to_string());
    writeln!(
        output,
        "{number:>4} {letter} {mv:<4}  {before:>5.1} %   {after:>5.1} %   {score:>+6.1}   {best:<4}   {lost:>6.1}{signs}"
    )
}

/// Writes a row for each player with reviewed moves.
fn write_players(output: &mut impl Write, results: &AnalysisResults<'_>) -> io::Result<()> {
    let players = results.analysis.players();
    let is_unknown = |player: &PlayerSummary| player.moves == 0 || player.points_lost.is_none();
    if players.iter().all(is_unknown) {
        return Ok(());
    }
    write!(output, "{PLAYER_HEADINGS}")?;
    for (color, player) in Color::BOTH.into_iter().zip(players) {
        let points = player.points_lost.unwrap_or_default();
        let counts = [player.inaccuracies, player.mistakes, player.blunders];
        let [inaccuracies, mistakes, blunders] = counts.map(Option::unwrap_or_default);
        writeln!(
            output,
            "  {color}{:>8}{points:>12.1}{inaccuracies:>15}{mistakes:>11}{blunders:>11}",
            player.moves
        )?;
    }
    Ok(())
}

fn position_text(evaluation: &PositionEvaluation, komi: f64) -> String {
    let Some(best) = evaluation.best() else {
        let score = Score {
            lead: evaluation.black.lead,
        };
        return format!("the game is over: {score} with komi {komi}.");
    };
    let own = evaluation.black.for_color(evaluation.to_move);
    let exact = evaluation.exact.as_ref().map_or("", |_| " (exact)");
    format!(
        "{} is to move: win rate {:.1} %, score {:+.1}{exact}, best move {best}.",
        evaluation.to_move,
        100.0 * own.win_rate,
        own.lead,
    )
}

/// The object that `--json` prints.
pub(super) fn object(results: &AnalysisResults<'_>) -> GameAnalysis {
    let (analysis, header) = (results.analysis, &results.task.header);
    let job = &analysis.job;
    let last = *job.positions().end();
    let moves = analysis.reviews().iter().filter_map(|review| {
        let before = analysis.evaluation(review.number - 1)?;
        Some(reviewed(review, before))
    });
    GameAnalysis {
        file: results.task.path.display().to_string(),
        size: job.game.size(),
        komi: job.game.komi(),
        black: header.black.clone(),
        white: header.white.clone(),
        result: header.result.clone(),
        seed: job.settings.seed.unwrap_or(SEED),
        complete: analysis.is_complete(),
        judged: job.judges_moves(),
        caution: warning(job.game.size()),
        moves: moves.collect(),
        mistakes: results
            .mistakes
            .iter()
            .map(|mistake| mistake.number)
            .collect(),
        players: analysis.players(),
        end: analysis
            .evaluation(last)
            .map(|evaluation| end(last, evaluation)),
    }
}

fn reviewed(review: &MoveReview, before: &PositionEvaluation) -> ReviewedMove {
    ReviewedMove {
        number: review.number,
        color: review.color.into(),
        mv: review.mv.to_string(),
        best: review.best.to_string(),
        win_rate_before: review.before.win_rate,
        win_rate_after: review.after.win_rate,
        win_rate_lost: review.loss.win_rate,
        score_before: review.before.lead,
        score_after: review.after.lead,
        points_lost: review.loss.points,
        class: review.class,
        reason: review.reason.map(|reason| reason.sentence(Language::En)),
        book: review.is_book,
        search: search(before),
    }
}

fn end(moves: usize, evaluation: &PositionEvaluation) -> LastPosition {
    let value = evaluation.black.for_color(evaluation.to_move);
    LastPosition {
        after: moves,
        color: evaluation.to_move.into(),
        win_rate: value.win_rate,
        score: value.lead,
        best: evaluation.best().map(|best| best.to_string()),
        search: search(evaluation),
    }
}

fn search(evaluation: &PositionEvaluation) -> PositionSearch {
    let line = evaluation.expected_line();
    PositionSearch {
        visits: evaluation.visits(),
        exact: evaluation.exact.is_some(),
        candidates: evaluation.candidates().map(Into::into).collect(),
        principal_variation: texts(line.iter().map(|(_, mv)| mv)),
    }
}
