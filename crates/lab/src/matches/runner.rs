//! Plays the games of a match, several at a time.

use std::sync::mpsc::Receiver;
use std::task::Poll;

use super::game::{MatchError, MatchWorker, MatchedGame};
use super::plan::MatchPlan;
use super::stop_signal::StopSignal;
use tao_go::ranks::{Ranks, Workers};

/// Plays the games with these numbers, several at a time on each rank, and calls `on_game` with each game as it ends, until that
/// returns `false`. A rank other than 0 plays some of the games for rank 0, and its `on_game` is never called.
///
/// # Errors
///
/// When a player cannot be started, when the referee fails, or with the error of `on_game`.
pub fn play_match<E: From<MatchError>>(
    plan: &MatchPlan,
    numbers: &[u64],
    ranks: &Ranks,
    stop: &StopSignal,
    mut on_game: impl FnMut(MatchedGame) -> Result<bool, E>,
) -> Result<(), E> {
    let states = (0..plan.concurrency.min(numbers.len()))
        .map(|_| MatchWorker::new(plan, stop))
        .collect::<Result<Vec<_>, _>>()?;
    let work = |worker: &mut MatchWorker<'_>, &number: &u64| {
        let played = worker.play(number);
        played.map_err(|error| ranks.sign(&error)).transpose()
    };
    let abort = &*stop.abort_flag();
    let workers = Workers {
        states,
        work,
        abort,
    };
    let Some(workers) = ranks.follow(workers) else {
        return Ok(());
    };
    let numbers = numbers
        .iter()
        .map(|&number| Poll::Ready(number))
        .take_while(|_| !stop.is_requested());
    let record = |games: Receiver<Result<MatchedGame, String>>| {
        for game in games {
            let game = game.map_err(|text| E::from(MatchError::Referee(text)));
            let wants_more = game.and_then(&mut on_game);
            if !matches!(wants_more, Ok(true)) {
                // Games that are still in progress are not wanted any more.
                stop.abort();
                return wants_more.map(drop);
            }
        }
        Ok(())
    };
    ranks.lead(workers, numbers, |_, game| game, record)
}
