//! `tao-go learn`: makes the file of move weights in the program.

use std::fs;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use clap::Args;

use super::error::Error;
use super::settings::Settings;
use crate::board::Board;
use crate::learn::{Lesson, Record, School, fit, lessons, play};
use crate::search::Params;

const DEFAULT_PLAYOUTS: u64 = 500;

/// Learn which moves are likely from games of the program against itself
///
/// This makes the file of weights that is part of the program: first `games`, then `fit` with their output.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct LearnArgs {
    #[command(subcommand)]
    subcommand: LearnSubcommand,
}

const EXAMPLES: &str = "\
Examples:
  tao-go learn games --games 2000 --seed 1 > games.jsonl
  tao-go learn fit games.jsonl > patterns/moves.txt
";

/// Size of the largest board for learning.
const MAX_SIZE: usize = Board::<2>::MAX_SIZE;

#[derive(Clone, Debug, clap::Subcommand)]
enum LearnSubcommand {
    /// Play games and print them, each a line of JSON
    ///
    /// Game N has the seed `--seed` + N, 1 unless given. The same seed gives the same games, in the order in which they end,
    /// each on one thread.
    Games {
        /// Games to play
        #[arg(long, value_name = "N", default_value_t = 2000)]
        games: u64,
    },
    /// Print the weights that predict the moves of such games best
    Fit {
        /// Output of `games`
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
}

/// Plays games, or learns from them.
///
/// # Errors
///
/// Returns [`Error::Usage`] for settings that fit no game, [`Error::File`] for files that hold no games.
pub(super) fn run(args: &LearnArgs, settings: &Settings, output: impl Write) -> Result<(), Error> {
    match &args.subcommand {
        LearnSubcommand::Games { games } => print_games(*games, settings, output),
        LearnSubcommand::Fit { files } => print_weights(files, output),
    }
}

/// Plays as many games at a time as there are processors.
fn print_games(games: u64, settings: &Settings, mut output: impl Write) -> Result<(), Error> {
    let engine = settings.engine.settings()?;
    let start = settings.game.begin()?;
    if start.size() > MAX_SIZE {
        let message = format!(
            "--size {}: games up to {MAX_SIZE} can be learned from",
            start.size()
        );
        return Err(Error::Usage(message));
    }
    if engine.time_per_move.is_some() {
        let message = "--time: games to learn from have a number of playouts".to_owned();
        return Err(Error::Usage(message));
    }
    let school = School {
        // Several threads in a search would make games irreproducible.
        params: Params {
            threads: 1,
            ..engine.params
        },
        playouts: engine.playouts.unwrap_or(DEFAULT_PLAYOUTS),
        start,
    };
    let seed = engine.seed.unwrap_or(1);
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel::<Record>();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let (sender, school, next) = (sender.clone(), &school, &next);
            scope.spawn(move || {
                let mut numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                while let Some(number) = numbers.next().filter(|&number| number < games)
                    && sender.send(play(school, seed.wrapping_add(number))).is_ok()
                {
                }
            });
        }
        drop(sender);
        for record in receiver {
            let line = serde_json::to_string(&record).map_err(io::Error::from)?;
            writeln!(output, "{line}")?;
        }
        Ok(output.flush()?)
    })
}

fn print_weights(files: &[PathBuf], mut output: impl Write) -> Result<(), Error> {
    let mut games: Vec<(u64, Vec<Lesson>)> = Vec::new();
    for file in files {
        read_games(file, &mut games)?;
    }
    // The order in the files depends on when each game ended.
    games.sort_by_key(|(seed, _)| *seed);
    let lessons: Vec<Lesson> = games.into_iter().flat_map(|(_, lessons)| lessons).collect();
    writeln!(output, "; {} positions", lessons.len())?;
    let mut last = None;
    let model = fit(&lessons, |quality| {
        log::info!("{quality:?}");
        last = Some(quality);
    });
    if let Some(quality) = last.filter(|_| lessons.len() >= 10) {
        writeln!(
            output,
            "; surprise {:.3} nats a move, {:.1} % of the preferred moves foretold\n",
            quality.surprise,
            100.0 * quality.first
        )?;
    }
    write!(output, "{model}")?;
    Ok(output.flush()?)
}

fn read_games(file: &Path, games: &mut Vec<(u64, Vec<Lesson>)>) -> Result<(), Error> {
    let text = fs::read_to_string(file).map_err(|error| Error::file(file, &error))?;
    for (i, line) in text.lines().enumerate() {
        let at_line = |reason: &dyn std::fmt::Display| {
            Error::file(file, &format_args!("line {}: {reason}", i + 1))
        };
        let record: Record = serde_json::from_str(line).map_err(|error| at_line(&error))?;
        games.push((
            record.seed,
            lessons(&record).map_err(|error| at_line(&error))?,
        ));
    }
    Ok(())
}
