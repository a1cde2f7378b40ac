//! The documents show what the program prints, and README is short.

use std::fs;
use std::path::Path;

use crate::support::binary;

/// The text between `start` and the next `end`.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, after) = text.split_once(start).unwrap();
    after.split_once(end).unwrap().0
}

/// Lines after which nobody reads on.
const MOST_LINES: usize = 200;

#[test]
fn readme_is_short_and_its_links_lead_somewhere() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(package.join("README.md")).unwrap();
    assert!(readme.lines().count() <= MOST_LINES);
    let mut documents = vec![package.join("README.md")];
    let docs = fs::read_dir(package.join("docs")).unwrap();
    documents.extend(docs.map(|file| file.unwrap().path()));
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    assert!(documents.len() > 6, "{documents:?}");
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        let links = text.split("](").skip(1).map(|rest| (rest, ')'));
        let pictures = text.split("src=\"").skip(1).map(|rest| (rest, '"'));
        for (rest, end) in links.chain(pictures) {
            let (link, _) = rest.split_once(end).unwrap();
            let path = link.split('#').next().unwrap_or_default();
            let is_local = !link.starts_with("http");
            assert!(
                !is_local || document.parent().unwrap().join(path).exists(),
                "{}: {link}",
                document.display()
            );
        }
    }
}

/// The sample shows a part of what is printed. The moves are from the book, which the seed lets choose the same.
#[test]
fn the_game_in_the_readme_is_as_it_is_printed() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(package.join("README.md")).unwrap();
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
