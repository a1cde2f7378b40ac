use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;
use std::task::Poll;
use std::thread;

use super::channels::channels;
use crate::ranks::{Ranks, Teamwork, Transport, Workers};

/// Calls `run` on `count` ranks, each in a thread, and returns the result of rank 0.
fn on_ranks<T: Send>(count: usize, run: impl Fn(&Ranks) -> T + Sync) -> T {
    thread::scope(|scope| {
        let ranks = channels(count).into_iter().map(|transport| {
            let run = &run;
            scope.spawn(move || {
                let launch = transport.place();
                let ranks = Ranks::join(launch, Teamwork::Work, || Ok(transport)).unwrap();
                let result = run(&ranks);
                ranks.leave();
                result
            })
        });
        let mut ranks: Vec<_> = ranks.collect();
        let results = ranks.drain(..).map(|rank| rank.join().unwrap());
        results.collect::<Vec<_>>().swap_remove(0)
    })
}

/// Shares this work. `workers` are the numbers of workers on rank 0 and on each other rank. Returns the results of all, sorted, on
/// rank 0.
fn share(
    ranks: &Ranks,
    workers: [usize; 2],
    items: impl Iterator<Item = u64> + Send,
    work: impl Fn(u64) -> Option<u64> + Sync,
) -> Vec<u64> {
    let abort = AtomicBool::new(false);
    let work = |(): &mut (), &item: &u64| work(item);
    let states = vec![(); workers[ranks.rank().min(1)]];
    let workers = Workers {
        states,
        work,
        abort: &abort,
    };
    let Some(workers) = ranks.follow(workers) else {
        return Vec::new();
    };
    let receive = |results: Receiver<u64>| {
        let mut results: Vec<u64> = results.iter().collect();
        results.sort_unstable();
        results
    };
    ranks.lead(workers, items.map(Poll::Ready), |_, result| result, receive)
}

#[test]
fn work_is_shared_by_all_workers_of_all_ranks() {
    let expected: Vec<u64> = (0..200).map(|item| item * item).collect();
    for (count, workers) in [
        (1, [1, 0]),
        (1, [3, 0]),
        (2, [0, 1]),
        (3, [2, 2]),
        (4, [0, 3]),
    ] {
        let found = on_ranks(count, |ranks| {
            share(ranks, workers, 0..200, |item| Some(item * item))
        });
        assert_eq!(found, expected, "{count} ranks, {workers:?}");
    }
}

#[test]
fn ranks_stay_in_step_when_one_is_late() {
    let is_over = AtomicBool::new(false);
    let found = on_ranks(3, |ranks| {
        if ranks.rank() == 2 {
            while !is_over.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        }
        let first = share(ranks, [1, 1], 0..10, Some);
        is_over.store(true, Ordering::Relaxed);
        // Rank 0 has no workers for this, so it needs the other ranks.
        let second = share(ranks, [0, 1], 10..20, Some);
        [first, second].concat()
    });
    assert_eq!(found, (0..20).collect::<Vec<_>>());
}

#[test]
fn a_worker_that_gives_up_gets_nothing_more() {
    let found = on_ranks(2, |ranks| {
        let workers = Workers {
            states: vec![false; if ranks.rank() > 0 { 2 } else { 0 }],
            work: |has_given_up: &mut bool, &item: &u64| {
                assert!(!*has_given_up);
                *has_given_up = item == 0;
                (item > 0).then_some(item)
            },
            abort: &AtomicBool::new(false),
        };
        let Some(workers) = ranks.follow(workers) else {
            return Vec::new();
        };
        let items = (0..10).map(Poll::Ready);
        ranks.lead(
            workers,
            items,
            |_, item| item,
            |results| {
                let mut results: Vec<u64> = results.iter().collect();
                results.sort_unstable();
                results
            },
        )
    });
    assert_eq!(found, (1..10).collect::<Vec<_>>());
}

#[test]
fn an_item_may_wait_for_the_result_of_another() {
    let finished = &AtomicUsize::new(0);
    let count = on_ranks(2, |ranks| {
        let workers = Workers {
            states: vec![(); 2],
            work: |(): &mut (), &item: &usize| Some(item),
            abort: &AtomicBool::new(false),
        };
        let Some(workers) = ranks.follow(workers) else {
            return 0;
        };
        let mut next = 0;
        let items = std::iter::from_fn(|| {
            if next == 5 {
                return None;
            }
            if finished.load(Ordering::Relaxed) < next {
                return Some(Poll::Pending);
            }
            next += 1;
            Some(Poll::Ready(next))
        });
        // The items are finished one after the other, in their order.
        let finish = |_: &usize, item: usize| {
            assert_eq!(finished.fetch_add(1, Ordering::Relaxed) + 1, item);
        };
        ranks.lead(workers, items, finish, |results| results.iter().count())
    });
    assert_eq!(count, 5);
}

#[test]
fn a_work_ends_when_nobody_receives_its_results() {
    let first = on_ranks(2, |ranks| {
        let workers = Workers {
            states: vec![(); ranks.rank().min(1)],
            work: |(): &mut (), &item: &u64| Some(item),
            abort: &AtomicBool::new(false),
        };
        let workers = ranks.follow(workers)?;
        // The number of items is unlimited.
        let items = (0..).map(Poll::Ready);
        ranks.lead(
            workers,
            items,
            |_, item| item,
            |results| results.recv().ok(),
        )
    });
    assert_eq!(first, Some(0));
}

#[test]
fn ranks_are_told_of_works_with_items_only() {
    let found = on_ranks(3, |ranks| {
        if ranks.rank() > 0 {
            assert_eq!(ranks.next_work(), Some(1));
            share(ranks, [0, 1], 0..0, Some);
            assert_eq!(ranks.next_work(), None);
            return Vec::new();
        }
        let nothing = share(ranks, [1, 1], 0..0, Some);
        let something = share(ranks, [0, 1], 0..5, Some);
        [nothing, something].concat()
    });
    assert_eq!(found, (0..5).collect::<Vec<_>>());
}

#[test]
fn a_panic_of_one_rank_ends_all() {
    let ended = std::panic::catch_unwind(|| {
        on_ranks(3, |ranks| {
            share(ranks, [0, 1], 0..10, |item| {
                assert_ne!(item, 3, "this panic is part of the test");
                Some(item)
            });
        });
    });
    assert!(ended.is_err());
}

#[test]
fn the_end_aborts_what_is_being_done() {
    on_ranks(3, |ranks| {
        let abort = AtomicBool::new(false);
        let work = |(): &mut (), &item: &u64| {
            while item > 0 && !abort.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            (item == 0).then_some(item)
        };
        let workers = Workers {
            states: vec![(); 2],
            work,
            abort: &abort,
        };
        let Some(workers) = ranks.follow(workers) else {
            assert!(abort.load(Ordering::Relaxed));
            return;
        };
        let items = (0..).map(Poll::Ready);
        ranks.lead(
            workers,
            items,
            |_, item| item,
            |results| {
                assert_eq!(results.recv(), Ok(0));
                abort.store(true, Ordering::Relaxed);
            },
        );
    });
}

#[test]
fn ranks_without_work_leave() {
    on_ranks(3, |ranks| {
        if ranks.rank() == 1 {
            share(ranks, [0, 1], 0..10, Some);
        }
    });
}
