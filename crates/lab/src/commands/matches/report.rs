//! The result of a match as text, from its games or from logs.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tao_go::cli::{Error, Exit, FileResult};

use super::args::parse_sprt;
use crate::matches;
use crate::matches::{MatchScore, Sprt, SprtDecision, read_log};

/// Print the combined result of the logs of a match
///
/// The logs must be parts of the same match, played with different seeds. The exit code is that of the match.
#[derive(Clone, Debug, Args)]
pub struct ReportArgs {
    /// Logs written by `--log`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Test these hypotheses, as `match --sprt` does
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt)]
    sprt: Option<Sprt>,
}

/// Prints the report.
///
/// # Errors
/// Returns [`Error::File`] for a file that cannot be read or does not belong to the others.
pub(super) fn write_report(args: &ReportArgs, output: impl Write) -> Result<Exit, Error> {
    let mut score = MatchScore::default();
    for path in &args.files {
        for entry in read_log(path).at(path)? {
            score.add(&entry).at(path)?;
        }
    }
    write_result(output, &score, args.sprt.as_ref())
}

/// Writes the result of a match, and returns the exit code for the decision of the sequential test, if there is one.
///
/// # Errors
/// Returns [`Error::Failed`] where no game was finished, [`Error::Stream`].
pub(super) fn write_result(
    mut output: impl Write,
    score: &MatchScore,
    sprt: Option<&Sprt>,
) -> Result<Exit, Error> {
    if score.games() == 0 {
        return Err(Error::Failed("no game was finished".to_owned()));
    }
    matches::report(&mut output, score, sprt)?;
    Ok(match sprt.map(|sprt| sprt.decision(&score.pairs)) {
        None | Some(SprtDecision::H1) => Exit::Done,
        Some(SprtDecision::H0) => Exit::Rejected,
        Some(SprtDecision::Undecided) => Exit::Undecided,
    })
}
