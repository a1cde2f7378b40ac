//! Parsers of values on the command line.

use std::error::Error as StdError;
use std::ffi::OsStr;
use std::fmt::Display;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};

/// A parser of numbers in this range, inclusive.
pub fn in_range<T>(min: T, max: T) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Copy + Display + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok();
        let number = number.filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| format!("write a whole number from {min} to {max}"))
    }
}

/// A parser of numbers of at least `min`.
pub fn at_least<T>(min: T) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Copy + Display + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| *number >= min);
        number.ok_or_else(|| format!("write a whole number of at least {min}"))
    }
}

/// A parser of one of these names.
pub fn one_of<T>(names: impl Into<PossibleValuesParser>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Into<Box<dyn StdError + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    names.into().try_map(|name| name.parse())
}

/// A parser of one of these names, which returns the value of the name.
pub fn named<T>(
    values: impl IntoIterator<Item = (&'static str, T)>,
) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
{
    let (names, values): (Vec<_>, Vec<_>) = values.into_iter().unzip();
    PossibleValuesParser::new(names.clone()).try_map(move |name| {
        let index = names.iter().position(|known| *known == name);
        let value = index.and_then(|index| values.get(index).cloned());
        value.ok_or("unknown name")
    })
}

/// A parser that suggests texts to completion scripts, and takes others, too.
#[derive(Clone, Debug)]
pub struct Suggesting<P> {
    parser: P,
    texts: Vec<String>,
}

impl<P> Suggesting<P> {
    pub fn new(parser: P, texts: impl IntoIterator<Item: Into<String>>) -> Self {
        let texts = texts.into_iter().map(Into::into).collect();
        Self { parser, texts }
    }
}

impl<P: TypedValueParser> TypedValueParser for Suggesting<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, Error> {
        self.parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.texts.iter().map(PossibleValue::new)))
    }
}

/// `, did you mean` and the most similar of the known names, or nothing where none is similar.
pub fn hint(word: &str, known: impl IntoIterator<Item: AsRef<str>>) -> String {
    /// The Jaro similarity above which clap suggests the name of a flag.
    const MIN_SIMILARITY: f64 = 0.7;
    let similar = known
        .into_iter()
        .map(|name| (strsim::jaro(word, name.as_ref()), name));
    match similar.max_by(|(one, _), (other, _)| one.total_cmp(other)) {
        Some((similarity, name)) if similarity > MIN_SIMILARITY => {
            format!(", did you mean `{}`?", name.as_ref())
        }
        _ => String::new(),
    }
}
