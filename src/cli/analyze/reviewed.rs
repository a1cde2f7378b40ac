//! The results of an analysis as text, before they are written.

use std::ffi::OsString;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cli::error::{Error, FileResult};
use crate::cli::json::write_json;
use crate::cli::output_file;
use crate::cli::printable::shown;
use tao_sgf as sgf;

use super::args::AnalyzeArgs;
use super::index::IndexRow;
use super::outputs::Outputs;
use super::pictures::graph_file;
use super::{AnalysisResults, html, json, pictures, table};

/// The texts to print and to write. The rank that analyzed the game sends them to rank 0, which does both.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Reviewed {
    /// What is printed.
    pub(super) printed: String,
    /// The path and content of each file. An `OsString` can be sent to another rank whatever its characters.
    files: Vec<(OsString, String)>,
    /// The row of this game on the page of several games.
    pub(super) row: Option<IndexRow>,
    /// The message about the files, which is printed once they are written.
    written: String,
}

impl Reviewed {
    /// Makes the texts of the results for all outputs that the arguments name.
    ///
    /// # Errors
    ///
    /// [`Error::File`] for a record that cannot be annotated.
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
            outputs_message(outputs, files.len())
        };
        let row = IndexRow::new(results);
        Ok(Self {
            printed,
            files,
            row,
            written,
        })
    }

    /// Writes the files, and if all are written, adds a message about them to the printed text. Every file is attempted, and the
    /// first error is returned.
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

/// Returns the message about the written files. Several pictures in a folder are only counted.
fn outputs_message(outputs: &Outputs, files: usize) -> String {
    let pages = [&outputs.sgf, &outputs.html].into_iter().flatten();
    let pictures = files - pages.clone().count();
    let pictures = outputs.svg.iter().map(|place| match pictures {
        1 => shown(&graph_file(place)),
        count => format!("{count} pictures in {}", shown(place)),
    });
    let names: Vec<String> = pages.map(|path| shown(path)).chain(pictures).collect();
    written_message(&names)
}

/// Returns the message that these files were written; empty without files.
pub(super) fn written_message(names: &[String]) -> String {
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
