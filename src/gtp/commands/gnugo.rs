//! Commands of GNU Go that programs made for it ask for, in its forms.

use crate::board::{Color, Coord, Point};
use crate::search::candidates;

use super::show::search;
use super::{Args, CommandError, Response, Session, join};

/// Moves that are listed at most, as many as GNU Go lists.
const MAX_MOVES: usize = 10;

/// The best moves, each with its value, the highest first: the win rate in percent.
pub(super) fn top_moves(session: &mut Session, _: Args<'_>) -> Response {
    top_moves_of(session, session.table.game().to_move())
}

pub(super) fn top_moves_black(session: &mut Session, _: Args<'_>) -> Response {
    top_moves_of(session, Color::Black)
}

pub(super) fn top_moves_white(session: &mut Session, _: Args<'_>) -> Response {
    top_moves_of(session, Color::White)
}

fn top_moves_of(session: &mut Session, color: Color) -> Response {
    let snapshot = search(session, Some(color))?;
    let moves = candidates(&snapshot.moves);
    let points = moves.filter_map(|stats| Some((stats.mv.coord()?, stats.win_rate)));
    let mut best: Vec<(Coord, f64)> = points.take(MAX_MOVES).collect();
    best.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    Ok(join(best.into_iter().map(|(coord, win_rate)| {
        format!("{coord} {:.2}", 100.0 * win_rate)
    })))
}

/// The score that a search expects, give or take a standard deviation: the bounds are White's, as GNU Go's.
pub(super) fn estimate_score(session: &mut Session, _: Args<'_>) -> Response {
    let snapshot = search(session, None)?;
    let outcomes = snapshot.outcomes.ok_or(CommandError::Internal)?;
    let (lead, deviation) = (outcomes.lead - snapshot.komi, outcomes.deviation);
    let winner = if lead < 0.0 { 'W' } else { 'B' };
    Ok(format!(
        "{winner}+{:.1} (upper bound: {:.1}, lower: {:.1})",
        lead.abs(),
        deviation - lead,
        -deviation - lead
    ))
}

/// What `final_status_list` lists beside stones: the empty points of one side, or of neither.
pub(super) fn empty_points(session: &Session, owner: Option<Color>) -> String {
    let areas = session.engine.settle(session.table.game()).board.owned();
    let wanted = match owner {
        Some(color) => areas[color],
        None => !(areas[Color::Black] | areas[Color::White]),
    };
    let points = session.table.game().board().empty() & wanted;
    join(points.iter().map(Point::coord))
}
