//! What the source must not contain. Cargo checks that no crate uses one above it.

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn only_the_start_of_a_program_touches_the_standard_streams() {
    let mut library = sources();
    library.retain(|path| !path.ends_with("src/cli/start.rs"));
    deny(
        &[
            "print!(",
            "println!(",
            "stdin()",
            "stdout()",
            "stderr()",
            "process::exit",
        ],
        &library,
    );
}

#[test]
fn no_unfinished_code_is_marked() {
    deny(
        &["TODO", "FIXME", "// XXX", "todo!", "unimplemented!"],
        &sources(),
    );
}

/// A panic is caught, so that it fails one command and not the game.
#[test]
fn panics_unwind() {
    let mut manifests = vec![root().join("Cargo.toml")];
    manifests.extend(crates().map(|folder| folder.join("Cargo.toml")));
    deny(&["panic = \"abort\""], &manifests);
}

/// The wall clock can jump. Only the times of the log, the ages of saved games and the days of problems need it.
#[test]
fn only_monotonic_clocks_are_read() {
    let mut others = sources();
    let dates = [
        "src/cli/logging.rs",
        "src/serve/storage.rs",
        "src/session/problems.rs",
    ];
    others.retain(|path| !dates.iter().any(|name| path.ends_with(name)));
    deny(&["SystemTime"], &others);
}

/// Otherwise the settings of the user who runs the tests would affect them.
#[test]
fn tests_start_the_program_with_default_settings() {
    let mut tests = files_below(&root().join("tests"));
    tests.extend(crates().flat_map(|folder| files_below(&folder.join("tests"))));
    tests.retain(|path| !path.ends_with("support/binary.rs"));
    deny(
        &[concat!("CARGO", "_BIN"), concat!("cargo", "_bin")],
        &tests,
    );
}

/// Fails if a line of the files contains one of the texts.
fn deny(texts: &[impl AsRef<str>], files: &[PathBuf]) {
    for path in files {
        for (number, line) in (1..).zip(fs::read_to_string(path).unwrap().lines()) {
            for text in texts.iter().map(AsRef::as_ref) {
                assert!(
                    !line.contains(text),
                    "{}:{number}: `{text}` in `{}`",
                    path.display(),
                    line.trim()
                );
            }
        }
    }
}

/// The Rust files of all packages, without tests that are not beside the code.
fn sources() -> Vec<PathBuf> {
    let folders = crates().map(|folder| folder.join("src"));
    let folders = folders.chain([root().join("src")]);
    folders.flat_map(|folder| files_below(&folder)).collect()
}

/// The folders of the packages below `crates`.
fn crates() -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    entries.map(|entry| entry.unwrap().path())
}

/// The Rust files in a folder and its subfolders; none if the folder does not exist.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    collect(folder, &mut files);
    files
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
