//! When a search stops.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use web_time::Instant;

use super::params::Choice;
use super::report::ObserverTimer;
use super::sharing::Period;
use super::tree::{MAX_SIMULATIONS, Proof, Tally};
use super::{Limit, Search};
use tao_rules::game::TimeBudget;

/// Time between two checks of the clock. A search with a time limit lasts at least this long.
const CHECK_INTERVAL: Duration = Duration::from_micros(500);

/// Playouts that a stopped search has made at least, so that its move is not a guess.
const MIN_PLAYOUTS: u64 = 16;

/// The most visited move is clearly the best with this many times the visits of the second. Pachi has 2.5.
const CLEAR_LEAD: u32 = 2;

/// The second move contests the choice by a higher win rate if it has at least 1/10 of the most visited move's visits.
const CONTENDER_DIVISOR: u32 = 10;

/// With a higher win rate the most visited move is a sure win, which needs little thought. Fuego has 0.8, Pachi 0.95.
const SURE_WIN: f64 = 0.9;

/// A sure win takes 1/3 of the time for a move. Fuego's figure.
const SURE_WIN_DIVISOR: u32 = 3;

/// The number of simulations a second is known after 1/10 of the time for a move.
const RATE_DIVISOR: u32 = 10;

#[derive(Debug)]
pub(super) struct Limits<'a> {
    start: Instant,
    time: Option<TimeBudget>,
    /// Ends the search when another thread sets it.
    pub(super) stop: Option<&'a AtomicBool>,
    playouts: u64,
    /// Simulations that a thread has made, is making, or was refused.
    claimed: AtomicU64,
    is_over: AtomicBool,
}

// None of the atomics guards other data, so relaxed ordering is enough: it only matters how soon a thread sees a change.
impl Limits<'_> {
    /// Starts the clock. Without any limit there are `default` simulations.
    pub(super) fn new(limit: Limit, default: u64) -> Self {
        let Limit { playouts, time } = limit;
        let without_limit = time.map_or(default, |_| MAX_SIMULATIONS);
        Self {
            start: Instant::now(),
            time,
            stop: None,
            playouts: playouts.unwrap_or(without_limit).clamp(1, MAX_SIMULATIONS),
            claimed: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        }
    }

    /// Whether the caller must make one more simulation.
    pub(super) fn claim(&self) -> bool {
        !self.is_over.load(Ordering::Relaxed)
            && self.claimed.fetch_add(1, Ordering::Relaxed) < self.playouts
    }

    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    fn playouts(&self) -> u64 {
        self.claimed.load(Ordering::Relaxed).min(self.playouts)
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The ticker of one thread, which may hold rounds with other ranks. Without a time limit, an observer or rounds, it never
    /// reads the clock. If rounds are counted in simulations, it ticks after each simulation.
    pub(super) fn ticker(
        &self,
        observer: Option<&ObserverTimer<'_, '_>>,
        rounds: Option<Period>,
    ) -> Ticker<'_> {
        let needs_clock = observer.is_some() || self.time.is_some() || rounds.is_some();
        let interval = match rounds {
            Some(Period::Playouts(_)) => Duration::ZERO,
            Some(Period::Time(_)) | None => CHECK_INTERVAL,
        };
        Ticker {
            limits: self,
            next: needs_clock.then_some(interval),
            interval,
        }
    }
}

pub(super) struct Ticker<'a> {
    limits: &'a Limits<'a>,
    next: Option<Duration>,
    interval: Duration,
}

