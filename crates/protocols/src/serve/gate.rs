//! The order of searches: moves of games go before analyses.
//!
//! A move begins at once, or after a short wait where many moves are searched; a move that was searched for its time gives way to
//! one that waits. It lets analyses beyond the free threads end, which their visitors begin again. Analyses take turns.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use web_time::Instant;

/// Number of moves, and of analyses where no move is searched, that may run at the same time even if there are fewer threads.
const MIN_SEARCHES: usize = 4;

/// Maximum time that a move waits for others. Then it is searched with them.
const MOVE_WAIT: Duration = Duration::from_secs(1);

/// Time after which the analysis of a position gives way to one that waits, and a move without a time of its own to another.
pub(super) const TURN: Duration = Duration::from_secs(1);

/// The searches that run.
#[derive(Debug)]
pub(super) struct Gate {
    threads: usize,
    running: Mutex<Running>,
    left: Condvar,
}

/// Searches that were not told to end: their stop flags, with the ends of their turns.
#[derive(Debug, Default)]
struct Turns(Vec<(Instant, Arc<AtomicBool>)>);

impl Turns {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn begin(&mut self, turn: Duration) -> Arc<AtomicBool> {
        let stop = Arc::default();
        self.0.push((Instant::now() + turn, Arc::clone(&stop)));
        stop
    }

    fn remove(&mut self, stop: &Arc<AtomicBool>) {
        self.0.retain(|(_, other)| !Arc::ptr_eq(other, stop));
    }

    /// The end of the turn that ends first.
    fn first_end(&self) -> Option<Instant> {
        self.0.iter().map(|&(end, _)| end).min()
    }

    /// Tells the search to end whose turn ends first.
    fn end_first(&mut self) {
        let first = self.first_end();
        if let Some(place) = self.0.iter().position(|&(end, _)| Some(end) == first) {
            // The flag guards no data.
            self.0.remove(place).1.store(true, Ordering::Relaxed);
        }
    }
}

#[derive(Debug, Default)]
struct Running {
    moves: Turns,
    analyses: Turns,
    /// For each analysis that waits, since when.
    waiting: Vec<Instant>,
}

