//! `docs/lab/json.md`, which describes every field of the files in JSON of `tao-lab`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::program;

/// Sections about commands of `tao-lab`.
pub(crate) const OF_LAB: [&str; 2] = ["match --log", "learn games"];

/// A field as the document describes it.
#[derive(Debug)]
pub(crate) struct Field {
    types: String,
    range: String,
}

/// The document, for tests of the package at the root and of one below `crates`.
fn document() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut roots = package.ancestors().map(|root| root.join("docs/lab/json.md"));
    roots.find(|path| path.is_file()).unwrap()
}

/// The fields of each section by their paths.
pub(crate) fn sections() -> BTreeMap<String, BTreeMap<String, Field>> {
    let path = document();
    let text = fs::read_to_string(path).unwrap();
    let sections = text.split("\n## ").skip(1);
    sections
        .map(|section| {
            let (heading, rest) = section.split_once('\n').unwrap();
            let rows = rest.lines().filter(|line| line.starts_with("| `"));
            let fields = rows.map(|row| {
                let cells: Vec<&str> = row.split('|').map(str::trim).collect();
                let field = Field {
                    types: cells[2].to_owned(),
                    range: cells[3].to_owned(),
                };
                (cells[1].trim_matches('`').to_owned(), field)
            });
            (heading.to_owned(), fields.collect())
        })
        .collect()
}

/// Collects the values at each path of a JSON value.
fn collect<'v>(path: &str, value: &'v Value, found: &mut BTreeMap<String, Vec<&'v Value>>) {
    // The fields of objects in arrays are described, the objects are not.
    if !(path.is_empty() || path.ends_with("[]") && value.is_object()) {
        found.entry(path.to_owned()).or_default().push(value);
    }
    match value {
        Value::Array(elements) => {
            for element in elements {
                collect(&format!("{path}[]"), element, found);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                let name = match path {
                    "" => name.clone(),
                    "stats.moves" | "stats.games.seconds_by_phase" => format!("{path}.*"),
                    _ => format!("{path}.{name}"),
                };
                collect(&name, value, found);
            }
        }
        _ => {}
    }
}

impl Field {
    fn assert_has(&self, path: &str, value: &Value) {
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let (types, _) = self.types.split_once(',').unwrap_or((&self.types, ""));
        let mut types = types.split(" or ");
        assert!(types.any(|one| one == kind), "{path}: {kind} {self:?}");
        match value {
            Value::Number(number) => self.assert_in_range(path, number.as_f64().unwrap()),
            Value::String(text) => self.assert_listed(path, text),
            _ => {}
        }
    }

    /// Checks a number if the range is one such as `points, 0 or more` and `0 to 1`.
    fn assert_in_range(&self, path: &str, number: f64) {
        let range = self.range.rsplit(", ").next().unwrap();
        let bound = |text: &str| text.parse::<f64>().unwrap();
        if let Some(least) = range.strip_suffix(" or more") {
            assert!(number >= bound(least), "{path}: {number}");
        } else if let Some((least, most)) = range.split_once(" to ") {
            assert!(
                (bound(least)..=bound(most)).contains(&number),
                "{path}: {number}"
            );
        }
    }

    /// Checks a text if the range lists all possible texts.
    fn assert_listed(&self, path: &str, text: &str) {
        let is_list = self
            .range
            .split(", ")
            .all(|word| word.len() > 2 && word.starts_with('`') && word.ends_with('`'));
        if is_list {
            assert!(self.range.contains(&format!("`{text}`")), "{path}: {text}");
        }
    }
}

/// Runs a command with an input and returns the lines of its output.
pub(crate) fn lines(arguments: &str, input: &str) -> Vec<String> {
    let words = shlex::split(arguments).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = program::run(&words, input);
    assert!(output.status.success(), "{arguments}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Checks that a section describes every field of these outputs, with type and range. Together they must have a value for every
/// field.
pub(crate) fn assert_described(section: &str, outputs: &[String]) {
    let sections = sections();
    let fields = &sections[section];
    let mut has_value: BTreeMap<&str, bool> = BTreeMap::new();
    for line in outputs {
        let value: Value = serde_json::from_str(line).unwrap();
        let mut found = BTreeMap::new();
        collect("", &value, &mut found);
        for (path, values) in &found {
            let place = format!("{section}: {path}");
            let (path, field) = fields
                .get_key_value(path)
                .unwrap_or_else(|| panic!("{place} is not in docs/lab/json.md"));
            for value in values {
                field.assert_has(&place, value);
                *has_value.entry(path).or_default() |= !value.is_null();
            }
        }
        for (path, field) in fields {
            let is_top = !path.contains(['.', '[']);
            let may_miss = field.types.ends_with("may be missing");
            assert!(
                !is_top || may_miss || found.contains_key(path),
                "{section}: {path}"
            );
        }
    }
    for path in fields.keys() {
        assert_eq!(
            has_value.get(&**path),
            Some(&true),
            "{section}: no value for {path}"
        );
    }
}
