//! Settings of an analysis by `KataGo`'s names, which a file of settings, the command line or a query sets.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde_json::Value;

use tao_rules::board::Color;

/// Longest time for a position, in seconds: as good as none.
const MAX_SECONDS: f64 = 1e9;

/// Most visits for a position.
const MAX_VISITS: u64 = 1 << 50;

/// The most noise at the root, which is `KataGo`'s limit.
pub const MAX_NOISE: f64 = 5.0;

/// Settings that have no meaning here, but that clients send or keep in their files. They are ignored without a warning, as they
/// are only about threads, logs, folders and random numbers.
const IGNORED: [&str; 13] = [
    "homeDataDir",
    "logAllRequests",
    "logAllResponses",
    "logDir",
    "logDirDated",
    "logErrorsAndWarnings",
    "logFile",
    "logSearchInfo",
    "logToStderr",
    "numAnalysisThreads",
    "numSearchThreads",
    "numSearchThreadsPerAnalysisThread",
    "searchRandSeed",
];

/// The settings that a query may also have as fields of its own.
pub const QUERY_FIELDS: [&str; 4] = [
    "maxVisits",
    "analysisPVLen",
    "rootPolicyTemperature",
    "wideRootNoise",
];

/// How a position is searched and shown.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisOptions {
    /// The player whose win rates and points are shown; `None` for the side to move.
    pub perspective: Option<Color>,
    /// Visits of a position; `None` for those of the engine's settings.
    pub max_visits: Option<u64>,
    /// Time for a position.
    pub max_time: Option<Duration>,
    /// Maximum number of moves of an expected line after the first one.
    pub line_length: usize,
    /// `KataGo`'s `wideRootNoise`, 0 or more: widens the search of the root.
    pub root_noise: f64,
    /// `KataGo`'s `rootPolicyTemperature`, positive.
    pub root_temperature: f64,
}

impl Default for AnalysisOptions {
    /// As in `KataGo`'s example of a file of settings: Black's numbers, and lines of 15 moves after the first one.
    fn default() -> Self {
        Self {
            perspective: Some(Color::Black),
            max_visits: None,
            max_time: None,
            line_length: 15,
            root_noise: 0.0,
            root_temperature: 1.0,
        }
    }
}

/// Why a setting was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetOptionError {
    /// There is no setting with this name here.
    #[error("no setting `{0}` here")]
    Unknown(String),
    /// The value is not possible: what it must be.
    #[error("{0}")]
    BadValue(String),
}

impl AnalysisOptions {
    /// Sets a setting, whose value may also be the text of a number. Settings that are only about threads, logs, folders or random
    /// numbers are ignored.
    ///
    /// # Errors
    /// Returns an error for an unknown setting or a bad value; nothing is changed.
    pub fn set(&mut self, name: &str, value: &Value) -> Result<(), SetOptionError> {
        if IGNORED.contains(&name) {
            return Ok(());
        }
        let bad = |expected| SetOptionError::BadValue(format!("{name} must be {expected}"));
        match name {
            "reportAnalysisWinratesAs" => {
                let player = value.as_str().map(str::to_ascii_uppercase);
                self.perspective = match player.as_deref() {
                    Some("BLACK" | "B") => Some(Color::Black),
                    Some("WHITE" | "W") => Some(Color::White),
                    Some("SIDETOMOVE") => None,
                    _ => return Err(bad("BLACK, WHITE or SIDETOMOVE")),
                };
            }
            "maxVisits" | "maxPlayouts" => {
                let visits = integer(value, 1..=MAX_VISITS);
                self.max_visits = Some(visits.ok_or(bad("an integer from 1 on"))?);
            }
            "maxTime" => {
                let seconds = number(value, 0.0..=f64::MAX).ok_or(bad("a number of seconds"))?;
                self.max_time = Some(Duration::from_secs_f64(seconds.min(MAX_SECONDS)));
            }
            "analysisPVLen" => {
                let length = integer(value, 1..=1000);
                self.line_length = length.ok_or(bad("an integer from 1 to 1000"))? as usize;
            }
            // The limits of the next one are KataGo's.
            "rootPolicyTemperature" => {
                let temperature = number(value, 0.01..=100.0);
                self.root_temperature = temperature.ok_or(bad("a number from 0.01 to 100"))?;
            }
            "wideRootNoise" | "analysisWideRootNoise" => {
                let noise = number(value, 0.0..=MAX_NOISE);
                self.root_noise = noise.ok_or(bad("a number from 0 to 5"))?;
            }
            _ => return Err(SetOptionError::Unknown(name.to_owned())),
        }
        Ok(())
    }

