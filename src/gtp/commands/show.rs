//! What the engine thinks of the position on the board, as `GoGui` shows it: boards, labels, lines.

use std::ops::ControlFlow;

use crate::board::{Color, Coord};
use crate::engine::Question;
use crate::gtp::graphics::{sketch, worth_showing};
use crate::search::{Detail, Observer, Prospect, Snapshot};

use super::{Args, CommandError, Response, Session, join};

/// From few visits to many.
const HEAT: [&str; 6] = [
    "#4060ff", "#00c0c0", "#40c040", "#c0c000", "#ff8000", "#ff2020",
];

/// The best moves, the expected line and the ownership in one picture.
pub(super) fn picture(session: &mut Session, _: Args<'_>) -> Response {
    let insight = insight(session, None)?;
    Ok(sketch(&insight, &session.game))
}

/// Who ends up with which point: 1 is Black's, -1 White's.
pub(super) fn ownership(session: &mut Session, _: Args<'_>) -> Response {
    let insight = insight(session, None)?;
    let owners = insight.ends.and_then(|ends| ends.ownership);
    Ok(board(session.game.size(), |coord| {
        let balance = owners.as_ref().map_or(0.0, |owners| owners.balance(coord));
        format!("{balance:.3}")
    }))
}

/// In how many percent of their simulations moves win.
pub(super) fn win_rates(session: &mut Session, _: Args<'_>) -> Response {
    labels(session, |prospect| {
        format!("{:.0}", 100.0 * prospect.win_rate)
    })
}

/// How likely, in percent, moves were thought to be the best before they were tried.
pub(super) fn priors(session: &mut Session, _: Args<'_>) -> Response {
    let insight = insight(session, None)?;
    Ok(of_moves(session, insight.moves.iter(), |prospect| {
        let percent = (100.0 * prospect.prior).round();
        if percent < 1.0 {
            r#""""#.to_owned()
        } else {
            percent.to_string()
        }
    }))
}

/// How often moves were tried.
pub(super) fn visits(session: &mut Session, _: Args<'_>) -> Response {
    let insight = insight(session, None)?;
    let pairs =
        worth_showing(&insight).map(|prospect| format!("{} {}", prospect.mv, prospect.visits));
    Ok(join(pairs.filter(|pair| !pair.starts_with("pass"))))
}

/// The same as colors, each step half as many visits as the next.
pub(super) fn heat(session: &mut Session, _: Args<'_>) -> Response {
    let insight = insight(session, None)?;
    let most = insight
        .moves
        .first()
        .map_or(1, |prospect| prospect.visits.max(1));
    let tried = worth_showing(&insight);
    Ok(of_moves(session, tried, |prospect| {
        let halvings = (most / prospect.visits.max(1)).max(1).ilog2() as usize;
        HEAT[(HEAT.len() - 1).saturating_sub(halvings)].to_owned()
    }))
}

/// The line that is expected after the best move of a color.
pub(super) fn principal_variation(session: &mut Session, mut args: Args<'_>) -> Response {
    let color = args.optional(Args::color)?;
    let insight = insight(session, color)?;
    let line = insight.moves.first().filter(|prospect| prospect.visits > 0);
    Ok(join(
        line.map_or(&[][..], |prospect| &prospect.variation)
            .iter()
            .map(|(mv, _)| mv),
    ))
}

/// A label for each move that got a visible share of the visits.
fn labels(session: &mut Session, label: impl Fn(&Prospect) -> String) -> Response {
    let insight = insight(session, None)?;
    Ok(of_moves(session, worth_showing(&insight), label))
}

/// A board that shows something of these moves, and nothing elsewhere.
fn of_moves<'a>(
    session: &Session,
    moves: impl Iterator<Item = &'a Prospect>,
    show: impl Fn(&Prospect) -> String,
) -> String {
    let moves: Vec<&Prospect> = moves.collect();
    board(session.game.size(), |coord| {
        let mut moves = moves.iter();
        let prospect = moves.find(|prospect| prospect.mv.coord() == Some(coord));
        prospect.map_or(r#""""#.to_owned(), |prospect| show(prospect))
    })
}

/// Something for every point, on a line for each row, the top one first. The first begins below the status: `GoGui` looks
/// for words after the first blank.
fn board(size: usize, show: impl Fn(Coord) -> String) -> String {
    let rows: Vec<String> = Coord::rows(size).map(|row| join(row.map(&show))).collect();
    format!("\n{}", rows.join("\n"))
}

/// What the engine thinks of the position if `color` is to move, else whose turn it is: as long as it thinks about a move,
/// unless it was asked about the same before. What was broken off is not remembered.
fn insight(session: &mut Session, color: Option<Color>) -> Result<Snapshot, CommandError> {
    let color = color.unwrap_or_else(|| session.game.to_move());
    if let Some(insight) = session.known_insight(color) {
        return Ok(insight);
    }
    let mut last = None;
    let mut show = |insight: &Snapshot| {
        last = Some(insight.clone());
        ControlFlow::Continue(())
    };
    let question = Question {
        watch: Some(Observer {
            interval: None,
            detail: Detail::Ownership,
            show: &mut show,
        }),
        ..Question::new(color, session.clock.budget(color, session.game.board()))
    };
    session.last_report = Some(session.engine.inspect(&session.game, question));
    // A search always tells what it knows in the end.
    let insight = last.ok_or(CommandError::Internal)?;
    if !session.input.is_stopping() {
        session.remember_insight(&insight);
    }
    Ok(insight)
}
