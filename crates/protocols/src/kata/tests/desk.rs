use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::*;
use crate::kata::desk::{Desk, QueuedPosition};
use crate::kata::query::Query;

fn submit(desk: &Desk, id: &str, fields: Value) {
    let mut object = query(fields);
    object["id"] = id.into();
    let text = object.to_string();
    let object = serde_json::from_value(object).unwrap();
    let (query, warnings) = Query::read(object, &service()).unwrap();
    assert_eq!(warnings, []);
    desk.submit(&query, text.as_bytes());
}

/// A desk with more room than these tests need.
fn large_desk() -> Desk {
    Desk::new(1 << 20)
}

fn name(position: &QueuedPosition) -> String {
    format!("{}{}", position.query.id, position.turn)
}

#[test]
fn higher_priorities_come_first_and_equal_ones_by_arrival() {
    let desk = large_desk();
    let moves = [["B", "C3"], ["W", "C4"]];
    submit(&desk, "a", json!({}));
    submit(&desk, "b", json!({"priority": -5}));
    let turns = json!({"moves": moves, "analyzeTurns": [0, 1, 2], "priorities": [1, -9, 1]});
    submit(&desk, "c", turns);
    submit(&desk, "d", json!({}));
    desk.close(Ok(()));
    let mut order = Vec::new();
    let mut open = Vec::new();
    while let Some(assigned) = desk.take() {
        order.push(name(&assigned.task.position));
        open.push(assigned.open);
        desk.finish(&assigned.task);
    }
    assert_eq!(order, ["c0", "c2", "a0", "d0", "b0", "c1"]);
    assert_eq!(open, [6, 5, 4, 3, 2, 1]);
    assert_eq!(desk.next_line(), None);
}

#[test]
fn what_runs_is_stopped_and_what_waits_is_taken_away() {
    let desk = large_desk();
    submit(
        &desk,
        "a",
        json!({"moves": [["B", "C3"]], "analyzeTurns": [0, 1]}),
    );
    submit(&desk, "b", json!({}));
    let running = desk.take().unwrap().task;
    assert_eq!(name(&running.position), "a0");
    let gone = desk.stop(|position| &*position.query.id == "a");
    assert_eq!(gone.iter().map(name).collect::<Vec<_>>(), ["a1"]);
    assert!(running.stop.load(Ordering::Relaxed));
    let other = desk.take().unwrap().task;
    assert_eq!(name(&other.position), "b0");
    assert!(!other.stop.load(Ordering::Relaxed));
}

#[test]
fn workers_wait_for_a_slow_reader_sooner_than_the_reader_of_queries_does() {
    const LINE: usize = 10_000;
    let desk = large_desk();
    let line = |name: &str| format!("{name:x>LINE$}");
    for _ in 0..12 {
        desk.say(line("read"));
    }
    assert!(desk.offer(|| "superfluous".to_owned()));
    thread::scope(|scope| {
        let worker = scope.spawn(|| desk.answer(line("answer")));
        let reader = scope.spawn(|| (0..8).for_each(|_| desk.say(line("more"))));
        let mut lines: Vec<String> = (0..20).filter_map(|_| desk.next_line()).collect();
        lines.extend(desk.next_line());
        worker.join().unwrap();
        reader.join().unwrap();
        let place = |name: &str| lines.iter().position(|other| *other == line(name));
        // The worker was let in when only six lines were left.
        assert!(place("answer").unwrap() >= 6, "{:?}", place("answer"));
        assert_eq!(lines.len(), 21);
        assert!(!lines.contains(&"superfluous".to_owned()));
    });
    desk.abandon();
    desk.answer("to nobody".to_owned());
    assert!(!desk.offer(|| "to nobody".to_owned()));
    submit(&desk, "late", json!({}));
    assert!(desk.take().is_none());
}

/// Adds to a desk and takes from it, `count` times each. Returns how many additions waited at most.
fn most_that_wait(count: usize, add: impl Fn(&Desk) + Sync, take: impl Fn(&Desk)) -> usize {
    let desk = Desk::new(1 << 16);
    let added = AtomicUsize::new(0);
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            for _ in 0..count {
                add(&desk);
                added.fetch_add(1, Ordering::SeqCst);
            }
        });
        while !reader.is_finished() && !desk.has_waiting_thread() {
            thread::yield_now();
        }
        let mut most = 0;
        for taken in 0..count {
            // What is taken may not be counted as added yet.
            most = most.max(added.load(Ordering::SeqCst).saturating_sub(taken));
            take(&desk);
        }
        most
    })
}

#[test]
fn the_reader_waits_when_the_desk_is_full() {
    let take = |positions: usize| {
        move |desk: &Desk| {
            for _ in 0..positions {
                let task = desk.take().unwrap().task;
                desk.finish(&task);
            }
        }
    };
    let short = most_that_wait(2_000, |desk| submit(desk, "a", json!({})), take(1));
    assert!(short < 500, "{short}");
    let moves = vec![["B", "pass"]; 200];
    let turns: Vec<usize> = (0..=200).collect();
    let fields = json!({"moves": moves, "analyzeTurns": turns});
    let add = |desk: &Desk| submit(desk, "a", fields.clone());
    let long = most_that_wait(20, add, take(201));
    assert!(long < 8, "{long}");
    let say = |desk: &Desk| desk.say("refused".to_owned());
    let lines = most_that_wait(2_000, say, |desk| assert!(desk.next_line().is_some()));
    assert!(lines < 500, "{lines}");
}

#[test]
fn what_is_taken_or_terminated_makes_room() {
    let desk = Desk::new(4 << 10);
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            for number in 0..100 {
                submit(&desk, &number.to_string(), json!({"priority": number % 3}));
            }
            desk.close(Ok(()));
        });
        for _ in 0..20 {
            let task = desk.take().unwrap().task;
            desk.finish(&task);
        }
        let mut terminated = 0;
        while !reader.is_finished() || terminated < 80 {
            terminated += desk.stop(|_| true).len();
        }
        assert_eq!(terminated, 80);
    });
    assert!(desk.take().is_none());
    assert_eq!(desk.next_line(), None);
}
