//! A match for each value of a setting, as a table and as a chart.

use std::io;
use std::io::Write;

use crate::matches::{MatchScore, write_settings};
use tao_go::cli::error::Error;
use tao_go::cli::output_file;
use tao_go::cli::settings::Settings;
use tao_go::picture::{Chart, Series};

use super::args::MatchArgs;
use super::player::PlayerSpec;
use super::values::Sweep;

/// The matches of A with each value of `--sweep`, for each value of `--series`, with the names of their rows.
///
/// # Errors
///
/// [`Error::Usage`] for a value that A does not take.
pub(super) fn matches(args: &MatchArgs, sweep: &Sweep) -> Result<Vec<(String, MatchArgs)>, Error> {
    let (Some(a), Some(b)) = (&args.players.a, &args.players.b) else {
        return Err(Error::Usage("--sweep needs --a and --b".to_owned()));
    };
    let lines = match &args.players.series {
        None => vec![(String::new(), a.clone())],
        Some(series) => players("--series", series, a)?,
    };
    let mut matches = Vec::new();
    for (line, a) in &lines {
        for (setting, player) in players("--sweep", sweep, a)? {
            let name = match line.as_str() {
                "" => setting,
                line => format!("{line},{setting}"),
            };
            let args = args.pairing([&player, b], &name.replace(['/', '\\'], "-"));
            matches.push((name, args));
        }
    }
    Ok(matches)
}

/// Returns, for each value, the setting as text and the player with it.
fn players(
    option: &str,
    sweep: &Sweep,
    player: &PlayerSpec,
) -> Result<Vec<(String, PlayerSpec)>, Error> {
    let with = |(value, setting): (&String, String)| {
        let player = player.with(&sweep.key, value);
        let player = player.map_err(|error| Error::Usage(format!("{option} {setting}: {error}")));
        Ok((setting, player?))
    };
    sweep
        .values
        .iter()
        .zip(sweep.settings())
        .map(with)
        .collect()
}

/// Prints a row for each match as it is played, and draws the chart again after it.
///
/// # Errors
///
/// Those of the matches and of `--chart`.
pub(super) fn run<'a>(
    args: &MatchArgs,
    sweep: &Sweep,
    settings: &Settings,
    played: impl Iterator<Item = Result<(&'a str, MatchScore), Error>>,
    mut output: impl Write,
) -> Result<(), Error> {
    let plan = args.plan(settings)?;
    write_settings(&mut output, &plan.settings)?;
    writeln!(output, "\n{HEADINGS}")?;
    let series = args.players.series.as_ref();
    let lines = series.map_or_else(|| vec![String::new()], Sweep::settings);
    let mut shares = Vec::new();
    for played in played {
        let (name, score) = played?;
        write_row(&mut output, name, &score)?;
        let share = score.pairs.share();
        shares.push(share.map(|share| [share.low, share.observed, share.high]));
        let Some(path) = &args.chart else { continue };
        let series = lines.iter().zip(shares.chunks(sweep.values.len()));
        let series = series.map(|(name, shares)| Series {
            name: name.clone(),
            shares: shares.to_vec(),
        });
        let chart = Chart {
            title: &format!("{} against {}", plan.settings.a, plan.settings.b),
            setting: &sweep.key,
            share: "share of the points of A",
            values: &sweep.values,
            series: &series.collect::<Vec<_>>(),
        };
        output_file::write(path, &chart.svg())?;
    }
    Ok(())
}

const HEADINGS: &str =
    " games    won  drawn   lost   share of A, 95 %        Elo, 95 %           setting";

/// Writes the row of a match, unless no game was played.
fn write_row(output: &mut impl Write, name: &str, score: &MatchScore) -> io::Result<()> {
    let [won, drawn, lost] = score.results();
    let Some(share) = score.pairs.share() else {
        return Ok(());
    };
    let (percent, elo) = (share.percent(), share.elo());
    let share = format!(
        "{:.1} % ({:.1} to {:.1})",
        percent.observed, percent.low, percent.high
    );
    let elo = format!("{:+.0} ({:+.0} to {:+.0})", elo.observed, elo.low, elo.high);
    writeln!(
        output,
        "{:>6} {won:>6} {drawn:>6} {lost:>6}   {share:<21}  {elo:<19} {name}",
        score.games()
    )
}
