//! Alpha-beta as the search of an engine, with a report as UCT makes it.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use web_time::Instant;

use super::{AlphaBeta, Budget, Found, FoundMove, Problem, win_rate};
use tao_engine::engine::OtherSearch;
use tao_engine::search::{
    Detail, MoveStats, Observer, OutcomeStatistics, Ownership, Params, Report, Request, Snapshot,
};
use tao_rules::board::{Color, Move};

impl OtherSearch for AlphaBeta {
    /// Each evaluated position counts as a playout.
    fn search(
        &self,
        params: &Params,
        request: &Request,
        stop: &AtomicBool,
        observer: &mut Observer<'_>,
    ) -> Report {
        let start = Instant::now();
        let restrictions = &request.restrictions;
        let permits = |color: Color, mv: Move, before: usize| {
            let mut in_force = restrictions.iter().filter(|it| before < it.depth);
            in_force.all(|restriction| restriction.permits(color, mv))
        };
        let problem = Problem {
            board: &request.board,
            to_move: request.to_move,
            komi: request.komi + f64::from(request.extra_stones),
            counts_stones: request.counts_stones,
            after_pass: request.recent_moves[0] == Some(Move::Pass),
            superko: request.superko.rule,
            earlier: &request.superko.keys,
            permits: &permits,
            seed: request.seed,
        };
        let time = request.limit.time;
        let without_limit = time.map_or(params.playouts.count, |_| u64::MAX);
        let budget = Budget {
            nodes: request.limit.playouts.unwrap_or(without_limit).max(1),
            deadline: time.and_then(|time| start.checked_add(time.target)),
            stop,
            table_bytes: params.search_bytes() - params.solve_bytes(),
        };
        let mut due = observer.interval.and(observer.first.or(observer.interval));
        let found = super::search(self, &problem, &budget, &mut |found| {
            let elapsed = start.elapsed();
            if due.is_none_or(|due| elapsed < due) {
                return ControlFlow::Continue(());
            }
            due = observer
                .interval
                .map(|interval| elapsed.saturating_add(interval));
            (observer.show)(&snapshot(&found(), request))
        });
        let snapshot = snapshot(&found, request);
        // The search is over: whether the observer wants more does not matter.
        let _ = (observer.show)(&snapshot);
        let exact = request.exact.clone().filter(|exact| exact.is_proven);
        Report {
            is_solved: exact.is_some(),
            exact,
            playouts: found.nodes,
            time: start.elapsed(),
            memory: found.bytes,
            ..Report::new(snapshot)
        }
    }
}

fn snapshot(found: &Found, request: &Request) -> Snapshot {
    let outcomes = |found_move: &FoundMove, detail: Detail| {
        (request.detail >= detail).then(|| OutcomeStatistics {
            games: 1,
            lead: request.komi + request.to_move.signed(found_move.points),
            deviation: 0.0,
            ownership: (request.detail >= Detail::Ownership)
                .then(|| Ownership::of_shares(request.board.size(), &found.owners)),
        })
    };
    let moves = found.moves.iter().map(|found_move| MoveStats {
        win_rate: win_rate(found_move.points),
        lower_bound: win_rate(found_move.points),
        variation: found_move.line.iter().map(|&mv| (mv, 1)).collect(),
        outcomes: outcomes(found_move, Detail::OwnershipByMove),
        ..MoveStats::new(found_move.mv, found_move.nodes)
    });
    let best = found.moves.first();
    let mut snapshot = Snapshot {
        to_move: request.to_move,
        komi: request.komi,
        visits: found.nodes,
        win_rate: best.map_or(0.5, |best| win_rate(best.points)),
        moves: moves.collect(),
        outcomes: best.and_then(|best| outcomes(best, Detail::Score)),
    };
    if let Some(exact) = &request.exact {
        snapshot.show_exact(exact);
    }
    snapshot
}
