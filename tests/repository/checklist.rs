//! The checklist: every row names tests that exist.

use std::fs;
use std::path::Path;

/// The number of rows with each letter.
const ROWS: [(char, usize); 8] = [
    ('G', 35),
    ('P', 50),
    ('T', 12),
    ('L', 26),
    ('A', 30),
    ('M', 55),
    ('S', 8),
    ('C', 10),
];

/// The rows of the tables: name, and column of tests.
fn rows(table: &str) -> Vec<(&str, &str)> {
    let cells = table.lines().filter_map(|line| {
        let line = line.strip_prefix("| ")?.strip_suffix(" |")?;
        let (row, rest) = line.split_once(" | ")?;
        let (_, tests) = rest.rsplit_once(" | ")?;
        Some((row, tests))
    });
    cells.filter(|(row, _)| *row != "row").collect()
}

#[test]
fn every_row_has_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(root.join("tests/checklist.md")).unwrap();
    let rows = rows(&table);
    let names: Vec<&str> = rows.iter().map(|(row, _)| *row).collect();
    let expected: Vec<String> = ROWS
        .into_iter()
        .flat_map(|(letter, count)| (1..=count).map(move |number| format!("{letter}{number:02}")))
        .collect();
    assert_eq!(names, expected);
    for (row, tests) in rows {
        for test in tests.split(", ") {
            let test = test.trim_matches('`');
            assert!(exists(root, test), "{row}: there is no {test}");
        }
    }
}

/// Whether a test `file::function` or a script `file` exists.
fn exists(root: &Path, name: &str) -> bool {
    let Some((file, function)) = name.split_once("::") else {
        return !name.is_empty() && root.join(name).is_file();
    };
    let source = fs::read_to_string(root.join(file)).unwrap_or_default();
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let start = format!("fn {function}(");
    let Some(place) = lines.iter().position(|line| line.starts_with(&start)) else {
        return false;
    };
    let attributes = lines[..place]
        .iter()
        .rev()
        .take_while(|line| line.starts_with("#["));
    attributes.into_iter().any(|line| *line == "#[test]")
}

#[test]
fn a_missing_test_is_noticed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let this = "tests/repository/checklist.rs::";
    assert!(exists(root, &format!("{this}a_missing_test_is_noticed")));
    for missing in ["no_test", "exists", "rows"] {
        assert!(!exists(root, &format!("{this}{missing}")), "{missing}");
    }
    assert!(!exists(root, "tests/no_file.rs::no_test"));
    assert!(!exists(root, ""));
}
