//! Every output in JSON is as the schema declares it, of which `docs/json.md` and `tao-go man json` are made.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::shell;
use crate::support::program;
use crate::support::schema::{Field, Kind, OUTPUTS, Schema, Shape};

/// The fields that were found by their paths: whether any of them had a value other than null.
type Found = BTreeMap<String, bool>;

impl Schema {
    /// Checks an object, and notes its fields.
    fn assert_object(&self, path: &str, name: &str, value: &Value, found: &mut Found) {
        let fields = self.fields(name);
        let object = value
            .as_object()
            .unwrap_or_else(|| panic!("{path}: {value}"));
        for (name, value) in object {
            let path = format!("{path}.{name}");
            let field = fields.iter().find(|field| field.name == *name);
            let field = field.unwrap_or_else(|| panic!("{path} is not in the schema"));
            *found.entry(path.clone()).or_default() |= !value.is_null();
            self.assert_is(&path, &field.kind, &field.doc, value, found);
        }
        for field in fields {
            let is_there = field.may_be_missing || object.contains_key(&field.name);
            assert!(is_there, "{path}: {} is missing", field.name);
        }
    }

    /// The fields of an object, with those of types whose fields are its own.
    fn fields(&self, name: &str) -> Vec<&Field> {
        let Shape::Object(fields) = &self.find(name).shape else {
            panic!("{name} is no object");
        };
        let fields = fields.iter().flat_map(|field| match &field.kind {
            Kind::Named(name) if field.is_flat => self.fields(name),
            _ => vec![field],
        });
        fields.collect()
    }

    /// Checks a value. Its range is at the beginning of `doc`, the comment of its field, or of its type.
    fn assert_is(&self, path: &str, kind: &Kind, doc: &str, value: &Value, found: &mut Found) {
        let is_right = match kind {
            Kind::Nullable(inner) if !value.is_null() => {
                return self.assert_is(path, inner, doc, value, found);
            }
            Kind::Nullable(_) => true,
            Kind::List(inner) => {
                for element in value.as_array().unwrap() {
                    self.assert_is(&format!("{path}[]"), inner, doc, element, found);
                }
                true
            }
            Kind::Tuple(parts) => {
                let elements = value.as_array().unwrap();
                for (part, element) in parts.iter().zip(elements) {
                    self.assert_is(&format!("{path}[]"), part, doc, element, found);
                }
                elements.len() == parts.len()
            }
            Kind::Map(inner) => {
                for element in value.as_object().unwrap().values() {
                    self.assert_is(&format!("{path}.*"), inner, doc, element, found);
                }
                true
            }
            Kind::Named(name) => {
                let of = self.find(name);
                match &of.shape {
                    Shape::Object(_) => self.assert_object(path, name, value, found),
                    Shape::Words(words) => {
                        assert!(words.iter().any(|word| value == word), "{path}: {value}");
                    }
                    Shape::Alias(inner) => {
                        self.assert_is(path, inner, &of.doc, value, found);
                        if let Some(number) = value.as_f64() {
                            assert_in_range(path, doc, number);
                        }
                    }
                    Shape::Tagged(..) => panic!("{path}: no command prints an action"),
                }
                true
            }
            Kind::Integer { is_signed: true } => value.is_i64(),
            Kind::Integer { is_signed: false } => value.is_u64(),
            Kind::Number => value.is_f64(),
            Kind::Boolean => value.is_boolean(),
            Kind::Text => value.is_string(),
        };
        assert!(is_right, "{path}: {value} is no {kind:?}");
        if let Some(number) = value.as_f64() {
            assert_in_range(path, doc, number);
        }
    }

    /// The paths of all fields of an object.
    fn paths(&self, path: &str, name: &str) -> Vec<String> {
        let fields = self.fields(name).into_iter();
        let paths = fields.flat_map(|field| {
            let path = format!("{path}.{}", field.name);
            let inner = self.inner_paths(&path, &field.kind);
            [path].into_iter().chain(inner)
        });
        paths.collect()
    }

    fn inner_paths(&self, path: &str, kind: &Kind) -> Vec<String> {
        match kind {
            Kind::Nullable(inner) => self.inner_paths(path, inner),
            Kind::List(inner) => self.inner_paths(&format!("{path}[]"), inner),
            Kind::Tuple(parts) => self.inner_paths(&format!("{path}[]"), &parts[0]),
            Kind::Named(name) if matches!(self.find(name).shape, Shape::Object(_)) => {
                self.paths(path, name)
            }
            _ => Vec::new(),
        }
    }
}

/// Checks a number if a comment begins with a range such as `0 or more` and `0 to 1`.
fn assert_in_range(path: &str, doc: &str, number: f64) {
    let range = doc.split([':', ',', '.']).next().unwrap_or_default();
    // A decimal point ends the range too early.
    let range = doc.find(':').map_or(range, |end| &doc[..end]);
    let bound = |text: &str| text.parse::<f64>().ok();
    if let Some(least) = range.strip_suffix(" or more").and_then(bound) {
        assert!(number >= least, "{path}: {number}");
    } else if let Some((least, most)) = range.split_once(" to ")
        && let (Some(least), Some(most)) = (bound(least), bound(most))
    {
        assert!((least..=most).contains(&number), "{path}: {number}");
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

/// Outputs of a command. Together they have a value for every field.
fn outputs(command: &str) -> Vec<String> {
    match command {
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
        "cgos-genmove_analyze" => {
            let mut answer = lines("gtp --playouts 20", "cgos-genmove_analyze b\n");
            answer.retain(|line| line.starts_with('{'));
            answer
        }
        _ => panic!("nothing to run for `{command}`"),
    }
}

#[test]
fn every_field_is_printed_with_its_type_and_range() {
    let schema = Schema::read();
    for (output, name) in OUTPUTS {
        let mut found = Found::new();
        for line in outputs(output) {
            let value: Value = serde_json::from_str(&line).unwrap();
            schema.assert_object(output, name, &value, &mut found);
        }
        for path in schema.paths(output, name) {
            assert_eq!(found.get(&path), Some(&true), "no value for {path}");
        }
    }
}

#[test]
fn every_command_with_output_in_json_is_in_the_schema() {
    let with_json = shell::commands().into_iter().filter(|command| {
        let help = lines(&format!("{command} --help"), "");
        help.iter().any(|line| line.trim() == "--json")
    });
    let with_json: Vec<String> = with_json.collect();
    assert!(with_json.len() >= 5, "{with_json:?}");
    for command in with_json {
        let is_known = |(output, _): &(&str, &str)| *output == format!("{command} --json");
        assert!(OUTPUTS.iter().any(is_known), "{command}");
    }
}
