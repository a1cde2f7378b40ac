//! What is expected of a game that is not over.

use crate::search::Report;

/// The score that a search expects.
pub(super) fn sentence(report: &Report) -> String {
    /// A smaller lead is none that a search can tell.
    const MIN_LEAD: f64 = 0.25;
    let snapshot = &report.snapshot;
    let points = report.points_ahead().unwrap_or(0.0);
    let (leader, win_rate) = if points < 0.0 {
        (!snapshot.to_move, 1.0 - snapshot.win_rate)
    } else {
        (snapshot.to_move, snapshot.win_rate)
    };
    let (name, margin, percent) = (leader.name(), points.abs(), 100.0 * win_rate);
    let exact = report.exact.as_ref().and_then(|exact| exact.points_ahead);
    if exact.is_some() {
        let result = match margin {
            0.0 => "the game is drawn".to_owned(),
            _ => format!("{name} wins by {margin:.1}"),
        };
        return format!("With best play {result} (exact). Likely owner of each point:");
    }
    let lead = if margin < MIN_LEAD {
        "the game is about even".to_owned()
    } else {
        format!("{name} will win by about {margin:.1}")
    };
    format!(
        "An estimate, as the game is not over: {lead}\n\
         (win rate of {leader} {percent:.0} %). Likely owner of each point:"
    )
}
