//! What a player in the terminal sees: the board with the line under it, advice, scores, messages.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use crate::cli::printable::quoted;
use crate::cli::score::stones;
use crate::cli::terminal_board::{draw, draw_settled, estimate};
use crate::cli::theme::Theme;
use tao_engine::raw::search::{Detail, MoveStats, Report};
use tao_engine::raw::{Purpose, warning};
use tao_engine::{Level, Settlement, Status};
use tao_protocols::schema::texts;
use tao_protocols::table::{Ending, Table};
use tao_rules::board::{Color, Move};
use tao_rules::game::{Game, Remaining, TimeControl};

use super::terminal_game::TerminalGame;

/// Rows of the table of moves.
const MAX_ROWS: usize = 10;

/// Length of the bar for the most visited move, in characters.
const MAX_BAR: u64 = 24;

impl<W: Write> TerminalGame<W> {
    /// Shows the board, the conditions of the game, and its result if it is over.
    pub(super) fn show_beginning(&mut self) -> io::Result<()> {
        self.show_board()?;
        let player = self.player();
        let stone = self.theme.colored_stone(player);
        self.say(&conditions(
            self.table.game(),
            player,
            &stone,
            self.engine.settings().level,
        ))?;
        if let Some(warning) = warning(self.table.game().size()) {
            self.say(&warning)?;
        }
        let (game, usual) = (self.table.game(), Game::HANDICAP_KOMI);
        let is_usual = game.komi().to_bits() == usual.to_bits();
        if game.handicap() > 0 && is_usual && self.next.komi.is_none() {
            self.say(&format!(
                "Komi {usual} is usual with handicap stones; `komi N` sets another."
            ))?;
        }
        self.say("Type a move such as E5, or `help`.")?;
        match self.table.ending() {
            Some(&Ending::Resigned(loser)) => self.say(&resignation(loser))?,
            Some(&Ending::OutOfTime(loser)) => self.say(&time_out(loser))?,
            Some(Ending::Counted { .. }) | None => return self.end_after_two_passes(),
        }
        self.say("`resume` continues the game.")
    }

    pub(super) fn show_board(&mut self) -> io::Result<()> {
        let game = self.table.game();
        let last = game.moves().last().and_then(|(_, mv)| mv.coord());
        let picture = draw(game.board(), last, &[], self.theme);
        let status = status_line(&self.table, self.theme);
        self.say(&(picture + &status))
    }

    pub(super) fn show_moves(&mut self) -> io::Result<()> {
        match self.table.game().moves() {
            [] => self.say("No move has been made yet."),
            _ => self.say(&move_rows(self.table.game())),
        }
    }

    /// Shows the score of a finished game, or an estimate before the end.
    pub(super) fn show_score(&mut self) -> io::Result<()> {
        if self.table.game().is_over() {
            self.show_settlement().map(|_| ())
        } else {
            self.show_estimate()
        }
    }

    /// Counts the game as it is and shows the result.
    pub(super) fn show_settlement(&mut self) -> io::Result<Settlement> {
        let game = self.table.game();
        let settlement = self.engine.score(game);
        let picture = draw_settled(game, &settlement.board, self.theme);
        let (score, legend) = (score_text(&settlement), self.theme.legend());
        self.say(&format!("{score}\n\n{picture}\n{legend}"))?;
        Ok(settlement)
    }

    fn show_estimate(&mut self) -> io::Result<()> {
        let thought = self.think(Purpose::Inspect, Detail::Ownership);
        let Some(report) = thought.report else {
            return self.say("There is nothing to estimate.");
        };
        let game = self.table.game();
        self.say(&estimate(&report, game.board(), self.theme))
    }

    /// Shows the best move at full strength, on any level.
    pub(super) fn hint(&mut self) -> io::Result<()> {
        let suggestion = self.think(Purpose::Suggest, Detail::Score);
        let follows_pass = self.table.game().last_move() == Some(Move::Pass);
        let report = if follows_pass && suggestion.mv == Move::Pass {
            let analysis = self.think(Purpose::Inspect, Detail::Score).report;
            let game = self.table.game();
            analysis.map(|report| report.with_pass(self.engine.ending_pass(game, game.to_move())))
        } else {
            suggestion.report
        };
        let report = report.as_ref();
        if let Some(report) = report {
            let game = self.table.game();
            let last = game.moves().last().and_then(|(_, mv)| mv.coord());
            let picture = draw(game.board(), last, &ranked(report), self.theme);
            self.say(picture.trim_end_matches('\n'))?;
        }
        let figures = figures(report);
        self.say(&format!("Tao Go would play {}{figures}", suggestion.mv))?;
        match report {
            Some(report) => self.say(&candidate_table(report, self.theme)),
            None => Ok(()),
        }
    }

    pub(super) fn show_latest_candidates(&mut self) -> io::Result<()> {
        match &self.latest {
            Some(report) => self.say(&candidate_table(report, self.theme)),
            None => self.say("Tao Go has not searched for a move yet."),
        }
    }
}

