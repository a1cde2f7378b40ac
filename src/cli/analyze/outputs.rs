//! Where the results go, checked before the analysis begins; and the results as text.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::cli::output_file;
use crate::cli::position::STANDARD_INPUT;
use crate::cli::printable::shown;
use crate::cli::printable::write_json;
use crate::cli::{Error, FileResult};
use tao_sgf as sgf;

use super::args::AnalyzeArgs;
use super::pictures::{self, graph_file, is_file};
use super::{AnalysisResults, html, report};

/// The places for the results of one record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outputs {
    pub(super) sgf: Option<PathBuf>,
    /// A file, or a folder.
    pub(super) svg: Option<PathBuf>,
    pub(super) html: Option<PathBuf>,
}

impl Outputs {
    /// Returns the places for the results of each record. For one record they are those of the arguments. For several records the
    /// arguments are folders, in which the results have the names of the records.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] for two records of the same name, and for a file where several records need a folder.
    pub(super) fn plan(args: &AnalyzeArgs, records: &[PathBuf]) -> Result<Vec<Self>, Error> {
        if records.len() == 1 {
            return Ok(vec![Self {
                sgf: args.sgf.clone(),
                svg: args.svg.clone(),
                html: args.html.clone(),
            }]);
        }
        if let Some(file) = args.svg.as_deref().filter(|place| is_file(place)) {
            let message = format!("--svg {}: several records need a folder", shown(file));
            return Err(Error::Usage(message));
        }
        let mut names = BTreeSet::new();
        let outputs = records.iter().map(|record| {
            let name = name(record);
            let place = |folder: &Option<PathBuf>, extension: &str| {
                let mut name = name.clone();
                name.push(extension);
                folder.as_ref().map(|folder| folder.join(name))
            };
            let outputs = Self {
                sgf: place(&args.sgf, ".sgf"),
                svg: place(&args.svg, ""),
                html: place(&args.html, ".html"),
            };
            let shown = shown(Path::new(&name));
            if names.insert(name) {
                Ok(outputs)
            } else {
                let message = format!(
                    "two records are named `{shown}`: their results would replace each other"
                );
                Err(Error::Usage(message))
            }
        });
        outputs.collect()
    }

    /// The files to write, each with its option. Of several pictures only the graph is known before the analysis.
    fn files(&self) -> impl Iterator<Item = (&'static str, PathBuf)> {
        let svg = self.svg.as_deref().map(graph_file);
        let files = [
            ("sgf", self.sgf.clone()),
            ("svg", svg),
            ("html", self.html.clone()),
        ];
        let files = files.into_iter();
        files.filter_map(|(option, path)| Some((option, path?)))
    }
}

/// Checks that all results can be written, and makes the folders for them.
///
/// # Errors
///
/// Returns [`Error::Usage`] where a result would replace another, or a record without `--force`, and [`Error::File`] where a
/// file cannot be written.
pub(super) fn check(
    args: &AnalyzeArgs,
    records: &[PathBuf],
    outputs: &[Outputs],
    index: Option<&Path>,
) -> Result<(), Error> {
    let existing = records
        .iter()
        .filter_map(|record| fs::canonicalize(record).ok());
    let existing: Vec<PathBuf> = existing.collect();
    let index = index.map(|path| ("html", path.to_owned()));
    let files = outputs.iter().flat_map(Outputs::files).chain(index);
    let files: Vec<(&str, PathBuf)> = files.collect();
    for (i, (option, path)) in files.iter().enumerate() {
        let complain = |reason: &str| {
            let message = format!("--{option} {}: {reason}", shown(path));
            Err(Error::Usage(message))
        };
        if files[..i].iter().any(|(_, other)| other == path) {
            return complain("another result is written there");
        }
        let is_record = fs::canonicalize(path).is_ok_and(|path| existing.contains(&path));
        if is_record && !args.force {
            return complain("this is one of the records; `--force` replaces it");
        }
    }
    let several = [&args.sgf, &args.html].into_iter().flatten();
    let pictures = outputs.iter().filter_map(|outputs| outputs.svg.as_ref());
    let folders = several.filter(|_| records.len() > 1);
    for folder in folders.chain(pictures.filter(|place| !is_file(place))) {
        fs::create_dir_all(folder).at(folder)?;
    }
    files
        .iter()
        .try_for_each(|(_, path)| output_file::check(path))
}

/// The name of a record without its folder and extension, or `stdin`.
fn name(record: &Path) -> OsString {
    match record.file_stem() {
        Some(stem) if record != Path::new(STANDARD_INPUT) => stem.to_owned(),
        _ => "stdin".into(),
    }
}

/// The text to print.
pub(super) fn text(args: &AnalyzeArgs, results: &AnalysisResults<'_>) -> Result<String, Error> {
    let mut text = Vec::new();
    if args.json {
        write_json(&mut text, &report::object(results))?;
    } else {
        report::write_table(&mut text, results)?;
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The files to write, each with its content.
///
/// # Errors
///
/// [`Error::File`] for a record that cannot be annotated.
pub(super) fn files(
    args: &AnalyzeArgs,
    results: &AnalysisResults<'_>,
) -> Result<Vec<(PathBuf, String)>, Error> {
    let outputs = &results.task.outputs;
    let mut files = Vec::new();
    if let Some(path) = &outputs.sgf {
        files.push((path.clone(), annotated(results)?));
    }
    if let Some(path) = &outputs.html {
        files.push((path.clone(), html::page(results)));
    }
    if let Some(place) = &outputs.svg {
        files.extend(pictures::draw(place, &args.at, results));
    }
    Ok(files)
}

/// Returns the message about the written files. Several pictures in a folder are only counted.
pub(super) fn outputs_message(outputs: &Outputs, files: usize) -> String {
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

/// Prints until the output is closed.
pub(super) struct Printer<W> {
    pub(super) output: W,
    /// The first error.
    pub(super) printed: io::Result<()>,
}

impl<W: Write> Printer<W> {
    pub(super) fn print(&mut self, text: &str) {
        if self.printed.is_ok() {
            let printed = self.output.write_all(text.as_bytes());
            self.printed = printed.and_then(|()| self.output.flush());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_that_is_closed_is_an_error_at_the_end() {
        let mut output = [0; 3];
        let mut printer = Printer {
            output: &mut output[..],
            printed: Ok(()),
        };
        printer.print("ab");
        assert!(printer.printed.is_ok());
        printer.print("cd");
        assert!(printer.printed.is_err());
    }
}
