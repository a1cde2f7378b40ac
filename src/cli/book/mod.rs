//! `tao-go book`: makes opening books and shows them.

mod args;
mod file;
mod grow;
mod import;
mod inspect;
mod search;

use super::context::Context;
use super::error::Error;
use args::BookSubcommand;
use file::BookFile;

pub(super) use args::BookArgs;

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
        BookSubcommand::Show(args) => inspect::show(args, context),
        BookSubcommand::Check { file } => inspect::check(file, &mut context.output),
        BookSubcommand::Merge(args) => inspect::merge(args, &mut context.output),
        BookSubcommand::Export(args) => inspect::export(args, context),
    }
}
