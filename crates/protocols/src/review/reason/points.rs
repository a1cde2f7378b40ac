//! Reasons without stones that change hands: kos, passes, wasted moves, territory, and points elsewhere that were larger.

use super::scene::{Scene, Set, View, distance, is_near, only};
use super::{Cause, Reason};
use tao_rules::board::{Coord, Move};
use tao_rules::raw::Point;

/// The balance of owners from which a point is territory.
const TERRITORY: f64 = 0.85;

/// Steps from which a move is played elsewhere.
const ELSEWHERE: usize = 4;

/// Steps up to which a move answers another.
const ANSWER: usize = 2;

/// Least number of points that are said to be gained somewhere.
const MIN_GAIN: f64 = 3.0;

/// Why a ko is lost.
pub(super) fn ko(scene: &Scene<'_>) -> Option<Reason> {
    let matters = |at: &Coord| scene.changed.grown().contains(Point::new(*at));
    let takes_ko = |view: &View<'_>| {
        let next = view.steps().next();
        next.is_some_and(|(game, ..)| game.board().ko().is_some())
    };
    let banned = scene.before.board().ko().map(Point::coord);
    let [best, answer] = [&scene.before, &scene.after].map(|view| view.first().filter(matters));
    if answer.is_some() && answer == banned {
        Some(scene.reason(Cause::LosesKo, None, answer))
    } else if answer.is_some() && takes_ko(&scene.after) {
        Some(scene.reason(Cause::AllowsKo, None, answer))
    } else if best.is_some() && takes_ko(&scene.before) {
        Some(scene.reason(Cause::MissesKo, None, best))
    } else {
        None
    }
}

/// Why a pass or a stone did nothing.
pub(super) fn wasted(scene: &Scene<'_>) -> Option<Reason> {
    let best = scene.before.first()?;
    let reason = |cause| Some(scene.reason(cause, None, Some(best)));
    let Some(played) = scene.played() else {
        return reason(Cause::Passes);
    };
    let (board, around) = (scene.before.board(), only(played).neighbors());
    let is_near = is_near(played, scene.changed) || distance(played, best) <= ANSWER;
    if is_near || around.intersects(&(board.stones(!scene.player) & board.in_atari())) {
        None
    } else if is_in_territory(scene, played, 1.0) {
        reason(Cause::OwnTerritory)
    } else if is_in_territory(scene, played, -1.0) {
        reason(Cause::DeadStone)
    } else if is_neutral(scene, around & Set::full(board.size())) {
        reason(Cause::Neutral)
    } else {
        None
    }
}

/// Whether a point and all stones around its space surely belong to one side before the move and after it: to the player if `sign` is
/// 1, to the opponent if it is -1.
fn is_in_territory(scene: &Scene<'_>, coord: Coord, sign: f64) -> bool {
    let board = scene.before.board();
    let stones = Set::full(board.size()) & !board.empty();
    let border = board.region(only(coord)).neighbors() & stones;
    let is_owned = |view, point| sign * scene.owned(view, point) > TERRITORY;
    is_owned(&scene.after, Point::new(coord))
        && (border | only(coord))
            .iter()
            .all(|point| is_owned(&scene.before, point))
}

/// Whether a point with these neighbors is next to settled stones of both colors, and to nothing else.
fn is_neutral(scene: &Scene<'_>, around: Set) -> bool {
    let board = scene.before.board();
    let colors = [(scene.player, 1.0), (!scene.player, -1.0)];
    !around.intersects(&board.empty())
        && colors.iter().all(|(color, sign)| {
            let stones = around & board.stones(*color);
            let mut settled = stones.iter();
            !stones.is_empty()
                && settled.all(|point| sign * scene.owned(&scene.before, point) > TERRITORY)
        })
}

/// Which point was larger than the move.
pub(super) fn larger(scene: &Scene<'_>) -> Option<Reason> {
    let (best, answer) = (scene.before.first()?, scene.after.first());
    let reason = |cause| Some(scene.reason(cause, None, Some(best)));
    let last = scene.before.game.last_move().and_then(Move::coord);
    let is_beside_best = |mv: Option<Coord>| mv.is_some_and(|mv| distance(mv, best) <= ANSWER);
    let is_elsewhere = distance(scene.played()?, best) >= ELSEWHERE;
    let is_own_place = is_near(best, scene.before.board().stones(scene.player));
    if scene.is_endgame() {
        reason(Cause::LargerEndgame)
    } else if is_elsewhere && is_own_place && is_beside_best(last) && is_beside_best(answer) {
        reason(Cause::Unanswered)
    } else if answer == Some(best) {
        reason(Cause::KeyPoint)
    } else if scene.lost(scene.changed) >= MIN_GAIN {
        ground(scene, best, answer)
    } else {
        None
    }
}

/// Which of the best move and the answer gains points, and the empty point near it that changed most.
fn ground(scene: &Scene<'_>, best: Coord, answer: Option<Coord>) -> Option<Reason> {
    let most_changed = |points: Set| {
        let points = points
            .iter()
            .map(|point| (scene.change(point), point.coord()));
        let most = points.max_by(|(one, _), (other, _)| one.total_cmp(other));
        most.map(|(_, coord)| coord)
    };
    let space = scene.changed & scene.after.board().empty();
    let middle = most_changed(space)?;
    let answer = answer.map(|mv| (Cause::GainsGround, mv));
    let moves = answer.into_iter().chain([(Cause::MissesGround, best)]);
    let (cause, mv) = moves.min_by_key(|(_, mv)| distance(*mv, middle))?;
    let at = most_changed(space & only(mv).grown().grown() & !only(mv))?;
    let reason = scene.reason(cause, None, Some(mv));
    Some(Reason {
        at: Some(at),
        ..reason
    })
}
