//! Texts that completion scripts suggest for the value of an option.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};

/// A parser that suggests texts to completion scripts, and takes others, too.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Suggesting<P> {
    parser: P,
    texts: Vec<String>,
}

impl<P> Suggesting<P> {
    pub(in crate::cli) fn new(parser: P, texts: impl IntoIterator<Item: Into<String>>) -> Self {
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
