use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use super::*;
use crate::kata::desk::{Desk, SearchTask};
use crate::kata::query::Query;

fn submit(desk: &Desk, id: &str, fields: Value) {
    let mut object = query(fields);
    object["id"] = id.into();
    let object = serde_json::from_value(object).unwrap();
    let (query, warnings) = Query::read(object, &service()).unwrap();
    assert_eq!(warnings, []);
    desk.submit(query);
}

fn name(task: &SearchTask) -> String {
    format!("{}{}", task.query.id, task.turn)
}

#[test]
fn higher_priorities_come_first_and_equal_ones_by_arrival() {
    let desk = Desk::default();
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
        order.push(name(&assigned.task));
        open.push(assigned.open);
        desk.finish(&assigned.task);
    }
    assert_eq!(order, ["c0", "c2", "a0", "d0", "b0", "c1"]);
    assert_eq!(open, [6, 5, 4, 3, 2, 1]);
    assert_eq!(desk.next_line(), None);
}

#[test]
fn what_runs_is_stopped_and_what_waits_is_taken_away() {
    let desk = Desk::default();
    submit(
        &desk,
        "a",
        json!({"moves": [["B", "C3"]], "analyzeTurns": [0, 1]}),
    );
    submit(&desk, "b", json!({}));
    let running = desk.take().unwrap().task;
    assert_eq!(name(&running), "a0");
    let gone = desk.stop(|task| task.query.id == "a");
    assert_eq!(gone.iter().map(name).collect::<Vec<_>>(), ["a1"]);
    assert!(running.stop.load(Ordering::Relaxed));
    let other = desk.take().unwrap().task;
    assert_eq!(name(&other), "b0");
    assert!(!other.stop.load(Ordering::Relaxed));
}

#[test]
fn workers_wait_for_a_slow_reader_and_the_reader_does_not() {
    let desk = Desk::default();
    for number in 0..200 {
        desk.say(number.to_string());
    }
    assert!(desk.offer(|| "superfluous".to_owned()));
    thread::scope(|scope| {
        let worker = scope.spawn(|| desk.answer("late".to_owned()));
        thread::sleep(Duration::from_millis(20));
        assert!(!worker.is_finished());
        let mut lines: Vec<String> = (0..200).filter_map(|_| desk.next_line()).collect();
        worker.join().unwrap();
        lines.extend(desk.next_line());
        assert!(lines.contains(&"late".to_owned()));
        assert!(!lines.contains(&"superfluous".to_owned()));
    });
    desk.abandon();
    desk.answer("to nobody".to_owned());
    assert!(!desk.offer(|| "to nobody".to_owned()));
    submit(&desk, "late", json!({}));
    assert!(desk.take().is_none());
}