    /// Reads the text of a file of settings: `KEY = VALUE` on a line, comments after `#`. Unknown settings are ignored, as nearly
    /// all of them are about how `KataGo` searches.
    ///
    /// # Errors
    /// Returns an error for a known setting with a bad value; those before it are set.
    pub fn read_config(&mut self, text: &str) -> Result<(), String> {
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.split('#').next().unwrap_or_default();
            let set = self.assign(content);
            set.map_err(|error| format!("line {line}: {error}"))?;
        }
        Ok(())
    }

    /// Reads `KEY=VALUE,KEY=VALUE`. Unknown settings are ignored.
    ///
    /// # Errors
    /// Returns an error for a known setting with a bad value; those before it are set.
    pub fn read_list(&mut self, list: &str) -> Result<(), SetOptionError> {
        list.split(',').try_for_each(|content| self.assign(content))
    }

    fn assign(&mut self, content: &str) -> Result<(), SetOptionError> {
        let Some((name, value)) = content.split_once('=') else {
            return Ok(());
        };
        match self.set(name.trim(), &Value::from(value.trim())) {
            Err(error @ SetOptionError::Unknown(_)) => {
                log::debug!("{error}");
                Ok(())
            }
            other => other,
        }
    }

    pub(super) fn widening(&self) -> f64 {
        widening(self.root_noise, self.root_temperature)
    }
}

/// By how much the temperature of the root's priors exceeds 1. It includes the widening by the noise: `KataGo` raises each
/// prior to the power of `1/(4 noise + 1)`. The random part of `KataGo`'s noise is left out, so that answers stay the same.
pub fn widening(noise: f64, temperature: f64) -> f64 {
    temperature * (4.0 * noise + 1.0) - 1.0
}

fn number(value: &Value, range: RangeInclusive<f64>) -> Option<f64> {
    let parsed = value.as_str().and_then(|text| text.trim().parse().ok());
    let number = value.as_f64().or(parsed);
    number.filter(|number| range.contains(number))
}

/// A whole number, which clients in JavaScript may write as `1e7`: as text it has no fraction.
fn integer(value: &Value, range: RangeInclusive<u64>) -> Option<u64> {
    let whole = || number(value, 0.0..=f64::MAX)?.to_string().parse().ok();
    let number = value.as_u64().or_else(whole);
    number.filter(|number| range.contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_and_texts_set_the_same() {
        let set = |name, value: Value| {
            let mut options = AnalysisOptions::default();
            options.set(name, &value).map(|()| options)
        };
        for value in [json!(500), json!("500"), json!(500.0), json!("5e2")] {
            let options = set("maxVisits", value).unwrap();
            assert_eq!(options.max_visits, Some(500));
        }
        let options = set("maxTime", json!("0.5")).unwrap();
        assert_eq!(options.max_time, Some(Duration::from_millis(500)));
        assert!(set("maxTime", json!(1e300)).is_ok());
        let options = set("reportAnalysisWinratesAs", json!("sidetomove")).unwrap();
        assert_eq!(options.perspective, None);
        assert_eq!(set("logDir", json!(7)), Ok(AnalysisOptions::default()));
        for (name, value) in [
            ("maxVisits", json!(0)),
            ("maxVisits", json!(1.5)),
            ("maxVisits", json!(-1)),
            ("maxVisits", json!(1e30)),
            ("maxTime", json!(-1)),
            ("maxTime", json!("nan")),
            ("analysisPVLen", json!(0)),
            ("wideRootNoise", json!(6)),
            ("rootPolicyTemperature", json!(0)),
            ("reportAnalysisWinratesAs", json!("RED")),
        ] {
            let error = set(name, value.clone()).unwrap_err();
            assert!(
                error.to_string().starts_with(name),
                "{name} {value}: {error}"
            );
        }
        let unknown = set("cpuctExploration", json!(1)).unwrap_err();
        assert_eq!(unknown.to_string(), "no setting `cpuctExploration` here");
    }

    #[test]
    fn noise_widens_as_katago_does() {
        let options = AnalysisOptions {
            root_noise: 0.25,
            root_temperature: 1.5,
            ..AnalysisOptions::default()
        };
        assert!((options.widening() - 2.0).abs() < 1e-12);
    }

    #[test]
    fn known_settings_are_read_and_others_ignored() {
        let mut options = AnalysisOptions::default();
        let text = "# settings\n\nmaxVisits = 500 # each\nnnMaxBatchSize=96\nreportAnalysisWinratesAs = SIDETOMOVE\r\n";
        assert_eq!(options.read_config(text), Ok(()));
        assert_eq!(options.max_visits, Some(500));
        assert_eq!(options.perspective, None);
        let list = "homeDataDir=/a/b=c, maxVisits=20,conservativePass=true";
        assert_eq!(options.read_list(list), Ok(()));
        assert_eq!(options.max_visits, Some(20));
    }

    #[test]
    fn a_bad_value_is_named_with_its_line() {
        let mut options = AnalysisOptions::default();
        let error = options
            .read_config("maxTime = 1\nmaxVisits = x")
            .unwrap_err();
        assert_eq!(error, "line 2: maxVisits must be an integer from 1 on");
        assert!(options.read_list("maxTime=soon").is_err());
    }
}
