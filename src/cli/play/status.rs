//! The line under the board: the move number, what both players captured and the time that they used, and their clocks.

use std::time::Duration;

use crate::cli::theme::Theme;
use tao_protocols::table::Table;
use tao_rules::board::Color;
use tao_rules::game::{Remaining, TimeControl};

/// Returns the line, and another one with the time left if there are clocks.
pub(super) fn status(table: &Table, theme: Theme) -> String {
    let (game, clocks) = (table.game(), &table.clocks);
    let name = |color: Color| format!("   {} {}", theme.colored_stone(color), color.name());
    let used = Color::BOTH.map(|color| {
        let (captured, used) = (game.captures(color), minutes(clocks.used()[color]));
        format!("{}: captured {captured}, used {used}", name(color))
    });
    let left = Color::BOTH.into_iter().map(|color| {
        let left = time_left(clocks.remaining(color)?, clocks.control());
        Some(format!("{}: {left}", name(color)))
    });
    let left: Option<String> = left.collect();
    let left = left.map_or_else(String::new, |left| format!("\nLeft  {left}"));
    format!("Move {}{}{left}", game.moves().len(), used.concat())
}

/// Formats the time left as `4:15`, in overtime with the number of moves or periods left.
fn time_left(left: Remaining, control: TimeControl) -> String {
    /// Added to round up to whole seconds, so that 0:00 means no time is left.
    const ALMOST_A_SECOND: Duration = Duration::from_nanos(999_999_999);
    let time = minutes(left.time.saturating_add(ALMOST_A_SECOND));
    match (left.overtime, control) {
        (None, _) => time,
        (Some(1), TimeControl::ByoYomi { .. }) => format!("{time}, last period"),
        (Some(periods), TimeControl::ByoYomi { .. }) => format!("{time}, {periods} periods"),
        (Some(1), _) => format!("{time} for 1 move"),
        (Some(stones), _) => format!("{time} for {stones} moves"),
    }
}

/// Formats a time as `0:07`, `12:34` or `1:02:03`, rounded down to whole seconds.
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::streams::Palette;
    use crate::cli::theme::Glyphs;
    use tao_rules::game::Game;

    #[test]
    fn the_line_has_move_captures_times_and_clocks() {
        let theme = Theme {
            glyphs: Glyphs::Ascii,
            palette: Palette::Plain,
        };
        let control = TimeControl::Canadian {
            main: Duration::from_secs(60),
            period: Duration::from_secs(30),
            stones: 5,
        };
        let mut table = Table::new(Game::new(5).unwrap(), control);
        for (color, vertex, seconds) in [
            (Color::Black, "A2", 62),
            (Color::White, "A1", 0),
            (Color::Black, "B1", 3),
        ] {
            table.run_clock(color, Duration::from_secs(seconds));
            table.play(color, vertex.parse().unwrap()).unwrap();
        }
        let expected = "Move 3   X Black: captured 1, used 1:05   O White: captured 0, used 0:00\n\
                        Left     X Black: 0:25 for 3 moves   O White: 1:00";
        assert_eq!(status(&table, theme), expected);
    }

    #[test]
    fn times_have_minutes_and_overtime_its_unit() {
        for (seconds, expected) in [(7, "0:07"), (754, "12:34"), (3723, "1:02:03")] {
            assert_eq!(minutes(Duration::from_secs(seconds)), expected);
        }
        let control = TimeControl::ByoYomi {
            main: Duration::ZERO,
            period: Duration::from_secs(30),
            periods: 3,
        };
        for (periods, expected) in [(1, "0:30, last period"), (3, "0:30, 3 periods")] {
            let left = Remaining {
                time: Duration::from_secs(30),
                overtime: Some(periods),
            };
            assert_eq!(time_left(left, control), expected);
        }
    }
}
