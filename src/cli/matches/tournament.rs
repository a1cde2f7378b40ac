//! Matches between several players, and one scale of their strength.

use std::fs;
use std::io::Write;

use super::MatchArgs;
use super::player::PlayerSpec;
use crate::cli::error::Error;
use crate::cli::progress::ProgressBars;
use crate::cli::settings::Settings;
use crate::matches::{StopSignal, ratings};

/// Plays a match between every two of the players, or between the first and each other one, and prints the results so
/// far after each.
///
/// # Errors
///
/// Those of a match, and [`Error::Failed`] where no game was finished.
pub(super) fn run(
    args: &MatchArgs,
    settings: &Settings,
    stop: &StopSignal,
    mut output: impl Write,
    bars: ProgressBars,
) -> Result<(), Error> {
    let players = args.players.as_ref().map_or(&[][..], |list| &list.0);
    if let Some(folder) = &args.log {
        fs::create_dir_all(folder).map_err(|error| Error::file(folder, &error))?;
    }
    let mut points = vec![vec![0.0; players.len()]; players.len()];
    let firsts = if args.gauntlet { 1 } else { players.len() };
    let pairs = (0..firsts).flat_map(|i| (i + 1..players.len()).map(move |j| [i, j]));
    for [i, j] in pairs {
        let name = format!("{}-{}", i + 1, j + 1);
        let pairing = args.pairing([&players[i], &players[j]], &name);
        let score = super::play(&pairing, settings, stop, bars)?;
        let [wins, draws, losses] = score.results();
        points[i][j] += wins as f64 + 0.5 * draws as f64;
        points[j][i] += losses as f64 + 0.5 * draws as f64;
        if score.games() > 0 {
            let [a, b] = [i, j].map(|player| &players[player].text);
            writeln!(output, "{name}: {a} v {b}: +{wins} ={draws} -{losses}")?;
        }
        if stop.is_requested() {
            break;
        }
    }
    write_table(output, players, &points)
}

/// Writes the players that have played, the strongest first.
fn write_table(
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
