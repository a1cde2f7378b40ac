//! The arguments of a match, and the plan that they make.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::{Args, Subcommand};

use crate::cli::duration::parse_duration;
use crate::cli::error::Error;
use crate::cli::settings::Settings as CommonSettings;
use crate::engine::EngineSettings;
use crate::game::{Game, Rules};
use crate::matches::{Contestant, Openings, OpeningsError, Plan, Settings, Sprt, Terms};
use crate::sgf;

use super::command_line::CommandLine;
use super::contestant::{Limits, Player};
use super::openings::OpeningsArgs;
use super::report::ReportArgs;

/// Seed of a match that was given none: the next run plays the same games.
const DEFAULT_SEED: u64 = 1;

/// Games without `--games`.
const DEFAULT_GAMES: u64 = 100;

/// Games without `--games` at which a test is given up.
const DEFAULT_GAMES_OF_A_TEST: u64 = 20_000;

/// Play games between two engines and print the score, Elo and a test
///
/// The games come in pairs with one opening and colors swapped. A player is one of:
///
/// - a preset, with changes as for `--option`: `tao-go-2010`, `plain-uct:exploration=1.0,expand-after=8`. It plays in this
///   process, on one thread unless it has `threads=N`, limited by `--playouts`, `--time` or the clock.
///
/// - the command line of a program that speaks GTP, recognized by a blank or a slash, or marked as such:
///   `gnugo --mode gtp`, `./other-engine`, `gtp:gnugo`. Quotes work as in a shell; `{seed}` stands for the seed of the
///   game, for which the program is then started anew. It hears of `--time` and of the clock by GTP, in whole seconds;
///   its rules and playouts are its own matter.
///
/// Every move is checked. An illegal move, an answer that is none, the end of the program, no answer within `--stall`
/// and a clock run out lose the game. Games end by resignation, two passes, or after three moves for each point, and are
/// counted without dead stones, by us or by `--referee`.
///
/// Game N has the seed `--seed` + N, 1 unless given. The same seed gives the same games, however many at a time, where
/// time plays no part. Ctrl-C finishes the games under way and prints the result, a second one does not wait for them.
/// The exit code is 0, with `--sprt` 0 for H1, 10 for H0 and 11 for neither.
#[derive(Clone, Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_long_help = EXAMPLES)]
pub(in crate::cli) struct MatchArgs {
    #[command(subcommand)]
    pub(super) action: Option<Action>,
    /// The player whose score is given: a preset with changes, or a GTP command
    #[arg(long, value_name = "PLAYER", required = true)]
    a: Option<Player>,
    /// Its opponent
    #[arg(long, value_name = "PLAYER", required = true)]
    b: Option<Player>,
    /// Games to play at most [default: 100; with --sprt 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    /// Games at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Openings: an SGF file of games, `none`, or `built-in`, which is for 9x9 and `none` on other boards
    #[arg(long, value_name = "FILE", default_value = "built-in")]
    openings: PathBuf,
    /// Time of each side for all moves of a game; who oversteps it loses
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    main_time: Option<Duration>,
    /// Time that each move adds to the clock of its side
    #[arg(long, value_name = "TIME", value_parser = parse_duration, requires = "main_time")]
    increment: Option<Duration>,
    /// How long any answer may take
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "2m")]
    stall: Duration,
    /// Simulated games of A for each move, instead of `--playouts`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    a_playouts: Option<u64>,
    /// Simulated games of B for each move, instead of `--playouts`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    b_playouts: Option<u64>,
    /// Time of A for each move, instead of `--time`
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    a_time: Option<Duration>,
    /// Time of B for each move, instead of `--time`
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    b_time: Option<Duration>,
    /// GTP command that counts finished games: it gets all moves, then `final_score`
    #[arg(long, value_name = "COMMAND")]
    referee: Option<CommandLine>,
    /// Stop when A is clearly ELO1 stronger (H1) or clearly no more than ELO0 (H0), both with 5 % errors
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub(super) sprt: Option<Sprt>,
    /// Write a line of JSON for each game, and go on after the games that the file has already
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    /// Write each game as SGF into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(super) sgf_dir: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  tao-go match --a tao-go-2010 --b plain-uct --playouts 1000
  tao-go match --a tao-go-2010:expand-after=8 --b tao-go-2010 --playouts 1000 --sprt 0,20 --log test.jsonl
  tao-go match --a tao-go-2010 --b 'gnugo --mode gtp --chinese-rules --level 10 --seed {seed}' --sgf-dir games
  tao-go match report test.jsonl
