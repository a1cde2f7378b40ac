//! Parsers of values on the command line.

use std::error::Error as StdError;
use std::ffi::OsStr;
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command, Error};
use tao_rules::game::TimeControl;

const TIME_FORM: &str =
    "not a time: write seconds as `10` or `0.5`, or a unit as in `10s`, `500ms` or `2m`";

const NO_TIME: &str = "not above zero: write a time such as `500ms`";

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

/// Parses a positive number of seconds, or of the unit that follows it: `ms`, `s`, `m` or `h`.
pub fn parse_duration(text: &str) -> Result<Duration, &'static str> {
    let duration = parse_time_or_zero(text)?;
    if duration.is_zero() {
        return Err(NO_TIME);
    }
    Ok(duration)
}

/// Parses a time as `parse_duration` does, but accepts 0 as well.
pub fn parse_time_or_zero(text: &str) -> Result<Duration, &'static str> {
    let unit = text.find(|c: char| c.is_ascii_alphabetic());
    let (number, unit) = text.split_at(unit.unwrap_or(text.len()));
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(TIME_FORM),
    };
    let number: f64 = number.trim_end().parse().map_err(|_| TIME_FORM)?;
    if number < 0.0 {
        return Err(NO_TIME);
    }
    Duration::try_from_secs_f64(number * seconds).map_err(|_| TIME_FORM)
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

/// Main time and byo-yomi, as `gmp` and `play` take them.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct ClockArgs {
    /// Main time of each player for the game; 0 is no limit
    #[arg(long, value_name = "TIME", value_parser = parse_time_or_zero)]
    main_time: Option<Duration>,
    /// Time of a byo-yomi period, for as many moves as `--stones` says, after the main time
    #[arg(long, value_name = "TIME", value_parser = parse_time_or_zero)]
    byo_yomi: Option<Duration>,
    /// Moves in each byo-yomi period
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = at_least(1_u32))]
    stones: u32,
}

impl ClockArgs {
    /// The time control. A time of 0 is a missing part, as `CGoban` writes it.
    pub fn control(&self) -> TimeControl {
        let main = self.main_time.unwrap_or_default();
        let period = self.byo_yomi.unwrap_or_default();
        match (main.is_zero(), period.is_zero()) {
            (true, true) => TimeControl::Unlimited,
            (false, true) => TimeControl::Absolute { main },
            (_, false) => TimeControl::Canadian {
                main,
                period,
                stones: self.stones,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, NO_TIME, TIME_FORM, parse_duration, parse_time_or_zero};

    #[test]
    fn a_time_is_a_number_with_or_without_a_unit() {
        for (text, milliseconds) in [
            ("10", 10_000),
            ("10s", 10_000),
            ("0.5", 500),
            ("500ms", 500),
            ("2m", 120_000),
            ("1.5 h", 5_400_000),
        ] {
            assert_eq!(
                parse_duration(text),
                Ok(Duration::from_millis(milliseconds)),
                "{text}"
            );
        }
    }

    #[test]
    fn zero_negative_and_malformed_times_are_refused() {
        for text in ["", "s", "1x", "1 s s", "1,5", "nan", "inf", "1e400", "10S"] {
            assert_eq!(parse_duration(text), Err(TIME_FORM), "{text}");
        }
        for text in ["0", "0ms", "0.0 h"] {
            assert_eq!(parse_time_or_zero(text), Ok(Duration::ZERO), "{text}");
        }
        for text in ["0foo", "0x"] {
            assert_eq!(parse_time_or_zero(text), Err(TIME_FORM), "{text}");
        }
        for text in ["0", "0ms", "0.0000000000001", "-1", "-5s"] {
            assert_eq!(parse_duration(text), Err(NO_TIME), "{text}");
        }
    }
}