/// The moves in the table of candidates.
fn ranked(report: &Report) -> Vec<Move> {
    let shown = shown_moves(report.moves());
    shown.map(|stats| stats.mv).collect()
}

fn candidate_table(report: &Report, theme: Theme) -> String {
    move_table(report.moves(), theme) + &expected_line(report)
}

/// Returns the move to play and the other moves that were searched, the best first. Only searched moves have a win rate.
fn shown_moves(moves: &[MoveStats]) -> impl Iterator<Item = &MoveStats> {
    let ranked = moves.iter().enumerate();
    let shown = ranked.filter(|(rank, stats)| *rank == 0 || stats.is_searched());
    shown.map(|(_, stats)| stats).take(MAX_ROWS)
}

/// Returns the moves of [`shown_moves`] as a table.
fn move_table(moves: &[MoveStats], theme: Theme) -> String {
    let moves: Vec<&MoveStats> = shown_moves(moves).collect();
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

/// Describes the conditions of a game: level, colors, board, handicap, komi and rules.
fn conditions(game: &Game, player: Color, stone: &str, level: Level) -> String {
    let (size, komi, rules) = (game.size(), game.komi(), game.rules());
    let handicap = match game.handicap() {
        0 => String::new(),
        stones => format!("handicap {stones}, "),
    };
    let level = match level {
        Level::FULL => String::new(),
        _ => format!(", level {level}"),
    };
    format!(
        "Tao Go{level}. You are {player} ({stone}), {size}x{size}, {handicap}komi {komi}, {rules} rules."
    )
}

/// The results of the search for a move, if there was one.
pub(super) fn figures(report: Option<&Report>) -> String {
    let Some(report) = report else {
        return String::new();
    };
    let points = match report.points_ahead() {
        Some(points) if points < 0.0 => format!(", {:.1} points behind", -points),
        Some(points) => format!(", {points:.1} points ahead"),
        None => String::new(),
    };
    let (percent, playouts, unit) = (100.0 * report.win_rate, report.playouts, report.unit());
    if report.is_from_book {
        return format!("  (book, win rate {percent:.1} %{points})");
    }
    let seconds = report.time.as_secs_f64();
    let exact = report.exact.as_ref().map_or("", |_| "exact: ");
    format!("  ({exact}win rate {percent:.1} %{points}, {playouts} {unit}, {seconds:.1} s)")
}

fn expected_line(report: &Report) -> String {
    format!(
        "Expected: {}\n",
        texts(report.principal_variation()).join(" ")
    )
}

/// The moves of a game in rows.
fn move_rows(game: &Game) -> String {
    const IN_ROW: usize = 5;
    let numbered = (1..).zip(game.moves());
    let moves: Vec<String> = numbered
        .map(|(number, &(color, mv))| format!("{number:>4} {color:<5} {mv:<4}"))
        .collect();
    let rows: Vec<String> = moves
        .chunks(IN_ROW)
        .map(|row| row.concat().trim_end().to_owned())
        .collect();
    rows.join("\n")
}

/// The score of a finished game.
fn score_text(settlement: &Settlement) -> String {
    let result = match settlement.score.winner() {
        Some(color) => format!("{} wins by {}", color.name(), settlement.score.margin()),
        None => "The score is even".to_owned(),
    };
    let dead = stones(settlement, Status::Dead);
    if dead.is_empty() {
        format!("{result}.")
    } else {
        format!("{result}, without the dead stones {}.", dead.join(" "))
    }
}

pub(super) fn resignation(color: Color) -> String {
    format!("{} resigns, {} wins.", color.name(), !color)
}

pub(super) fn time_out(color: Color) -> String {
    format!("{} is out of time, {} wins.", color.name(), !color)
}

/// Tells how to review a finished game.
pub(super) fn review(file: Option<&Path>) -> String {
    match file {
        Some(path) => format!("Review it: tao-go analyze {}", quoted(path)),
        None => "`save FILE` keeps it, and `tao-go analyze FILE` reviews it.".to_owned(),
    }
}

/// The line under the board: the move number, and what both players captured and the time that they used; with clocks, another one
/// with the time left.
fn status_line(table: &Table, theme: Theme) -> String {
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
    use crate::cli::Palette;
    use crate::cli::theme::Glyphs;

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
        assert_eq!(status_line(&table, theme), expected);
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
        assert_eq!(move_table(&moves, theme), expected);
        let chosen = "      move   win rate    visits\n   1  C3            -         0\n";
        assert_eq!(move_table(unsearched, theme), chosen);
    }

    #[test]
    fn a_table_without_moves_has_a_heading() {
        let theme = Theme {
            glyphs: Glyphs::Unicode,
            palette: Palette::Plain,
        };
        assert_eq!(move_table(&[], theme).lines().count(), 1);
    }
}
