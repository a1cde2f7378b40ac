//! The results of an analysis as text, before they are written.

use std::ffi::OsString;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cli::error::{Error, FileResult};
use crate::cli::json::write_json;
use crate::cli::output_file;
use crate::sgf;

use super::args::AnalyzeArgs;
use super::{AnalysisResults, html, json, pictures, table};

/// The texts to be printed and written, by this rank or another.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Reviewed {
    /// What is printed.
    pub(super) printed: String,
    /// Paths of files, in a form that is sent whatever its characters, and what the files get.
    files: Vec<(OsString, String)>,
}

impl Reviewed {
    /// The results, as far as there are places for them.
    ///
    /// # Errors
    ///
    /// [`Error::File`] for a record that cannot be written again.
    pub(super) fn new(args: &AnalyzeArgs, results: &AnalysisResults<'_>) -> Result<Self, Error> {
        let outputs = &results.task.outputs;
        let mut printed = Vec::new();
        if args.json {
            write_json(&mut printed, &json::to_json(results))?;
        } else {
            table::write(&mut printed, results)?;
        }
        let mut files = Vec::new();
        if let Some(path) = &outputs.sgf {
            files.push((path.into(), annotated(results)?));
        }
        if let Some(path) = &outputs.html {
            files.push((path.into(), html::page(results)));
        }
        if let Some(place) = &outputs.svg {
            let pictures = pictures::draw(place, &args.at, results).into_iter();
            files.extend(pictures.map(|(path, text)| (path.into(), text)));
        }
        let printed = String::from_utf8_lossy(&printed).into_owned();
        Ok(Self { printed, files })
    }

    /// Writes the files. All are attempted, and the first error is returned.
    ///
    /// # Errors
    ///
    /// [`Error::File`] for a file that cannot be written.
    pub(super) fn write(&self) -> Result<(), Error> {
        let files = self.files.iter();
        let written = files.map(|(path, text)| output_file::write(Path::new(path), text));
        written.fold(Ok(()), Result::and)
    }
}

fn annotated(results: &AnalysisResults<'_>) -> Result<String, Error> {
    let job = &results.analysis.job;
    let notes = sgf::Notes {
        game: &job.game,
        number: results.task.number,
        first: job.moves_before_setup,
        notes: &results.analysis.notes(results.mistakes),
    };
    sgf::annotate(&results.task.text, &notes).at(&results.task.path)
}
