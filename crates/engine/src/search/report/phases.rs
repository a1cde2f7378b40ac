//! How long the phases of a simulation take.

use std::time::Duration;

use web_time::Instant;

/// A phase of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimulationPhase {
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

impl SimulationPhase {
    /// All phases with their names, in order.
    pub const NAMED: [(Self, &'static str); 5] = [
        (Self::Descend, "descend"),
        (Self::Expand, "expand"),
        (Self::Simulate, "simulate"),
        (Self::Backup, "backup"),
        (Self::Rest, "rest"),
    ];
}

/// The time of each phase, in order.
pub type Times = [Duration; SimulationPhase::NAMED.len()];

/// Measures the time by phase. When it is off, it costs only a branch.
#[derive(Clone, Debug)]
pub struct Stopwatch {
    pub times: Times,
    phase: SimulationPhase,
    /// Start of the phase; `None` if it is off.
    since: Option<Instant>,
}

impl Stopwatch {
    pub fn new(is_on: bool) -> Self {
        Self {
            times: Times::default(),
            phase: SimulationPhase::Rest,
            since: is_on.then(Instant::now),
        }
    }

    /// Begins a phase.
    #[inline]
    pub fn enter(&mut self, phase: SimulationPhase) {
        if let Some(since) = &mut self.since {
            let now = Instant::now();
            self.times[self.phase as usize] += now.duration_since(*since);
            (self.phase, *since) = (phase, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_phases_take_no_more_than_all_the_time() {
        let start = Instant::now();
        let mut stopwatch = Stopwatch::new(true);
        for (phase, _) in SimulationPhase::NAMED.into_iter().cycle().take(1_000) {
            stopwatch.enter(phase);
        }
        let sum: Duration = stopwatch.times.iter().sum();
        assert!(sum <= start.elapsed());
        assert!(sum <= stopwatch.since.unwrap().duration_since(start));
    }

    #[test]
    fn a_stopwatch_that_is_off_measures_nothing() {
        let mut stopwatch = Stopwatch::new(false);
        stopwatch.enter(SimulationPhase::Expand);
        stopwatch.enter(SimulationPhase::Rest);
        assert_eq!(stopwatch.times, Times::default());
    }
}