";

/// What there is to do beside playing.
#[derive(Clone, Debug, Subcommand)]
pub(super) enum Action {
    Report(ReportArgs),
    Openings(OpeningsArgs),
}

/// A match that the arguments describe.
pub(super) struct Planned {
    pub(super) plan: Plan,
    /// The same in words, for the log.
    pub(super) settings: Settings,
    pub(super) games: u64,
}

impl MatchArgs {
    /// The match that the arguments describe.
    ///
    /// # Errors
    ///
    /// When they do not fit each other, or the openings cannot be read.
    pub(super) fn plan(&self, common: &CommonSettings) -> Result<Planned, Error> {
        let start = common.game.begin()?;
        let base = common.engine.settings_without_search()?;
        let seed = base.seed.unwrap_or(DEFAULT_SEED);
        let [a, b] = self.contestants(&base)?;
        let openings = self.read_openings(&start)?.shuffled(seed);
        let increment = self.increment.unwrap_or_default();
        let settings = Settings {
            a: a.1,
            b: b.1,
            size: start.size(),
            komi: start.komi(),
            rules: rules_text(start.rules()),
            openings: self.openings.display().to_string(),
            main_time: self.main_time.map(|time| time.as_secs_f64()),
            increment: increment.as_secs_f64(),
            stall: self.stall.as_secs_f64(),
            referee: self.referee.as_ref().map(ToString::to_string),
            seed,
        };
        let plan = Plan {
            terms: Terms {
                start,
                main_time: self.main_time,
                increment,
                patience: self.stall,
            },
            contestants: [a.0, b.0],
            referee: self.referee.as_ref().map(CommandLine::program),
            openings,
            seed,
            concurrency: self.concurrency.map_or_else(
                || thread::available_parallelism().map_or(1, usize::from),
                usize::from,
            ),
        };
        let default = self.sprt.map_or(DEFAULT_GAMES, |_| DEFAULT_GAMES_OF_A_TEST);
        Ok(Planned {
            plan,
            settings,
            games: self.games.unwrap_or(default),
        })
    }

    /// The two sides, each with its description.
    fn contestants(&self, base: &EngineSettings) -> Result<[(Contestant, String); 2], Error> {
        let (Some(a), Some(b)) = (&self.a, &self.b) else {
            return Err(Error::Usage("--a and --b say who plays".to_owned()));
        };
        let a_limits = Limits {
            playouts: self.a_playouts,
            time: self.a_time,
        };
        let b_limits = Limits {
            playouts: self.b_playouts,
            time: self.b_time,
        };
        let refuse = |side| move |reason| Error::Usage(format!("--{side}-playouts: {reason}"));
        Ok([
            a.contestant(base, a_limits, self.main_time)
                .map_err(refuse("a"))?,
            b.contestant(base, b_limits, self.main_time)
                .map_err(refuse("b"))?,
        ])
    }

    fn read_openings(&self, start: &Game) -> Result<Openings, Error> {
        let failed = |error: OpeningsError| Error::file(&self.openings, &error);
        if self.openings == Path::new("none") {
            return Ok(Openings::none());
        }
        if self.openings == Path::new("built-in") {
            return Openings::built_in(start).map_err(failed);
        }
        let file = File::open(&self.openings).and_then(sgf::read_bytes);
        let file = file.map_err(|error| Error::file(&self.openings, &error))?;
        Openings::read(&file, start).map_err(failed)
    }
}

/// The name of the rules; what they are where they have none, for two such must not be taken for the same.
fn rules_text(rules: Rules) -> String {
    let Rules {
        superko,
        suicide,
        dead_stones,
    } = rules;
    rules.name().map_or_else(
        || {
            format!("{superko:?} superko, suicide {suicide:?}, dead stones {dead_stones:?}")
                .to_lowercase()
        },
        str::to_owned,
    )
}

pub(super) fn parse_sprt(text: &str) -> Result<Sprt, &'static str> {
    let (elo0, elo1) = text.split_once(',').ok_or("write ELO0,ELO1")?;
    let [elo0, elo1] = [elo0, elo1].map(|elo| elo.trim().parse().unwrap_or(f64::NAN));
    Sprt::new(elo0, elo1).ok_or("write two numbers, the lower one first, as in `0,20`")
}
