//! An analysis as a table for a person.

use std::io;
use std::io::Write;

use crate::analysis::{Evaluation, Judgement};
use crate::board::Color;
use crate::cli::position::moves_in_words;
use crate::game::Score;

use super::Findings;

/// Writes what every move was worth, the mistakes, and how the game stands after the last move.
pub(super) fn write(output: &mut impl Write, findings: &Findings<'_>) -> io::Result<()> {
    let (game, analysis) = (findings.analysis.game(), findings.analysis);
    write_caption(output, findings)?;
    let mut judgements = analysis.judgements().peekable();
    if judgements.peek().is_some() {
        write_heads(output)?;
    }
    for judgement in judgements {
        write_row(output, &judgement)?;
    }
    if !findings.mistakes.is_empty() {
        writeln!(output, "\nThe biggest mistakes:")?;
    }
    for mistake in findings.mistakes {
        writeln!(output, "  {}", mistake.in_words())?;
    }
    let last = *analysis.positions().end();
    if let Some(evaluation) = analysis.evaluation(last) {
        let when = match last {
            0 => "Before the first move".to_owned(),
            _ => format!("After move {last}"),
        };
        writeln!(output, "\n{when} {}", standing(evaluation, game.komi()))?;
    }
    Ok(())
}

fn write_caption(output: &mut impl Write, findings: &Findings<'_>) -> io::Result<()> {
    let (header, game) = (findings.header, findings.analysis.game());
    let texts = [
        ("Black: ", &header.black),
        ("White: ", &header.white),
        ("result ", &header.result),
    ];
    let known = texts
        .iter()
        .filter_map(|(name, text)| Some(format!("{name}{}", printable(text.as_ref()?))));
    let known: Vec<String> = known.collect();
    if !known.is_empty() {
        writeln!(output, "{}", known.join(", "))?;
    }
    let (size, komi, moves) = (
        game.size(),
        game.komi(),
        moves_in_words(findings.plan.last()),
    );
    let handicap = match game.handicap() {
        0 => String::new(),
        stones => format!(", handicap {stones}"),
    };
    writeln!(output, "{size}x{size}{handicap}, komi {komi}, {moves}")
}

/// Two lines above the columns of [`write_row`].
fn write_heads(output: &mut impl Write) -> io::Result<()> {
    let [score, best, points] = ["score", "best", "points"];
    writeln!(
        output,
        "\n{:11}  {:^17}   {score:>6}   {best:<9}   {points:>6}",
        "", "win rate"
    )?;
    let [before, after, best, lost] = ["before", "after", "move", "lost"];
    writeln!(
        output,
        "{:>11}  {before:>7}   {after:>7}   {after:>6}   {best:<9}   {lost:>6}",
        "move  "
    )
}

fn write_row(output: &mut impl Write, judgement: &Judgement) -> io::Result<()> {
    let Judgement {
        number,
        color,
        mv,
        best,
        before,
        after,
        ..
    } = judgement;
    let letter = match color {
        Color::Black => 'B',
        Color::White => 'W',
    };
    let [before, after_rate] = [before, after].map(|standing| 100.0 * standing.win_rate);
    let (score, lost) = (after.lead, judgement.points_lost);
    let sign = if judgement.is_mistake() { " ?" } else { "" };
    let [mv, best] = [mv, best].map(ToString::to_string);
    writeln!(
        output,
        "{number:>4} {letter} {mv:<4}  {before:>5.1} %   {after_rate:>5.1} %   {score:>+6.1}   {best:<9}   {lost:>6.1}{sign}"
    )
}

/// Who is ahead, and what to play.
fn standing(evaluation: &Evaluation, komi: f64) -> String {
    let Some(best) = evaluation.best() else {
        let score = Score {
            lead: evaluation.black.lead,
        };
        return format!("the game is over: {score} with komi {komi}.");
    };
    let own = evaluation.black.seen_by(evaluation.to_move);
    format!(
        "{} is to move: win rate {:.1} %, score {:+.1}, best move {best}.",
        evaluation.to_move,
        100.0 * own.win_rate,
        own.lead
    )
}

/// A text from a file without what a terminal would obey.
fn printable(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_control())
        .collect()
}
