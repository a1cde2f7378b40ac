//! The fields of a query, and what may be wrong with them.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// What is wrong with a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryFault {
    /// The field, if it is in one.
    pub field: Option<String>,
    pub text: String,
}

impl QueryFault {
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            field: None,
            text: text.into(),
        }
    }

    pub fn in_field(field: &str, text: impl Into<String>) -> Self {
        Self {
            field: Some(field.to_owned()),
            text: text.into(),
        }
    }

    /// A line of the output: an `error` refuses the query, a `warning` stands beside the answers.
    pub fn line(self, kind: &str, id: Option<&str>) -> String {
        let mut line = json!({ (kind): self.text });
        if let Some(field) = self.field {
            line["field"] = field.into();
        }
        if let Some(id) = id {
            line["id"] = id.into();
        }
        to_line(line)
    }
}

/// Parses a query and sorts its fields by name, so that of two names of one setting always the same one takes effect, in whatever
/// order they come.
pub fn object(line: &[u8]) -> Result<Map<String, Value>, QueryFault> {
    let not_json = |error| QueryFault::new(format!("not JSON: {error}"));
    let mut query: Value = serde_json::from_slice(line).map_err(not_json)?;
    query.sort_all_objects();
    match query {
        Value::Object(object) => Ok(object),
        _ => Err(QueryFault::new("a query must be an object")),
    }
}

/// A line of the output, with its fields in alphabetical order, as `KataGo` has them.
pub fn to_line(mut value: Value) -> String {
    value.sort_all_objects();
    value.to_string()
}

/// The fields of one object that were not read yet.
#[derive(Debug)]
pub struct Fields(pub Map<String, Value>);

impl Fields {
    /// Takes out a field.
    pub fn take(&mut self, field: &str) -> Option<Value> {
        self.0.shift_remove(field)
    }

    /// Takes out a field whose value must be a `T`, which `expected` describes.
    pub fn read<T: DeserializeOwned>(
        &mut self,
        field: &str,
        expected: &str,
    ) -> Result<Option<T>, QueryFault> {
        self.read_if(field, expected, |_| true)
    }

    /// Takes out a field whose value must be an allowed `T`, which `expected` describes.
    pub fn read_if<T: DeserializeOwned>(
        &mut self,
        field: &str,
        expected: &str,
        is_allowed: impl FnOnce(&T) -> bool,
    ) -> Result<Option<T>, QueryFault> {
        let Some(value) = self.take(field) else {
            return Ok(None);
        };
        let value = serde_json::from_value(value).ok().filter(is_allowed);
        let fault = || QueryFault::in_field(field, format!("must be {expected}"));
        value.ok_or_else(fault).map(Some)
    }

    /// Takes out a number in a range; `kind` is `an integer` or `a number`.
    pub fn within<T: DeserializeOwned + Display + PartialOrd>(
        &mut self,
        field: &str,
        kind: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, QueryFault> {
        let expected = format!("{kind} from {} to {}", range.start(), range.end());
        self.read_if(field, &expected, |number| range.contains(number))
    }
}

/// Returns the value of a field that must be present.
pub fn required<T>(field: &str, value: Option<T>) -> Result<T, QueryFault> {
    value.ok_or_else(|| QueryFault::in_field(field, "is missing"))
}
