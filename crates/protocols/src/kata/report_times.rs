//! When to report on a search that still runs.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::fields::{Fields, QueryFault};

/// Limits of the times in a query, in seconds.
const SECONDS: RangeInclusive<f64> = 0.001..=1e6;

/// When a query wants reports on a search that still runs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReportTimes {
    /// Time before the first report; `None` for no report.
    pub(super) first: Option<Duration>,
    /// Time between two reports; `None` for one report.
    pub(super) every: Option<Duration>,
}

impl ReportTimes {
    pub(super) fn read(fields: &mut Fields) -> Result<Self, QueryFault> {
        let mut time = |field| {
            let seconds = fields.within(field, "a number", SECONDS)?;
            Ok(seconds.map(Duration::from_secs_f64))
        };
        let every = time("reportDuringSearchEvery")?;
        let first = time("firstReportDuringSearchAfter")?;
        Ok(Self {
            first: first.or(every),
            every,
        })
    }

    /// The time before the first look at a search and the time between two looks. The looks are there to report, and to end the
    /// search at its time limit, so one falls on the limit. `None` if no look is needed.
    pub(super) fn looks(self, limit: Option<Duration>) -> Option<(Duration, Duration)> {
        let Some(limit) = limit else {
            return Some((self.first?, self.every.unwrap_or(Duration::MAX)));
        };
        let Some(first) = self.first.filter(|&first| first < limit) else {
            return Some((limit, limit));
        };
        let rest = limit.saturating_sub(first);
        let every = self.every.unwrap_or(rest).min(rest);
        let looks = (rest.as_secs_f64() / every.as_secs_f64()).ceil();
        Some((first, rest.div_f64(looks)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_falls_on_the_first_report_and_on_the_limit() {
        let time = Duration::from_millis;
        for (first, every, limit, expected) in [
            (None, None, None, None),
            (Some(300), Some(300), None, Some((time(300), time(300)))),
            (Some(50), Some(300), None, Some((time(50), time(300)))),
            (Some(50), None, None, Some((time(50), Duration::MAX))),
            (None, None, Some(900), Some((time(900), time(900)))),
            (
                Some(300),
                Some(300),
                Some(900),
                Some((time(300), time(300))),
            ),
            (
                Some(100),
                Some(300),
                Some(900),
                Some((time(100), Duration::from_secs_f64(0.8 / 3.0))),
            ),
            (Some(100), None, Some(900), Some((time(100), time(800)))),
            (
                Some(100),
                Some(5000),
                Some(900),
                Some((time(100), time(800))),
            ),
            (
                Some(5000),
                Some(300),
                Some(900),
                Some((time(900), time(900))),
            ),
        ] {
            let times = ReportTimes {
                first: first.map(time),
                every: every.map(time),
            };
            assert_eq!(
                times.looks(limit.map(time)),
                expected,
                "{times:?} {limit:?}"
            );
        }
    }
}
