//! When a search has thought enough: a decision about numbers, made at every look at the clock.

use std::time::Duration;

use super::Search;
use super::params::Choice;
use super::proof::Proof;
use crate::game::TimeBudget;

/// The most visited move is clearly the best with this many times the visits of the next. Pachi has 2.5.
const CLEAR_LEAD: u64 = 2;

/// The win rate of a move says something from this part of the most visited one's visits on, one in so many.
const CONTENDER_PART: u64 = 10;

/// A move that wins a larger share of its simulations needs little thought. Fuego has 0.8, Pachi 0.95.
const SURE_WIN: f64 = 0.9;

/// Of the time for a move a sure win takes one part in so many. Fuego's figure.
const SURE_WIN_PART: u32 = 3;

/// One part in so many of the time for a move must show how many simulations a second there are, before anything is concluded
/// from it.
const RATE_PART: u32 = 10;

impl TimeBudget {
    /// Whether the most visited move should be played now.
    fn is_used(self, outlook: &Outlook) -> bool {
        let end = if outlook.best.win_rate > SURE_WIN && self.target < self.maximum {
            self.target / SURE_WIN_PART
        } else if outlook.is_open() {
            self.maximum
        } else {
            self.target
        };
        let knows_rate = outlook.elapsed >= self.target / RATE_PART;
        outlook.elapsed >= end || knows_rate && outlook.is_decided_until(end)
    }
}

/// What a search looks like some time after its start.
#[derive(Clone, Copy, Debug, Default)]
struct Outlook {
    elapsed: Duration,
    /// Simulations in this time.
    playouts: u64,
    /// The most visited move.
    best: Contender,
    /// The one with most visits after it.
    next: Contender,
}

/// A move of the root and its statistics, those of earlier searches included.
#[derive(Clone, Copy, Debug, Default)]
struct Contender {
    visits: u64,
    /// 0 without visits.
    win_rate: f64,
}

impl Outlook {
    fn new(elapsed: Duration, playouts: u64, moves: impl Iterator<Item = Contender>) -> Self {
        let [mut best, mut next] = [Contender::default(); 2];
        for contender in moves {
            if contender.visits > best.visits {
                (best, next) = (contender, best);
            } else if contender.visits > next.visits {
                next = contender;
            }
        }
        Self {
            elapsed,
            playouts,
            best,
            next,
        }
    }

    /// Whether the most visited move may not be the best.
    const fn is_open(&self) -> bool {
        let Self { best, next, .. } = self;
        let is_contested =
            next.visits * CONTENDER_PART >= best.visits && next.win_rate > best.win_rate;
        best.visits < CLEAR_LEAD * next.visits || is_contested
    }

    /// Whether the next move would still be behind if it got every simulation until `end`, at the rate so far.
    fn is_decided_until(&self, end: Duration) -> bool {
        let lead = (self.best.visits - self.next.visits) as f64;
        let left = end.saturating_sub(self.elapsed).as_secs_f64();
        lead > self.playouts as f64 / self.elapsed.as_secs_f64() * left
    }
}

impl<const W: usize> Search<'_, W> {
    /// Looks at the clock, at the stop sign, and whether anything is left to find out; each ends the search for all threads.
    pub(super) fn look(&self) {
        let budget = &self.budget;
        let is_solved = self.tree.root().proof() != Proof::Unproven;
        if is_solved || budget.is_stopped() || budget.time.is_some_and(|time| self.has_used(time)) {
            budget.end();
        }
    }

    /// Whether the move should be played now.
    ///
    /// A move that is chosen by its win rate may change with any simulation, so the clock alone decides.
    fn has_used(&self, time: TimeBudget) -> bool {
        let elapsed = self.budget.elapsed();
        if self.params.choice == Choice::Mean {
            return elapsed >= time.target;
        }
        let children = self.tree.children(self.tree.root()).iter();
        let allowed = children.filter(|child| !child.is_forbidden());
        let tallies = allowed.map(|child| child.results.get());
        let visited = tallies.filter(|tally| tally.games > 0);
        let moves = visited.map(|tally| Contender {
            visits: u64::from(tally.games),
            win_rate: tally.mean(),
        });
        time.is_used(&Outlook::new(elapsed, self.budget.made(), moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: TimeBudget = TimeBudget {
        target: Duration::from_secs(10),
        maximum: Duration::from_secs(30),
    };

    /// After so many seconds with a thousand simulations each.
    fn is_used(budget: TimeBudget, seconds: u64, moves: &[(u64, f64)]) -> bool {
        let elapsed = Duration::from_secs(seconds);
        let contenders = moves
            .iter()
            .map(|&(visits, win_rate)| Contender { visits, win_rate });
        budget.is_used(&Outlook::new(elapsed, seconds * 1000, contenders))
    }

    #[test]
    fn a_clear_best_move_takes_the_soft_time() {
        let clear = [(100, 0.6), (1500, 0.5), (600, 0.4)];
        assert!(!is_used(BUDGET, 9, &clear));
        assert!(is_used(BUDGET, 10, &clear));
        assert!(is_used(BUDGET, 10, &[(900, 0.5)]));
        assert!(is_used(BUDGET, 10, &[]));
    }

    #[test]
    fn an_open_choice_takes_up_to_the_hard_time() {
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
    fn a_lead_that_nobody_makes_up_for_ends_the_search() {
        // Four seconds are left for 3900 visits, then for 4100.
        let fixed = TimeBudget::fixed(BUDGET.target);
        for budget in [BUDGET, fixed] {
            assert!(!is_used(budget, 6, &[(4900, 0.5), (1000, 0.4)]));
            assert!(is_used(budget, 6, &[(5100, 0.5), (1000, 0.4)]));
        }
        // The other one wins more often: the lead must last until the maximum time.
        let contested = [(5100, 0.5), (1000, 0.55)];
        assert!(!is_used(BUDGET, 6, &contested));
        assert!(is_used(fixed, 6, &contested));
        // Visits of earlier searches count, the rate is that of this one.
        let kept = [(50_000, 0.5), (1000, 0.4)];
        assert!(!is_used(BUDGET, 0, &kept), "the rate is not known");
        assert!(is_used(BUDGET, 1, &kept));
    }

    #[test]
    fn a_sure_win_takes_a_part_of_the_time_where_time_can_be_saved() {
        let sure = [(1000, 0.95), (900, 0.95)];
        assert!(!is_used(BUDGET, 3, &sure));
        assert!(is_used(BUDGET, 4, &sure));
        assert!(!is_used(TimeBudget::fixed(BUDGET.target), 9, &sure));
    }

    #[test]
    fn without_any_time_the_first_look_ends_the_search() {
        let none = TimeBudget::fixed(Duration::ZERO);
        assert!(is_used(none, 0, &[(8, 0.5), (8, 0.6)]));
        assert_eq!(BUDGET.minus(Duration::from_secs(60)), none);
        assert_eq!(BUDGET.min(none), none);
    }
}
