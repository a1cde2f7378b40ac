//! The arguments of a match, and values that only a match has.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand};
use tao_engine::raw::EngineSettings;
use tao_engine::raw::book::BookSource;
use tao_engine::raw::search::{Audience, Params};
use tao_go::cli::engine::engine_settings;
use tao_go::cli::parsers::{Suggesting, at_least, in_range, parse_duration};
use tao_go::cli::settings::{EngineArgs, Settings, processors, search_settings};
use tao_go::cli::{Error, FileResult};
use tao_protocols::files;
use tao_rules::game::{Game, Rules};
use tao_sgf as sgf;

use super::player::PlayerSpec;
use super::report::ReportArgs;
use crate::matches::{Competitor, MatchPlan, MatchSettings, Openings, Side, Sprt};

/// Seed without `--seed`.
const DEFAULT_SEED: u64 = 1;

/// Games without `--games` and `--sprt`.
const DEFAULT_GAMES: u64 = 100;

/// Games without `--games` but with `--sprt`.
const DEFAULT_SPRT_GAMES: u64 = 20_000;

/// Play games between two engines, and print the score and the difference in Elo
///
/// Games come in pairs that begin from the same opening, with colors swapped. A player is one of:
///
/// - a preset, with changes as for `--option`: `tao-go-2010`, `plain-uct:exploration=1.0,expand-after=8`. It plays in this
///   process, on one thread unless it has `threads=N`, limited by `--playouts`, `--time` or the clock. It has no opening
///   book, unless `--book` gives one to both players, or `default:book=built-in` to one of them.
///
/// - the command line of a program that speaks GTP, recognized by a space or a slash, or marked as such:
///   `gnugo --mode gtp`, `./other-engine`, `gtp:gnugo`. Quotes work as in a shell. `{seed}` stands for the seed of the
///   game; the program is then restarted for every game. It receives `--time` and the clock over GTP, in whole seconds;
///   its rules and playouts are set on its own command line.
///
/// Every move is checked. A player loses by an illegal move, an invalid answer, a crash, no answer within `--stall`, or
/// on time. Games end by resignation, two passes, or after three moves for each point. This program counts them;
/// dead stones are removed if the rules say so.
///
/// Game N has the seed `--seed` + N, where `--seed` is 1 by default. The same seed gives the same games, however many are
/// played at a time, unless moves are limited by time. Ctrl-C finishes the games in progress and prints the result; a
/// second Ctrl-C aborts them. The exit code is 0, or with `--sprt` 0 for H1, 10 for H0 and 11 for neither.
#[derive(Clone, Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_long_help = format!("{EXAMPLES}\nChanges of a preset, KEY=VALUE:\n{}", search_settings(Audience::Lab)))]
pub struct MatchArgs {
    #[command(subcommand)]
    pub(super) subcommand: Option<MatchSubcommand>,
    #[command(flatten)]
    pub(super) players: PlayerArgs,
    /// Maximum number of games [default: 100; with --sprt 20000]
    #[arg(long, value_name = "N", value_parser = in_range(1_u64, 10_000_000))]
    #[arg(help_heading = "Games")]
    games: Option<u64>,
    /// Number of games played at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = in_range(1_usize, 1024))]
    #[arg(help_heading = "Games")]
    concurrency: Option<usize>,
    /// Openings: an SGF file of games, `none`, or `built-in`, which are for 9x9; other boards then start empty
    #[arg(long, value_name = "FILE", default_value = "built-in")]
    #[arg(help_heading = "Games")]
    openings: PathBuf,
    /// Time of each side for a whole game; a side that exceeds it loses
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    #[arg(help_heading = "Games")]
    main_time: Option<Duration>,
    /// Time that each move adds to the clock of its player
    #[arg(long, value_name = "TIME", value_parser = parse_duration, requires = "main_time")]
    #[arg(help_heading = "Games")]
    increment: Option<Duration>,
    /// Maximum time for any answer
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "2m")]
    #[arg(help_heading = "Games")]
    stall: Duration,
    /// Stop once A is shown to be stronger by ELO1 (H1) or by no more than ELO0 (H0), with 5 % errors of both kinds
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt)]
    #[arg(help_heading = "Games")]
    pub(super) sprt: Option<Sprt>,
    /// Write a line of JSON for each game, and skip the games that the file already contains
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = "Records")]
    pub(super) log: Option<PathBuf>,
    /// Write each game as SGF into this folder
    #[arg(long, value_name = "FOLDER")]
    #[arg(help_heading = "Records")]
    pub(super) sgf_dir: Option<PathBuf>,
}

/// Who plays in a match.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Players")]
pub struct PlayerArgs {
    /// The player whose score is reported: a preset with changes, or a GTP command
    #[arg(long, value_name = "PLAYER", required = true)]
    #[arg(value_parser = player(), hide_possible_values = true)]
    pub(super) a: Option<PlayerSpec>,
    /// Its opponent
    #[arg(long, value_name = "PLAYER", required = true)]
    #[arg(value_parser = player(), hide_possible_values = true)]
    pub(super) b: Option<PlayerSpec>,
    /// Playouts of A for each move, instead of `--playouts`
    #[arg(long, value_name = "N", value_parser = at_least(1_u64))]
    a_playouts: Option<u64>,
    /// Playouts of B for each move, instead of `--playouts`
    #[arg(long, value_name = "N", value_parser = at_least(1_u64))]
    b_playouts: Option<u64>,
    /// Time of A for each move, instead of `--time`
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    a_time: Option<Duration>,
    /// Time of B for each move, instead of `--time`
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    b_time: Option<Duration>,
}

