//! Settings in the forms of `KataGo`: its files, and lists on the command line.

use serde_json::Value;

use super::options::{AnalysisOptions, SetOptionError};

/// A setting with a bad value, and the line that has it, from 1 on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct ConfigError {
    /// The line.
    pub line: usize,
    /// What is wrong.
    pub error: SetOptionError,
}

impl AnalysisOptions {
    /// Reads the text of a file of settings: `KEY = VALUE` on a line, comments after `#`. Unknown settings are ignored, as nearly
    /// all of them are about how `KataGo` searches.
    ///
    /// # Errors
    /// Returns an error for a known setting with a bad value; those before it are set.
    pub fn read_config(&mut self, text: &str) -> Result<(), ConfigError> {
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.split('#').next().unwrap_or_default();
            let set = self.assign(content);
            set.map_err(|error| ConfigError { line, error })?;
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kata::Perspective;

    #[test]
    fn known_settings_are_read_and_others_ignored() {
        let mut options = AnalysisOptions::default();
        let text = "# settings\n\nmaxVisits = 500 # each\nnnMaxBatchSize=96\nreportAnalysisWinratesAs = SIDETOMOVE\r\n";
        assert_eq!(options.read_config(text), Ok(()));
        assert_eq!(options.max_visits, Some(500));
        assert_eq!(options.perspective, Perspective::SideToMove);
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
        assert_eq!(
            error.to_string(),
            "line 2: maxVisits must be an integer from 1 on"
        );
        assert!(options.read_list("maxTime=soon").is_err());
    }
}
