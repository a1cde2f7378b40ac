//! The results of an analysis as text, before they are written.

use serde::{Deserialize, Serialize};

use crate::cli::error::{Error, FileResult};
use crate::cli::json::write_json;
use crate::cli::output_file;
use crate::sgf;

use super::args::AnalyzeArgs;
use super::outputs::Outputs;
use super::{AnalysisResults, html, json, pictures, table};

/// The texts to be printed and written, by this rank or another.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Reviewed {
    /// What is printed.
    pub(super) printed: String,
    sgf: Option<String>,
    /// With the names of their files.
    pictures: Vec<(String, String)>,
    html: Option<String>,
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
        let Outputs { sgf, svg, html, .. } = outputs;
        let [sgf, svg, html] = [sgf, svg, html].map(Option::as_deref);
        Ok(Self {
            printed: String::from_utf8_lossy(&printed).into_owned(),
            sgf: sgf.map(|_| annotated(results)).transpose()?,
            pictures: svg.map_or(Vec::new(), |place| pictures::draw(place, &args.at, results)),
            html: html.map(|_| html::page(results)),
        })
    }

    /// Writes the files. All are attempted, and the first error is returned.
    ///
    /// # Errors
    ///
    /// [`Error::File`] for a file that cannot be written.
    pub(super) fn write(&self, outputs: &Outputs) -> Result<(), Error> {
        let texts = [(&outputs.sgf, &self.sgf), (&outputs.html, &self.html)];
        let texts = texts
            .into_iter()
            .filter_map(|(path, text)| Some((path.clone()?, text.as_ref()?)));
        let pictures = outputs.svg.iter().flat_map(|place| {
            let pictures = self.pictures.iter();
            pictures.map(|(name, picture)| (pictures::file(place, name), picture))
        });
        let written = texts
            .chain(pictures)
            .map(|(path, text)| output_file::write(&path, text));
        written.fold(Ok(()), Result::and)
    }
}

fn annotated(results: &AnalysisResults<'_>) -> Result<String, Error> {
    let job = &results.analysis.job;
    let notes = sgf::Notes {
        game: &job.game,
        first: job.moves_before_setup,
        notes: &results.analysis.notes(results.mistakes),
    };
    sgf::annotate(&results.task.text.bytes, &notes).at(&results.task.path)
}
