//! A match for each value of a setting, as a table and as a chart.

use std::fs;
use std::io;
use std::io::Write;
use std::str::FromStr;

use crate::cli::error::Error;
use crate::cli::output_file;
use crate::cli::settings::Settings;
use crate::matches::{MatchScore, StopSignal, write_settings};
use crate::picture::{Chart, Series};

use super::MatchArgs;
use super::player::PlayerSpec;

/// A setting and the values that it takes in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sweep {
    key: String,
    values: Vec<String>,
}

impl FromStr for Sweep {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "write KEY=VALUE,VALUE,...";
        let (key, values) = text.split_once('=').ok_or(FORM)?;
        let key = key.trim().to_owned();
        let values = values.split(',').map(|value| value.trim().to_owned());
        let values: Vec<_> = values.collect();
        if key.is_empty() || values.iter().any(String::is_empty) {
            return Err(FORM);
        }
        Ok(Self { key, values })
    }
}

impl Sweep {
    /// The player with each value.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] for a value that it does not take.
    fn players(&self, option: &str, player: &PlayerSpec) -> Result<Vec<PlayerSpec>, Error> {
        let key = &self.key;
        let with = |value: &String| {
            let player = player.with(key, value);
            player.map_err(|error| Error::Usage(format!("{option} {key}={value}: {error}")))
        };
        self.values.iter().map(with).collect()
    }
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
        let players = sweep.players("--sweep", a)?;
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
    let players = series.players("--series", a)?;
    let lines = players.iter().zip(&series.values);
    let lines = lines.map(|(player, value)| line(format!("{}={value}", series.key), player));
    let lines: Result<_, Error> = lines.collect();
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

#[cfg(test)]
mod tests {
    use super::Sweep;

    #[test]
    fn a_sweep_has_a_key_and_values() {
        let sweep: Sweep = "exploration = 0.2, 0.5,1".parse().unwrap();
        assert_eq!(sweep.key, "exploration");
        assert_eq!(sweep.values, ["0.2", "0.5", "1"]);
        for text in ["", "exploration", "exploration=", "=1", "exploration=1,,2"] {
            assert!(text.parse::<Sweep>().is_err(), "{text}");
        }
    }
}
