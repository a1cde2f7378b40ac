//! When a search stops, by the time that is left.

use std::ops::ControlFlow;
use std::time::Duration;

use super::*;
use crate::search::report::{Ended, ObserverTimer};
use crate::search::searcher::ended_by_clock;

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
    let board = AnyBoard::new(5);
    for time in [None, Some(BUDGET)] {
        let mut request = request(&board, Color::Black, 1);
        request.limit.time = time;
        let search = Search::<2>::new(&Params::PLAYOUTS, &request, None);
        let interval = |timer| search.check_interval(timer, None);
        assert_eq!(interval(None).is_some(), time.is_some());
        assert!(interval(timer.as_ref()).is_some());
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
    ended_by_clock(budget, elapsed, seconds * 1000, tallies).is_some()
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

#[test]
fn by_the_thesis_a_search_takes_all_of_its_time() {
    let board = AnyBoard::new(5);
    let mut request = request(&board, Color::Black, 1);
    request.limit.time = Some(BUDGET);
    for (whole_time, ended) in [(false, [true; 2]), (true, [false, true])] {
        let mut params = Params::TAO_GO_2010;
        params.playouts.whole_time = whole_time;
        let ended_at = |seconds| {
            let search = Search::<2>::new(&params, &request, None);
            Worker::new(&search, 0).expand(search.tree.root());
            let children = search.tree.children(search.tree.root());
            let first = children.iter().next().unwrap();
            (0..30).for_each(|_| first.results.add(WIN / 2));
            search.stop_if_out_of_time(Duration::from_secs(seconds));
            search.ended() != Ended::Visits
        };
        assert_eq!([5, 10].map(ended_at), ended, "{whole_time}");
    }
}
