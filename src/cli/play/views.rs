//! Commands that show something.

use std::io;
use std::io::Write;

use crate::cli::candidates;
use crate::cli::estimate;
use crate::cli::terminal_board::{draw, draw_settled};
use crate::cli::theme::Theme;
use tao_engine::engine::{Purpose, Settlement, warning};
use tao_engine::search::{Detail, Report};
use tao_protocols::table::Ending;
use tao_rules::board::Move;
use tao_rules::game::Game;

use super::messages;
use super::status::status;
use super::terminal_game::TerminalGame;

impl<W: Write> TerminalGame<W> {
    /// Shows the board, the conditions of the game, and its result if it is over.
    pub(super) fn show_beginning(&mut self) -> io::Result<()> {
        self.show_board()?;
        let player = self.player();
        let stone = self.theme.colored_stone(player);
        self.say(&messages::conditions(
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
            Some(&Ending::Resigned(loser)) => self.say(&messages::resignation(loser))?,
            Some(&Ending::OutOfTime(loser)) => self.say(&messages::time_out(loser))?,
            Some(Ending::Counted { .. }) | None => return self.end_after_two_passes(),
        }
        self.say("`resume` continues the game.")
    }

    pub(super) fn show_board(&mut self) -> io::Result<()> {
        let game = self.table.game();
        let last = game.moves().last().and_then(|(_, mv)| mv.coord());
        let picture = draw(game.board(), last, &[], self.theme);
        let status = status(&self.table, self.theme);
        self.say(&(picture + &status))
    }

    pub(super) fn show_moves(&mut self) -> io::Result<()> {
        match self.table.game().moves() {
            [] => self.say("No move has been made yet."),
            _ => self.say(&messages::moves(self.table.game())),
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
        let settlement = self.engine.settle(game);
        let picture = draw_settled(game, &settlement.board, self.theme);
        let (score, legend) = (messages::score(&settlement), self.theme.legend());
        self.say(&format!("{score}\n\n{picture}\n{legend}"))?;
        Ok(settlement)
    }

    fn show_estimate(&mut self) -> io::Result<()> {
        let thought = self.think(Purpose::Inspect, Detail::Ownership);
        let Some(report) = thought.report else {
            return self.say("There is nothing to estimate.");
        };
        let game = self.table.game();
        self.say(&estimate::text(&report, game.board(), self.theme))
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
        let figures = messages::figures(report);
        self.say(&format!("Tao Go would play {}{figures}", suggestion.mv))?;
        match report {
            Some(report) => self.say(&candidates(report, self.theme)),
            None => Ok(()),
        }
    }

    pub(super) fn show_latest_candidates(&mut self) -> io::Result<()> {
        match &self.latest {
            Some(report) => self.say(&candidates(report, self.theme)),
            None => self.say("Tao Go has not searched for a move yet."),
        }
    }
}

/// The moves in the table of candidates.
fn ranked(report: &Report) -> Vec<Move> {
    let shown = candidates::shown(report.moves());
    shown.map(|stats| stats.mv).collect()
}

fn candidates(report: &Report, theme: Theme) -> String {
    candidates::table(report.moves(), theme) + &messages::expected_line(report)
}
