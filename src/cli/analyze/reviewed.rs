//! The results of an analysis as text, before they are written.

use std::ffi::OsString;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cli::error::{Error, FileResult};
use crate::cli::json::write_json;
use crate::cli::output_file;
use crate::cli::printable::shown;
use crate::sgf;

use super::args::AnalyzeArgs;
use super::index::IndexRow;
use super::outputs::Outputs;
use super::pictures::graph_file;
use super::{AnalysisResults, html, json, pictures, table};

/// The texts to be printed and written, by this rank or another.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Reviewed {
    /// What is printed.
    pub(super) printed: String,
    /// Paths of files, in a form that is sent whatever its characters, and what the files get.
    files: Vec<(OsString, String)>,
    /// What the page of several games says of this one.
    pub(super) row: Option<IndexRow>,
    /// What to say of the files once they are written.
    written: String,
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
        let written = if args.json {
            String::new()
        } else {
            told_of(outputs, files.len())
        };
        let row = IndexRow::new(results);
        Ok(Self {
            printed,
            files,
            row,
            written,
        })
    }

    /// Writes the files, and adds to what is printed that they are. All are attempted, and the first error is returned.
    ///
    /// # Errors
    ///
    /// [`Error::File`] for a file that cannot be written.
    pub(super) fn write(&mut self) -> Result<(), Error> {
        let files = self.files.iter();
        let written = files.map(|(path, text)| output_file::write(Path::new(path), text));
        written.fold(Ok(()), Result::and)?;
        self.printed.push_str(&self.written);
        Ok(())
    }
}

/// The names of these files: of pictures in a folder only their number.
fn told_of(outputs: &Outputs, files: usize) -> String {
    let pages = [&outputs.sgf, &outputs.html].into_iter().flatten();
    let pictures = files - pages.clone().count();
    let pictures = outputs.svg.iter().map(|place| match pictures {
        1 => shown(&graph_file(place)),
        count => format!("{count} pictures in {}", shown(place)),
    });
    let names: Vec<String> = pages.map(|path| shown(path)).chain(pictures).collect();
    told(&names)
}

/// What to say of files that are written.
pub(super) fn told(names: &[String]) -> String {
    if names.is_empty() {
        String::new()
    } else {
        format!("\nWritten: {}\n", names.join(", "))
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
