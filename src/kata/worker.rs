//! A worker: it takes one position after another and searches it with an engine of its own.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::engine::{Engine, EngineSettings, Purpose, Question};
use crate::search::{Observer, Snapshot};

use super::AnalysisService;
use super::action::no_results;
use super::answer::Scene;
use super::desk::{AssignedTask, Desk, Task};
use super::fields::{QueryFault, to_line};
use super::query::Query;

/// Searches positions until there will be no more. A panic fails one position.
pub(super) fn work(desk: &Desk, service: &AnalysisService) {
    let mut engine = Engine::new(own_part(service));
    let mut clears = 0;
    while let Some(assigned) = desk.take() {
        if assigned.clears != clears {
            engine.new_game();
            clears = assigned.clears;
        }
        let task = &assigned.task;
        let analyze = || analyze(&mut engine, &assigned, desk, service);
        if catch_unwind(AssertUnwindSafe(analyze)).is_err() {
            engine = Engine::new(own_part(service));
            desk.answer(QueryFault::new("internal error").error(Some(&task.query.id)));
        }
        desk.finish(task);
    }
}

/// The settings of one engine: its part of the memory, and no tree from one position to the next.
fn own_part(service: &AnalysisService) -> EngineSettings {
    let mut settings = service.settings.clone().sharing_memory(service.workers);
    settings.params.tree.reuse = false;
    settings
}

/// Threads for a position while this number of them are open.
fn threads(service: &AnalysisService, open: usize) -> usize {
    match service.settings.seed {
        Some(_) => 1,
        None => (service.threads / open.clamp(1, service.workers.max(1))).max(1),
    }
}

fn analyze(engine: &mut Engine, assigned: &AssignedTask, desk: &Desk, service: &AnalysisService) {
    let Task { query, turn, stop } = &assigned.task;
    let mut settings = engine.settings().clone();
    settings.params.machine.threads = threads(service, assigned.open);
    let visits = query.options.max_visits.or(service.settings.playouts);
    settings.playouts = Some(visits.unwrap_or(settings.params.playouts.count));
    settings.time_per_move = None;
    engine.set_settings(settings);
    engine.set_stop_flag(Arc::clone(stop));

    let game = query.game_after(*turn);
    let to_move = game.to_move();
    let raw = engine.raw_evaluation(&game, to_move);
    let scene = Scene {
        query,
        turn: *turn,
        game: &game,
        raw: raw.as_ref(),
    };
    let mut pace = Pace::new(query);
    let interval = pace.interval;
    let mut show = |snapshot: &Snapshot| {
        let is_read = !pace.is_report_due() || desk.offer(|| to_line(scene.answer(snapshot)));
        if is_read && !pace.is_over() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let question = Question {
        restrictions: &query.restrictions,
        widening: query.options.widening(),
        detail: query.detail(),
        observer: Some(Observer {
            interval,
            show: &mut show,
        }),
        ..Question::new(to_move, Purpose::Inspect, None)
    };
    let report = engine.think(&game, question).report;
    let line = report.map(|report| {
        let mut answer = scene.answer(&report.snapshot);
        answer["isDuringSearch"] = false.into();
        to_line(answer)
    });
    desk.answer(line.unwrap_or_else(|| no_results(&assigned.task)));
}

/// When to report and when to end.
struct Pace {
    start: Instant,
    /// Time between two looks at the search. The time limit is a multiple of it.
    interval: Option<Duration>,
    reports: bool,
    next: Duration,
    max_time: Option<Duration>,
}

impl Pace {
    fn new(query: &Query) -> Self {
        let (every, max_time) = (query.report_every, query.options.max_time);
        let interval = match (every, max_time) {
            (Some(every), Some(limit)) if every < limit => {
                let looks = (limit.as_secs_f64() / every.as_secs_f64()).ceil();
                Some(limit.div_f64(looks))
            }
            (_, Some(limit)) => Some(limit),
            (every, None) => every,
        };
        Self {
            start: Instant::now(),
            interval,
            reports: every.is_some(),
            next: interval.unwrap_or(Duration::MAX),
            max_time,
        }
    }

    /// Whether a report is due; it counts as made.
    fn is_report_due(&mut self) -> bool {
        let elapsed = self.start.elapsed();
        let is_due = self.reports && elapsed >= self.next;
        if is_due && let Some(interval) = self.interval {
            self.next = (self.next + interval).max(elapsed);
        }
        is_due && !self.is_over()
    }

    fn is_over(&self) -> bool {
        let limit = self.max_time;
        limit.is_some_and(|limit| self.start.elapsed() >= limit)
    }
}
