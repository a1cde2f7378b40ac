//! The types of JSON output as their source declares them, with their comments.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use syn::{Attribute, Expr, GenericArgument, Item, Lit, LitStr, PathArguments, Token, Visibility};

use super::program;

/// What each command prints: its name, and the type of the object.
pub(crate) const OUTPUTS: [(&str, &str); 6] = [
    ("genmove --json", "Suggestion"),
    ("score --json", "CountedScore"),
    ("solve --json", "SolvedPosition"),
    ("analyze --json", "GameAnalysis"),
    ("version --json", "Version"),
    ("cgos-genmove_analyze", "CgosAnalysis"),
];

/// The same for the second program.
pub(crate) const LAB_OUTPUTS: [(&str, &str); 2] =
    [("match --log", "LogEntry"), ("learn games", "SelfPlayGame")];

/// The files of the schema, and types whose files also belong to it.
const FILES: [&str; 3] = ["mod.rs", "output.rs", "page.rs"];
const ELSEWHERE: [&str; 3] = ["Spread", "LogEntry", "SelfPlayGame"];

/// All types, in the order of their declarations.
pub(crate) struct Schema(pub(crate) Vec<Type>);

#[derive(Debug)]
pub(crate) struct Type {
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) shape: Shape,
}

#[derive(Debug)]
pub(crate) enum Shape {
    Object(Vec<Field>),
    /// One of these texts.
    Words(Vec<String>),
    Alias(Kind),
    /// One of several objects. The field with this name says which.
    Tagged(String, Vec<(String, Vec<Field>)>),
}

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) doc: String,
    pub(crate) may_be_missing: bool,
    /// Whether the fields of its type are those of the object.
    pub(crate) is_flat: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// An integer, with or without negative ones.
    Integer {
        is_signed: bool,
    },
    Number,
    Boolean,
    Text,
    Named(String),
    List(Box<Self>),
    Tuple(Vec<Self>),
    /// An object whose names vary.
    Map(Box<Self>),
    Nullable(Box<Self>),
}

impl Schema {
    pub(crate) fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = root.ancestors().find(|path| path.join("docs").exists());
        let root = root.unwrap();
        let folder = root.join("crates/protocols/src/schema");
        let mut texts: Vec<String> = FILES
            .iter()
            .map(|file| fs::read_to_string(folder.join(file)).unwrap())
            .collect();
        for name in ELSEWHERE {
            texts.extend(declaring(
                &format!("pub struct {name} {{"),
                &root.join("crates"),
            ));
        }
        let types: Vec<Type> = texts.iter().flat_map(|text| types(text)).collect();
        for (i, of) in types.iter().enumerate() {
            let is_other = types[..i].iter().all(|other| other.name != of.name);
            assert!(is_other, "two types are named {}", of.name);
        }
        Self(types)
    }

    pub(crate) fn find(&self, name: &str) -> &Type {
        let found = self.0.iter().find(|of| of.name == name);
        found.unwrap_or_else(|| panic!("{name} is not in the schema"))
    }

    /// A type, and all that it refers to, in the order in which they are reached.
    pub(crate) fn reachable(&self, name: &str) -> Vec<&Type> {
        let mut found: Vec<&Type> = Vec::new();
        self.reach(name, &mut found);
        found
    }

    fn reach<'s>(&'s self, name: &str, found: &mut Vec<&'s Type>) {
        let of = self.find(name);
        if found.iter().any(|known| known.name == name) {
            return;
        }
        found.push(of);
        let fields: Vec<&Kind> = match &of.shape {
            Shape::Object(fields) => fields.iter().map(|field| &field.kind).collect(),
            Shape::Tagged(_, variants) => {
                let fields = variants.iter().flat_map(|(_, fields)| fields);
                fields.map(|field| &field.kind).collect()
            }
            Shape::Alias(kind) => vec![kind],
            Shape::Words(_) => Vec::new(),
        };
        for kind in fields {
            for name in kind.names() {
                self.reach(name, found);
            }
        }
    }
}

impl Kind {
    /// The types that it names.
    fn names(&self) -> Vec<&str> {
        match self {
            Self::Named(name) => vec![name],
            Self::List(inner) | Self::Map(inner) | Self::Nullable(inner) => inner.names(),
            Self::Tuple(parts) => parts.iter().flat_map(Self::names).collect(),
            Self::Integer { .. } | Self::Number | Self::Boolean | Self::Text => Vec::new(),
        }
    }

    fn of(declared: &syn::Type) -> Self {
        match declared {
            syn::Type::Reference(reference) => Self::of(&reference.elem),
            syn::Type::Slice(slice) => Self::List(Box::new(Self::of(&slice.elem))),
            syn::Type::Array(array) => Self::Tuple(vec![Self::of(&array.elem); length(&array.len)]),
            syn::Type::Tuple(tuple) => Self::Tuple(tuple.elems.iter().map(Self::of).collect()),
            syn::Type::Path(path) => Self::of_path(path.path.segments.last().unwrap()),
            _ => panic!("no JSON for this type"),
        }
    }

