//! Where the results go, checked before the analysis begins.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::error::{Error, FileResult};
use crate::cli::output_file;
use crate::cli::position::STANDARD_INPUT;
use crate::cli::printable::shown;

use super::args::AnalyzeArgs;
use super::pictures;
use super::pictures::is_file;

/// The places for the results of one record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outputs {
    pub(super) sgf: Option<PathBuf>,
    /// A file, or a folder.
    pub(super) svg: Option<PathBuf>,
    pub(super) html: Option<PathBuf>,
    /// The folders to create for the results.
    folders: Vec<PathBuf>,
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
            let folders = args.svg.iter().filter(|place| !is_file(place));
            return Ok(vec![Self {
                folders: folders.cloned().collect(),
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
            let svg = place(&args.svg, "");
            let folders = [&args.sgf, &args.html, &svg].into_iter().flatten();
            let outputs = Self {
                folders: folders.cloned().collect(),
                sgf: place(&args.sgf, ".sgf"),
                html: place(&args.html, ".html"),
                svg,
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

    /// Whether nothing is to be written.
    pub(super) const fn are_none(&self) -> bool {
        self.sgf.is_none() && self.svg.is_none() && self.html.is_none()
    }

    /// The files to write, each with its option. Of several pictures only the graph is known before the analysis.
    fn files(&self) -> impl Iterator<Item = (&'static str, PathBuf)> {
        let svg = self.svg.as_deref().map(pictures::graph_file);
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
    for folder in outputs.iter().flat_map(|outputs| &outputs.folders) {
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
