//! `tao-lab selfplay`: games to train a network with.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use clap::Args;
use parking_lot::Mutex;
use rand::TryRng;
use rand::rngs::SysRng;

use crate::selfplay::{Folder, GameEnd, GameRecord, PlayedGame, SelfPlaySettings, SelfPlayer};
use tao_engine::raw::EngineSettings;
use tao_engine::raw::net::{Network, SIDE};
use tao_engine::raw::search::Selection;
use tao_go::cli::engine::concurrent_settings;
use tao_go::cli::engine::read_network;
use tao_go::cli::interrupt::set_on_interrupt;
use tao_go::cli::output_file;
use tao_go::cli::parsers::at_least;
use tao_go::cli::{Context, Error, FileResult};
use tao_go::workers::run_workers;
use tao_rules::cpu::split_mix;
use tao_rules::game::Game;
use tao_sgf::{self as sgf, Metadata};

/// Number of first moves that count as the opening of a game.
const OPENING: usize = 6;

/// Games in a file.
const GAMES_PER_FILE: u64 = 500;

/// Games between two lines of the log.
const LOG_INTERVAL: u64 = 100;

/// Play games of the engine against itself, to train a network
///
/// Each thread plays a game of its own. A finished game is stored at once; Ctrl-C ends the command and loses only the
/// games in progress. Several processes may share a folder. If the file of `--network` is replaced, the next games use the
/// new one. Games are counted as on CGOS: every stone on the board counts.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct SelfPlayArgs {
    /// Folder for the games; created if it does not exist
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Games to play [default: until Ctrl-C]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Visits of a full search, whose result is training data
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = at_least(2_u64))]
    visits: u64,
    /// Also write each game as SGF into this folder
    #[arg(long, value_name = "DIR")]
    sgf_dir: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  tao-lab selfplay games                                 games with the built-in network
  tao-lab selfplay games --network new.taonet --games 1000
";

impl SelfPlayArgs {
    /// The settings of the games, which all begin with `start`.
    fn plan(&self, engine: &EngineSettings, start: Game) -> Result<SelfPlaySettings, Error> {
        let usage = |message: &str| Err(Error::usage(message));
        let size = start.size();
        if size != SIDE {
            return usage(&format!("--size {size}: self-play is on {SIDE}x{SIDE}"));
        }
        if engine.playouts.is_some() || engine.time_per_move.is_some() {
            return usage("--playouts, --time: use --visits");
        }
        if engine.shapes.is_some() {
            return usage("--patterns: self-play uses the built-in shapes");
        }
        if !matches!(engine.params.selection.formula, Selection::Puct { .. }) {
            return usage("self-play needs selection=puct");
        }
        Ok(SelfPlaySettings {
            visits: self.visits,
            ..SelfPlaySettings::new(&engine.params, start)
        })
    }
}

/// Plays until all games are played or Ctrl-C.
///
/// # Errors
/// [`Error::Usage`] without a network or for another board, [`Error::File`] for files that cannot be written.
pub(super) fn run(args: &SelfPlayArgs, context: &mut Context) -> Result<(), Error> {
    let settings = &context.sources.flags;
    let (engine, threads) = concurrent_settings(&settings.engine)?;
    let selfplay = args.plan(&engine, settings.game.begin()?)?;
    let network = engine.network_for(SIDE).cloned();
    let network = network.ok_or_else(|| Error::usage("self-play needs a network"))?;
    let networks = NetworkSource {
        path: settings.engine.network_file(),
        latest: Mutex::new(Arc::clone(&network)),
    };
    let random = || SysRng.try_next_u64().unwrap_or_default();
    let seed = engine.seed.unwrap_or_else(random);
    let stop = Arc::new(AtomicBool::new(false));
    let player = |_| SelfPlayer::new(Some(Arc::clone(&network)), &selfplay);
    let players = (0..threads).map(player).collect();
    let play = |player: &mut SelfPlayer<'_>, seed| {
        player.set_network(&networks.latest());
        player.play(seed, &stop).map(Finished::from)
    };
    if let Some(folder) = &args.sgf_dir {
        fs::create_dir_all(folder).at(folder)?;
    }
    let mut folder = Folder::open(&args.folder, GAMES_PER_FILE).at(&args.folder)?;
    set_on_interrupt(&stop);
    let games = args.games.unwrap_or(u64::MAX);
    let bar = context.bars.bar(games, "{msg}");
    let (begin, mut total) = (Instant::now(), Figures::default());
    let store = |played: Receiver<Finished>| {
        for game in played {
            folder.add(&game.record).at(&args.folder)?;
            if let Some(folder) = &args.sgf_dir {
                let path = folder.join(format!("{:016x}.sgf", game.seed));
                output_file::write(&path, &game.sgf)?;
            }
            total.add(game.figures);
            let text = total.text(begin.elapsed());
            if total.games.is_multiple_of(LOG_INTERVAL) {
                log::info!("{text}");
            }
            bar.set_message(text);
        }
        bar.finish_and_clear();
        Ok(writeln!(context.output, "{}", total.text(begin.elapsed()))?)
    };
    let seeds = (0..games).map(|number| split_mix(seed, number));
    run_workers(players, seeds, play, store)
}

