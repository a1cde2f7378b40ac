//! Rules that the compiler does not check: which layers use which, and what the source must not contain.

use std::fs;
use std::path::{Path, PathBuf};

/// Every folder of `src`, highest layer first, with the folders that it may use.
const LAYERS: [(&str, &[&str]); 29] = [
    (
        "cli",
        &[
            "gtp",
            "gmp",
            "kata",
            "serve",
            "session",
            "matches",
            "learn",
            "selfplay",
            "analysis",
            "picture",
            "table",
            "ranks",
            "engine",
            "search",
            "solve",
            "book",
            "net",
            "playout",
            "candidates",
            "pattern",
            "sgf",
            "game",
            "svg",
            "files",
            "workers",
            "board",
            "cpu",
        ],
    ),
    (
        "gtp",
        &[
            "kata", "analysis", "table", "engine", "search", "solve", "playout", "sgf", "game",
            "files", "board",
        ],
    ),
    ("gmp", &["table", "engine", "search", "game", "board"]),
    (
        "kata",
        &[
            "engine", "search", "playout", "game", "files", "board", "cpu",
        ],
    ),
    (
        "serve",
        &["session", "engine", "search", "game", "files", "board"],
    ),
    (
        "matches",
        &["engine", "ranks", "search", "sgf", "game", "files", "board"],
    ),
    (
        "learn",
        &["selfplay", "search", "candidates", "game", "board"],
    ),
    (
        "selfplay",
        &["search", "net", "playout", "game", "files", "board"],
    ),
    (
        "analysis",
        &[
            "engine", "search", "book", "playout", "sgf", "game", "workers", "board",
        ],
    ),
    ("picture", &["svg", "board"]),
    (
        "session",
        &[
            "table", "engine", "search", "solve", "book", "sgf", "game", "board",
        ],
    ),
    ("table", &["engine", "sgf", "game", "board"]),
    (
        "engine",
        &[
            "search",
            "alphabeta",
            "solve",
            "book",
            "net",
            "playout",
            "candidates",
            "pattern",
            "game",
            "board",
        ],
    ),
    ("ranks", &["search", "game", "workers", "board"]),
    (
        "search",
        &[
            "alphabeta",
            "net",
            "playout",
            "candidates",
            "pattern",
            "game",
            "board",
            "cpu",
        ],
    ),
    ("alphabeta", &["candidates", "board", "cpu"]),
    ("solve", &["game", "board", "cpu"]),
    ("book", &["board", "cpu"]),
    ("net", &["board", "cpu"]),
    ("playout", &["candidates", "pattern", "board", "cpu"]),
    ("candidates", &["pattern", "board", "cpu"]),
    ("pattern", &["board"]),
    ("sgf", &["game", "files", "board"]),
    ("game", &["board"]),
    ("svg", &[]),
    ("files", &[]),
    ("board", &["cpu"]),
    ("workers", &[]),
    ("cpu", &[]),
];

/// Maximum lines of a file.
const MAX_LINES: usize = 500;

#[test]
fn layers_use_only_those_below_them() {
    for (rank, (module, allowed)) in LAYERS.iter().enumerate() {
        let below: Vec<&str> = LAYERS[rank + 1..].iter().map(|(name, _)| *name).collect();
        assert!(
            allowed.iter().all(|name| below.contains(name)),
            "{module} uses a layer above it"
        );
        let forbidden = LAYERS.iter().map(|(name, _)| *name);
        let forbidden = forbidden.filter(|name| name != module && !allowed.contains(name));
        let forbidden: Vec<&str> = forbidden.collect();
        for file in files_below(&format!("src/{module}")) {
            let roots = ["crate::".to_owned(), "super::".repeat(depth(&file))];
            let paths = forbidden.iter().flat_map(|name| {
                ["::", ";"].map(|end| roots.each_ref().map(|root| format!("{root}{name}{end}")))
            });
            deny(&paths.flatten().collect::<Vec<_>>(), &[file]);
        }
    }
}

/// The number of modules from the root of the crate to a file of `src`: 1 for the `mod.rs` of a folder, 2 for another file in the
/// folder.
fn depth(file: &Path) -> usize {
    let below = file.strip_prefix(root().join("src")).unwrap();
    below.components().count() - usize::from(file.ends_with("mod.rs"))
}

#[test]
fn every_folder_is_a_layer() {
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(
            !path.is_dir() || LAYERS.iter().any(|(module, _)| *module == name),
            "`src/{name}` is not in `LAYERS`"
        );
    }
}

/// Otherwise `layers_use_only_those_below_them` would have to parse the imports.
#[test]
fn imports_from_the_crate_name_one_module_each() {
    deny(
        &["use crate::{", "use crate::*", "use super::super::{"],
        &files_below("src"),
    );
}

#[test]
fn only_main_touches_the_standard_streams() {
    let mut library = files_below("src");
    library.retain(|path| !path.ends_with("src/main.rs"));
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
        &files_below("src"),
    );
}

/// Options are set at run time, so that there are few programs to test: the library alone, the program, and one more where
/// MPI is installed.
#[test]
fn the_only_features_are_cli_and_mpi() {
    let mut files = files_below("src");
    files.retain(|path| {
        !path.starts_with(root().join("src/ranks")) && !path.ends_with("src/lib.rs")
    });
    deny(&["(feature =", ", feature ="], &files);
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let features = manifest.lines().skip_while(|line| *line != "[features]");
    let features = features.skip(1).take_while(|line| !line.starts_with('['));
    let features = features.filter_map(|line| line.split_once(" = "));
    let names: Vec<_> = features.map(|(name, _)| name).collect();
    assert_eq!(names, ["default", "cli", "mpi"]);
}

/// A panic is caught, so that it fails one command and not the game.
#[test]
fn panics_unwind() {
    deny(&["panic = \"abort\""], &[root().join("Cargo.toml")]);
}

/// The wall clock can jump. Only the logging library reads it.
#[test]
fn only_monotonic_clocks_are_read() {
    deny(&["SystemTime"], &files_below("src"));
}

/// Otherwise the settings of the user who runs the tests would affect them.
#[test]
fn tests_start_the_program_with_default_settings() {
    let mut tests = files_below("tests");
    tests.retain(|path| !path.ends_with("support/binary.rs"));
    deny(
        &[concat!("CARGO", "_BIN"), concat!("cargo", "_bin")],
        &tests,
    );
}

#[test]
fn no_file_is_too_long() {
    for path in ["src", "tests", "benches"]
        .into_iter()
        .flat_map(files_below)
    {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(
            lines <= MAX_LINES,
            "{} has {lines} lines: split it",
            path.display()
        );
    }
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

/// The Rust files in a folder and its subfolders; none if the folder does not exist.
fn files_below(folder: &str) -> Vec<PathBuf> {
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
    collect(&root().join(folder), &mut files);
    files
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
