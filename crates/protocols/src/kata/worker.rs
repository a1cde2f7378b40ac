//! A worker: it takes one position after another and searches it with an engine of its own.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use tao_engine::engine::{Engine, EngineSettings, Purpose, Question};
use tao_engine::search::{MEBIBYTE, Observer, Snapshot};

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

/// The settings of one engine: its part of the memory, and no reuse of the tree of one position for the next.
fn own_part(service: &AnalysisService) -> EngineSettings {
    let mut settings = service.settings.clone();
    let memory = &mut settings.params.machine.memory;
    *memory = memory.saturating_sub(service.desk_bytes() / MEBIBYTE);
    settings = settings.sharing_memory(service.workers);
    settings.params.tree.reuse = false;
    settings
}

/// The number of threads for a position while this many positions are open.
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
    let (first, interval) = query.reports.looks(max_time).unzip();
    let mut next_report = query.reports.first;
    let mut show = |snapshot: &Snapshot| {
        let elapsed = start.elapsed();
        let is_over = max_time.is_some_and(|limit| elapsed >= limit);
        let mut is_read = true;
        if let Some(next) = next_report.filter(|&next| elapsed >= next && !is_over) {
            let interval = query.reports.every.and(interval);
            next_report = interval.map(|interval| (next + interval).max(elapsed));
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
            first,
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
