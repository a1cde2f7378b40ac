//! The moves that a search considered, as a table.

use std::fmt::Write;

use crate::search::RankedMove;

use super::look::Look;

/// How many moves the table shows.
const ROWS: usize = 10;

/// Length of the bar of the most visited move.
const BAR: u64 = 24;

/// The best moves, one a line, with win rate, visits and a bar for the share of the visits.
pub(super) fn table(moves: &[RankedMove], look: Look) -> String {
    let moves = &moves[..moves.len().min(ROWS)];
    let most = moves
        .iter()
        .map(|ranked| ranked.visits)
        .max()
        .unwrap_or(0)
        .max(1);
    let mut table = format!(
        "{:>4}  {:<5}{:>10}{:>10}\n",
        "", "move", "win rate", "visits"
    );
    for (i, ranked) in moves.iter().enumerate() {
        let length = (ranked.visits * BAR).div_ceil(most) as usize;
        let (rank, mv, percent) = (i + 1, ranked.mv, 100.0 * ranked.win_rate);
        let bar = look.bar().repeat(length);
        let line = format!(
            "{rank:>4}  {mv:<5}{percent:>8.1} %{visits:>10}  {bar}",
            visits = ranked.visits
        );
        let _ = writeln!(table, "{}", line.trim_end());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::Palette;
    use super::super::look::Glyphs;
    use super::{Look, RankedMove, table};
    use crate::board::Move;

    #[test]
    fn columns_are_aligned() {
        let look = Look {
            glyphs: Glyphs::Ascii,
            palette: Palette::Plain,
        };
        let ranked = |vertex: &str, visits, win_rate| RankedMove {
            mv: vertex.parse::<Move>().unwrap(),
            visits,
            win_rate,
        };
        let moves = [
            ranked("E5", 48_000, 0.5417),
            ranked("pass", 2000, 1.0),
            ranked("C3", 0, 0.0),
        ];
        let expected = "      move   win rate    visits
   1  E5       54.2 %     48000  ########################
   2  pass    100.0 %      2000  #
   3  C3        0.0 %         0
";
        assert_eq!(table(&moves, look), expected);
    }

    #[test]
    fn a_table_of_nothing_is_a_heading() {
        let look = Look {
            glyphs: Glyphs::Unicode,
            palette: Palette::Plain,
        };
        assert_eq!(table(&[], look).lines().count(), 1);
    }
}
