//! Matches between several players, and one scale of their strength.

use std::fs;
use std::io::Write;

use super::args::MatchArgs;
use super::player::PlayerSpec;
use crate::cli::error::Error;
use crate::matches::{MatchScore, StopSignal, ratings};

/// Plays a match between every two of the players, or between the first and each other one, and prints the results so
/// far after each.
///
/// # Errors
///
/// Those of a match, and [`Error::Failed`] where no game was finished.
pub(super) fn run(
    args: &MatchArgs,
    stop: &StopSignal,
    play_match: impl Fn(&MatchArgs) -> Result<MatchScore, Error>,
    mut output: impl Write,
) -> Result<(), Error> {
    let players = players(args);
    if let Some(folder) = &args.log {
        fs::create_dir_all(folder).map_err(|error| Error::file(folder, &error))?;
    }
    let mut points = vec![vec![0.0; players.len()]; players.len()];
    for (pair @ [i, j], pairing) in pairs(args).zip(matches(args)) {
        let score = play_match(&pairing)?;
        let [wins, draws, losses] = score.results();
        points[i][j] += wins as f64 + 0.5 * draws as f64;
        points[j][i] += losses as f64 + 0.5 * draws as f64;
        if score.games() > 0 {
            let name = name(pair);
            let [a, b] = pair.map(|player| &players[player].text);
            writeln!(output, "{name}: {a} v {b}: +{wins} ={draws} -{losses}")?;
        }
        if stop.is_requested() {
            break;
        }
    }
    write_table(output, players, &points)
}

fn players(args: &MatchArgs) -> &[PlayerSpec] {
    args.players.as_ref().map_or(&[][..], |list| &list.0)
}

/// The players that meet.
fn pairs(args: &MatchArgs) -> impl Iterator<Item = [usize; 2]> {
    let count = players(args).len();
    let firsts = if args.gauntlet { 1 } else { count };
    (0..firsts).flat_map(move |i| (i + 1..count).map(move |j| [i, j]))
}

fn name(pair: [usize; 2]) -> String {
    let [i, j] = pair.map(|player| player + 1);
    format!("{i}-{j}")
}

/// The matches, in their order.
pub(super) fn matches(args: &MatchArgs) -> Vec<MatchArgs> {
    let players = players(args);
    let matches = pairs(args).map(|pair| {
        let [a, b] = pair.map(|player| &players[player]);
        args.pairing([a, b], &name(pair))
    });
    matches.collect()
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
