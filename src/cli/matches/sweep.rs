//! A match for each value of a setting, as a table and as a chart.

use std::fs;
use std::io;
use std::io::Write;

use crate::cli::error::Error;
use crate::cli::output_file;
use crate::cli::settings::Settings;
use crate::matches::{MatchScore, StopSignal, write_settings};
use crate::picture::{Chart, Series};

use super::args::MatchArgs;
use super::player::PlayerSpec;
use super::values::Sweep;

/// The player with each value of the setting.
///
/// # Errors
///
/// Returns [`Error::Usage`] for a value that it does not take.
fn players(option: &str, sweep: &Sweep, player: &PlayerSpec) -> Result<Vec<PlayerSpec>, Error> {
    let key = &sweep.key;
    let with = |value: &String| {
        let player = player.with(key, value);
        player.map_err(|error| Error::Usage(format!("{option} {key}={value}: {error}")))
    };
    sweep.values.iter().map(with).collect()
}

/// A line of the chart: its name, and a match for each value of the sweep, with the name of its row.
struct Line {
    name: String,
    matches: Vec<(String, MatchArgs)>,
}

/// Plays a match of A against B with each value of `--sweep`, for each value of `--series`. Prints a row for each match, and
/// draws the chart again after it.
///
/// # Errors
///
/// Those of a match, and [`Error::Usage`] for a value that A does not take.
pub(super) fn run(
    args: &MatchArgs,
    settings: &Settings,
    stop: &StopSignal,
    play_match: impl Fn(&MatchArgs) -> Result<MatchScore, Error>,
    mut output: impl Write,
) -> Result<(), Error> {
    let (sweep, lines) = lines(args)?;
    let plan = args.plan(settings)?;
    if let Some(folder) = &args.log {
        fs::create_dir_all(folder).map_err(|error| Error::file(folder, &error))?;
    }
    write_settings(&mut output, &plan.settings)?;
    writeln!(output, "\n{HEADINGS}")?;
    let title = format!("{} against {}", plan.settings.a, plan.settings.b);
    let mut series: Vec<Series> = Vec::new();
    for line in &lines {
        let mut shares = Vec::new();
        for (name, pairing) in &line.matches {
            let score = play_match(pairing)?;
            write_row(&mut output, name, &score)?;
            shares.push(
                score
                    .pairs
                    .share()
                    .map(|share| [share.low, share.observed, share.high]),
            );
            if let Some(path) = &args.chart {
                let latest = Series {
                    name: line.name.clone(),
                    shares: shares.clone(),
                };
                let chart = Chart {
                    title: &title,
                    setting: &sweep.key,
                    share: "share of the points of A",
                    values: &sweep.values,
                    series: &[&series[..], &[latest]].concat(),
                };
                output_file::write(path, &chart.svg())?;
            }
            if stop.is_requested() {
                return Ok(());
            }
        }
        series.push(Series {
            name: line.name.clone(),
            shares,
        });
    }
    Ok(())
}

/// The matches, in their order.
///
/// # Errors
///
/// [`Error::Usage`] for a value that A does not take.
pub(super) fn matches(args: &MatchArgs) -> Result<Vec<MatchArgs>, Error> {
    let (_, lines) = lines(args)?;
    let matches = lines.into_iter().flat_map(|line| line.matches);
    Ok(matches.map(|(_, args)| args).collect())
}

/// The sweep, and one line for each value of `--series`, or only one without it.
fn lines(args: &MatchArgs) -> Result<(&Sweep, Vec<Line>), Error> {
    let (Some(sweep), Some(a), Some(b)) = (&args.sweep, &args.a, &args.b) else {
        return Err(Error::Usage("--sweep needs --a and --b".to_owned()));
    };
    let line = |name: String, a: &PlayerSpec| {
        let players = players("--sweep", sweep, a)?;
        let matches = players.iter().zip(&sweep.values).map(|(player, value)| {
            let row = row_name(&name, &sweep.key, value);
            let args = args.pairing([player, b], &row.replace(['/', '\\'], "-"));
            (row, args)
        });
        let matches = matches.collect();
        Ok(Line { name, matches })
    };
    let Some(series) = &args.series else {
        return Ok((sweep, vec![line(String::new(), a)?]));
    };
    let with_series = players("--series", series, a)?;
    let players = with_series.iter().zip(&series.values);
    let lines: Result<_, Error> = players
        .map(|(player, value)| line(format!("{}={value}", series.key), player))
        .collect();
    Ok((sweep, lines?))
}

fn row_name(line: &str, key: &str, value: &str) -> String {
    let separator = if line.is_empty() { "" } else { "," };
    format!("{line}{separator}{key}={value}")
}

const HEADINGS: &str =
    " games    won  drawn   lost   share of A, 95 %        Elo, 95 %           setting";

/// Writes nothing of a match without a game.
fn write_row(output: &mut impl Write, name: &str, score: &MatchScore) -> io::Result<()> {
    let [won, drawn, lost] = score.results();
    let Some(share) = score.pairs.share() else {
        return Ok(());
    };
    let elo = share.elo();
    let percent = [share.observed, share.low, share.high].map(|share| 100.0 * share);
    let share = format!(
        "{:.1} % ({:.1} to {:.1})",
        percent[0], percent[1], percent[2]
    );
    let elo = format!("{:+.0} ({:+.0} to {:+.0})", elo.observed, elo.low, elo.high);
    writeln!(
        output,
        "{:>6} {won:>6} {drawn:>6} {lost:>6}   {share:<21}  {elo:<19} {name}",
        score.games()
    )
}
