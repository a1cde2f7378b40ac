//! Ranks in threads of their own that talk over channels.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use super::channels::{Channels, channels};
use crate::ranks::{Launch, Ranks, Transport};
use tao_engine::raw::search::{Limit, Params, Report, Request, Searcher};
use tao_rules::board::Color;
use tao_rules::game::TimeBudget;
use tao_rules::raw::AnyBoard;

/// A transport that takes part in no round before a certain time.
struct Slow(Channels, Instant);

impl Transport for Slow {
    fn place(&self) -> Launch {
        self.0.place()
    }

    fn all_gather(&mut self, own: &[u8], gives_up: &AtomicBool) -> Vec<Vec<u8>> {
        thread::sleep(self.1.saturating_duration_since(Instant::now()));
        self.0.all_gather(own, gives_up)
    }

    fn abort(&mut self) {
        self.0.abort();
    }
}

fn search(searcher: &mut Searcher, limit: Limit) -> Report {
    let board = AnyBoard::new(9);
    let request = Request {
        limit,
        ..Request::new(&board, Color::Black, 7.5)
    };
    let mut params = Params::PLAYOUTS;
    params.sharing.milliseconds = 10;
    searcher.search(&params, &request)
}

fn join(transport: impl Transport + Send + 'static) -> Ranks {
    let launch = transport.place();
    Ranks::join(launch, move || Ok(transport)).unwrap()
}

/// Makes the searches of rank 0.
fn follow(transport: impl Transport + Send + 'static) {
    let ranks = join(transport);
    let mut searcher = Searcher::default();
    ranks.follow_searches(&mut searcher, &Params::PLAYOUTS);
}

/// Joins as rank 0.
fn lead(channels: Channels) -> (Ranks, Searcher) {
    let ranks = join(channels);
    let mut searcher = Searcher::default();
    searcher.set_exchange(ranks.exchange().unwrap());
    (ranks, searcher)
}

const TIME: Duration = Duration::from_millis(300);

fn timed() -> Limit {
    Limit {
        playouts: None,
        time: Some(TimeBudget::fixed(TIME)),
    }
}

/// Searches until other ranks have taken part; on a busy machine they may miss a search.
fn search_until_shared(searcher: &mut Searcher) -> Report {
    for _ in 0..100 {
        searcher.clear_tree();
        let report = search(searcher, timed());
        if searcher.remote_visits() > 0 {
            return report;
        }
    }
    panic!("no rank takes part");
}

#[test]
fn ranks_search_while_rank_0_does_and_leave_when_it_leaves() {
    thread::scope(|scope| {
        let mut all = channels(4).into_iter();
        let (_rank_0, mut searcher) = lead(all.next().unwrap());
        for channels in all {
            scope.spawn(move || follow(channels));
        }
        let few = Limit {
            playouts: Some(10),
            time: None,
        };
        assert!(search(&mut searcher, few).playouts >= 10);
        let report = search_until_shared(&mut searcher);
        assert_eq!(report.snapshot.visits, report.playouts);
    });
}

/// Runs `test` as rank 0 of three, of which one takes part in no round before a certain time.
fn with_slow_rank(test: impl FnOnce(Ranks, Searcher, Instant)) {
    thread::scope(|scope| {
        let [first, slow, third] = channels(3).try_into().ok().unwrap();
        let (ranks, searcher) = lead(first);
        let late = Instant::now() + 10 * TIME;
        scope.spawn(move || follow(Slow(slow, late)));
        scope.spawn(move || follow(third));
        test(ranks, searcher, late);
    });
}

#[test]
fn a_slow_rank_keeps_nobody_waiting() {
    with_slow_rank(|ranks, mut searcher, late| {
        search(&mut searcher, timed());
        assert!(Instant::now() < late);
        drop(ranks);
        assert!(Instant::now() >= late, "the slow rank was sent away, too");
    });
}

#[test]
fn ranks_share_again_when_a_slow_one_is_back() {
    with_slow_rank(|_ranks, mut searcher, late| {
        search(&mut searcher, timed());
        thread::sleep(late.saturating_duration_since(Instant::now()));
        search_until_shared(&mut searcher);
    });
}
