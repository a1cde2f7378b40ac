//! Values of arguments that only a match has.

use std::str::FromStr;

use crate::matches::Sprt;

/// A setting and the values that it takes in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sweep {
    pub(super) key: String,
    pub(super) values: Vec<String>,
}

impl Sweep {
    /// The settings, such as `exploration=0.5`.
    pub(super) fn settings(&self) -> Vec<String> {
        let values = self.values.iter();
        values
            .map(|value| format!("{}={value}", self.key))
            .collect()
    }
}

impl FromStr for Sweep {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "write KEY=VALUE,VALUE,...";
        let (key, values) = text.split_once('=').ok_or(FORM)?;
        let key = key.trim().to_owned();
        let values: Vec<_> = values
            .split(',')
            .map(|value| value.trim().to_owned())
            .collect();
        if key.is_empty() || values.iter().any(String::is_empty) {
            return Err(FORM);
        }
        Ok(Self { key, values })
    }
}

/// Parses the hypotheses of a sequential test, `ELO0,ELO1`.
pub(super) fn parse_sprt(text: &str) -> Result<Sprt, &'static str> {
    let (elo0, elo1) = text.split_once(',').ok_or("write ELO0,ELO1")?;
    let [elo0, elo1] = [elo0, elo1].map(|elo| elo.trim().parse().unwrap_or(f64::NAN));
    Sprt::new(elo0, elo1).ok_or("write two numbers, the lower one first, as in `0,20`")
}

#[cfg(test)]
mod tests {
    use super::Sweep;

    #[test]
    fn a_sweep_has_a_key_and_values() {
        let sweep: Sweep = "exploration = 0.2, 0.5,1".parse().unwrap();
        assert_eq!(sweep.key, "exploration");
        assert_eq!(sweep.values, ["0.2", "0.5", "1"]);
        for text in ["", "exploration", "exploration=", "=1", "exploration=1,,2"] {
            assert!(text.parse::<Sweep>().is_err(), "{text}");
        }
    }
}