    fn of_path(segment: &syn::PathSegment) -> Self {
        let arguments: Vec<Self> = match &segment.arguments {
            PathArguments::AngleBracketed(list) => list
                .args
                .iter()
                .filter_map(|argument| match argument {
                    GenericArgument::Type(inner) => Some(Self::of(inner)),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        let name = segment.ident.to_string();
        let inner = || Box::new(arguments.last().unwrap().clone());
        match name.as_str() {
            "u8" | "u64" | "usize" => Self::Integer { is_signed: false },
            "i32" => Self::Integer { is_signed: true },
            "f64" => Self::Number,
            "bool" => Self::Boolean,
            "String" | "str" => Self::Text,
            "Option" => Self::Nullable(inner()),
            "Vec" => Self::List(inner()),
            "BTreeMap" => Self::Map(inner()),
            _ => Self::Named(name),
        }
    }
}

/// The length of an array; 0 where it is computed, which no type of an output has.
fn length(expression: &Expr) -> usize {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().unwrap(),
            _ => panic!("no length"),
        },
        _ => 0,
    }
}

/// The texts of the files in a folder and below that declare something.
fn declaring(declaration: &str, folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(declaring(declaration, &path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(path).unwrap();
            found.extend(Some(text).filter(|text| text.contains(declaration)));
        }
    }
    found
}

/// The types that a source file declares for JSON, and its public aliases.
fn types(source: &str) -> Vec<Type> {
    let items = syn::parse_file(source).unwrap().items.into_iter();
    let types = items.filter_map(|item| match item {
        Item::Struct(item) if is_json(&item.attrs) => Some(Type {
            name: item.ident.to_string(),
            doc: doc(&item.attrs),
            shape: Shape::Object(fields(&item.fields, is_only_read(&item.attrs))),
        }),
        Item::Enum(item) if is_json(&item.attrs) => Some(Type {
            name: item.ident.to_string(),
            doc: doc(&item.attrs),
            shape: alternatives(&item),
        }),
        Item::Type(item) if matches!(item.vis, Visibility::Public(_)) => Some(Type {
            name: item.ident.to_string(),
            doc: doc(&item.attrs),
            shape: Shape::Alias(Kind::of(&item.ty)),
        }),
        _ => None,
    });
    types.collect()
}

fn alternatives(item: &syn::ItemEnum) -> Shape {
    let style = serde(&item.attrs, "rename_all").unwrap();
    let named = |variant: &syn::Variant| renamed(&variant.ident.to_string(), &style);
    let Some(tag) = serde(&item.attrs, "tag") else {
        return Shape::Words(item.variants.iter().map(named).collect());
    };
    let variants = item.variants.iter();
    let variants = variants.map(|variant| {
        (
            named(variant),
            fields(&variant.fields, is_only_read(&item.attrs)),
        )
    });
    Shape::Tagged(tag, variants.collect())
}

/// `EngineToMove` as `engine_to_move`, `engine-to-move` or `enginetomove`.
fn renamed(name: &str, style: &str) -> String {
    let separator = match style {
        "snake_case" => "_",
        "kebab-case" => "-",
        _ => "",
    };
    let mut text = String::new();
    for (i, letter) in name.chars().enumerate() {
        if i > 0 && letter.is_uppercase() {
            text += separator;
        }
        text.extend(letter.to_lowercase());
    }
    text
}

fn fields(fields: &syn::Fields, is_only_read: bool) -> Vec<Field> {
    let fields = fields.iter().map(|field| {
        let name = field.ident.as_ref().map(ToString::to_string);
        let has = |word| serde(&field.attrs, word).is_some();
        Field {
            name: serde(&field.attrs, "rename").or(name).unwrap_or_default(),
            kind: match Kind::of(&field.ty) {
                Kind::Nullable(inner) if has("skip_serializing_if") => *inner,
                kind => kind,
            },
            doc: doc(&field.attrs),
            may_be_missing: has("skip_serializing_if") || is_only_read && has("default"),
            // The only field of a variant has no name.
            is_flat: has("flatten") || field.ident.is_none(),
        }
    });
    fields.collect()
}

/// The text of a comment, as one paragraph.
fn doc(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| {
        let pair = attribute.meta.require_name_value().ok()?;
        match &pair.value {
            Expr::Lit(literal) if pair.path.is_ident("doc") => match &literal.lit {
                Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        }
    });
    lines.collect::<Vec<_>>().join(" ")
}

/// The value of a word in the attributes of serde; empty for a word without a value.
fn serde(attributes: &[Attribute], word: &str) -> Option<String> {
    let mut found = None;
    for attribute in attributes
        .iter()
        .filter(|each| each.path().is_ident("serde"))
    {
        attribute
            .parse_nested_meta(|meta| {
                let value = if meta.input.peek(Token![=]) {
                    meta.value()?.parse::<LitStr>()?.value()
                } else {
                    String::new()
                };
                if meta.path.is_ident(word) {
                    found = Some(value);
                }
                Ok(())
            })
            .unwrap();
    }
    found
}

fn derives(attributes: &[Attribute], name: &str) -> bool {
    let mut found = false;
    for attribute in attributes
        .iter()
        .filter(|each| each.path().is_ident("derive"))
    {
        attribute
            .parse_nested_meta(|meta| {
                found |= meta.path.is_ident(name);
                Ok(())
            })
            .unwrap();
    }
    found
}

fn is_json(attributes: &[Attribute]) -> bool {
    derives(attributes, "Serialize") || is_only_read(attributes)
}

fn is_only_read(attributes: &[Attribute]) -> bool {
    derives(attributes, "Deserialize") && !derives(attributes, "Serialize")
}

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

    /// Checks that these lines are objects of a type, and that together they have a value for every field.
    pub(crate) fn assert_printed(&self, output: &str, name: &str, lines: &[String]) {
        let mut found = Found::new();
        for line in lines {
            let value: Value = serde_json::from_str(line).unwrap();
            self.assert_object(output, name, &value, &mut found);
        }
        for path in self.paths(output, name) {
            assert_eq!(found.get(&path), Some(&true), "no value for {path}");
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
pub(crate) fn lines(arguments: &str, input: &str) -> Vec<String> {
    let words = shlex::split(arguments).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = program::run(&words, input);
    assert!(output.status.success(), "{arguments}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}
