//! What the engine tells the chat of a game on the Online Go Server.

use tao_engine::search::Report;

use super::response::join;

/// The line before all chat lines. It names `KataGo`, for which gtp2ogs looks.
pub(super) const HEADING: &str = "Tao Go, with chat in the form of KataGo's\n";

/// A line about the search for a move, in the form in which `KataGo` writes it to its error stream
/// and gtp2ogs 9 sends it to the chat: `CHAT:Visits 812 Winrate 54.30% ScoreLead 1.5 ScoreStdev 8.2 PV E5 C4`.
pub(super) fn line(report: &Report) -> String {
    let lead = report.points_ahead().unwrap_or_default();
    let deviation = report.snapshot.lead(None).unwrap_or_default().deviation;
    format!(
        "CHAT:Visits {} Winrate {:.2}% ScoreLead {lead:.1} ScoreStdev {deviation:.1} PV {}\n",
        report.reused_visits + report.playouts,
        100.0 * report.win_rate,
        join(report.principal_variation()),
    )
}
