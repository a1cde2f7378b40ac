//! How long the phases of a simulation take.

use std::time::{Duration, Instant};

use crate::playout::Switch;

/// A phase of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// From the root to a leaf, without expansions.
    Descend,
    /// Making children of a leaf.
    Expand,
    /// From the leaf to the end of the game.
    Simulate,
    /// Adding the result to the path.
    Backup,
    /// All else: statistics, checks of the clock.
    Rest,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Self; 5] = [
        Self::Descend,
        Self::Expand,
        Self::Simulate,
        Self::Backup,
        Self::Rest,
    ];

    /// The name in lower case.
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

pub(in crate::search) type Times = [Duration; Phase::ALL.len()];

/// Measures the time by phase. Off, it costs a branch.
#[derive(Clone, Debug)]
pub(in crate::search) struct Stopwatch(Option<Running>);

#[derive(Clone, Debug)]
struct Running {
    times: Times,
    phase: Phase,
    since: Instant,
}

impl Stopwatch {
    pub(in crate::search) fn new(switch: Switch) -> Self {
        Self((switch == Switch::On).then(|| Running {
            times: Times::default(),
            phase: Phase::Rest,
            since: Instant::now(),
        }))
    }

    #[inline]
    pub(in crate::search) fn enter(&mut self, phase: Phase) {
        if let Some(running) = &mut self.0 {
            let now = Instant::now();
            running.times[running.phase as usize] += now.duration_since(running.since);
            (running.phase, running.since) = (phase, now);
        }
    }

    pub(in crate::search) fn times(&self) -> Times {
        self.0
            .as_ref()
            .map_or_else(Times::default, |running| running.times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_phases_take_no_more_than_all_the_time() {
        let start = Instant::now();
        let mut stopwatch = Stopwatch::new(Switch::On);
        for phase in Phase::ALL.into_iter().cycle().take(1_000) {
            stopwatch.enter(phase);
        }
        let sum: Duration = stopwatch.times().iter().sum();
        assert!(sum <= start.elapsed());
        let Some(Running { since, .. }) = stopwatch.0 else {
            panic!("the stopwatch is on");
        };
        assert!(sum <= since.duration_since(start));
    }

    #[test]
    fn a_stopwatch_that_is_off_measures_nothing() {
        let mut stopwatch = Stopwatch::new(Switch::Off);
        stopwatch.enter(Phase::Expand);
        stopwatch.enter(Phase::Rest);
        assert_eq!(stopwatch.times(), Times::default());
    }
}
