//! `tao-lab book`: makes opening books.

mod args;
mod file;
mod grow;
mod import;
mod inspect;
mod search;

use args::BookSubcommand;
use file::BookFile;
use tao_go::cli::context::Context;
use tao_go::cli::error::Error;

pub use args::BookArgs;

/// Runs a command of `book`.
///
/// # Errors
///
/// [`Error::Usage`] for settings that no book can have, [`Error::File`] for files that are not books or cannot be written.
pub(super) fn run(args: &BookArgs, context: &mut Context) -> Result<(), Error> {
    match &args.subcommand {
        BookSubcommand::Build(args) => grow::run(args, context, BookFile::create),
        BookSubcommand::Grow(args) => grow::run(args, context, BookFile::open),
        BookSubcommand::Import(args) => import::run(args, context),
        BookSubcommand::Check { file } => inspect::check(file, &mut context.output),
        BookSubcommand::Merge(args) => inspect::merge(args, &mut context.output),
        BookSubcommand::Export(args) => inspect::export(args, context),
    }
}
