//! The fields of a query, and what may be wrong with them.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::{Map, Value};

/// What is wrong with a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct QueryFault {
    /// The field, if it is in one.
    pub(super) field: Option<String>,
    pub(super) text: String,
}

impl QueryFault {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self {
            field: None,
            text: text.into(),
        }
    }

    pub(super) fn in_field(field: &str, text: impl Into<String>) -> Self {
        Self {
            field: Some(field.to_owned()),
            text: text.into(),
        }
    }

    /// The line that refuses the query.
    pub(super) fn error(&self, id: Option<&str>) -> String {
        to_line(&Notice {
            error: Some(&self.text),
            warning: None,
            field: self.field.as_deref(),
            id,
        })
    }

    /// The line beside the answers to a query that is carried out all the same.
    pub(super) fn warning(&self, id: &str) -> String {
        to_line(&Notice {
            error: None,
            warning: Some(&self.text),
            field: self.field.as_deref(),
            id: Some(id),
        })
    }
}

#[derive(Debug, Serialize)]
struct Notice<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<&'a str>,
}

/// A value as one line of JSON.
pub(super) fn to_line(value: &impl Serialize) -> String {
    // Numbers, texts and lists of them can always be serialized.
    serde_json::to_string(value).unwrap_or_default()
}

/// The fields of one object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'a>(pub(super) &'a Map<String, Value>);

impl<'a> Fields<'a> {
    pub(super) fn get(self, field: &str) -> Option<&'a Value> {
        self.0.get(field)
    }

    /// The names of the fields that are not among these.
    pub(super) fn unknown(self, known: &[&str]) -> impl Iterator<Item = &'a str> {
        let names = self.0.keys().map(String::as_str);
        names.filter(|name| !known.contains(name))
    }

    pub(super) fn text(self, field: &str) -> Result<Option<&'a str>, QueryFault> {
        self.typed(field, Value::as_str, "must be a string")
    }

    pub(super) fn boolean(self, field: &str) -> Result<Option<bool>, QueryFault> {
        self.typed(field, Value::as_bool, "must be true or false")
    }

    pub(super) fn integer(
        self,
        field: &str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<i64>, QueryFault> {
        let (least, most) = (range.start(), range.end());
        let expected = format!("must be an integer from {least} to {most}");
        let read = |value: &Value| value.as_i64().filter(|number| range.contains(number));
        self.typed(field, read, &expected)
    }

    pub(super) fn number(
        self,
        field: &str,
        range: RangeInclusive<f64>,
    ) -> Result<Option<f64>, QueryFault> {
        let (least, most) = (range.start(), range.end());
        let expected = format!("must be a number from {least} to {most}");
        let read = |value: &Value| value.as_f64().filter(|number| range.contains(number));
        self.typed(field, read, &expected)
    }

    pub(super) fn list(self, field: &str) -> Result<Option<&'a [Value]>, QueryFault> {
        let read = |value: &'a Value| value.as_array().map(Vec::as_slice);
        self.typed(field, read, "must be a list")
    }

    pub(super) fn object(self, field: &str) -> Result<Option<&'a Map<String, Value>>, QueryFault> {
        self.typed(field, Value::as_object, "must be an object")
    }

    /// A list of integers in a range.
    pub(super) fn integers(
        self,
        field: &str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<Vec<i64>>, QueryFault> {
        let Some(list) = self.list(field)? else {
            return Ok(None);
        };
        let numbers = list.iter().map(|value| {
            let number = value.as_i64().filter(|number| range.contains(number));
            number.ok_or_else(|| {
                let (least, most) = (range.start(), range.end());
                QueryFault::in_field(
                    field,
                    format!("must be a list of integers from {least} to {most}"),
                )
            })
        });
        numbers.collect::<Result<_, _>>().map(Some)
    }

    fn typed<T>(
        self,
        field: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
        expected: &str,
    ) -> Result<Option<T>, QueryFault> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        let value = read(value);
        value
            .ok_or_else(|| QueryFault::in_field(field, expected))
            .map(Some)
    }
}

/// What a field must have.
pub(super) fn required<T>(field: &str, value: Option<T>) -> Result<T, QueryFault> {
    value.ok_or_else(|| QueryFault::in_field(field, "is missing"))
}