const EXAMPLES: &str = "\
Examples:
  tao-lab match --a tao-go-2010 --b plain-uct --playouts 1000
  tao-lab match --a tao-go-2010:expand-after=8 --b tao-go-2010 --playouts 1000 --sprt 0,20 --log test.jsonl
  tao-lab match --a tao-go-2010 --b 'gnugo --mode gtp --chinese-rules --level 10 --seed {seed}' --sgf-dir games
  for c in 0.2 0.5 1 2; do tao-lab match --a plain-uct:exploration=$c --b plain-uct --playouts 500; done
  tao-lab match report test.jsonl
";

/// Subcommands of `match`.
#[derive(Clone, Debug, Subcommand)]
pub(super) enum MatchSubcommand {
    Report(ReportArgs),
}

impl MatchArgs {
    /// The match that the arguments describe.
    ///
    /// # Errors
    /// If they do not fit each other, or the openings cannot be read.
    pub(super) fn plan(&self, common: &Settings) -> Result<MatchPlan, Error> {
        let start = common.game.begin()?;
        let base = settings_without_search(&common.engine)?;
        let seed = base.seed.unwrap_or(DEFAULT_SEED);
        let competitor = |side| self.players.competitor(side, &base, self.main_time);
        let (a, a_description) = competitor(Side::A)?;
        let (b, b_description) = competitor(Side::B)?;
        let increment = self.increment.unwrap_or_default();
        Ok(MatchPlan {
            settings: MatchSettings {
                a: a_description,
                b: b_description,
                size: start.size(),
                komi: start.komi(),
                rules: rules_text(start.rules()),
                openings: self.openings.display().to_string(),
                main_time: self.main_time.map(|time| time.as_secs_f64()),
                increment: increment.as_secs_f64(),
                stall: self.stall.as_secs_f64(),
                seed,
            },
            competitors: [a, b],
            openings: self.read_openings(&start)?.shuffled(seed),
            start,
            main_time: self.main_time,
            increment,
            timeout: self.stall,
            judge: base,
            concurrency: self.concurrency.unwrap_or_else(processors),
        })
    }

    pub(super) fn games(&self) -> u64 {
        self.games.unwrap_or(match self.sprt {
            None => DEFAULT_GAMES,
            Some(_) => DEFAULT_SPRT_GAMES,
        })
    }

    fn read_openings(&self, start: &Game) -> Result<Openings, Error> {
        let path = &self.openings;
        let openings = match path.to_str() {
            Some("none") => Ok(Openings::none()),
            Some("built-in") => Openings::built_in(start),
            _ => Openings::read(&files::read(path, sgf::MAX_BYTES).at(path)?, start),
        };
        openings.at(path)
    }
}

impl PlayerArgs {
    /// A player with its limits, and a description of both.
    fn competitor(
        &self,
        side: Side,
        base: &EngineSettings,
        main_time: Option<Duration>,
    ) -> Result<(Competitor, String), Error> {
        let (name, player, playouts, time) = match side {
            Side::A => ("a", &self.a, self.a_playouts, self.a_time),
            Side::B => ("b", &self.b, self.b_playouts, self.b_time),
        };
        let missing = || Error::Usage(format!("--{name} is missing"));
        let player = player.as_ref().ok_or_else(missing)?;
        player
            .competitor(base, playouts, time, main_time)
            .map_err(|reason| Error::Usage(format!("--{name}-playouts: {reason}")))
    }
}

/// The settings of the engines of a match, apart from the search settings, which are part of the player.
///
/// # Errors
/// [`Error::Usage`] where search settings are given here, and the errors of [`engine_settings`].
fn settings_without_search(args: &EngineArgs) -> Result<EngineSettings, Error> {
    let flags = [
        ("--preset", args.preset.is_some()),
        ("--option", !args.option.is_empty()),
        ("--memory", args.memory.is_some()),
        ("--threads", args.threads.is_some()),
        ("--ponder", args.ponder.is_some()),
        ("--level", args.level.is_some()),
    ];
    if let Some((name, _)) = flags.into_iter().find(|(_, is_given)| *is_given) {
        return Err(Error::Usage(format!(
            "{name}: give search settings with the players of a match, as PRESET:KEY=VALUE; players do not ponder"
        )));
    }
    let mut settings = engine_settings(args)?;
    if args.book.is_none() {
        settings.book = BookSource::None;
    }
    Ok(settings)
}

/// A parser of players, which suggests the presets.
fn player() -> impl TypedValueParser<Value = PlayerSpec> {
    Suggesting::new(
        |text: &str| text.parse::<PlayerSpec>(),
        Params::preset_names(),
    )
}

/// The name of the rules. Rules without a name are spelled out, so that different ones differ.
fn rules_text(rules: Rules) -> String {
    // A match has no handicap.
    let Rules {
        scoring,
        superko,
        suicide,
        dead_stones,
        handicap_bonus: _,
    } = rules;
    let text = format!(
        "{scoring:?}, {superko:?} superko, suicide {suicide:?}, dead stones {dead_stones:?}"
    );
    let name = rules.name().map(str::to_owned);
    name.unwrap_or_else(|| text.to_lowercase())
}

/// Parses the hypotheses of a sequential test, `ELO0,ELO1`.
pub(super) fn parse_sprt(text: &str) -> Result<Sprt, &'static str> {
    let (elo0, elo1) = text.split_once(',').ok_or("write ELO0,ELO1")?;
    let [elo0, elo1] = [elo0, elo1].map(|elo| elo.trim().parse().unwrap_or(f64::NAN));
    Sprt::new(elo0, elo1).ok_or("write two numbers, the lower one first, as in `0,20`")
}
