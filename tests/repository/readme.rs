//! README shows what the program prints.

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

/// Fails after a change of play: then make the table again by hand, and the pictures with the command in README.
#[test]
#[ignore = "half a million simulated games: for release builds"]
fn the_analysis_in_readme_is_up_to_date() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(package.join("README.md")).unwrap();
    let shown = between(&readme, "\n$ tao-go analyze", "```");
    let (arguments, table) = shown.split_once('\n').unwrap();
    assert_eq!(printed(&format!("analyze{arguments}"), &[]), table);

    let folder = tempdir().unwrap();
    let made = between(
        &readme,
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
