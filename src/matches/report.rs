//! The result of a match as text.

use std::io;
use std::io::Write;

use super::entry::{Settings, Side};
use super::sprt::{SPRT_BOUND, Sprt, Verdict};
use super::tally::{SideTally, Tally};

/// Writes what the games of a match say: score, Elo, test, what each side has used, and what went wrong.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn report(out: &mut impl Write, tally: &Tally, sprt: Option<&Sprt>) -> io::Result<()> {
    let Some(settings) = tally.settings() else {
        return writeln!(out, "no game was finished");
    };
    write_settings(out, settings)?;
    writeln!(out)?;
    write_score(out, tally)?;
    write_strength(out, tally)?;
    if let Some(sprt) = sprt {
        write_test(out, tally, sprt)?;
    }
    writeln!(out)?;
    write_sides(out, tally)
}

fn write_settings(out: &mut impl Write, settings: &Settings) -> io::Result<()> {
    let Settings {
        a,
        b,
        size,
        komi,
        rules,
        openings,
        main_time,
        increment,
        referee,
        seed,
        ..
    } = settings;
    writeln!(out, "A: {a}\nB: {b}")?;
    write!(
        out,
        "{size}x{size}, komi {komi}, rules: {rules}, openings: {openings}, seed {seed}"
    )?;
    if let Some(time) = main_time {
        write!(out, ", {time} s for each side")?;
    }
    if *increment > 0.0 {
        write!(out, " and {increment} s more for each move")?;
    }
    if let Some(referee) = referee {
        write!(out, ", counted by {referee}")?;
    }
    writeln!(out)
}

fn write_score(out: &mut impl Write, tally: &Tally) -> io::Result<()> {
    let games = tally.games();
    let [wins, draws, losses] = tally.results();
    let percent = 100.0 * (wins as f64 + draws as f64 / 2.0) / games as f64;
    writeln!(
        out,
        "A wins {wins}, draws {draws}, loses {losses} of {games} games: {percent:.1} %"
    )?;
    let [black, white] = tally
        .results_by_color()
        .map(|[wins, draws, losses]| format!("{wins}-{draws}-{losses}"));
    writeln!(out, "as Black {black}, as White {white}")?;
    let counted = tally.counted();
    write!(out, "{counted} games were counted")?;
    match tally.repeated() {
        0 => writeln!(out),
        repeated => writeln!(out, ", {repeated} have the same moves as another"),
    }
}

fn write_strength(out: &mut impl Write, tally: &Tally) -> io::Result<()> {
    let Some(estimate) = tally.pairs().estimate() else {
        return writeln!(out, "no pair of games is complete");
    };
    let elo = estimate.elo();
    let [two, more, even, less, none] = tally.pairs().counts();
    let pairs = tally.pairs().pairs();
    write!(
        out,
        "pairs with 0, 1/2, 1, 3/2, 2 points: {two}, {more}, {even}, {less}, {none}"
    )?;
    match tally.unpaired() {
        0 => writeln!(out)?,
        unpaired => writeln!(out, "; {unpaired} games have no other half")?,
    }
    writeln!(
        out,
        "share of A in {pairs} pairs: {:.1} % (95 %: {:.1} to {:.1})",
        100.0 * estimate.middle,
        100.0 * estimate.low,
        100.0 * estimate.high
    )?;
    writeln!(
        out,
        "Elo of A over B: {:+.0} (95 %: {:+.0} to {:+.0})",
        elo.middle, elo.low, elo.high
    )
}

fn write_test(out: &mut impl Write, tally: &Tally, sprt: &Sprt) -> io::Result<()> {
    let [elo0, elo1] = sprt.hypotheses();
    let ratio = sprt.log_likelihood_ratio(tally.pairs());
    let verdict = match sprt.verdict(tally.pairs()) {
        Verdict::H0 => "H0 accepted",
        Verdict::H1 => "H1 accepted",
        Verdict::Undecided => "undecided",
    };
    writeln!(
        out,
        "SPRT, H0 {elo0:+} Elo, H1 {elo1:+} Elo: log-likelihood ratio {ratio:.2} in ({:.2}, {SPRT_BOUND:.2}), {verdict}",
        -SPRT_BOUND
    )
}

fn write_sides(out: &mut impl Write, tally: &Tally) -> io::Result<()> {
    write!(
        out,
        "{:<6}{:>8}{:>10}{:>12}{:>11}",
        "", "moves", "s/move", "CPU s/move", "slowest s"
    )?;
    for fault in SideTally::FAULTS {
        write!(out, "{fault:>15}")?;
    }
    writeln!(out)?;
    for (name, side) in ["A", "B"].into_iter().zip(Side::BOTH) {
        let side = tally.side(side);
        let seconds = |time: Option<f64>| time.map_or("-".to_owned(), |time| format!("{time:.4}"));
        write!(
            out,
            "{name:<6}{:>8}{:>10}{:>12}{:>11.3}",
            side.moves,
            seconds(side.pace()),
            seconds(side.cpu_pace()),
            side.slowest
        )?;
        for fault in SideTally::FAULTS {
            write!(out, "{:>15}", side.lost_by(fault))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
