//! The documents show what the program prints, and README is short and says the same in both languages.

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

/// The README in English and in Chinese.
const READMES: [&str; 2] = ["README.md", "README.zh.md"];

/// Maximum number of lines of a README.
const MAX_LINES: usize = 200;

#[test]
fn readme_is_short() {
    for readme in readmes() {
        assert!(readme.lines().count() <= MAX_LINES);
    }
}

/// A change in one language must be made in the other, too.
#[test]
fn readme_is_the_same_in_both_languages() {
    let [english, chinese] = readmes();
    for page in chinese_pages() {
        assert!(chinese.contains(&format!("]({page}")), "no link to {page}");
    }
    let chinese = chinese.replace(".zh.md", ".md");
    for (one, other) in [("README.md", &chinese), ("README.zh.md", &english)] {
        assert!(other.contains(&format!("]({one})")), "no link to {one}");
    }
    for (kind, of) in [
        ("headings", headings as fn(&str) -> Vec<&str>),
        ("blocks", blocks),
        ("columns of tables", columns),
        ("code", code),
        ("numbers", numbers),
        ("links", links),
    ] {
        assert!(of(&english).len() > 5, "{kind}");
        assert_eq!(of(&english), of(&chinese), "{kind}");
    }
}

/// The level of each heading.
fn headings(readme: &str) -> Vec<&str> {
    let parts = outside_of_blocks(readme).flat_map(str::lines);
    let headings = parts.filter(|line| line.starts_with('#'));
    headings.filter_map(|line| line.split(' ').next()).collect()
}

/// The lines of all blocks, without comments.
fn blocks(readme: &str) -> Vec<&str> {
    let blocks = readme.split("```").skip(1).step_by(2);
    let lines = blocks.flat_map(str::lines);
    lines
        .filter_map(|line| line.split("  # ").next().map(str::trim_end))
        .collect()
}

/// The delimiters of tables, and an empty text for each row.
fn columns(readme: &str) -> Vec<&str> {
    let rows = readme.lines().filter(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches(|c| c != '-'))
        .map(|row| if row.contains("---") { row } else { "" })
        .collect()
}

/// The code in the text, sorted.
fn code(readme: &str) -> Vec<&str> {
    let texts = outside_of_blocks(readme);
    sorted(texts.flat_map(|text| text.split('`').skip(1).step_by(2)))
}

/// The numbers of more than one digit in the text, sorted.
fn numbers(readme: &str) -> Vec<&str> {
    let texts = outside_of_blocks(readme);
    let numbers = texts.flat_map(|text| text.split(|c: char| !c.is_ascii_digit() && c != '.'));
    let numbers = numbers.map(|number| number.trim_matches('.'));
    sorted(numbers.filter(|number| number.len() > 1))
}

/// The targets of links and pictures, sorted. Headings, and whether a page is in Chinese, do not count.
fn links(readme: &str) -> Vec<&str> {
    let ends = [("](", ')'), ("src=\"", '"')];
    let links = ends.into_iter().flat_map(|(start, end)| {
        let rest = readme.split(start).skip(1);
        rest.filter_map(move |rest| rest.split([end, '#']).next())
    });
    sorted(links.filter(|link| !READMES.contains(link)))
}

fn outside_of_blocks(readme: &str) -> impl Iterator<Item = &str> {
    readme.split("```").step_by(2)
}

fn sorted<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut texts: Vec<&str> = texts.collect();
    texts.sort_unstable();
    texts
}

fn readmes() -> [String; 2] {
    READMES.map(|name| fs::read_to_string(root().join(name)).unwrap())
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

/// Documents are named in comments, messages and scripts.
#[test]
fn documents_that_the_source_names_exist() {
    let folders = ["src", "crates", "tests", "docs", "train", ".ci"];
    let mut files: Vec<PathBuf> = folders.into_iter().flat_map(files_below).collect();
    files.extend(READMES.map(|name| root().join(name)));
    files.push(root().join("Cargo.toml"));
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
            ["src/", "crates/", "tests/", "data/", "docs/", "web/"]
                .iter()
                .any(|folder| name.starts_with(folder))
        });
        for name in names.filter(|name| name.chars().all(is_path)) {
            assert!(root().join(name).exists(), "{}: {name}", document.display());
        }
    }
}

/// The Chinese pages of `docs`, but for `docs/lab`, to which other pages lead.
fn chinese_pages() -> impl Iterator<Item = String> {
    let pages = fs::read_dir(root().join("docs")).unwrap();
    let names = pages.map(|page| page.unwrap().file_name().into_string().unwrap());
    let names = names.filter(|name| name.ends_with(".zh.md"));
    names.map(|name| format!("docs/{name}"))
}

/// A page in Chinese has the tables, blocks and headings of the one in English.
#[test]
fn pages_are_the_same_in_both_languages() {
    let pages: Vec<String> = chinese_pages()
        .chain(["docs/lab/thesis.zh.md".to_owned()])
        .collect();
    assert!(pages.len() > 1, "{pages:?}");
    for page in pages {
        let read = |page: &str| fs::read_to_string(root().join(page)).unwrap();
        let [english, chinese] = [read(&page.replace(".zh.md", ".md")), read(&page)];
        for (kind, of) in [
            ("headings", headings as fn(&str) -> Vec<&str>),
            ("blocks", blocks),
            ("columns of tables", columns),
            ("code", code),
        ] {
            assert_eq!(of(&english), of(&chinese), "{kind} of {page}");
        }
    }
}

#[test]
fn every_row_of_the_sources_names_a_test_or_a_command() {
    let files = ["crates", "src", "tests"].into_iter().flat_map(files_below);
    let rust = files.filter(|file| file.extension().is_some_and(|extension| extension == "rs"));
    let rust: String = rust.map(|file| fs::read_to_string(file).unwrap()).collect();
    let text = fs::read_to_string(root().join("docs/lab/sources.md")).unwrap();
    let (_, tables) = text.split_once("| mechanism |").unwrap();
    let rows: Vec<&str> = tables
        .lines()
        .filter(|line| line.contains(" | `"))
        .collect();
    assert!(rows.len() > 30, "{rows:?}");
    for row in rows {
        let shown = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        let names: Vec<&str> = shown.split('`').skip(1).step_by(2).collect();
        let exists =
            |name: &&str| name.starts_with("tao-") || rust.contains(&format!("fn {name}("));
        assert!(!names.is_empty() && names.iter().all(exists), "{row}");
    }
}

#[test]
fn every_crate_is_described() {
    let text = fs::read_to_string(root().join("docs/development.md")).unwrap();
    let table = between(&text, "| folder | content |", "\n\n");
    for entry in fs::read_dir(root().join("crates")).into_iter().flatten() {
        let folder = format!("`crates/{}`", entry.unwrap().file_name().display());
        assert!(
            table.contains(&folder),
            "{folder} is not in docs/development.md"
        );
    }
}

/// Whether names of files have this character.
fn is_path(c: char) -> bool {
    c.is_ascii_alphanumeric() || "/._-".contains(c)
}

/// All documents, those in `web/node_modules` aside.
fn documents() -> Vec<PathBuf> {
    let mut documents: Vec<PathBuf> = ["docs", "crates", "train"]
        .into_iter()
        .flat_map(files_below)
        .collect();
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.extend(READMES.map(|name| root().join(name)));
    documents.push(root().join("web/README.md"));
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

/// The sample shows a part of what is printed. The engine's moves are from the book, and the seed makes its choice among them
/// reproducible.
#[test]
fn the_game_in_the_readme_is_as_it_is_printed() {
    let [readme, _] = readmes();
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
