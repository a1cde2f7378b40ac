//! The commands of `tao-go`.

use std::io::Write;

use clap::CommandFactory;

use super::analyze::{self, AnalyzeArgs};
use super::args::{Cli, Program};
use super::bench::{self, BenchArgs};
use super::book::{self, BookCommand};
use super::completions::{self, CompletionsArgs};
use super::config::{self, ConfigArgs};
use super::genmove::{self, GenmoveArgs};
use super::gmp::{self, GmpArgs};
use super::gtp::{self, GtpArgs};
use super::kata::{self, KataArgs};
use super::man::{self, ManArgs};
use super::play::{self, PlayArgs};
use super::score::{self, ScoreArgs};
use super::serve::{self, ServeArgs};
use super::settings::Settings;
use super::solve::{self, SolveArgs};
use super::version::{self, VersionArgs};
use super::{Context, Endpoint, Error, Exit};

/// What to do. Without a command: play in a terminal, speak GTP on a pipe.
#[derive(Clone, Debug, clap::Subcommand)]
#[expect(missing_docs, reason = "the help is that of the arguments")]
pub enum TaoGo {
    Gtp(GtpArgs),
    Gmp(GmpArgs),
    #[command(alias = kata::NAMES[1])]
    Kata(KataArgs),
    Play(PlayArgs),
    Serve(ServeArgs),
    Genmove(GenmoveArgs),
    Analyze(AnalyzeArgs),
    Score(ScoreArgs),
    Solve(SolveArgs),
    Bench(BenchArgs),
    #[command(subcommand)]
    Book(BookCommand),
    Config(ConfigArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
    Version(VersionArgs),
}

impl Program for TaoGo {
    const NAME: &'static str = "tao-go";
    const ABOUT: &'static str = "A Go engine for the small board: tree search with a neural network, GTP, terminal play and one-shot moves";
    const AFTER_HELP: &'static str = "Examples, environment, files and exit codes: tao-go --help";
    const AFTER_LONG_HELP: &'static str = EXAMPLES;

    fn default_for(source: Endpoint) -> Option<Self> {
        Some(match source {
            Endpoint::Pipe => Self::Gtp(GtpArgs::default()),
            Endpoint::Terminal => Self::Play(PlayArgs::default()),
        })
    }

    fn searches_on_ranks(&self) -> bool {
        matches!(self, Self::Gtp(_) | Self::Gmp(_) | Self::Genmove(_))
    }

    fn prints_text(&self) -> bool {
        match self {
            Self::Genmove(args) => !args.json,
            Self::Analyze(args) => !args.json,
            Self::Score(args) => !args.json,
            Self::Solve(args) => !args.json,
            Self::Play(_) | Self::Serve(_) | Self::Bench(_) | Self::Book(_) => true,
            _ => false,
        }
    }

    fn print(&self, settings: &Settings, out: &mut dyn Write) -> Option<Result<(), Error>> {
        Some(match self {
            Self::Config(args) => {
                let text = args.fixed_text()?;
                out.write_all(text.as_bytes()).map_err(Error::from)
            }
            Self::Completions(args) => completions::run(*args, Cli::<Self>::command(), out),
            Self::Man(args) => man::run(args, Cli::<Self>::command(), out),
            Self::Version(args) => version::run(*args, &settings.engine, out),
            _ => return None,
        })
    }

    fn run(self, context: &mut Context) -> Result<Exit, Error> {
        match self {
            Self::Gmp(args) => gmp::run(&args, context)?,
            Self::Gtp(args) => gtp::run(&args, context)?,
            Self::Kata(args) => kata::run(&args, context)?,
            Self::Serve(args) => serve::run(&args, context)?,
            Self::Play(args) => play::run(&args, context)?,
            Self::Genmove(args) => genmove::run(&args, context)?,
            Self::Analyze(args) => analyze::run(&args, context)?,
            Self::Score(args) => score::run(&args, context)?,
            Self::Solve(args) => solve::run(&args, context)?,
            Self::Bench(args) => bench::run(&args, context)?,
            Self::Book(command) => book::run(&command, context)?,
            Self::Config(_) => config::show(context)?,
            Self::Completions(_) | Self::Man(_) | Self::Version(_) => {}
        }
        Ok(Exit::Done)
    }
}

const EXAMPLES: &str = "\
Examples:
  tao-go                                   play in the terminal
  tao-go serve --open                      play and analyze in the browser
  tao-go gtp --time 5s                     the command line for GoGui, Sabaki or gogui-twogtp
  tao-go gmp --color white                 the command line for CGoban's Go Modem
  tao-go kata                              the command line for KaTrain
  tao-go genmove --moves 'B E5 W C3'       print the best move
  tao-go genmove --json game.sgf           the same for a record, as JSON
  tao-go analyze game.sgf                  the mistakes in a game
  tao-go score game.sgf                    who has won, and which stones are dead
  tao-go solve game.sgf                    the exact score near the end
  tao-go COMMAND --help                    options and examples of a command

Settings:
  Every option above but -v and -q is also a variable of the environment and a key in a file:
  --never-resign is TAO_GO_NEVER_RESIGN=true, and never-resign = true in config.toml. Options go
  before variables, variables before the file; a protocol or a record goes before the last two.
  `bench` takes only options.

  tao-go config                            all settings, and where each was made
  tao-go config --dump-default             a file with the defaults

Environment:
  TAO_GO_CONFIG   the file of settings; empty for none
  TAO_GO_*        any setting
  RUST_LOG        what to log, as in info, or gtp=trace for every line of GTP as well
  NO_COLOR, CLICOLOR, CLICOLOR_FORCE
                  whether to use colors
  RUST_BACKTRACE  1 for a longer report of an internal error

Files:
  ~/.config/tao-go/config.toml, or below $XDG_CONFIG_HOME

Exit codes:
  0    done
  1    failed
  2    wrong usage
  3    a file is missing, wrong or cannot be written
";
