//! `tao-go match report`: the result of a match from its logs.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::cli::error::{Error, Exit};
use crate::matches::{MatchScore, Sprt, read_log};

use super::args::parse_sprt;
use super::write_result;

/// Print the result of logs, several parts of one match together
///
/// The parts must have been played with different seeds, else alike. The exit code is that of the match.
#[derive(Clone, Debug, Args)]
pub(super) struct ReportArgs {
    /// Logs that `--log` has written
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Test the hypotheses as `--sprt` of a match does
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
}

/// Prints the report.
///
/// # Errors
///
/// Returns [`Error::File`] for a file that cannot be read or does not belong to the others.
pub(super) fn run(args: &ReportArgs, output: impl Write) -> Result<Exit, Error> {
    let mut score = MatchScore::default();
    for path in &args.files {
        for entry in read_log(path).map_err(|error| Error::file(path, &error))? {
            score
                .add(&entry)
                .map_err(|error| Error::file(path, &error))?;
        }
    }
    write_result(output, &score, args.sprt.as_ref())
}
