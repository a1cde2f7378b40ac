//! The results of matches as text: from logs, for each value of a setting, and as ratings of several players.

use std::io;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tao_go::cli::settings::Settings;
use tao_go::cli::{Error, Exit, FileResult};

use super::args::{MatchArgs, Sweep, parse_sprt};
use super::player::PlayerSpec;
use crate::matches;
use crate::matches::{MatchScore, Sprt, SprtDecision, ratings, read_log, write_settings};

/// Print the combined result of the logs of a match
///
/// The logs must be parts of the same match, played with different seeds. The exit code is that of the match.
#[derive(Clone, Debug, Args)]
pub struct ReportArgs {
    /// Logs written by `--log`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Test these hypotheses, as `match --sprt` does
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt)]
    sprt: Option<Sprt>,
}

/// Prints the report.
///
/// # Errors
/// Returns [`Error::File`] for a file that cannot be read or does not belong to the others.
pub(super) fn write_report(args: &ReportArgs, output: impl Write) -> Result<Exit, Error> {
    let mut score = MatchScore::default();
    for path in &args.files {
        for entry in read_log(path).at(path)? {
            score.add(&entry).at(path)?;
        }
    }
    write_result(output, &score, args.sprt.as_ref())
}

/// Writes the result of a match, and returns the exit code for the decision of the sequential test, if there is one.
///
/// # Errors
/// Returns [`Error::Failed`] where no game was finished, [`Error::Stream`].
pub(super) fn write_result(
    mut output: impl Write,
    score: &MatchScore,
    sprt: Option<&Sprt>,
) -> Result<Exit, Error> {
    if score.games() == 0 {
        return Err(Error::Failed("no game was finished".to_owned()));
    }
    matches::report(&mut output, score, sprt)?;
    Ok(match sprt.map(|sprt| sprt.decision(&score.pairs)) {
        None | Some(SprtDecision::H1) => Exit::Done,
        Some(SprtDecision::H0) => Exit::Rejected,
        Some(SprtDecision::Undecided) => Exit::Undecided,
    })
}

/// The matches of A with each value of `--sweep`, for each value of `--series`, with the names of their rows.
///
/// # Errors
/// [`Error::Usage`] for a value that A does not take.
pub(super) fn sweep_matches(
    args: &MatchArgs,
    sweep: &Sweep,
) -> Result<Vec<(String, MatchArgs)>, Error> {
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

/// Prints a row for each match as it is played.
///
/// # Errors
/// Those of the matches.
pub(super) fn write_sweep<'a>(
    args: &MatchArgs,
    settings: &Settings,
    played: impl Iterator<Item = Result<(&'a str, MatchScore), Error>>,
    mut output: impl Write,
) -> Result<(), Error> {
    let plan = args.plan(settings)?;
    write_settings(&mut output, &plan.settings)?;
    writeln!(output, "\n{HEADINGS}")?;
    for played in played {
        let (name, score) = played?;
        write_row(&mut output, name, &score)?;
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

/// The matches between every two of the players, or between the first and each other one, with their names.
pub(super) fn tournament_matches(
    args: &MatchArgs,
    players: &[PlayerSpec],
) -> Vec<(String, MatchArgs)> {
    let matches = pairs(args, players).map(|[i, j]| {
        let name = format!("{}-{}", i + 1, j + 1);
        let args = args.pairing([&players[i], &players[j]], &name);
        (name, args)
    });
    matches.collect()
}

/// The pairs of players that play a match, by their indices.
fn pairs(args: &MatchArgs, players: &[PlayerSpec]) -> impl Iterator<Item = [usize; 2]> {
    let count = players.len();
    let firsts = if args.players.gauntlet { 1 } else { count };
    (0..firsts).flat_map(move |i| (i + 1..count).map(move |j| [i, j]))
}

/// Prints the result of each match as it is played, and a table at the end.
///
/// # Errors
/// Those of the matches, and [`Error::Failed`] where no game was finished.
pub(super) fn write_tournament<'a>(
    args: &MatchArgs,
    players: &[PlayerSpec],
    played: impl Iterator<Item = Result<(&'a str, MatchScore), Error>>,
    mut output: impl Write,
) -> Result<(), Error> {
    let mut points = vec![vec![0.0; players.len()]; players.len()];
    for ([i, j], played) in pairs(args, players).zip(played) {
        let (name, score) = played?;
        let [wins, draws, losses] = score.results();
        points[i][j] += wins as f64 + 0.5 * draws as f64;
        points[j][i] += losses as f64 + 0.5 * draws as f64;
        if score.games() > 0 {
            let [a, b] = [i, j].map(|player| &players[player].text);
            writeln!(output, "{name}: {a} v {b}: +{wins} ={draws} -{losses}")?;
        }
    }
    write_ratings(output, players, &points)
}

/// Writes the players that have played, the strongest first.
fn write_ratings(
    mut output: impl Write,
    players: &[PlayerSpec],
    points: &[Vec<f64>],
) -> Result<(), Error> {
    let won = |i: usize| points[i].iter().sum::<f64>();
    let games = |i: usize| won(i) + points.iter().map(|row| row[i]).sum::<f64>();
    let active: Vec<usize> = (0..players.len()).filter(|&i| games(i) > 0.0).collect();
    if active.is_empty() {
        return Err(Error::Failed("no game was finished".to_owned()));
    }
    let row = |&i: &usize| active.iter().map(|&j| points[i][j]).collect();
    let ratings = ratings(&active.iter().map(row).collect::<Vec<_>>());
    let mut table: Vec<_> = active.into_iter().zip(ratings).collect();
    table.sort_by(|(_, one), (_, other)| other.elo.total_cmp(&one.elo));
    writeln!(output, "\n    Elo   95 %  games  points  player")?;
    for (i, rating) in table {
        let share = 100.0 * won(i) / games(i);
        writeln!(
            output,
            "{:>+7.0} {:>6} {:>6} {share:>5.1} %  {}",
            rating.elo,
            format!("±{:.0}", rating.error),
            games(i),
            players[i].text
        )?;
    }
    Ok(())
}