impl Ticker<'_> {
    /// The time since the start of the search, if a check is due.
    pub(super) fn tick(&mut self) -> Option<Duration> {
        let next = self.next.as_mut()?;
        let elapsed = self.limits.elapsed();
        let is_due = elapsed >= *next;
        if is_due {
            *next = elapsed + self.interval;
        }
        is_due.then_some(elapsed)
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct SearchProgress {
    elapsed: Duration,
    playouts: u64,
    /// The results of the most visited move of the root, those of earlier searches included.
    best: Tally,
    /// The results of the second most visited move.
    second: Tally,
}

impl SearchProgress {
    fn new(elapsed: Duration, playouts: u64, moves: impl Iterator<Item = Tally>) -> Self {
        let [mut best, mut second] = [Tally::default(); 2];
        for tally in moves {
            if tally.visits > best.visits {
                (best, second) = (tally, best);
            } else if tally.visits > second.visits {
                second = tally;
            }
        }
        Self {
            elapsed,
            playouts,
            best,
            second,
        }
    }

    /// Whether the most visited move should be played now.
    fn has_used(&self, time: TimeBudget) -> bool {
        let end = if self.best.mean() > SURE_WIN && time.target < time.maximum {
            time.target / SURE_WIN_DIVISOR
        } else if self.is_open() {
            time.maximum
        } else {
            time.target
        };
        let knows_rate = self.elapsed >= time.target / RATE_DIVISOR;
        self.elapsed >= end || knows_rate && self.is_decided_until(end)
    }

    /// Whether the most visited move may not be the best.
    fn is_open(&self) -> bool {
        let Self { best, second, .. } = self;
        let is_contested =
            second.visits * CONTENDER_DIVISOR >= best.visits && second.mean() > best.mean();
        best.visits < CLEAR_LEAD * second.visits || is_contested
    }

    /// Whether the second move would still be behind if it got all simulations until `end`, at the rate so far.
    fn is_decided_until(&self, end: Duration) -> bool {
        let lead = f64::from(self.best.visits - self.second.visits);
        let left = end.saturating_sub(self.elapsed).as_secs_f64();
        lead > self.playouts as f64 / self.elapsed.as_secs_f64() * left
    }
}

impl<const W: usize> Search<'_, W> {
    /// Ends the search when the stop flag is set, or when its root is proven.
    pub(super) fn stop_if_settled(&self) {
        let stop = self.limits.stop;
        let is_stopped = stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            && self.limits.playouts() >= MIN_PLAYOUTS;
        if is_stopped || self.tree.root().proof() != Proof::Unproven {
            self.limits.end();
        }
    }

    /// Ends the search when its time is used. A move that is chosen by its mean may change with any simulation, so the
    /// clock alone decides.
    pub(super) fn stop_if_out_of_time(&self, elapsed: Duration) {
        let Some(time) = self.limits.time else {
            return;
        };
        let has_used = match self.params.selection.choice {
            Choice::Mean => elapsed >= time.target,
            Choice::Visits | Choice::LowerBound => {
                let children = self.tree.allowed_children(self.tree.root());
                let moves = children.map(|child| child.results.get());
                let playouts = self.limits.playouts() + self.remote_visits();
                SearchProgress::new(elapsed, playouts, moves).has_used(time)
            }
        };
        if has_used {
            self.limits.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::search::tree::WIN;
    use crate::search::{Observer, Snapshot};

    const BUDGET: TimeBudget = TimeBudget {
        target: Duration::from_secs(10),
        maximum: Duration::from_secs(30),
    };

    #[test]
    fn the_clock_is_read_only_with_a_time_limit_or_an_observer() {
        let mut show = |_: &Snapshot| ControlFlow::Continue(());
        let mut observer = Observer {
            first: None,
            interval: Some(Duration::ZERO),
            show: &mut show,
        };
        let timer = ObserverTimer::new(&mut observer);
        for time in [None, Some(BUDGET)] {
            let playouts = Some(1);
            let limits = Limits::new(Limit { playouts, time }, 1);
            // A ticker without a next check returns before it reads the clock.
            let next = |timer| limits.ticker(timer, None).next;
            assert_eq!(next(None).is_some(), time.is_some());
            assert!(next(timer.as_ref()).is_some());
        }
    }

    /// Whether the time is used after `seconds` with a thousand simulations each.
    fn is_used(budget: TimeBudget, seconds: u64, moves: &[(u32, f64)]) -> bool {
        let elapsed = Duration::from_secs(seconds);
        #[expect(clippy::cast_sign_loss, reason = "a win rate is not negative")]
        let tallies = moves.iter().map(|&(visits, win_rate)| Tally {
            visits,
            value: (f64::from(WIN) * f64::from(visits) * win_rate) as u64,
        });
        SearchProgress::new(elapsed, seconds * 1000, tallies).has_used(budget)
    }

    #[test]
    fn a_clear_best_move_takes_the_target_time() {
        let clear = [(100, 0.6), (1500, 0.5), (600, 0.4)];
        assert!(!is_used(BUDGET, 9, &clear));
        assert!(is_used(BUDGET, 10, &clear));
        assert!(is_used(BUDGET, 10, &[(900, 0.5)]));
        assert!(is_used(BUDGET, 10, &[]));
    }

    #[test]
    fn an_open_choice_takes_up_to_the_maximum_time() {
        for open in [
            &[(3000, 0.5), (1600, 0.45)][..],
            &[(1600, 0.45), (3000, 0.5)],
            &[(3000, 0.5), (3000, 0.5)],
            &[(3000, 0.5), (300, 0.51)],
        ] {
            assert!(!is_used(BUDGET, 10, open), "{open:?}");
            assert!(!is_used(BUDGET, 26, open), "{open:?}");
            assert!(is_used(BUDGET, 30, open), "{open:?}");
            let fixed = TimeBudget::fixed(BUDGET.target);
            assert!(is_used(fixed, 10, open), "{open:?}");
        }
    }

    #[test]
    fn a_lead_that_cannot_be_made_up_ends_the_search() {
        // Four seconds are left for 3900 visits, then for 4100.
        let fixed = TimeBudget::fixed(BUDGET.target);
        for budget in [BUDGET, fixed] {
            assert!(!is_used(budget, 6, &[(4900, 0.5), (1000, 0.4)]));
            assert!(is_used(budget, 6, &[(5100, 0.5), (1000, 0.4)]));
        }
        // The second move has the higher win rate: the lead must last until the maximum.
        let contested = [(5100, 0.5), (1000, 0.55)];
        assert!(!is_used(BUDGET, 6, &contested));
        assert!(is_used(fixed, 6, &contested));
        // Visits of earlier searches count for the lead, but not for the rate.
        let reused = [(50_000, 0.5), (1000, 0.4)];
        assert!(!is_used(BUDGET, 0, &reused), "the rate is not known");
        assert!(is_used(BUDGET, 1, &reused));
    }

    #[test]
    fn a_sure_win_takes_a_third_of_the_target_unless_the_time_is_fixed() {
        let sure = [(1000, 0.95), (900, 0.95)];
        assert!(!is_used(BUDGET, 3, &sure));
        assert!(is_used(BUDGET, 4, &sure));
        assert!(!is_used(TimeBudget::fixed(BUDGET.target), 9, &sure));
    }

    #[test]
    fn a_budget_of_zero_is_used_at_the_first_check() {
        let none = TimeBudget::fixed(Duration::ZERO);
        assert!(is_used(none, 0, &[(8, 0.5), (8, 0.6)]));
        assert_eq!(BUDGET.minus(Duration::from_secs(60)), none);
        assert_eq!(BUDGET.min(none), none);
    }
}
