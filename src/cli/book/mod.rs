//! `tao-go book`: makes opening books and shows them.

mod args;
mod check;
mod export;
mod file;
mod grow;
mod import;
mod merge;
mod search;
mod show;

use std::io::{Read, Write};

use crate::ranks::Ranks;

use super::error::Error;
use super::position::StandardInput;
use super::progress::ProgressBars;
use super::settings::Sources;
use args::BookSubcommand;

pub(super) use args::BookArgs;

/// Runs a command of `book`.
///
/// # Errors
///
/// [`Error::Usage`] for settings that no book can have, [`Error::File`] for files that are none or cannot be written.
pub(super) fn run(
    args: &BookArgs,
    sources: &Sources,
    ranks: &Ranks,
    input: StandardInput<impl Read + Send + 'static>,
    mut output: impl Write,
    bars: ProgressBars,
) -> Result<(), Error> {
    let settings = &sources.flags;
    match &args.subcommand {
        BookSubcommand::Build(args) => grow::build(args, settings, ranks, output, bars),
        BookSubcommand::Grow(args) => grow::grow(args, settings, ranks, output, bars),
        BookSubcommand::Import(args) => import::run(args, settings, input.reader, output),
        BookSubcommand::Show(args) => show::run(args, sources, input, output),
        BookSubcommand::Check { file } => check::run(file, &mut output),
        BookSubcommand::Merge(args) => merge::run(args, output),
        BookSubcommand::Export(args) => export::run(args, settings, output),
    }
}
