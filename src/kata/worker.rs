//! A worker: it takes one position after another and searches it with an engine of its own.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::engine::{Engine, EngineSettings, Purpose, Question};
use crate::search::{MEBIBYTE, Observer, Snapshot};

use super::AnalysisService;
use super::action::no_results;
use super::answer::Scene;
use super::desk::{AssignedTask, Desk, SearchTask};
use super::fields::{QueryFault, object, to_line};
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
            desk.answer(QueryFault::new("internal error").error(Some(&task.position.query.id)));
        }
        desk.finish(task);
    }
}

/// The settings of one engine: its part of the memory, and no tree from one position to the next.
fn own_part(service: &AnalysisService) -> EngineSettings {
    let mut settings = service.settings.clone();
    let memory = &mut settings.params.machine.memory;
    *memory = memory.saturating_sub(service.desk_bytes() / MEBIBYTE);
    settings = settings.sharing_memory(service.workers);
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
    let SearchTask { position, stop } = &assigned.task;
    let turn = position.turn;
    let read = object(&position.query.text).and_then(|object| Query::read(object, service));
    let query = &match read {
        Ok((query, _)) => query,
        Err(fault) => return desk.answer(fault.error(Some(&position.query.id))),
    };
    let mut settings = engine.settings().clone();
    settings.params.machine.threads = threads(service, assigned.open);
    let visits = query.options.max_visits.or(service.settings.playouts);
    settings.playouts = Some(visits.unwrap_or(settings.params.playouts.count));
    settings.time_per_move = None;
    engine.set_settings(settings);
    engine.set_stop_flag(Arc::clone(stop));

    let game = query.game_after(turn);
    let to_move = game.to_move();
    let raw = engine.raw_evaluation(&game, to_move);
    let scene = Scene {
        query,
        turn,
        game: &game,
        raw: raw.as_ref(),
    };
    let (start, max_time) = (Instant::now(), query.options.max_time);
    let interval = interval(query.report_every, max_time);
    let mut next_report = interval.filter(|_| query.report_every.is_some());
    let mut show = |snapshot: &Snapshot| {
        let elapsed = start.elapsed();
        let is_over = max_time.is_some_and(|limit| elapsed >= limit);
        let mut is_read = true;
        if let (Some(next), Some(interval)) = (next_report, interval)
            && elapsed >= next
            && !is_over
        {
            next_report = Some((next + interval).max(elapsed));
            is_read = desk.offer(|| to_line(scene.answer(snapshot)));
        }
        if is_read && !is_over {
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
    desk.answer(line.unwrap_or_else(|| no_results(position)));
}

/// Time between two looks at a search, to report and to end it. The time limit is a multiple of it.
fn interval(report_every: Option<Duration>, max_time: Option<Duration>) -> Option<Duration> {
    match (report_every, max_time) {
        (Some(every), Some(limit)) if every < limit => {
            let looks = (limit.as_secs_f64() / every.as_secs_f64()).ceil();
            Some(limit.div_f64(looks))
        }
        (_, Some(limit)) => Some(limit),
        (every, None) => every,
    }
}
