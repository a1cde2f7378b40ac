//! Searches the positions of a game, several at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::job::AnalysisJob;
use super::position::PositionEvaluation;
use super::review::Analysis;
use crate::workers::run_workers;
use tao_engine::engine::Engine;

/// Searches the positions of a job in order and calls `on_position` after each, until another thread sets `stop`.
pub fn analyze(
    job: AnalysisJob,
    stop: &Arc<AtomicBool>,
    mut on_position: impl FnMut(),
) -> Analysis {
    let positions = job.positions();
    let count = positions.clone().count();
    let mut evaluations: Vec<Option<PositionEvaluation>> = vec![None; count];
    let engines = (0..job.concurrency.clamp(1, count)).map(|_| job.engine(stop));
    let evaluate = |engine: &mut Engine, position| {
        let evaluation = job.evaluate(engine, position);
        // The result of a stopped search is not reproducible, so it is dropped.
        let is_stopped = stop.load(Ordering::Relaxed);
        (!is_stopped).then_some((position, evaluation))
    };
    run_workers(engines.collect(), positions.clone(), evaluate, |results| {
        for (position, evaluation) in results {
            evaluations[position - positions.start()] = evaluation;
            on_position();
        }
    });
    Analysis { job, evaluations }
}
