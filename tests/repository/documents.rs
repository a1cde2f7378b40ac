//! The documents show what the program prints, and README is short.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::binary;

/// The text between `start` and the next `end`.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, after) = text.split_once(start).unwrap();
    after.split_once(end).unwrap().0
}

/// A document of another program.
const OF_KATAGO: &str = "docs/Analysis_Engine.md";

/// Lines after which nobody reads on.
const MOST_LINES: usize = 200;

#[test]
fn readme_is_short() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= MOST_LINES);
}

#[test]
fn links_of_documents_lead_somewhere() {
    let documents = documents();
    assert!(documents.len() > 15, "{documents:?}");
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        let links = text.split("](").skip(1).map(|rest| (rest, ')'));
        let pictures = text.split("src=\"").skip(1).map(|rest| (rest, '"'));
        for (rest, end) in links.chain(pictures) {
            let (link, _) = rest.split_once(end).unwrap();
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            if link.starts_with("http") {
                continue;
            }
            let target = match path {
                "" => document.clone(),
                _ => document.parent().unwrap().join(path),
            };
            assert!(target.exists(), "{}: {link}", document.display());
            assert!(
                heading.is_empty() || has_heading(&target, heading),
                "{}: no heading for {link}",
                document.display()
            );
        }
    }
}

/// In comments, messages and scripts.
#[test]
fn documents_that_the_source_names_exist() {
    let folders = ["src", "tests", "benches", "docs", "train", "data", ".ci"];
    let mut files: Vec<PathBuf> = folders.into_iter().flat_map(files_below).collect();
    files.extend(["README.md", "Cargo.toml"].map(|name| root().join(name)));
    for file in files {
        let text = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
        for (before, _) in text.match_indices("docs/") {
            let name = text[before..].split(|c| !is_path(c)).next().unwrap();
            let name = name.trim_end_matches(['.', '/']);
            let is_document = [".md", ".svg", ".png", ".sgf"]
                .iter()
                .any(|end| name.ends_with(end));
            assert!(
                !is_document || name == OF_KATAGO || root().join(name).exists(),
                "{}: {name}",
                file.display()
            );
        }
    }
}

#[test]
fn sources_that_documents_name_exist() {
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        let names = text.split('`').filter(|name| {
            ["src/", "tests/", "data/", "docs/"]
                .iter()
                .any(|folder| name.starts_with(folder))
        });
        for name in names.filter(|name| name.chars().all(is_path)) {
            assert!(root().join(name).exists(), "{}: {name}", document.display());
        }
    }
}

#[test]
fn every_folder_of_the_source_is_described() {
    let text = fs::read_to_string(root().join("docs/development.md")).unwrap();
    let table = between(&text, "| folder | content |", "\n\n");
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let entry = entry.unwrap();
        let folder = format!("`src/{}`", entry.file_name().display());
        assert!(
            !entry.path().is_dir() || table.contains(&folder),
            "{folder} is not in docs/development.md"
        );
    }
}

/// Whether names of files have this character.
fn is_path(c: char) -> bool {
    c.is_ascii_alphanumeric() || "/._-".contains(c)
}

/// `README.md` and all other documents.
fn documents() -> Vec<PathBuf> {
    let mut documents: Vec<PathBuf> = ["docs", "data", "train"]
        .into_iter()
        .flat_map(files_below)
        .collect();
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.push(root().join("README.md"));
    documents
}

/// Whether a document has a heading with this anchor, made as on GitHub.
fn has_heading(document: &Path, anchor: &str) -> bool {
    let text = fs::read_to_string(document).unwrap();
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let mut anchors = headings.map(|line| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = words.replace(' ', "-");
        kept.replace(|c: char| !c.is_alphanumeric() && c != '-' && c != '_', "")
    });
    anchors.any(|found| found == anchor)
}

/// The files in a folder of the repository and its subfolders.
fn files_below(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The sample shows a part of what is printed. The moves are from the book, which the seed lets choose the same.
#[test]
fn the_game_in_the_readme_is_as_it_is_printed() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let shown = between(&readme, "$ cargo run --release\n", "```");
    let lines = shown.lines();
    let typed: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("black> "))
        .collect();
    assert!(!typed.is_empty());
    let mut command = binary::tao_go();
    command.env_remove("TAO_GO_BOOK");
    let mut command = assert_cmd::Command::from_std(command);
    let output = command
        .args(["play", "--no-save", "--seed=1"])
        .write_stdin(typed.join("\n"))
        .output()
        .unwrap();
    // What is typed on a terminal is not part of the output.
    let printed = String::from_utf8(output.stdout)
        .unwrap()
        .replace("black> ", "");
    let without_times = |line: &str| line.split(", used").next().map(str::to_owned);
    let mut printed = printed.lines().map(without_times);
    for line in shown.lines().filter(|line| !line.starts_with("black> ")) {
        let expected = without_times(line);
        assert!(printed.any(|other| other == expected), "{line}");
    }
}