/// What is kept of a finished game.
#[derive(Debug)]
struct Finished {
    seed: u64,
    /// The record of the game as bytes.
    record: Vec<u8>,
    sgf: String,
    figures: Figures,
}

impl From<PlayedGame> for Finished {
    fn from(played: PlayedGame) -> Self {
        let (result, record) = (played.result(), GameRecord::from(&played));
        let metadata = Metadata {
            result: Some(&result),
            ..Metadata::default()
        };
        let moves = played.game.moves();
        let opening = moves.iter().take(OPENING).map(|(_, mv)| mv.to_string());
        let would_resign = match played.end {
            GameEnd::Played { would_resign } => would_resign,
            _ => None,
        };
        let figures = Figures {
            games: 1,
            moves: moves.len(),
            learned: record.learned(),
            visits: played.visits,
            black_wins: record.positions.last().map_or(0.5, |last| last.black_wins),
            openings: HashSet::from([opening.collect::<Vec<_>>().join(" ")]),
            resigned: matches!(played.end, GameEnd::Resigned(_)).into(),
            checked_resignations: would_resign.is_some().into(),
            wrong_resignations: would_resign
                .map_or(0, |loser| (played.winner() != Some(!loser)).into()),
        };
        Self {
            seed: played.seed,
            record: record.to_bytes(),
            sgf: sgf::write(&played.game, &metadata),
            figures,
        }
    }
}

/// The network of the next game, which is read again from its file before each game.
struct NetworkSource<'a> {
    path: Option<&'a Path>,
    latest: Mutex<Arc<Network>>,
}

impl NetworkSource<'_> {
    fn latest(&self) -> Arc<Network> {
        let mut latest = self.latest.lock();
        match self.path.map(read_network) {
            Some(Ok(network)) if network.identity != latest.identity => {
                log::info!("new network {:08x}", network.identity);
                *latest = Arc::new(network);
            }
            Some(Err(error)) => log::warn!("keeping the network that was read before: {error}"),
            _ => {}
        }
        Arc::clone(&latest)
    }
}

/// Figures of one game, or of all so far.
#[derive(Debug, Default)]
struct Figures {
    games: u64,
    moves: usize,
    /// Positions to learn from.
    learned: usize,
    visits: u64,
    /// Black's wins, with draws as half a win.
    black_wins: f64,
    /// The first moves of the games.
    openings: HashSet<String>,
    resigned: u64,
    /// Games played out in which a side would have resigned.
    checked_resignations: u64,
    /// Of these games, those that this side did not lose.
    wrong_resignations: u64,
}

impl Figures {
    fn add(&mut self, game: Self) {
        self.games += game.games;
        self.moves += game.moves;
        self.learned += game.learned;
        self.visits += game.visits;
        self.black_wins += game.black_wins;
        self.openings.extend(game.openings);
        self.resigned += game.resigned;
        self.checked_resignations += game.checked_resignations;
        self.wrong_resignations += game.wrong_resignations;
    }

    /// A line about the games, which took this time.
    fn text(&self, time: Duration) -> String {
        let seconds = time.as_secs_f64().max(1e-3);
        let games = (self.games as f64).max(1.0);
        let percent = |part: f64| 100.0 * part / games;
        format!(
            "{} games, {} moves, {} to learn, {:.0} moves/h, {:.0} visits/s, {:.1} moves a game, Black {:.1} %, \
             different openings {:.0} %, resigned {:.0} %, wrong resignations {} of {}",
            self.games,
            self.moves,
            self.learned,
            3600.0 * self.moves as f64 / seconds,
            self.visits as f64 / seconds,
            self.moves as f64 / games,
            percent(self.black_wins),
            percent(self.openings.len() as f64),
            percent(self.resigned as f64),
            self.wrong_resignations,
            self.checked_resignations,
        )
    }
}
