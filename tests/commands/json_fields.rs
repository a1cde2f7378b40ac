//! `docs/json.md`, which is also `tao-go man json`, describes every field of every output in JSON.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;

use crate::shell;
use crate::support::program;

/// A field as the document describes it.
#[derive(Debug)]
struct Field {
    types: String,
    range: String,
}

/// The fields of each section by their paths.
fn sections() -> BTreeMap<String, BTreeMap<String, Field>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.md");
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
fn lines(arguments: &str, input: &str) -> Vec<String> {
    let words = shlex::split(arguments).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = program::run(&words, input);
    assert!(output.status.success(), "{arguments}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// The lines of a log of the match with these arguments.
fn log(arguments: &str) -> Vec<String> {
    let folder = tempdir().unwrap();
    let log = folder.path().join("log.jsonl");
    let arguments = format!(
        "match {arguments} --playouts 5 --games 2 --log {}",
        log.display()
    );
    lines(&arguments, "");
    let text = fs::read_to_string(log).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// White, with two eyes on the right, is to move; three points between are open.
const ENDING: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]PB[A]PW[B]RE[W+R]
    AB[ba][bb][ab][bc][bd][ad][be]AW[da][db][eb][dc][dd][ed][de]PL[W])";

/// Two chains in the upper row are in seki.
const SEKI: &str = "(;GM[1]FF[4]SZ[9]KM[7]AB[ca][fa][ha][cb][fb][gb][hb][ib][cc][fc][hc][dd][ed][fd][gd][hd][id][de][fe]\
    [ge][ie][df][ef][ff][gf][hf][if][dg][eg][fg][gg][hg][ig][dh][fh][gh][ih][di][ei][fi][gi][hi][ii]AW[b\
    a][ea][ab][bb][eb][bc][dc][ec][ad][bd][cd][be][ce][af][bf][cf][ag][cg][ah][bh][ch][bi][ci]PL[B])";

/// Both sides have a dead stone.
const DEAD: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]
    AB[ca][cb][cc][cd][ce][eb]AW[da][db][dc][dd][de][bd]PL[B];B[];W[])";

/// The white stone is dead whatever is played.
const UNCONDITIONAL: &str = "(;SZ[5]KM[0]
    AB[ba][da][ab][bb][cb][db][eb][ac][ec][ad][bd][cd][dd][ed][be][de]AW[cc]PL[B])";

/// Outputs of the command of a section. Together they have a value for every field.
fn outputs(section: &str) -> Vec<String> {
    match section {
        "genmove --json" => [
            lines("genmove --json --stats --playouts 20", ""),
            lines(
                "genmove --json --stats --size 5 --playouts 40 --preset playouts",
                "(;SZ[5];B[cc];W[cb])",
            ),
            lines("genmove --json --stats --playouts 40 --moves 'E5 E4'", ""),
            lines("genmove --json --playouts 20", ENDING),
            lines("genmove --json --rules cgos --moves 'E5 pass'", ""),
        ]
        .concat(),
        "score --json" => [
            lines("score --json", "(;SZ[2]KM[0])"),
            lines("score --json", DEAD),
            lines("score --json --rules cgos", SEKI),
            lines("score --json --rules japanese", DEAD),
        ]
        .concat(),
        "solve --json" => [
            lines("solve --json", ENDING),
            lines("solve --json --nodes 1 --size 7", ""),
            lines("solve --json", UNCONDITIONAL),
        ]
        .concat(),
        "analyze --json" => [
            lines("analyze --json --playouts 20 -", ENDING),
            lines(
                "analyze --json --playouts 20 --preset playouts -",
                "(;SZ[5]KM[0];B[cc];W[ea];B[];W[])",
            ),
            lines("analyze --json --playouts 20 -", "(;SZ[13]KM[7];B[cc])"),
        ]
        .concat(),
        "version --json" => [
            lines("version --json", ""),
            lines("version --json --network none", ""),
        ]
        .concat(),
        "match --log" => {
            let fake = "sh tests/commands/matches/fake.sh";
            [
                log(&format!(
                    "--a plain-uct --b '{fake} crash' --size 5 --openings none"
                )),
                log(&format!(
                    "--a plain-uct --b playouts --size 5 --main-time 60s --referee '{fake} pass B+3.0'"
                )),
            ]
            .concat()
        }
        "learn games" => lines("learn games --games 1 --size 5 --playouts 10 --seed 1", ""),
        "cgos-genmove_analyze" => {
            let mut answer = lines("gtp --playouts 20", "cgos-genmove_analyze b\n");
            answer.retain(|line| line.starts_with('{'));
            answer
        }
        _ => panic!("no command for the section `{section}`"),
    }
}

#[test]
fn the_document_lists_every_field_with_type_and_range() {
    for (section, fields) in sections() {
        let mut has_value: BTreeMap<&str, bool> = BTreeMap::new();
        for line in outputs(&section) {
            let value: Value = serde_json::from_str(&line).unwrap();
            let mut found = BTreeMap::new();
            collect("", &value, &mut found);
            for (path, values) in &found {
                let place = format!("{section}: {path}");
                let (path, field) = fields
                    .get_key_value(path)
                    .unwrap_or_else(|| panic!("{place} is not in docs/json.md"));
                for value in values {
                    field.assert_has(&place, value);
                    *has_value.entry(path).or_default() |= !value.is_null();
                }
            }
            for (path, field) in &fields {
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
}

#[test]
fn every_command_with_output_in_json_has_a_section() {
    let sections = sections();
    let with_json = shell::commands().into_iter().filter(|command| {
        let help = lines(&format!("{command} --help"), "");
        help.iter().any(|line| line.trim() == "--json")
    });
    let with_json: Vec<String> = with_json.collect();
    assert!(with_json.len() >= 5, "{with_json:?}");
    for command in with_json {
        assert!(
            sections.contains_key(&format!("{command} --json")),
            "{command}"
        );
    }
}
