//! The moves that a search considered, as a table.

use std::fmt::Write;

use tao_engine::search::MoveStats;

use super::theme::Theme;

const MAX_ROWS: usize = 10;

/// Length of the bar for the most visited move, in characters.
const MAX_BAR: u64 = 24;

/// Returns the move to play and the other moves that were searched, the best first. Only searched moves have a win rate.
pub(super) fn shown(moves: &[MoveStats]) -> impl Iterator<Item = &MoveStats> {
    let ranked = moves.iter().enumerate();
    let shown = ranked.filter(|(rank, stats)| *rank == 0 || stats.is_searched());
    shown.map(|(_, stats)| stats).take(MAX_ROWS)
}

/// Returns the moves of [`shown`] as a table.
pub(super) fn table(moves: &[MoveStats], theme: Theme) -> String {
    let moves: Vec<&MoveStats> = shown(moves).collect();
    let most = moves.iter().map(|stats| stats.visits).fold(1, u64::max);
    let mut table = "      move   win rate    visits\n".to_owned();
    for (i, stats) in moves.iter().enumerate() {
        let length = (stats.visits * MAX_BAR).div_ceil(most) as usize;
        let (rank, bar) = (i + 1, theme.bar().repeat(length));
        let percent = if stats.is_searched() {
            format!("{:.1} %", 100.0 * stats.win_rate)
        } else {
            "-".to_owned()
        };
        let MoveStats { mv, visits, .. } = stats;
        let line = format!("{rank:>4}  {mv:<5}{percent:>10}{visits:>10}  {bar}");
        let _ = writeln!(table, "{}", line.trim_end());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::streams::Palette;
    use super::super::theme::Glyphs;
    use super::{MoveStats, Theme, table};
    use tao_rules::board::Move;

    #[test]
    fn columns_are_aligned() {
        let theme = Theme {
            glyphs: Glyphs::Ascii,
            palette: Palette::Plain,
        };
        let ranked = |vertex: &str, visits, win_rate| MoveStats {
            win_rate,
            ..MoveStats::new(vertex.parse::<Move>().unwrap(), visits)
        };
        let moves = [
            ranked("E5", 48_000, 0.5417),
            ranked("pass", 2000, 1.0),
            ranked("C3", 0, 0.0),
        ];
        let unsearched = &moves[2..];
        let expected = "      move   win rate    visits
   1  E5       54.2 %     48000  ########################
   2  pass    100.0 %      2000  #
";
        assert_eq!(table(&moves, theme), expected);
        let chosen = "      move   win rate    visits\n   1  C3            -         0\n";
        assert_eq!(table(unsearched, theme), chosen);
    }

    #[test]
    fn a_table_without_moves_has_a_heading() {
        let theme = Theme {
            glyphs: Glyphs::Unicode,
            palette: Palette::Plain,
        };
        assert_eq!(table(&[], theme).lines().count(), 1);
    }
}
