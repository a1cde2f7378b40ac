//! The order of searches: moves of games go before analyses.
//!
//! A move begins at once, or after a short wait where many moves are searched. It lets analyses beyond the free threads end, which
//! their visitors begin again. Analyses take turns.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

/// Number of moves, and of analyses where no move is searched, that may run at the same time even if there are fewer threads.
const MIN_SEARCHES: usize = 4;

/// Maximum time that a move waits for others. Then it is searched with them.
const MOVE_WAIT: Duration = Duration::from_secs(1);

/// Time after which the analysis of a position gives way to one that waits.
pub(super) const TURN: Duration = Duration::from_secs(1);

/// The searches that run.
#[derive(Debug)]
pub(super) struct Gate {
    threads: usize,
    running: Mutex<Running>,
    left: Condvar,
}

#[derive(Debug, Default)]
struct Running {
    moves: usize,
    /// The stop flags of analyses that were not told to end, with the ends of their turns.
    analyses: Vec<(Instant, Arc<AtomicBool>)>,
}

impl Running {
    /// Number of analyses that may run.
    fn room(&self, threads: usize) -> usize {
        match self.moves {
            0 => threads.max(MIN_SEARCHES),
            // One goes on whatever the moves, so that every analysis has its turn.
            moves => threads.saturating_sub(moves).max(1),
        }
    }

    /// The end of the turn that ends first.
    fn first_end(&self) -> Option<Instant> {
        self.analyses.iter().map(|&(end, _)| end).min()
    }

    /// Tells the analysis to end whose turn ends first.
    fn end_first(&mut self) {
        let first = self.first_end();
        if let Some(place) = self
            .analyses
            .iter()
            .position(|&(end, _)| Some(end) == first)
        {
            // The flag guards no data.
            self.analyses.remove(place).1.store(true, Ordering::Relaxed);
        }
    }
}

/// The right to search, as long as the permit lives.
#[derive(Debug)]
pub(super) struct Permit<'a> {
    gate: &'a Gate,
    /// Threads to search with.
    pub(super) threads: usize,
    /// Whether more moves are searched than there are threads.
    pub(super) is_crowded: bool,
    /// Ends the search. The gate sets it for analyses alone.
    pub(super) stop: Arc<AtomicBool>,
    is_move: bool,
}

impl Gate {
    /// A gate for searches that share this number of threads.
    pub(super) fn new(threads: usize) -> Self {
        Self {
            threads,
            running: Mutex::default(),
            left: Condvar::new(),
        }
    }

    /// Waits a short time for the right to search a move.
    pub(super) fn enter_for_move(&self) -> Permit<'_> {
        let most = self.threads.max(MIN_SEARCHES);
        let mut running = self.running.lock();
        let is_full = |running: &mut Running| running.moves >= most;
        self.left.wait_while_for(&mut running, is_full, MOVE_WAIT);
        running.moves += 1;
        while running.analyses.len() > running.room(self.threads) {
            running.end_first();
        }
        Permit {
            gate: self,
            threads: (self.threads / running.moves).max(1),
            is_crowded: running.moves > self.threads,
            stop: Arc::default(),
            is_move: true,
        }
    }

    /// Waits for the right to analyze, which others leave alone for the time `turn`; `None` if that takes longer than `patience`.
    pub(super) fn enter_for_analysis(
        &self,
        patience: Duration,
        turn: Duration,
    ) -> Option<Permit<'_>> {
        let end = Instant::now() + patience;
        let mut running = self.running.lock();
        while running.analyses.len() >= running.room(self.threads) {
            let now = Instant::now();
            let next = running.first_end().unwrap_or(end);
            if next <= now {
                running.end_first();
            } else if end <= now {
                return None;
            } else {
                self.left.wait_until(&mut running, next.min(end));
            }
        }
        let stop = Arc::default();
        let turn_end = Instant::now() + turn;
        running.analyses.push((turn_end, Arc::clone(&stop)));
        let searches = running.moves + running.analyses.len();
        Some(Permit {
            gate: self,
            threads: (self.threads / searches).max(1),
            is_crowded: false,
            stop,
            is_move: false,
        })
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut running = self.gate.running.lock();
        if self.is_move {
            running.moves -= 1;
        } else {
            running
                .analyses
                .retain(|(_, stop)| !Arc::ptr_eq(stop, &self.stop));
        }
        drop(running);
        self.gate.left.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_told_to_end(permit: &Permit<'_>) -> bool {
        permit.stop.load(Ordering::Relaxed)
    }

    #[test]
    fn so_many_moves_share_the_threads_and_no_move_waits_long() {
        let gate = Gate::new(6);
        let mut permits: Vec<_> = (0..6).map(|_| gate.enter_for_move()).collect();
        let threads: Vec<_> = permits.iter().map(|permit| permit.threads).collect();
        assert_eq!(threads, [6, 3, 2, 1, 1, 1]);
        assert!(permits.iter().all(|permit| !permit.is_crowded));
        let start = Instant::now();
        permits.push(gate.enter_for_move());
        assert!(start.elapsed() >= MOVE_WAIT && permits[6].is_crowded);
        assert!(!permits.iter().any(is_told_to_end));
        drop(permits.drain(3..));
        assert_eq!(gate.enter_for_move().threads, 1);
        permits.clear();
        assert_eq!(gate.enter_for_move().threads, 6);
    }

    #[test]
    fn a_move_goes_before_the_oldest_analyses() {
        let gate = Gate::new(3);
        let analyze = || gate.enter_for_analysis(Duration::ZERO, TURN);
        let analyses: Vec<_> = (0..MIN_SEARCHES).map(|_| analyze().unwrap()).collect();
        assert!(analyze().is_none());
        let told = || analyses.iter().map(is_told_to_end).collect::<Vec<_>>();
        let start = Instant::now();
        let mut moves = vec![gate.enter_for_move()];
        assert_eq!(told(), [true, true, false, false]);
        // The last analysis goes on, so that each has its turn.
        moves.extend([gate.enter_for_move(), gate.enter_for_move()]);
        assert_eq!(told(), [true, true, true, false]);
        assert!(start.elapsed() < Duration::from_millis(200));
        assert!(analyze().is_none());
        drop(moves);
        let more: Vec<_> = (1..MIN_SEARCHES).map(|_| analyze()).collect();
        assert!(more.iter().all(Option::is_some) && analyze().is_none());
    }

    #[test]
    fn analyses_take_turns() {
        let gate = Gate::new(1);
        let _move = gate.enter_for_move();
        let first = gate.enter_for_analysis(Duration::ZERO, TURN).unwrap();
        assert!(gate.enter_for_analysis(TURN / 2, TURN).is_none());
        let second = gate.enter_for_analysis(2 * TURN, TURN);
        assert!(is_told_to_end(&first));
        drop(first);
        assert!(second.is_some_and(|second| !is_told_to_end(&second)));
    }

    #[test]
    fn an_analysis_that_ends_lets_another_begin() {
        let gate = Gate::new(1);
        let _move = gate.enter_for_move();
        let first = gate.enter_for_analysis(Duration::ZERO, TURN).unwrap();
        std::thread::scope(|scope| {
            let start = Instant::now();
            let second = scope.spawn(|| gate.enter_for_analysis(TURN, TURN).is_some());
            drop(first);
            assert!(second.join().unwrap() && start.elapsed() < TURN);
        });
    }
}
