use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::*;
use crate::kata::query::Query;
use crate::kata::queues::{QueuedPosition, Queues};

fn submit(queues: &Queues, id: &str, fields: Value) {
    let mut object = query(fields);
    object["id"] = id.into();
    let text = object.to_string();
    let object = serde_json::from_value(object).unwrap();
    let (query, warnings) = Query::read(object, &service()).unwrap();
    assert_eq!(warnings, []);
    queues.submit(&query, text.as_bytes());
}

/// Queues with more room than these tests need.
fn large_queues() -> Queues {
    Queues::new(1 << 20)
}

fn name(position: &QueuedPosition) -> String {
    format!("{}{}", position.query.id, position.turn)
}

#[test]
fn higher_priorities_come_first_and_equal_ones_by_arrival() {
    let queues = large_queues();
    let moves = [["B", "C3"], ["W", "C4"]];
    submit(&queues, "a", json!({}));
    submit(&queues, "b", json!({"priority": -5}));
    let turns = json!({"moves": moves, "analyzeTurns": [0, 1, 2], "priorities": [1, -9, 1]});
    submit(&queues, "c", turns);
    submit(&queues, "d", json!({}));
    queues.close(Ok(()));
    let mut order = Vec::new();
    let mut open = Vec::new();
    while let Some(assigned) = queues.take() {
        order.push(name(&assigned.position));
        open.push(assigned.open);
        queues.finish(&assigned);
    }
    assert_eq!(order, ["c0", "c2", "a0", "d0", "b0", "c1"]);
    assert_eq!(open, [6, 5, 4, 3, 2, 1]);
    assert_eq!(queues.next_line(), None);
}

#[test]
fn what_runs_is_stopped_and_what_waits_is_taken_away() {
    let queues = large_queues();
    submit(
        &queues,
        "a",
        json!({"moves": [["B", "C3"]], "analyzeTurns": [0, 1]}),
    );
    submit(&queues, "b", json!({}));
    let running = queues.take().unwrap();
    assert_eq!(name(&running.position), "a0");
    let gone = queues.stop(|position| &*position.query.id == "a");
    assert_eq!(gone.iter().map(name).collect::<Vec<_>>(), ["a1"]);
    assert!(running.stop.load(Ordering::Relaxed));
    let other = queues.take().unwrap();
    assert_eq!(name(&other.position), "b0");
    assert!(!other.stop.load(Ordering::Relaxed));
}

#[test]
fn workers_wait_for_a_slow_reader_sooner_than_the_reader_of_queries_does() {
    const LINE: usize = 10_000;
    let queues = large_queues();
    let line = |name: &str| format!("{name:x>LINE$}");
    for _ in 0..12 {
        queues.push_reader_line(line("read"));
    }
    assert!(queues.offer_report(|| "superfluous".to_owned()));
    thread::scope(|scope| {
        let worker = scope.spawn(|| queues.push_answer(line("answer")));
        let reader = scope.spawn(|| (0..8).for_each(|_| queues.push_reader_line(line("more"))));
        let mut lines: Vec<String> = (0..20).filter_map(|_| queues.next_line()).collect();
        lines.extend(queues.next_line());
        worker.join().unwrap();
        reader.join().unwrap();
        let place = |name: &str| lines.iter().position(|other| *other == line(name));
        // The worker was let in when only six lines were left.
        assert!(place("answer").unwrap() >= 6, "{:?}", place("answer"));
        assert_eq!(lines.len(), 21);
        assert!(!lines.contains(&"superfluous".to_owned()));
    });
    queues.abandon();
    queues.push_answer("to nobody".to_owned());
    assert!(!queues.offer_report(|| "to nobody".to_owned()));
    submit(&queues, "late", json!({}));
    assert!(queues.take().is_none());
}

/// Adds to the queues and takes from them, `count` times each. Returns how many additions waited at most.
fn most_that_wait(count: usize, add: impl Fn(&Queues) + Sync, take: impl Fn(&Queues)) -> usize {
    let queues = Queues::new(1 << 16);
    let added = AtomicUsize::new(0);
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            for _ in 0..count {
                add(&queues);
                added.fetch_add(1, Ordering::SeqCst);
            }
        });
        while !reader.is_finished() && !queues.has_waiting_thread() {
            thread::yield_now();
        }
        let mut most = 0;
        for taken in 0..count {
            // What is taken may not be counted as added yet.
            most = most.max(added.load(Ordering::SeqCst).saturating_sub(taken));
            take(&queues);
        }
        most
    })
}

#[test]
fn the_reader_waits_when_the_queues_are_full() {
    let take = |positions: usize| {
        move |queues: &Queues| {
            for _ in 0..positions {
                let task = queues.take().unwrap();
                queues.finish(&task);
            }
        }
    };
    let short = most_that_wait(2_000, |queues| submit(queues, "a", json!({})), take(1));
    assert!(short < 500, "{short}");
    let moves = vec![["B", "pass"]; 200];
    let turns: Vec<usize> = (0..=200).collect();
    let fields = json!({"moves": moves, "analyzeTurns": turns});
    let add = |queues: &Queues| submit(queues, "a", fields.clone());
    let long = most_that_wait(20, add, take(201));
    assert!(long < 8, "{long}");
    let say = |queues: &Queues| queues.push_reader_line("refused".to_owned());
    let lines = most_that_wait(2_000, say, |queues| assert!(queues.next_line().is_some()));
    assert!(lines < 500, "{lines}");
}

#[test]
fn what_is_taken_or_terminated_makes_room() {
    let queues = Queues::new(4 << 10);
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            for number in 0..100 {
                submit(
                    &queues,
                    &number.to_string(),
                    json!({"priority": number % 3}),
                );
            }
            queues.close(Ok(()));
        });
        for _ in 0..20 {
            let task = queues.take().unwrap();
            queues.finish(&task);
        }
        let mut terminated = 0;
        while !reader.is_finished() || terminated < 80 {
            terminated += queues.stop(|_| true).len();
        }
        assert_eq!(terminated, 80);
    });
    assert!(queues.take().is_none());
    assert_eq!(queues.next_line(), None);
}
