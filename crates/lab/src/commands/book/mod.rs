//! `tao-lab book`: makes opening books.

mod grow;
mod import;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use grow::BookFile;
use tao_go::cli::parsers::{at_least, parse_duration};
use tao_go::cli::{Context, Error};

/// Runs a command of `book`.
///
/// # Errors
/// [`Error::Usage`] for settings that no book can have, [`Error::File`] for files that are not books or cannot be written.
pub(super) fn run(args: &BookArgs, context: &mut Context) -> Result<(), Error> {
    match &args.subcommand {
        BookSubcommand::Build(args) => grow::run(args, context, BookFile::create),
        BookSubcommand::Grow(args) => grow::run(args, context, BookFile::open),
        BookSubcommand::Import(args) => import::run(args, context),
        BookSubcommand::Check { file } => import::check(file, &mut context.output),
        BookSubcommand::Merge(args) => import::merge_books(args, &mut context.output),
        BookSubcommand::Export(args) => import::export(args, context),
    }
}

/// Make an opening book
///
/// A book has positions of the 9x9 board, each searched, and their values by minimax. It grows where the best moves lead.
/// `--komi` says for which komi. FILE is `built-in` for the book in the program.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct BookArgs {
    #[command(subcommand)]
    subcommand: BookSubcommand,
}

impl BookArgs {
    /// Whether text is printed, and not a record.
    pub(crate) const fn prints_text(&self) -> bool {
        !matches!(self.subcommand, BookSubcommand::Export(_))
    }
}

const EXAMPLES: &str = "\
Examples:
  tao-lab book build my.taobook --komi 7 --duration 1h      a new book
  tao-lab book grow my.taobook --komi 7.5 --positions 1000  more positions, for another komi
  tao-lab book import my.taobook game.sgf                   the positions of a game
  tao-lab book export my.taobook --output my.sgf            a tree of variations
  tao-go play --book my.taobook
";

/// Subcommands of `book`.
#[derive(Clone, Debug, Subcommand)]
enum BookSubcommand {
    /// Make a new book
    Build(GrowArgs),
    /// Add positions to a book
    ///
    /// A position is stored when it has been searched. Ctrl-C or a kill loses those that are being searched at most.
    /// With one thread and the same seed, stops and starts change nothing.
    Grow(GrowArgs),
    /// Add the positions of games to a book, made if it does not exist
    Import(ImportArgs),
    /// Check a book, and print how large it is
    Check {
        /// The book
        file: PathBuf,
    },
    /// Make one book out of several: of a position in more than one, the largest search stays
    Merge(MergeArgs),
    /// Write a book as SGF, a tree of variations with values
    Export(ExportArgs),
}

/// Where a book grows, and how far.
#[derive(Clone, Debug, Args)]
pub struct GrowArgs {
    /// The book
    file: PathBuf,
    /// Visits for each position
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = at_least(2_u32))]
    visits: u32,
    /// Positions to add [default: until Ctrl-C]
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// Time to grow, as in `30m`
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    duration: Option<Duration>,
}

#[derive(Clone, Debug, Args)]
pub struct ImportArgs {
    /// The book
    file: PathBuf,
    /// Games in SGF; `-` reads the standard input
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,
    /// Visits for each position
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = at_least(2_u32))]
    visits: u32,
    /// First moves of each game to add
    #[arg(long, value_name = "N", default_value_t = 12)]
    first: usize,
}

#[derive(Clone, Debug, Args)]
pub struct MergeArgs {
    /// The books
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The book to write
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Clone, Debug, Args)]
pub struct ExportArgs {
    /// The book
    file: PathBuf,
    /// The file to write [default: the standard output]
    #[arg(long, value_name = "RECORD")]
    output: Option<PathBuf>,
    /// Moves from the empty board at which lines end
    #[arg(long, value_name = "N", default_value_t = 60)]
    depth: usize,
}
