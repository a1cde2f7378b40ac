//! `tao-lab learn`: makes the built-in file of move weights.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;

use crate::learn::{SelfPlayGame, TrainingPosition, fit, game_settings, training_positions};
use crate::selfplay::SelfPlayer;
use tao_go::cli::engine::engine_settings;
use tao_go::cli::printable::write_json;
use tao_go::cli::settings::processors;
use tao_go::cli::{Context, Error, FileResult};
use tao_go::workers::run_workers;
use tao_rules::raw::Board;

const DEFAULT_PLAYOUTS: u64 = 500;

/// Learn from games of the program against itself which moves are likely
///
/// This makes the file of weights that is built into the program: first `games`, then `fit` with its output.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct LearnArgs {
    #[command(subcommand)]
    subcommand: LearnSubcommand,
}

const EXAMPLES: &str = "\
Examples:
  tao-lab learn games --games 2000 --seed 1 > games.jsonl
  tao-lab learn fit games.jsonl > crates/engine/data/moves.txt
";

const MAX_SIZE: usize = Board::<2>::MAX_SIZE;

#[derive(Clone, Debug, clap::Subcommand)]
enum LearnSubcommand {
    /// Play games and print each as a line of JSON
    ///
    /// Game N has the seed `--seed` + N, where `--seed` is 1 by default. The same seed gives the same games, in the order in
    /// which they end, each on one thread.
    Games {
        /// Games to play
        #[arg(long, value_name = "N", default_value_t = 2000)]
        games: u64,
    },
    /// Print the weights that best predict the moves of such games
    Fit {
        /// Output of `learn games`
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
}

/// Plays games, or fits weights to them.
///
/// # Errors
/// Returns [`Error::Usage`] for settings that fit no game, [`Error::File`] for files that contain no games.
pub(super) fn run(args: &LearnArgs, context: &mut Context) -> Result<(), Error> {
    match &args.subcommand {
        LearnSubcommand::Games { games } => print_games(*games, context),
        LearnSubcommand::Fit { files } => print_weights(files, &mut context.output),
    }
}

/// Plays one game on each processor at a time.
fn print_games(games: u64, context: &mut Context) -> Result<(), Error> {
    let settings = &context.sources.flags;
    let engine = engine_settings(&settings.engine)?;
    let start = settings.game.begin()?;
    let size = start.size();
    if size > MAX_SIZE {
        let message =
            format!("--size {size}: the move model is for boards up to {MAX_SIZE}x{MAX_SIZE}");
        return Err(Error::Usage(message));
    }
    if engine.time_per_move.is_some() {
        let message = "--time: use --playouts, so that the same seed gives the same games";
        return Err(Error::usage(message));
    }
    let mut params = engine.params;
    params.playouts.count = engine.playouts.unwrap_or(DEFAULT_PLAYOUTS);
    let seed = engine.seed.unwrap_or(1);
    let selfplay = game_settings(&params, &start);
    let abort = AtomicBool::new(false);
    let player = |_| SelfPlayer::new(None, &selfplay);
    let players = (0..processors()).map(player).collect();
    let seeds = (0..games).map(|number| seed.wrapping_add(number));
    let play = |player: &mut SelfPlayer<'_>, seed| player.play(seed, &abort);
    run_workers(players, seeds, play, |played| {
        let mut games = played.into_iter().map(SelfPlayGame::from);
        games.try_for_each(|game| write_json(&mut context.output, &game))
    })
}

fn print_weights(files: &[PathBuf], mut output: impl Write) -> Result<(), Error> {
    let mut games = Vec::new();
    for file in files {
        read_games(file, &mut games)?;
    }
    // Games are printed in the order in which they end, which differs from run to run.
    games.sort_by_key(|(seed, _)| *seed);
    let positions: Vec<_> = games.into_iter().flat_map(|game| game.1).collect();
    writeln!(output, "; {} positions", positions.len())?;
    let mut last = None;
    let model = fit(&positions, |quality| {
        log::info!("{quality:?}");
        last = Some(quality);
    });
    if let Some(quality) = last.filter(|_| positions.len() >= 10) {
        writeln!(
            output,
            "; cross entropy {:.3} nats a move, {:.1} % of the preferred moves predicted\n",
            quality.cross_entropy,
            100.0 * quality.accuracy
        )?;
    }
    Ok(write!(output, "{model}")?)
}

fn read_games(file: &Path, games: &mut Vec<(u64, Vec<TrainingPosition>)>) -> Result<(), Error> {
    let text = fs::read_to_string(file).at(file)?;
    for (i, line) in text.lines().enumerate() {
        let at_line = |reason: &dyn std::fmt::Display| {
            Error::file(file, &format_args!("line {}: {reason}", i + 1))
        };
        let game: SelfPlayGame = serde_json::from_str(line).map_err(|error| at_line(&error))?;
        let positions = training_positions(&game).map_err(|error| at_line(&error))?;
        games.push((game.seed, positions));
    }
    Ok(())
}
