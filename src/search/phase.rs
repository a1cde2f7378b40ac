//! What a thread spends its time on.

use std::time::{Duration, Instant};

use crate::playout::Switch;

/// A part of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// From the root to a leaf, its moves played on the board; expansions are not included.
    Descend,
    /// Children for a leaf.
    Expand,
    /// The game from the leaf to its end, and its score.
    Simulate,
    /// The result, on its way back to the root.
    Backup,
    /// All else: statistics, looks at the clock.
    Rest,
}

impl Phase {
    /// All parts, in their order.
    pub const ALL: [Self; 5] = [
        Self::Descend,
        Self::Expand,
        Self::Simulate,
        Self::Backup,
        Self::Rest,
    ];

    /// The part in a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Descend => "descend",
            Self::Expand => "expand",
            Self::Simulate => "simulate",
            Self::Backup => "backup",
            Self::Rest => "rest",
        }
    }
}

/// Time by phase.
pub(super) type Times = [Duration; Phase::ALL.len()];

/// A clock that runs on from phase to phase, and is read where one ends. Off, it costs a branch.
#[derive(Clone, Debug)]
pub(super) struct Stopwatch(Option<Running>);

#[derive(Clone, Debug)]
struct Running {
    times: Times,
    phase: Phase,
    since: Instant,
}

impl Stopwatch {
    pub(super) fn new(switch: Switch) -> Self {
        Self((switch == Switch::On).then(|| Running {
            times: Times::default(),
            phase: Phase::Rest,
            since: Instant::now(),
        }))
    }

    /// One phase ends and another begins.
    #[inline]
    pub(super) fn enter(&mut self, phase: Phase) {
        if let Some(running) = &mut self.0 {
            let now = Instant::now();
            running.times[running.phase as usize] += now.duration_since(running.since);
            (running.phase, running.since) = (phase, now);
        }
    }

    /// The time of the phases that have ended.
    pub(super) fn times(&self) -> Times {
        self.0
            .as_ref()
            .map_or_else(Times::default, |running| running.times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_time_is_some_phases() {
        let start = Instant::now();
        let mut stopwatch = Stopwatch::new(Switch::On);
        for phase in Phase::ALL.into_iter().cycle().take(1_000) {
            stopwatch.enter(phase);
        }
        let sum: Duration = stopwatch.times().iter().sum();
        assert!(sum <= start.elapsed());
        let Some(Running { since, .. }) = stopwatch.0 else {
            panic!("it is on");
        };
        assert!(sum <= since.duration_since(start));
    }

    #[test]
    fn a_stopwatch_that_is_off_counts_nothing() {
        let mut stopwatch = Stopwatch::new(Switch::Off);
        stopwatch.enter(Phase::Expand);
        stopwatch.enter(Phase::Rest);
        assert_eq!(stopwatch.times(), Times::default());
    }
}
