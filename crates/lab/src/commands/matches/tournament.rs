//! Matches between several players, and their ratings on one scale.

use std::io::Write;

use super::args::MatchArgs;
use super::player::PlayerSpec;
use crate::matches::{MatchScore, ratings};
use tao_go::cli::error::Error;

/// The matches between every two of the players, or between the first and each other one, with their names.
pub(super) fn matches(args: &MatchArgs, players: &[PlayerSpec]) -> Vec<(String, MatchArgs)> {
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
///
/// Those of the matches, and [`Error::Failed`] where no game was finished.
pub(super) fn run<'a>(
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
