//! The commands of `tao-lab`.

mod alpha_beta;
mod book;
mod learn;
mod matches;
mod selfplay;

use std::io::Write;

use tao_engine::raw::search::Audience;
use tao_go::cli::{Context, Endpoint, Error, Exit, Program, Settings};

use alpha_beta::AlphaBetaArgs;
use book::BookArgs;
use learn::LearnArgs;
use matches::MatchArgs;
use selfplay::SelfPlayArgs;

/// What to do.
#[derive(Clone, Debug, clap::Subcommand)]
#[expect(missing_docs, reason = "the help is that of the arguments")]
pub enum TaoLab {
    Match(Box<MatchArgs>),
    Selfplay(SelfPlayArgs),
    Learn(LearnArgs),
    Book(BookArgs),
    AlphaBeta(AlphaBetaArgs),
}

impl Program for TaoLab {
    const NAME: &'static str = "tao-lab";
    const ABOUT: &'static str =
        "The laboratory of Tao Go: matches, self-play, learning, opening books, experiments";
    const AFTER_HELP: &'static str = "Examples and exit codes: tao-lab --help";
    const AFTER_LONG_HELP: &'static str = EXAMPLES;
    const AUDIENCE: Audience = Audience::Lab;

    fn default_for(_source: Endpoint) -> Option<Self> {
        None
    }

    fn prints_text(&self) -> bool {
        match self {
            Self::Book(args) => args.prints_text(),
            Self::Match(_) | Self::Selfplay(_) => true,
            Self::Learn(_) | Self::AlphaBeta(_) => false,
        }
    }

    fn print(&self, _settings: &Settings, _out: &mut dyn Write) -> Option<Result<(), Error>> {
        None
    }

    fn run(self, context: &mut Context) -> Result<Exit, Error> {
        match self {
            Self::Match(args) => return matches::run(&args, context),
            Self::Selfplay(args) => selfplay::run(&args, context)?,
            Self::Learn(args) => learn::run(&args, context)?,
            Self::Book(args) => book::run(&args, context)?,
            Self::AlphaBeta(args) => alpha_beta::run(&args, context)?,
        }
        Ok(Exit::Done)
    }
}

const EXAMPLES: &str = "\
Examples:
  tao-lab match --a tao-go-2010 --b plain-uct --playouts 1000
                                           who is stronger
  tao-lab selfplay games --games 1000      games to train a network
  tao-lab book grow my.taobook             a larger opening book
  tao-lab COMMAND --help                   options and examples of a command

Exit codes:
  0    done
  1    failed
  2    wrong usage
  3    a file is missing, wrong or cannot be written
  10   `match --sprt`: H0 holds
  11   `match --sprt`: more games are needed
";
