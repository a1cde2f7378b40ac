//! The result of a match as text.

use std::io;
use std::io::Write;

use super::log_entry::{EndReason, MatchSettings};
use super::match_score::{MatchScore, SideTotals};
use super::sprt::{SPRT_BOUND, Sprt, SprtDecision};
use tao_rules::board::ByColor;

/// The ways to lose by a fault, with their names in a report.
pub(super) const FAULTS: [(EndReason, &str); 5] = [
    (EndReason::Crash, "crashes"),
    (EndReason::IllegalMove, "illegal moves"),
    (EndReason::BadAnswer, "bad answers"),
    (EndReason::Stall, "stalls"),
    (EndReason::Time, "time losses"),
];

const COLUMN_HEADINGS: &str =
    "         moves    s/move  CPU s/move  slowest s  games lost by a fault";

/// Writes the result of a match: score, Elo, test, and for each side time and faults. Without a game it writes nothing.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn report(out: &mut impl Write, score: &MatchScore, sprt: Option<&Sprt>) -> io::Result<()> {
    let Some(settings) = &score.settings else {
        return Ok(());
    };
    write_settings(out, settings)?;
    writeln!(out)?;
    write_score(out, score)?;
    write_strength(out, score)?;
    if let Some(sprt) = sprt {
        write_test(out, score, sprt)?;
    }
    writeln!(out)?;
    write_sides(out, score)
}

/// Writes the players and the conditions of a match.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn write_settings(out: &mut impl Write, settings: &MatchSettings) -> io::Result<()> {
    let (size, increment) = (settings.size, settings.increment);
    writeln!(out, "A: {}\nB: {}", settings.a, settings.b)?;
    write!(
        out,
        "{size}x{size}, komi {}, rules: {}, openings: {}, seed {}",
        settings.komi, settings.rules, settings.openings, settings.seed
    )?;
    if let Some(time) = settings.main_time {
        write!(out, ", {time} s for each side")?;
    }
    if increment > 0.0 {
        write!(out, ", plus {increment} s a move")?;
    }
    if let Some(referee) = &settings.referee {
        write!(out, ", counted by {referee}")?;
    }
    writeln!(out)
}

fn write_score(out: &mut impl Write, score: &MatchScore) -> io::Result<()> {
    let games = score.games();
    let [wins, draws, losses] = score.results();
    let percent = 100.0 * (wins as f64 + draws as f64 / 2.0) / games as f64;
    writeln!(
        out,
        "A wins {wins}, draws {draws}, loses {losses} of {games} games: {percent:.1} %"
    )?;
    let ByColor([black, white]) = score
        .results_by_color
        .map(|[wins, draws, losses]| format!("{wins}-{draws}-{losses}"));
    writeln!(out, "as Black {black}, as White {white}")?;
    write!(out, "{} games were counted", score.counted)?;
    match score.repeated() {
        0 => writeln!(out),
        repeated => writeln!(out, ", {repeated} have the same moves as another"),
    }
}

fn write_strength(out: &mut impl Write, score: &MatchScore) -> io::Result<()> {
    let Some(share) = score.pairs.share() else {
        return writeln!(out, "no pair of games is complete");
    };
    let (pairs, percent, elo) = (score.pairs.pairs(), share.percent(), share.elo());
    let counts = score.pairs.0.map(|count| count.to_string()).join(", ");
    write!(out, "pairs with 0, 1/2, 1, 3/2, 2 points: {counts}")?;
    match score.incomplete_pairs.len() {
        0 => writeln!(out)?,
        unpaired => writeln!(out, "; unpaired games: {unpaired}")?,
    }
    writeln!(
        out,
        "share of A in {pairs} pairs: {:.1} % (95 %: {:.1} to {:.1})",
        percent.observed, percent.low, percent.high
    )?;
    writeln!(
        out,
        "Elo of A over B: {:+.0} (95 %: {:+.0} to {:+.0})",
        elo.observed, elo.low, elo.high
    )
}

fn write_test(out: &mut impl Write, score: &MatchScore, sprt: &Sprt) -> io::Result<()> {
    let [elo0, elo1] = sprt.hypotheses;
    let ratio = sprt.log_likelihood_ratio(&score.pairs);
    let decision = match sprt.decision(&score.pairs) {
        SprtDecision::H0 => "H0 accepted",
        SprtDecision::H1 => "H1 accepted",
        SprtDecision::Undecided => "undecided",
    };
    writeln!(
        out,
        "SPRT, H0 {elo0:+} Elo, H1 {elo1:+} Elo: log-likelihood ratio {ratio:.2} in ({:.2}, {SPRT_BOUND:.2}), {decision}",
        -SPRT_BOUND
    )
}

fn write_sides(out: &mut impl Write, score: &MatchScore) -> io::Result<()> {
    writeln!(out, "{COLUMN_HEADINGS}")?;
    for (name, side) in ["A", "B"].into_iter().zip(&score.sides) {
        let seconds = |time: Option<f64>| time.map_or("-".to_owned(), |time| format!("{time:.4}"));
        writeln!(
            out,
            "{name:<6}{:>8}{:>10}{:>12}{:>11.3}  {}",
            side.moves,
            seconds(side.seconds_per_move()),
            seconds(side.cpu_seconds_per_move()),
            side.slowest,
            faults(side)
        )?;
    }
    Ok(())
}

/// The games that a side lost by faults: `0`, or `3: crashes 2, stalls 1`.
fn faults(side: &SideTotals) -> String {
    let counts = FAULTS.map(|(end, name)| (side.losses_by(end), name));
    let total: u64 = counts.iter().map(|(count, _)| count).sum();
    let kinds = counts.iter().filter(|(count, _)| *count > 0);
    let kinds: Vec<_> = kinds
        .map(|(count, name)| format!("{name} {count}"))
        .collect();
    let colon = if total > 0 { ": " } else { "" };
    format!("{total}{colon}{}", kinds.join(", "))
}
