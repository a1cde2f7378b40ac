//! Whole numbers on the command line. What is none, or out of range, is answered with the range.

use std::fmt::Display;
use std::str::FromStr;

use clap::builder::TypedValueParser;

/// A parser of numbers in this range, inclusive.
pub(super) fn in_range<T>(min: T, max: T) -> impl TypedValueParser<Value = T>
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
pub(super) fn at_least<T>(min: T) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Copy + Display + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| *number >= min);
        number.ok_or_else(|| format!("write a whole number from {min} on"))
    }
}
