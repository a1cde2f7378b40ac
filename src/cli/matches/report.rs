//! `tao-go match report`: the result of matches that were played.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::cli::error::{Error, Exit};
use crate::matches::{Sprt, Tally, read_log, report};

use super::args::parse_sprt;
use super::exit;

/// Print the result of logs, several parts of one match taken together
///
/// The parts must have been played with different seeds, else alike. The exit code is that of the match.
#[derive(Clone, Debug, Args)]
pub(super) struct ReportArgs {
    /// Logs that `--log` has written
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Test as with the `--sprt` of a match
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
}

/// Prints the report.
///
/// # Errors
///
/// Returns [`Error::File`] for a file that cannot be read or does not belong to the others.
pub(super) fn run(args: &ReportArgs, mut output: impl Write) -> Result<Exit, Error> {
    let mut tally = Tally::default();
    for path in &args.files {
        for entry in read_log(path).map_err(|error| Error::file(path, &error))? {
            tally
                .add(&entry)
                .map_err(|error| Error::file(path, &error))?;
        }
    }
    report(&mut output, &tally, args.sprt.as_ref())?;
    output.flush()?;
    Ok(exit(&tally, args.sprt.as_ref()))
}
