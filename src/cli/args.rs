//! The command line as clap sees it.

use clap::{Parser, Subcommand, ValueEnum};

use super::bench::BenchArgs;
use super::genmove::GenmoveArgs;
use super::gtp::GtpArgs;
use super::logging::Verbosity;
use super::play::PlayArgs;
use super::settings::Settings;

/// A Go engine for the small board: UCT search, GTP, terminal play and one-shot moves.
#[derive(Clone, Debug, Parser)]
#[command(name = "tao-go", version, after_long_help = EXAMPLES)]
pub struct Cli {
    /// What to do. Without a command: play in a terminal, speak GTP on a pipe.
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) settings: Settings,
    #[command(flatten)]
    pub(super) verbosity: Verbosity,
    /// Speak GTP, as programs that know other engines ask for it.
    #[arg(long, hide = true, global = true)]
    pub(super) gtp: bool,
    /// The same, as asked of GNU Go.
    #[arg(long, hide = true, global = true, value_name = "PROTOCOL")]
    pub(super) mode: Option<Mode>,
}

/// Protocols that `--mode` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Mode {
    /// Go Text Protocol.
    Gtp,
}

/// The commands.
#[derive(Clone, Debug, Subcommand)]
pub(super) enum Command {
    Gtp(GtpArgs),
    Play(PlayArgs),
    Genmove(GenmoveArgs),
    Bench(BenchArgs),
}

const EXAMPLES: &str = "\
Examples:
  tao-go                                   play in the terminal
  tao-go gtp --time 5s                     the command line for GoGui, Sabaki or gogui-twogtp
  tao-go genmove --moves 'B E5 W C3'       print the best move
  tao-go genmove --json game.sgf           the same for a record, with figures
";