impl Running {
    /// Number of analyses that may run.
    fn room(&self, threads: usize) -> usize {
        match self.moves.len() {
            0 => threads.max(MIN_SEARCHES),
            // One goes on whatever the moves, so that every analysis has its turn.
            moves => threads.saturating_sub(moves).max(1),
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
    /// Ends the search. The gate sets it where others wait.
    pub(super) stop: Arc<AtomicBool>,
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

    /// Waits a short time for the right to search a move, which others leave alone for the time `turn`.
    pub(super) fn enter_for_move(&self, turn: Duration) -> Permit<'_> {
        let most = self.threads.max(MIN_SEARCHES);
        let end = Instant::now() + MOVE_WAIT;
        let mut running = self.running.lock();
        while running.moves.len() >= most {
            let now = Instant::now();
            let next = running.moves.first_end().unwrap_or(end);
            if next <= now {
                running.moves.end_first();
            } else if end <= now {
                break;
            } else {
                self.left.wait_for(&mut running, next.min(end) - now);
            }
        }
        let stop = running.moves.begin(turn);
        while running.analyses.len() > running.room(self.threads) {
            running.analyses.end_first();
        }
        let moves = running.moves.len();
        Permit {
            gate: self,
            threads: (self.threads / moves).max(1),
            is_crowded: moves > self.threads,
            stop,
        }
    }

    /// Waits for the right to analyze, which others leave alone for the time `turn`; `None` if that takes longer than `patience`.
    /// Of those that wait, the next one is who waits `since` the earliest time.
    pub(super) fn enter_for_analysis(
        &self,
        since: Instant,
        patience: Duration,
        turn: Duration,
    ) -> Option<Permit<'_>> {
        let end = Instant::now() + patience;
        let mut running = self.running.lock();
        running.waiting.push(since);
        let may_begin = loop {
            let now = Instant::now();
            let is_next = running.waiting.iter().all(|&other| since <= other);
            if is_next && running.analyses.len() < running.room(self.threads) {
                break true;
            }
            match running.analyses.first_end().filter(|_| is_next) {
                Some(due) if due <= now => running.analyses.end_first(),
                _ if end <= now => break false,
                due => {
                    let next = due.map_or(end, |due| due.min(end));
                    self.left.wait_for(&mut running, next - now);
                }
            }
        };
        if let Some(place) = running.waiting.iter().position(|&other| other == since) {
            running.waiting.remove(place);
        }
        self.left.notify_all();
        may_begin.then(|| {
            let stop = running.analyses.begin(turn);
            let searches = running.moves.len() + running.analyses.len();
            Permit {
                gate: self,
                threads: (self.threads / searches).max(1),
                is_crowded: false,
                stop,
            }
        })
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut running = self.gate.running.lock();
        running.moves.remove(&self.stop);
        running.analyses.remove(&self.stop);
        drop(running);
        self.gate.left.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn is_told_to_end(permit: &Permit<'_>) -> bool {
        permit.stop.load(Ordering::Relaxed)
    }

    #[test]
    fn so_many_moves_share_the_threads_and_no_move_waits_long() {
        let gate = Gate::new(6);
        let mut permits: Vec<_> = (0..6).map(|_| gate.enter_for_move(LONG)).collect();
        let threads: Vec<_> = permits.iter().map(|permit| permit.threads).collect();
        assert_eq!(threads, [6, 3, 2, 1, 1, 1]);
        assert!(permits.iter().all(|permit| !permit.is_crowded));
        let start = Instant::now();
        permits.push(gate.enter_for_move(LONG));
        assert!(start.elapsed() >= MOVE_WAIT && permits[6].is_crowded);
        assert!(!permits.iter().any(is_told_to_end));
        drop(permits.drain(3..));
        assert_eq!(gate.enter_for_move(LONG).threads, 1);
        permits.clear();
        assert_eq!(gate.enter_for_move(LONG).threads, 6);
    }

    #[test]
    fn a_move_gives_way_at_the_end_of_its_turn() {
        let gate = Gate::new(2);
        let turns = [LONG, Duration::ZERO, LONG, LONG];
        let permits = turns.map(|turn| gate.enter_for_move(turn));
        let told = || permits.each_ref().map(is_told_to_end);
        assert_eq!(told(), [false; 4]);
        let start = Instant::now();
        let _next = gate.enter_for_move(LONG);
        assert_eq!(told(), [false, true, false, false]);
        assert!(start.elapsed() < MOVE_WAIT);
    }

    #[test]
    fn a_move_goes_before_the_oldest_analyses() {
        let gate = Gate::new(3);
        let analyze = || gate.enter_for_analysis(Instant::now(), Duration::ZERO, TURN);
        let analyses: Vec<_> = (0..MIN_SEARCHES).map(|_| analyze().unwrap()).collect();
        assert!(analyze().is_none());
        let told = || analyses.iter().map(is_told_to_end).collect::<Vec<_>>();
        let start = Instant::now();
        let mut moves = vec![gate.enter_for_move(LONG)];
        assert_eq!(told(), [true, true, false, false]);
        // The last analysis goes on, so that each has its turn.
        moves.extend([gate.enter_for_move(LONG), gate.enter_for_move(LONG)]);
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
        let _move = gate.enter_for_move(LONG);
        let first = gate
            .enter_for_analysis(Instant::now(), Duration::ZERO, TURN)
            .unwrap();
        assert!(
            gate.enter_for_analysis(Instant::now(), TURN / 2, TURN)
                .is_none()
        );
        let second = gate.enter_for_analysis(Instant::now(), 2 * TURN, TURN);
        assert!(is_told_to_end(&first));
        drop(first);
        assert!(second.is_some_and(|second| !is_told_to_end(&second)));
    }

    #[test]
    fn the_analysis_that_waits_longest_is_next() {
        let gate = Gate::new(1);
        let _move = gate.enter_for_move(LONG);
        let first = gate.enter_for_analysis(Instant::now(), Duration::ZERO, LONG);
        let begin = Instant::now();
        let order = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            let (gate, order) = (&gate, &order);
            // They come in another order than that in which they wait.
            for (come, place) in [2, 0, 3, 1].into_iter().enumerate() {
                scope.spawn(move || {
                    let since = begin + Duration::from_nanos(place);
                    let permit = gate.enter_for_analysis(since, LONG, LONG);
                    order.lock().push(permit.map(|_| place));
                });
                while gate.running.lock().waiting.len() <= come {
                    std::thread::yield_now();
                }
            }
            drop(first);
        });
        assert_eq!(order.into_inner(), [0, 1, 2, 3].map(Some));
    }

    #[test]
    fn an_analysis_that_ends_lets_another_begin() {
        let gate = Gate::new(1);
        let _move = gate.enter_for_move(LONG);
        let first = gate
            .enter_for_analysis(Instant::now(), Duration::ZERO, TURN)
            .unwrap();
        std::thread::scope(|scope| {
            let start = Instant::now();
            let second = scope.spawn(|| {
                gate.enter_for_analysis(Instant::now(), TURN, TURN)
                    .is_some()
            });
            drop(first);
            assert!(second.join().unwrap() && start.elapsed() < TURN);
        });
    }
}
