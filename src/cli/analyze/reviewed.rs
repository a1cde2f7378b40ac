//! The results of an analysis as text, before they are written.

use serde::{Deserialize, Serialize};

use crate::cli::error::Error;
use crate::cli::json::write_json;
use crate::cli::output_file;
use crate::sgf;

use super::args::AnalyzeArgs;
use super::json::AnalysisJson;
use super::outputs::Outputs;
use super::results::AnalysisResults;
use super::{html, pictures, table};

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
    pub(super) fn new(
        args: &AnalyzeArgs,
        outputs: &Outputs,
        results: &AnalysisResults<'_>,
    ) -> Result<Self, Error> {
        let mut printed = Vec::new();
        if args.json {
            write_json(&mut printed, &AnalysisJson::new(results))?;
        } else {
            table::write(&mut printed, results)?;
        }
        let svg = outputs.svg.as_deref();
        Ok(Self {
            printed: String::from_utf8_lossy(&printed).into_owned(),
            sgf: outputs
                .sgf
                .is_some()
                .then(|| annotated(results))
                .transpose()?,
            pictures: svg.map_or(Vec::new(), |place| pictures::draw(place, &args.at, results)),
            html: outputs
                .html
                .is_some()
                .then(|| html::page(results))
                .transpose()?,
        })
    }

    /// Writes the files. All are attempted, and the first error is returned.
    ///
    /// # Errors
    ///
    /// [`Error::File`] for a file that cannot be written.
    pub(super) fn write(&self, outputs: &Outputs) -> Result<(), Error> {
        let texts = [(&outputs.sgf, &self.sgf), (&outputs.html, &self.html)];
        let texts = texts.into_iter();
        let texts = texts.filter_map(|(path, text)| path.as_deref().zip(text.as_ref()));
        let mut written = Ok(());
        for (path, text) in texts {
            written = written.and(output_file::write(path, text));
        }
        if let Some(place) = &outputs.svg {
            for (name, picture) in &self.pictures {
                let path = pictures::file(place, name);
                written = written.and(output_file::write(&path, picture));
            }
        }
        written
    }
}

fn annotated(results: &AnalysisResults<'_>) -> Result<String, Error> {
    let job = &results.analysis.job;
    let notes = sgf::Notes {
        game: &job.game,
        first: job.moves_before_setup,
        notes: &results.analysis.notes(results.mistakes),
    };
    let text = sgf::annotate(results.text.bytes(), &notes);
    text.map_err(|error| Error::file(results.path, &error))
}
