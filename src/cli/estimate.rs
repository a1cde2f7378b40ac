//! The expected result of a game that is not over.

use tao_engine::search::Report;
use tao_rules::board::AnyBoard;

use super::terminal_board::draw_owners;
use super::theme::Theme;

/// The score that a search expects, above the likely owners of the points where these are known.
#[must_use]
pub fn text(report: &Report, board: &AnyBoard, theme: Theme) -> String {
    let sentence = sentence(report);
    let outcomes = report.snapshot.outcomes.as_ref();
    let Some(owners) = outcomes.and_then(|outcomes| outcomes.ownership.as_ref()) else {
        return sentence;
    };
    let (picture, legend) = (draw_owners(board, owners, theme), theme.legend());
    format!("{sentence} Likely owner of each point:\n\n{picture}\n{legend}")
}

/// The score that a search expects.
fn sentence(report: &Report) -> String {
    /// A search cannot tell a smaller lead from none.
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
        return format!("With best play {result} (exact).");
    }
    let lead = if margin < MIN_LEAD {
        "the game is about even".to_owned()
    } else {
        format!("{name} will win by about {margin:.1}")
    };
    format!(
        "An estimate, as the game is not over: {lead}\n\
         (win rate of {leader} {percent:.0} %)."
    )
}

#[cfg(test)]
mod tests {
    use super::super::streams::Palette;
    use super::super::theme::Glyphs;
    use super::{AnyBoard, Report, Theme, text};
    use tao_engine::search::Snapshot;
    use tao_rules::board::Color;
    use tao_rules::game::Score;

    #[test]
    fn the_heading_of_a_board_needs_a_board() {
        let theme = Theme {
            glyphs: Glyphs::Ascii,
            palette: Palette::Plain,
        };
        let board = AnyBoard::set_up(5, []).unwrap();
        let mut snapshot = Snapshot::finished(Color::Black, &board, Score { lead: -7.0 }, 7.0);
        snapshot.outcomes = None;
        let text = text(&Report::new(snapshot), &board, theme);
        assert!(text.ends_with("\n(win rate of black 0 %)."), "{text}");
    }
}
