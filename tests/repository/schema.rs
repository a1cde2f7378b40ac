//! The documents of JSON output, and the types of the page's source, are made from the types of the schema.
//!
//! `TAO_GO_WRITE=1 cargo test --test repository schema` writes the files anew.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::support::schema::{Field, Kind, LAB_OUTPUTS, OUTPUTS, Schema, Shape, Type};

/// What begins `docs/json.md`.
const INTRODUCTION: &str = "\
# JSON output

Every command with `--json` prints one object on one line, `analyze` one for each record, of these TypeScript types; an `integer` is a
`number`. Fields are never renamed; new ones may be added.
";

/// What begins the document of the second program.
const LAB_INTRODUCTION: &str = "\
# JSON of tao-lab

Files and outputs with one object on each line, a game, of these TypeScript types.
";

/// What begins the page's types.
const PAGE: &str = "\
/** What the page and the engine say to each other, made from `crates/protocols/src/schema`. `docs/serve.md` lists the requests. */
";

/// The types of the messages.
const MESSAGES: [&str; 11] = [
    "GameState",
    "EarlierGame",
    "Analysis",
    "Explored",
    "Solved",
    "Choice",
    "Score",
    "AnalyzedGame",
    "Action",
    "RefusedRequest",
    "Refused",
];

#[test]
fn documents_and_the_page_have_the_types_of_the_schema() {
    let schema = Schema::read();
    assert_written("docs/json.md", &document(&schema, INTRODUCTION, &OUTPUTS));
    let lab = document(&schema, LAB_INTRODUCTION, &LAB_OUTPUTS);
    assert_written("docs/lab/json.md", &lab);
    assert_written("web/src/protocol.ts", &typescript(&schema));
}

fn assert_written(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if env::var_os("TAO_GO_WRITE").is_some() {
        fs::write(&path, text).unwrap();
    }
    let written = fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == text,
        "{file} is not what the schema gives: see tests/repository/schema.rs"
    );
}

/// A document with the types of each output, except those of an earlier one.
fn document(schema: &Schema, introduction: &str, outputs: &[(&str, &str)]) -> String {
    let mut text = introduction.to_owned();
    let mut known: Vec<&Type> = Vec::new();
    for (command, root) in outputs {
        let mut new = schema.reachable(root);
        new.retain(|of| known.iter().all(|known| known.name != of.name));
        let declared: String = new.iter().map(|of| short(of)).collect();
        let _ = write!(
            text,
            "\n## {command}\n\n```ts\n{}```\n",
            declared.trim_start()
        );
        known.extend(new);
    }
    text
}

/// A type on as few lines as possible, with its comments behind.
fn short(of: &Type) -> String {
    let Type { name, doc, shape } = of;
    let comment = |doc: &str| {
        if doc.is_empty() {
            String::new()
        } else {
            format!(" // {doc}")
        }
    };
    let mut text = String::new();
    match shape {
        Shape::Object(fields) => {
            let extends = extends(fields);
            let _ = writeln!(text, "\ninterface {name}{extends} {{{}", comment(doc));
            for field in fields.iter().filter(|field| !field.is_flat) {
                let _ = writeln!(
                    text,
                    "  {};{}",
                    member(field, "integer"),
                    comment(&field.doc)
                );
            }
            text += "}\n";
        }
        Shape::Alias(kind) => {
            let _ = writeln!(
                text,
                "type {name} = {};{}",
                script(kind, "integer"),
                comment(doc)
            );
        }
        Shape::Words(words) => {
            let _ = writeln!(text, "type {name} = {};{}", one_of(words), comment(doc));
        }
        Shape::Tagged(..) => panic!("no command prints {name}"),
    }
    text
}

/// Texts in the order of their declaration: `"a" | "b"`.
fn one_of(words: &[String]) -> String {
    let words = words.iter().map(|word| format!("\"{word}\""));
    words.collect::<Vec<_>>().join(" | ")
}

fn typescript(schema: &Schema) -> String {
    let mut reached: Vec<&str> = Vec::new();
    for message in MESSAGES {
        reached.extend(schema.reachable(message).iter().map(|of| of.name.as_str()));
    }
    let types = schema.0.iter();
    let mut text = PAGE.to_owned();
    for of in types.filter(|of| reached.contains(&of.name.as_str())) {
        let name = &of.name;
        text += "\n";
        if !of.doc.is_empty() {
            let _ = writeln!(text, "/** {} */", of.doc);
        }
        text += "export ";
        match &of.shape {
            Shape::Alias(kind) => {
                let _ = writeln!(text, "type {name} = {};", script(kind, "number"));
            }
            Shape::Words(words) => {
                let _ = writeln!(text, "type {name} = {};", one_of(words));
            }
            Shape::Object(fields) => {
                let _ = writeln!(text, "interface {name}{} {{", extends(fields));
                for field in fields.iter().filter(|field| !field.is_flat) {
                    if !field.doc.is_empty() {
                        let _ = writeln!(text, "  /** {} */", field.doc);
                    }
                    let _ = writeln!(text, "  {};", member(field, "number"));
                }
                text += "}\n";
            }
            Shape::Tagged(tag, variants) => {
                let _ = write!(text, "type {name} =");
                for (word, fields) in variants {
                    let members = fields.iter().filter(|field| !field.is_flat);
                    let members = members.map(|field| member(field, "number"));
                    let tagged = [format!("{tag}: \"{word}\"")].into_iter().chain(members);
                    let tagged = tagged.collect::<Vec<_>>().join("; ");
                    let flat = fields.iter().filter(|field| field.is_flat);
                    let flat = flat.map(|field| format!(" & {}", script(&field.kind, "number")));
                    let flat: String = flat.collect();
                    let _ = write!(text, "\n  | {{ {tagged} }}{flat}");
                }
                text += ";\n";
            }
        }
    }
    text
}

fn extends(fields: &[Field]) -> String {
    let flat = fields.iter().filter(|field| field.is_flat);
    let flat: Vec<String> = flat.map(|field| script(&field.kind, "number")).collect();
    if flat.is_empty() {
        String::new()
    } else {
        format!(" extends {}", flat.join(", "))
    }
}

fn member(field: &Field, integer: &str) -> String {
    let mark = if field.may_be_missing { "?" } else { "" };
    format!("{}{mark}: {}", field.name, script(&field.kind, integer))
}

/// A type in TypeScript, which has no name for integers of its own.
fn script(kind: &Kind, integer: &str) -> String {
    let script = |kind: &Kind| script(kind, integer);
    match kind {
        Kind::Integer { .. } => integer.to_owned(),
        Kind::Number => "number".to_owned(),
        Kind::Boolean => "boolean".to_owned(),
        Kind::Text => "string".to_owned(),
        Kind::Named(name) => name.clone(),
        Kind::List(inner) if matches!(**inner, Kind::Nullable(_)) => {
            format!("({})[]", script(inner))
        }
        Kind::List(inner) => format!("{}[]", script(inner)),
        Kind::Tuple(parts) => {
            let parts = parts.iter().map(script);
            format!("[{}]", parts.collect::<Vec<_>>().join(", "))
        }
        Kind::Map(inner) => format!("Record<string, {}>", script(inner)),
        Kind::Nullable(inner) => format!("{} | null", script(inner)),
    }
}
