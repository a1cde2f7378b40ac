//! The documents show what the program prints, and README is short.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::binary;

/// The output of `tao-go` in the folder of the package.
fn printed(arguments: &str, more: &[&str]) -> String {
    let output = binary::tao_go()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments.split_whitespace())
        .args(more)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

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

/// Fails after a change of play: then make the table again by hand, and the pictures with the command in the document.
#[test]
#[ignore = "half a million simulated games: for release builds"]
fn the_analysis_in_the_documents_is_up_to_date() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = fs::read_to_string(package.join("docs/analyze.md")).unwrap();
    let shown = between(&document, "\n$ tao-go analyze", "```");
    let (arguments, table) = shown.split_once('\n').unwrap();
    assert_eq!(printed(&format!("analyze{arguments}"), &[]), table);

    let folder = tempdir().unwrap();
    let made = between(
        &document,
        "\ntao-go analyze docs/game.sgf --svg docs/analysis",
        "\n",
    );
    let place = ["--svg", folder.path().to_str().unwrap()];
    printed(&format!("analyze docs/game.sgf{made}"), &place);
    let pictures = |folder: &Path| {
        let files = fs::read_dir(folder).unwrap();
        let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let (shown, made) = (package.join("docs/analysis"), pictures(folder.path()));
    assert_eq!(pictures(&shown).len(), made.len());
    for path in made {
        let shown = fs::read_to_string(shown.join(path.file_name().unwrap())).unwrap();
        let name = path.display();
        assert!(shown == fs::read_to_string(&path).unwrap(), "{name}");
    }
}
