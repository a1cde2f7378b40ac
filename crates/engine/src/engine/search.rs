//! The search of a turn: its request, its run, and how its results are shown.

use std::ops::ControlFlow;

use super::choose::best_playable;
use super::passing::must_not_pass;
use super::settle::{Settlement, settle_as_it_stands};
use super::turn::Turn;
use super::{EngineSettings, Question};
use crate::search::{
    Limit, Observer, Report, Request, Restriction, RestrictionKind, Searcher, Snapshot,
};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::{DeadStones, Game};
use tao_rules::raw::Point;

/// Visits of a search that only makes statistics, because the move is already known.
const VISITS_BESIDE_MOVE: u64 = 32;

/// The request for the search of a turn. With `only`, the search is limited to this move.
pub fn request(turn: &Turn<'_>, question: &Question<'_>, only: Option<Move>) -> Request {
    let at_root = |kind, mv| Restriction {
        color: turn.color,
        kind,
        moves: vec![mv],
        depth: 1,
    };
    let no_pass = must_not_pass(turn).then(|| at_root(RestrictionKind::Avoid, Move::Pass));
    let only = only.map(|mv| at_root(RestrictionKind::Allow, mv));
    let given = question.restrictions.iter().cloned();
    Request {
        restrictions: given.chain(no_pass).chain(only).collect(),
        root_widening: question.widening,
        detail: question.detail,
        limit: turn.limit,
        seed: turn.seed.wrapping_add(turn.game.move_number() as u64),
        ..Request::of_game(turn.game, turn.color)
    }
}

/// The limit of the search: where the move to play is known, it only makes the statistics that are shown with the move.
pub fn limit(turn: &Turn<'_>, is_known: bool) -> Limit {
    let mut limit = turn.limit;
    if is_known {
        let most = limit.playouts.unwrap_or(VISITS_BESIDE_MOVE);
        limit.playouts = Some(most.min(VISITS_BESIDE_MOVE));
    } else {
        limit.time = turn.time_to_search();
    }
    limit
}

/// The dead stones that are removed when two passes at the root are scored; `None` scores the board as it stands. On a board that
/// is at most half full no stone counts as dead.
pub fn dead_at_root(turn: &Turn<'_>) -> Option<Vec<Coord>> {
    if turn.game.dead_stones() == DeadStones::Stay {
        return None;
    }
    let is_full = turn.game.board().is_more_than_half_full();
    let settlement = is_full.then(|| turn.settlement()).flatten();
    let dead = settlement.map(Settlement::dead).unwrap_or_default();
    Some(dead.iter().map(Point::coord).collect())
}

/// Makes the search that the settings name. The observer sees each snapshot as the engine would answer at that moment.
pub fn run(
    turn: &Turn<'_>,
    request: &Request,
    settings: &EngineSettings,
    searcher: &mut Searcher,
    observer: Option<&mut Observer<'_>>,
) -> Report {
    let params = settings.params_beside_book(turn.game.size());
    let (first, interval, mut show) = match observer {
        Some(observer) => (observer.first, observer.interval, Some(&mut observer.show)),
        None => (None, None, None),
    };
    let mut observer = Observer {
        first,
        interval,
        show: &mut |snapshot: &Snapshot| match &mut show {
            Some(show) => show(&as_answered(turn, snapshot)),
            None => ControlFlow::Continue(()),
        },
    };
    match &settings.other_search {
        None => searcher.search_until(&params, request, turn.stop, Some(&mut observer)),
        Some(other) => {
            // An earlier tree, made with other settings, does not belong to this search.
            searcher.new_game(turn.seed);
            other.search(&params, request, turn.stop, &mut observer)
        }
    }
}

/// The snapshot with the move that would be played first, and the score of the game for a pass that ends it.
fn as_answered(turn: &Turn<'_>, snapshot: &Snapshot) -> Snapshot {
    let mut shown = snapshot.clone();
    let first = shown.moves.first().map(|stats| stats.mv);
    if let Some(first) = first {
        shown.put_first(best_playable(turn, first, &shown));
    }
    if let Some(end) = searched_end(turn, &shown) {
        shown.show_end(end);
    }
    shown
}

/// Gives a pass that ends the game the score that the game then has, in the report of a search that does not know it.
pub fn show_end(turn: &Turn<'_>, report: &mut Report) {
    if let Some(end) = searched_end(turn, &report.snapshot) {
        if report.best == Move::Pass {
            report.win_rate = end.win_rate;
            report.exact = None;
        }
        report.snapshot.show_end(end);
    }
}

/// The end of the game by a pass that is shown, unless the search knows it: it scores the board as it stands.
fn searched_end(turn: &Turn<'_>, snapshot: &Snapshot) -> Option<Snapshot> {
    let mut moves = snapshot.moves.iter();
    let pass = moves.find(|stats| stats.mv == Move::Pass && turn.pass_ends_game())?;
    let end = |settlement: &Settlement| ending_pass(turn.game, turn.color, settlement);
    match turn.game.dead_stones() {
        DeadStones::Removed => turn.early_settlement().map(end),
        DeadStones::Stay if pass.is_searched() => None,
        DeadStones::Stay => Some(end(&settle_as_it_stands(turn.game))),
    }
}

/// A pass of `color` that ends the game with this settlement.
pub fn ending_pass(game: &Game, color: Color, settlement: &Settlement) -> Snapshot {
    let komi = game.total_komi();
    Snapshot::ending_pass(color, &settlement.board, settlement.score, komi)
}
